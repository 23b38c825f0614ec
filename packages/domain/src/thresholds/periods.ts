import type { Thresholds } from '../thresholds.ts'

/** Thresholds of a truck from a time on, ms since 1970 UTC, until the next period begins. */
export type ThresholdPeriod = { readonly fromAt: number; readonly thresholds: Thresholds }

/** A truck's thresholds now and, where they were or will be others, in the order of time. */
type Judged = { readonly thresholds: Thresholds; readonly thresholdPeriods?: readonly ThresholdPeriod[] }

/** The thresholds that count for a reading of this time, ms since 1970 UTC. Before the first period, those of the first. */
export function thresholdsAt({ thresholds, thresholdPeriods: periods }: Judged, at: number): Thresholds {
  if (periods === undefined) return thresholds
  for (let i = periods.length - 1; i > 0; i -= 1) {
    const period = periods[i] as ThresholdPeriod
    if (at >= period.fromAt) return period.thresholds
  }
  return periods[0]?.thresholds ?? thresholds
}
