import type { Anchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { hundredth, readMean, sampleBack } from '../gauges/gauge-window.ts'
import type { Moment } from '../moment.ts'
import { firstOutletOpenedAt, outletOpenedAt, shutUntilOpened } from '../seals/probes.ts'
import { fallInTheDark } from './fall-in-the-dark.ts'
import { fallBase, isSiteFall, lateSealsMs } from './site-falls.ts'

/** Litres by which a sample of a level at rest may differ from the calm mean before it, which may be minutes older. */
const restL = 12
/** A flow that is slower than this share of the unloading, for so many litres of it, has paused, or was another one. */
const pauseShare = 0.35
const pauseL = 20
/** Seals may report a minute late: a flow that began so lately and only grew since is one that started slowly. It slowed down by this factor, or more. */
const slowedBy = 1.5
/** A flow takes so long to reach its rate. */
const startsMs = 4_000
/** A rate is read from samples that lie so far apart. */
const rateMs = 5_000
const minuteMs = 60_000

type Sample = { readonly at: number; readonly volumeL: number }

/**
 * A compartment that fell behind shut seals before an outlet was opened for its unloading: returns what it fell from, and writes what it
 * held at the opening into `into`; null when nothing fell. Product that flows all the way through the opening is an unloading whose seals
 * report late, unless it began long before; one that paused, or flowed much slower, is not. A valve that opens slowly is no pause.
 */
export function fallBeforeOpening(moment: Moment, gauge: GaugeState, into: Anchor): Anchor | null {
  const { state, thresholds } = moment
  const { compartment, operation } = gauge
  const openedAt = firstOutletOpenedAt(state, compartment)
  if (state.membership.fence?.kind !== 'station' || openedAt === 0) return null
  const dark = fallInTheDark(moment, gauge, into)
  if (dark !== null) return dark
  const from = fallBase(gauge)
  if (!from.calm || from.at < state.motion.stoppedSinceAt || from.at >= openedAt || (operation !== null && !operation.measured)) return null
  if (!shutUntilOpened(moment, compartment, from.at)) return null
  const samples = samplesSince(gauge, from.at)
  const rested = samples.findLastIndex(({ at, volumeL }) => at <= openedAt && from.volumeL - volumeL <= restL)
  const opened = samples.findLastIndex(({ at }) => at <= openedAt)
  // The frame that shows the fall first comes in the middle of it.
  const first = rested + 1
  if (opened < first || from.volumeL - (samples[opened]?.volumeL ?? 0) < thresholds.yardFallL / 2) return null
  const lastOpenedAt = Math.max(openedAt, outletOpenedAt(state, compartment))
  const after = samples.findIndex(({ at }) => at >= lastOpenedAt)
  const last = after === -1 ? samples.length - 1 : after
  const lpm = fastestLpm(samples, opened)
  const isLate = openedAt - (samples[first]?.at ?? 0) <= lateSealsMs(frameMs(samples, opened))
  const rest = samples[rested] ?? from
  const pause = findPause(samples, first, last, lpm, isLate ? { at: rest.at, volumeL: from.volumeL } : null)
  if (pause !== null) readPause(gauge, pause, lpm, lastOpenedAt, into)
  else if (!isLate) {
    readMean(gauge.window, openedAt, from.at, 1, into)
  } else return null
  return isSiteFall(moment, gauge, from, into) ? { ...from } : null
}

type Pause = { readonly from: Sample; readonly to: Sample }

/**
 * The last two samples that show a pause: between them less flowed than in the unloading and, where the flow may have started slowly from
 * `rest`, than before them.
 */
function findPause(samples: readonly Sample[], first: number, last: number, lpm: number, rest: Sample | null): Pause | null {
  for (let i = last - 1; i >= first; i -= 1) {
    let best: Pause | null = null
    let bestShare = pauseShare
    for (let j = i + 1; j <= last; j += 1) {
      const from = samples[i] as Sample
      const to = samples[j] as Sample
      const expectedL = (lpm * (to.at - from.at)) / minuteMs
      const share = (from.volumeL - to.volumeL) / expectedL
      if (expectedL < pauseL || share > bestShare || (rest !== null && !slowed(rest, from, to))) continue
      best = { from, to }
      bestShare = share
    }
    if (best !== null) return best
  }
  return null
}

/** Clearly less flowed between two samples than at the mean rate until then: what a gauge scatters by is not enough. */
function slowed(rest: Sample, from: Sample, to: Sample): boolean {
  const beforeL = ((rest.volumeL - from.volumeL) * (to.at - from.at)) / Math.max(1, from.at - rest.at)
  return beforeL > slowedBy * Math.max(0, from.volumeL - to.volumeL) + pauseL
}

/** What the compartment held in the pause, less what flowed since the outlet was opened. */
function readPause({ window }: GaugeState, { from, to }: Pause, lpm: number, openedAt: number, into: Anchor): void {
  readMean(window, to.at, to.at, 1, into)
  const flowedL = Math.min(from.volumeL - to.volumeL, (lpm * Math.max(0, to.at - openedAt - startsMs)) / minuteMs)
  if (flowedL <= 0) return
  const factor = into.v20L / into.volumeL
  into.volumeL = hundredth(into.volumeL + flowedL)
  into.v20L = hundredth(into.v20L + flowedL * factor)
}

/** The fastest flow between two samples since the opening, L/min. */
function fastestLpm(samples: readonly Sample[], opened: number): number {
  let lpm = 0
  for (let i = opened; i + 1 < samples.length; i += 1) {
    const from = samples[i] as Sample
    const next = samples.slice(i + 1).find(({ at }) => at - from.at >= rateMs)
    if (next !== undefined) lpm = Math.max(lpm, ((from.volumeL - next.volumeL) * minuteMs) / (next.at - from.at))
  }
  return lpm
}

/** The longest time between two of the last samples before the opening. */
function frameMs(samples: readonly Sample[], opened: number): number {
  let longestMs = 0
  for (let i = Math.max(1, opened - 3); i <= opened; i += 1)
    longestMs = Math.max(longestMs, (samples[i]?.at ?? 0) - (samples[i - 1]?.at ?? 0))
  return longestMs
}

/** Oldest first. */
function samplesSince({ window }: GaugeState, since: number): Sample[] {
  const samples: Sample[] = []
  for (let back = 0; back < window.count; back += 1) {
    const sample = sampleBack(window, back)
    if (sample === null || sample.at < since) break
    samples.unshift(sample)
  }
  return samples
}
