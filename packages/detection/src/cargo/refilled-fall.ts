import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import { noticeableL } from '../gauges/gauge-noise.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { oldestCalmMs, readSlot, sampleBack, slotBack } from '../gauges/gauge-window.ts'
import type { Moment } from '../moment.ts'
import { reportedUntil } from '../seals/happenings.ts'
import { fallBase } from './site-falls.ts'

/** So many samples show that the level was down: fewer may be single ones that are wrong. */
const fewestSamples = 3
/** Litres by which a level that falls, or rises, may go the other way between two samples. */
const restL = 12
const minuteMs = 60_000

type Sample = { readonly at: number; readonly volumeL: number }

/** Written and read within one call. */
const low = noAnchor()

/**
 * Litres that left a standing truck and were replaced before its surface came to rest in between, as by water: the calm value is back, but
 * the samples since the one before show a level that fell and rose again. Returns what it fell from and to; null when it did not.
 */
export function findRefilled(moment: Moment, gauge: GaugeState): { readonly from: Anchor; readonly to: Anchor } | null {
  const { state, thresholds } = moment
  const { calm, window, operation, jump, stopCalm, stood } = gauge
  // Twice as long as a calm surface takes, for no calm one was seen yet.
  const restsAt = Math.max(state.motion.stoppedSinceAt, state.motion.slowSinceAt) + 2 * thresholds.calmAfterS * 1000
  // Frames that come seldom show no calm value before: what it departed with.
  const from = stopCalm.at === calm.at ? stood : fallBase(gauge)
  if (!from.calm || operation !== null || jump !== null) return null
  const leastL = noticeableL(moment, gauge, thresholds.dischargeBeforeCalmL)
  const samples = samplesSince(moment, gauge, Math.max(from.at, restsAt, reportedUntil(moment, gauge.compartment)))
  const lowest = samples.reduce((least, { volumeL }, i) => (volumeL < (samples[least]?.volumeL ?? 0) ? i : least), 0)
  if (samples.length === 0 || !readSlot(window, slotBack(window, lowest), low)) return null
  if (from.v20L - low.v20L < leastL || calm.v20L - low.v20L < leastL) return null
  const levels = { lowestL: Math.min(from.volumeL, calm.volumeL), highestL: Math.max(from.volumeL, calm.volumeL), bandL: leastL / 2 }
  return isFlow(samples, lowest, levels, thresholds.levelJumpLpm) ? { from, to: low } : null
}

/** Newest first. */
function samplesSince({ at }: Moment, { window }: GaugeState, since: number): readonly Sample[] {
  const samples: Sample[] = []
  for (let back = 0; back < window.count; back += 1) {
    const sample = sampleBack(window, back)
    if (sample === null || sample.at < since || at - sample.at > oldestCalmMs) break
    samples.push(sample)
  }
  return samples
}

type Rest = { readonly lowestL: number; readonly highestL: number; readonly bandL: number }

/**
 * Whether the samples show a surface at rest that product left, and came back to: they fall to the lowest one and rise from it, each at a
 * rate that a hose has, and all before and after are of a level at rest. A surface that swings goes up as well as down.
 */
function isFlow(samples: readonly Sample[], lowest: number, { lowestL, highestL, bandL }: Rest, mostLpm: number): boolean {
  const isBelow = (i: number): boolean => (samples[i]?.volumeL ?? Number.POSITIVE_INFINITY) < lowestL - bandL
  let newest = lowest
  let oldest = lowest
  while (isBelow(newest - 1)) newest -= 1
  while (isBelow(oldest + 1)) oldest += 1
  if (newest === 0 || oldest + 1 === samples.length || oldest - newest + 1 < fewestSamples) return false
  for (let i = newest - 1; i <= oldest; i += 1) {
    const [newer, older] = [samples[i] as Sample, samples[i + 1] as Sample]
    const fellL = older.volumeL - newer.volumeL
    if (Math.abs(fellL) * minuteMs > mostLpm * (newer.at - older.at)) return false
    if ((i < lowest ? fellL : -fellL) > restL) return false
  }
  return samples.every(({ volumeL }, i) => (i >= newest && i <= oldest) || (volumeL >= lowestL - bandL && volumeL <= highestL + bandL))
}
