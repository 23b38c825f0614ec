import { tableOfLevels } from '@tanker/contract/base-data/levels-field'
import { volumeAt } from '@tanker/domain/tank/tank-table'
import { useMemo } from 'react'
import { Chart } from '../platform/charts/chart.tsx'
import type { ChartModel } from '../platform/charts/chart-model.ts'
import { text } from '../platform/language.ts'
import { shownDecimal, shownWhole } from '../platform/shown-values.ts'

const WORDS = {
  title: { zh: '液位—容积曲线', en: 'Level to volume' },
  level: { zh: '液位 (mm)', en: 'Level (mm)' },
  volume: { zh: '容积', en: 'Volume' },
} as const

/** Number of equidistant levels at which the curve is drawn. */
const steps = 60

/** What a table says, as a curve: each level with its volume. */
export const LevelsCurve = ({ value, heightPx = 200 }: { value: string; heightPx?: number }) => {
  const table = useMemo(() => tableOfLevels(value), [value])
  const { levelsMm, volumesL } = table
  const model = useMemo((): ChartModel => {
    const [fromMm, toMm] = [table.levelsMm[0] ?? 0, table.levelsMm.at(-1) ?? 0]
    const levels = Array.from({ length: steps + 1 }, (_, step) => fromMm + ((toMm - fromMm) * step) / steps)
    return {
      kind: 'line',
      names: levels.map((levelMm) => shownWhole(Math.round(levelMm))),
      series: [{ name: text(WORDS.volume), values: levels.map((levelMm) => volumeAt(table, levelMm).volumeL) }],
      unit: 'L',
      axes: { names: text(WORDS.level), values: text(WORDS.volume) },
    }
  }, [table])
  const last = levelsMm.length - 1
  return (
    <>
      <Chart title={text(WORDS.title)} model={model} heightPx={heightPx} />
      <p className="levels-sum">
        {text({
          zh: `共 ${shownWhole(levelsMm.length)} 行，最高 ${shownDecimal(levelsMm[last] ?? 0, 0)} mm，最大 ${shownDecimal(volumesL[last] ?? 0, 1)} L`,
          en: `${shownWhole(levelsMm.length)} rows, up to ${shownDecimal(levelsMm[last] ?? 0, 0)} mm and ${shownDecimal(volumesL[last] ?? 0, 1)} L`,
        })}
      </p>
    </>
  )
}
