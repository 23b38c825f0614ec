import { levelCurveCalls } from '@tanker/contract/endpoints/level-curve'
import { useMemo } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import type { ChartModel } from '../platform/charts/chart-model.ts'
import { Chart } from '../platform/charts/chart.tsx'
import { text } from '../platform/language.ts'
import { ReadFailed } from '../platform/ui/read-failed.tsx'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '液位曲线加载失败', en: 'The levels could not be loaded' },
} as const

type LevelCurveProps = {
  readonly truckId: number
  readonly title: string
  /** ISO 8601 UTC; at most six hours. */
  readonly period: { readonly from: string; readonly to: string }
  /** Moments drawn as upright lines, milliseconds UTC. */
  readonly marks: readonly number[]
  readonly heightPx?: number
}

/** The levels of a truck's compartments over a short time. */
export const LevelCurve = ({ truckId, title, period, marks, heightPx = 180 }: LevelCurveProps) => {
  const { from, to } = period
  const curve = useEndpoint(levelCurveCalls.read, { truckId, from, to }, { purpose: 'poll' })
  const at = marks.join(',')
  const model = useMemo(
    (): ChartModel => ({
      kind: 'time',
      unit: 'mm',
      marks: at.split(',').map(Number),
      series: (curve.data ?? []).map(({ compartment, at, levelMm }) => ({
        name: text({ zh: `${compartment}仓`, en: `C${compartment}` }),
        points: at.map((one, index) => [one, levelMm[index] ?? null]),
      })),
    }),
    [curve.data, at],
  )
  if (curve.isError) return <ReadFailed words={text(WORDS.failed)} onAgain={() => void curve.refetch()} />
  return curve.isPending ? <p className="waiting">{text(WORDS.loading)}</p> : <Chart title={title} model={model} heightPx={heightPx} />
}
