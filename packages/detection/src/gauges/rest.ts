import type { Anchor } from './anchor.ts'
import { readMean, sampleBack } from './gauge-window.ts'
import type { Moment } from '../moment.ts'
import type { GaugeState } from '../truck-state.ts'
import type { GaugeWindow } from './window-state.ts'

/** Samples of a surface at rest differ by no more than the noise of a standing engine, and two steps without a flow are a rest. */
const restL = 8
const restSteps = 2
/** Samples that lie so far apart and agree are not of a surface that swings. */
const restMs = 45_000

/** The newest sample until a moment, when the level had rested for two steps by then. */
export function readRested(window: GaugeWindow, until: number, into: Anchor): boolean {
  let newest: { at: number; volumeL: number } | null = null
  let steps = 0
  for (let back = 0; back < window.count; back += 1) {
    const sample = sampleBack(window, back)
    if (sample === null) return false
    if (sample.at > until) continue
    if (newest === null) newest = sample
    else if (Math.abs(sample.volumeL - newest.volumeL) > restL) return false
    else steps += 1
    if (steps === restSteps) return readMean(window, newest.at, newest.at, 1, into)
  }
  return false
}

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
