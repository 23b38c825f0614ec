import { EMPTYING, type TransportState, UNLOADING, UNLOADING_PIPE, UNLOADING_STOP } from '@tanker/domain/trucks/transport-process'
import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import { readStretch } from '../gauges/flow-bounds.ts'
import { noticeableL } from '../gauges/gauge-noise.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { calmSamples, readFirst } from '../gauges/gauge-window.ts'
import { maxBackdateMs } from '../fact.ts'
import type { Moment } from '../moment.ts'
import { allShutAt, openedHereAt, outletOpen } from '../seals/probes.ts'
import { arrivalOf } from './arrival-of.ts'
import { recordUnloading } from './dark-unloading.ts'
import { fallBase } from './site-falls.ts'
import { siteHere } from './site-work.ts'
import { yardReason } from './yard-reason.ts'

const COUPLED: readonly TransportState[] = [UNLOADING_PIPE, UNLOADING, UNLOADING_STOP, EMPTYING]
/** The first sample after an outlet was shut says what was left then. */
const mostAfterShutMs = 90_000
/** Written and read within one call. */
const stretch = noAnchor()
const atShut = noAnchor()

/**
 * A small delivery that no flow showed, for it took less than a minute and frames come seldom: less is left at a station than before an outlet
 * of the compartment was opened, and rests, or is what the truck left with.
 */
export function stepUnseenUnloading(moment: Moment): void {
  const { state } = moment
  if (!COUPLED.includes(state.process.state) || siteHere(moment)?.kind !== 'station' || (state.motion.moving && !moment.droveOff)) return
  for (const gauge of state.gauges) {
    if ((gauge.operation !== null && !gauge.operation.measured) || gauge.fallingSinceAt !== 0) continue
    // What left in the dark is recorded as that.
    if (moment.darkFalls.some(({ compartment }) => compartment === gauge.compartment)) continue
    const from = heldBefore(moment, gauge)
    const to = from === null ? null : moment.droveOff ? leftWith(gauge, from) : restsAt(moment, gauge, from)
    if (from === null || to === null || !fell(moment, gauge, from, to)) continue
    const stoppedAt = moment.droveOff ? state.parking.startedAt : state.motion.stoppedSinceAt
    const openedAt = openedHereAt(state, gauge.compartment, stoppedAt, from.at)
    if (openedAt === 0 || yardReason(moment, gauge.compartment, from.at, from, to) !== null) continue
    const shutAt = allShutAt(moment, gauge.compartment) ?? 0
    if (shutAt >= openedAt && !fellUntil(gauge, shutAt, from, to)) continue
    const startedAt = Math.max(openedAt, from.at, moment.at - maxBackdateMs)
    recordUnloading(moment, gauge, startedAt, Math.max(startedAt, shutAt || to.at), { ...from }, { ...to }, false)
  }
}

/** What fell after it was shut was not unloaded. */
function fellUntil({ window }: GaugeState, shutAt: number, from: Anchor, to: Anchor): boolean {
  if (!readFirst(window, shutAt, atShut) || atShut.at - shutAt > mostAfterShutMs) return false
  return atShut.volumeL - to.volumeL <= (from.volumeL - to.volumeL) / 2
}

/** What it arrived with, or what the last unloading here left. */
function heldBefore(moment: Moment, gauge: GaugeState): Anchor | null {
  const flowed = (moment.state.process.flowed & (1 << gauge.compartment)) !== 0
  return flowed ? fallBase(gauge) : arrivalOf(moment, gauge)
}

/** The calm value of now, once its outlets have been shut for a while and frames enough agree; null while they do not. */
function restsAt(moment: Moment, gauge: GaugeState, from: Anchor): Anchor | null {
  const { at, state, thresholds } = moment
  if (!gauge.calmNow || outletOpen(state, gauge.compartment)) return null
  const since = Math.max(from.at + 1, allShutAt(moment, gauge.compartment) ?? 0)
  if (at - since < thresholds.calmAfterS * 1000) return null
  return readStretch(gauge.window, at + 1, from.at + 1, stretch) >= calmSamples ? gauge.calm : null
}

/** What it drove off with, if two frames at the stop or more showed that. */
function leftWith({ window, stood }: GaugeState, from: Anchor): Anchor | null {
  if (stood.at <= from.at) return null
  return stood.calm || readStretch(window, stood.at + 1, from.at + 1, stretch) > 1 ? stood : null
}

function fell(moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor): boolean {
  const { dischargeL, dischargeBeforeCalmL } = moment.thresholds
  const leastL = from.calm && to.calm ? dischargeL : dischargeBeforeCalmL
  const goneL = Math.min(from.v20L - to.v20L, from.volumeL - to.volumeL)
  // Once it has left, the noise at rest is no longer known.
  return from.at !== 0 && goneL >= leastL && (moment.droveOff || goneL >= noticeableL(moment, gauge, leastL))
}
