import type { GaugeState } from './gauge-state.ts'
import type { Anchor } from './anchor.ts'
import { readMean, sampleBack } from './gauge-window.ts'
import type { Moment } from '../moment.ts'

/** Samples that lie so far apart and agree are not of a surface that swings. */
const restMs = 45_000

/**
 * What a gauge showed last before the truck drove off, if it rested then, after the last calm value: frames that come seldom
 * are too few for another one.
 */
export function readLastRest({ state, thresholds }: Moment, gauge: GaugeState, into: Anchor): boolean {
  const { window, calm } = gauge
  let newest: { at: number; levelMm: number } | null = null
  let firstAt = 0
  let n = 0
  for (let back = 0; back < window.count; back += 1) {
    const sample = sampleBack(window, back)
    if (sample === null || sample.at <= calm.at) break
    if (sample.at >= state.motion.movingSinceAt) continue
    newest ??= sample
    if (Math.abs(sample.levelMm - newest.levelMm) > thresholds.calmDeviationMm) break
    firstAt = sample.at
    n += 1
  }
  if (newest === null || newest.at - firstAt < restMs || !readMean(window, newest.at, firstAt, n, into)) return false
  into.calm = true
  return true
}
