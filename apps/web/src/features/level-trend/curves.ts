import type { LevelTrend } from '@tanker/contract/level-trend'
import type { Window } from './trend-query.ts'

export const TREND_QUANTITIES = ['levelMm', 'volumeL', 'v20L', 'temperatureC', 'speedKmh'] as const
export type TrendQuantity = (typeof TREND_QUANTITIES)[number]

/** A curve as points; null breaks the line. */
export type Point = readonly [at: number, value: number | null]

/** Between readings further apart nothing is known: the line breaks. */
const GAP_MS = 900_000

type Timed = { readonly at: readonly number[] }

const pointsOf = ({ at }: Timed, values: readonly (number | null)[]): Point[] => at.map((one, index) => [one, values[index] ?? null])

/** One quantity of one compartment; speed is the truck's, so its compartment is 0. */
export const curveOf = (trend: LevelTrend, quantity: TrendQuantity, compartment: number): readonly Point[] => {
  if (quantity === 'speedKmh') return pointsOf(trend.speed, trend.speed.speedKmh)
  const own = trend.compartments.find((one) => one.compartment === compartment)
  return own ? pointsOf(own, own[quantity]) : []
}

/** What was read more closely inside a window, and the overview around it. */
export const withDetail = (overview: readonly Point[], detail: readonly Point[], { from, to }: Window): readonly Point[] => [
  ...overview.filter(([at]) => at < from),
  ...detail.filter(([at]) => at >= from && at <= to),
  ...overview.filter(([at]) => at > to),
]

/** Breaks the line where nothing was read for a quarter of an hour; thinned stretches of a long period may be as far apart. */
export const withGaps = (points: readonly Point[], stretchMs: number): readonly Point[] => {
  const most = Math.max(GAP_MS, stretchMs * 2)
  return points.flatMap((point, index) => {
    const before = points[index - 1]
    return before && point[0] - before[0] > most ? [[before[0] + 1, null] as const, point] : [point]
  })
}

/** What was read last at or before a time, if it is not older than a gap; null where the gauge was silent or out of order. */
export const valueAt = (points: readonly Point[], at: number): Point | null => {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.[0] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const found = points[low - 1]
  return found && found[1] !== null && at - found[0] <= GAP_MS ? found : null
}
