import { useMemo } from 'react'
import type { ChartModel } from '../../platform/charts/chart-model.ts'
import { Chart } from '../../platform/charts/chart.tsx'
import { text } from '../../platform/language.ts'
import type { Theme } from '../../platform/ui/theme.ts'

const WORDS = {
  title: { zh: '罐内压力（表压）', en: 'Pressure against the air around the tank' },
  pressure: { zh: '压力', en: 'Pressure' },
} as const

type PressureCurveProps = {
  /** Milliseconds UTC and Pa, of equal length. */
  readonly curve: { readonly at: readonly number[]; readonly pressurePa: readonly number[] }
  /** Moments drawn as upright lines, milliseconds UTC. */
  readonly marks?: readonly number[]
  readonly heightPx?: number
  readonly theme?: Theme
}

const NO_MARKS: readonly number[] = []

/** What a test box measured, over time. */
export const PressureCurve = ({ curve, marks = NO_MARKS, heightPx = 240, theme }: PressureCurveProps) => {
  const model = useMemo(
    (): ChartModel => ({
      kind: 'time',
      unit: 'kPa',
      marks,
      series: [{ name: text(WORDS.pressure), points: curve.at.map((at, index) => [at, (curve.pressurePa[index] ?? 0) / 1_000] as const) }],
    }),
    [curve, marks],
  )
  return <Chart title={text(WORDS.title)} model={model} heightPx={heightPx} {...(theme && { theme })} />
}
