import type { DeliveryCurve } from '@tanker/contract/delivery-proof'
import { useMemo } from 'react'
import { Chart } from '../../platform/charts/chart.tsx'
import { text } from '../../platform/language.ts'
import { shownDecimal } from '../../platform/shown-values.ts'
import type { Theme } from '../../platform/ui/theme.ts'
import { deviationModel, tripModel } from './trip-charts.ts'
import { compartmentName } from './trend-options.ts'

const WORDS = {
  whole: { zh: '各仓油量 V20（圆点：计算所用的平稳读数）', en: 'Litres at 20 °C (dots: calm readings that the sums use)' },
  more: { zh: '开盖次数过多，图中仅标出前 200 次。', en: 'Only the first 200 openings are marked.' },
} as const

const deviationTitle = (compartment: number, sigmaL: number): string =>
  text({
    zh: `${compartmentName(compartment)} 在途与装油量之差（阴影：测量误差 ±${shownDecimal(2 * sigmaL, 1)} L，两倍标准差）`,
    en: `${compartmentName(compartment)}: change since loading (shaded: error of measurement ±${shownDecimal(2 * sigmaL, 1)} L, two sigma)`,
  })

/** On paper they leave room for the rest of the page. */
const HEIGHTS = { screen: { whole: 230, each: 150 }, paper: { whole: 155, each: 95 } } as const

/** A trip as curves: all litres, and for each compartment whether what is missing is more than a reading can be wrong. */
export const TripCurves = ({ curve, theme }: { readonly curve: DeliveryCurve; readonly theme?: Theme }) => {
  const whole = useMemo(() => tripModel(curve), [curve])
  const deviations = useMemo(
    () =>
      curve.compartments.flatMap(({ compartment, sigmaL }) => {
        const model = deviationModel(curve, compartment)
        return model ? [{ compartment, model, title: deviationTitle(compartment, sigmaL) }] : []
      }),
    [curve],
  )
  const paper = theme ? { theme } : {}
  const heights = HEIGHTS[theme ? 'paper' : 'screen']
  return (
    <div className="trip-curves">
      <Chart title={text(WORDS.whole)} model={whole} heightPx={heights.whole} {...paper} />
      {curve.moreMarks && <p>{text(WORDS.more)}</p>}
      {deviations.map(({ compartment, model, title }) => (
        <Chart key={compartment} title={title} model={model} heightPx={heights.each} {...paper} />
      ))}
    </div>
  )
}
