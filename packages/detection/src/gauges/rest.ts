import type { GaugeState } from './gauge-state.ts'
import type { Anchor } from './anchor.ts'
import { readMean, sampleBack } from './gauge-window.ts'
import type { Moment } from '../moment.ts'

/** Samples that lie so far apart and agree are not of a surface that swings. */
export const restMs = 45_000

/** At a stop on the road, which may be one of a jam, more of them. */
const roadRestMs = 110_000
const roadSamples = 3

/**
 * What a gauge showed last before the truck drove off, if it rested then, after the last calm value: frames that come seldom
 * are too few for another one.
 */
export function readLastRest(moment: Moment, gauge: GaugeState, into: Anchor): boolean {
  return readRestBefore(moment, gauge, moment.state.motion.movingSinceAt, gauge.calm.at + 1, 2, restMs, into)
}

/** The same of a stop on the road that was too short for a calm value. */
export function readRoadRest(moment: Moment, gauge: GaugeState, into: Anchor): boolean {
  const { motion, parking } = moment.state
  const since = Math.max(parking.startedAt + moment.thresholds.calmAfterS * 1000, gauge.calm.at + 1)
  return parking.startedAt !== 0 && readRestBefore(moment, gauge, motion.movingSinceAt, since, roadSamples, roadRestMs, into)
}

/** Mean of the samples before a moment that agree with the newest of them; false when they are too few, or lie too near to each other. */
export function readRestBefore(
  { thresholds }: Moment,
  { window }: GaugeState,
  before: number,
  since: number,
  fewest: number,
  leastMs: number,
  into: Anchor,
): boolean {
  let newest: { at: number; levelMm: number } | null = null
  let firstAt = 0
  let n = 0
  for (let back = 0; back < window.count; back += 1) {
    const sample = sampleBack(window, back)
    if (sample === null || sample.at < since) break
    if (sample.at >= before) continue
    newest ??= sample
    if (Math.abs(sample.levelMm - newest.levelMm) > thresholds.calmDeviationMm) break
    firstAt = sample.at
    n += 1
  }
  if (newest === null || n < fewest || newest.at - firstAt < leastMs || !readMean(window, newest.at, firstAt, n, into)) return false
  into.calm = true
  return true
}
