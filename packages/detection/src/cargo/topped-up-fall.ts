import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { readMean, sampleBack } from '../gauges/gauge-window.ts'
import type { Moment } from '../moment.ts'
import { fallBase, isSiteFall } from './site-falls.ts'
import { siteHere } from './site-work.ts'

/** Litres by which samples of one level in a row may differ. */
const restL = 8
/** So many samples show that the level was down, or two of frames that lie this far apart: fewer may be single ones that are wrong. */
const fewestSamples = 3
const sparseMs = 15_000

/** What the compartment holds again. */
export type Now = Pick<Anchor, 'at' | 'volumeL'>

/** Written and read within one call. */
const low = noAnchor()

/**
 * What a compartment fell from and to in the depot before it was filled up again: a level that samples in a row show, lower than the
 * surface at rest before them and than `now`. Null when there is none. Where the level stays down, the calm value shows it.
 */
export function findToppedUp(moment: Moment, gauge: GaugeState, now: Now): { readonly from: Anchor; readonly to: Anchor } | null {
  const from = fallBase(gauge)
  if (siteHere(moment)?.kind !== 'depot' || !from.calm || gauge.jump !== null) return null
  if (!readLowLevel(moment, gauge, from.at, now, low) || !isSiteFall(moment, gauge, from, low)) return null
  return { from: { ...from }, to: { ...low } }
}

/** Writes the lowest level from a moment until `now` that samples at rest in a row show into `into`; false when `now` does not lie well above it. */
export function readLowLevel(moment: Moment, { window }: GaugeState, after: number, now: Now, into: Anchor): boolean {
  const { state, thresholds } = moment
  const { motion, parking } = state
  const stoppedAt = moment.droveOff ? parking.startedAt : Math.max(motion.stoppedSinceAt, motion.slowSinceAt)
  if (stoppedAt === 0) return false
  const since = Math.max(after, stoppedAt + thresholds.calmAfterS * 1000)
  let lowestL = now.volumeL - thresholds.yardFallL / 2
  let isFound = false
  let first = 0
  while ((sampleBack(window, first)?.at ?? 0) > now.at) first += 1
  while (first < window.count) {
    const newest = sampleBack(window, first)
    if (newest === null || newest.at <= since) break
    let count = 0
    let oldestAt = newest.at
    let highestL = newest.volumeL
    for (;;) {
      const sample = sampleBack(window, first + count)
      if (sample === null || sample.at <= since || Math.abs(sample.volumeL - newest.volumeL) > restL) break
      highestL = Math.max(highestL, sample.volumeL)
      oldestAt = sample.at
      count += 1
    }
    const rests = count >= fewestSamples || (count > 1 && newest.at - oldestAt >= sparseMs)
    if (rests && highestL < lowestL) {
      lowestL = highestL
      isFound = readMean(window, newest.at, oldestAt, count, into)
      into.calm = true
    }
    first += count
  }
  return isFound
}
