import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { OperationState } from './operation-state.ts'
import { readMean, sampleBack } from '../gauges/gauge-window.ts'
import { copyAnchor } from '../gauges/gauges.ts'
import type { Moment } from '../moment.ts'
import { yardReason } from './yard-reason.ts'

/** Litres by which samples of one level in a row may differ. */
const restL = 8

type Sample = { readonly at: number; readonly volumeL: number }

/** What a compartment held before it fell in its loading or soon after it, and what was left. */
type Fall = { readonly from: Anchor; readonly to: Anchor }

/**
 * Litres that leave a compartment while it is being loaded, or before its surface comes to rest after it: a level that two samples in a
 * row showed, and two in a row no longer do. A loading that ends with one was over before it; returns what must be judged once the loading
 * is posted.
 */
export function cutFallOff(moment: Moment, gauge: GaugeState, operation: OperationState): Fall | null {
  if (!operation.loading || operation.transferWith !== 0) return null
  const fall = findFall(moment, gauge, operation)
  if (fall === null || yardReason(moment, gauge.compartment, fall.from.at, fall.from, fall.to) === null) return null
  if (operation.end.volumeL - fall.to.volumeL > restL) return fall
  const to = { ...operation.end }
  copyAnchor(fall.from, operation.end)
  operation.endedAt = fall.from.at
  return { from: fall.from, to }
}

/** The deepest fall of a loading that is not posted yet. */
function findFall({ thresholds }: Moment, { window, posted }: GaugeState, operation: OperationState): Fall | null {
  const since = operation.postedFrom.at === 0 ? operation.startedAt : Math.max(operation.startedAt, posted.at)
  const samples: Sample[] = []
  for (let back = 0; back < window.count; back += 1) {
    const sample = sampleBack(window, back)
    if (sample === null || sample.at < since) break
    if (sample.at <= operation.end.at) samples.unshift(sample)
  }
  let top = -1
  let best: { top: number; low: number } | null = null
  let deepestL: number = thresholds.yardFallL
  for (let i = 0; i + 1 < samples.length; i += 1) {
    const pair = [samples[i]?.volumeL ?? 0, samples[i + 1]?.volumeL ?? 0] as const
    if (top === -1 || Math.min(...pair) > topL(samples, top)) top = i
    const fellL = topL(samples, top) - Math.max(...pair)
    if (fellL < deepestL) continue
    deepestL = fellL
    best = { top, low: i }
  }
  if (best === null) return null
  const from = readLevel(window, samples, best.top, 1)
  return { from, to: readLevel(window, samples, best.low, -1) }
}

const topL = (samples: readonly Sample[], top: number): number => Math.min(samples[top]?.volumeL ?? 0, samples[top + 1]?.volumeL ?? 0)

/** The mean of the samples of one level around two that lie side by side: of the higher one of them (sign 1), or the lower. */
function readLevel(window: GaugeState['window'], samples: readonly Sample[], pair: number, sign: 1 | -1): Anchor {
  const at = sign * ((samples[pair + 1]?.volumeL ?? 0) - (samples[pair]?.volumeL ?? 0)) > 0 ? pair + 1 : pair
  const level = samples[at]?.volumeL ?? 0
  const rests = (index: number): boolean => Math.abs((samples[index]?.volumeL ?? Number.POSITIVE_INFINITY) - level) <= restL
  let first = at
  let last = at
  while (rests(first - 1)) first -= 1
  while (rests(last + 1)) last += 1
  const into = noAnchor()
  readMean(window, samples[last]?.at ?? 0, samples[first]?.at ?? 0, last - first + 1, into)
  into.calm = last > first
  return into
}
