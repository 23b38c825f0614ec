import { judgeLoss } from '@tanker/domain/loss/uncertainty'
import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import { readBeforeFlow, readRested, shutUntil, stoodSinceOpening } from '../gauges/before-flow.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { copyAnchor, settledSince } from '../gauges/gauges.ts'
import { settleSwinging } from '../gauges/jump-settlement.ts'
import { readSwinging } from '../gauges/swinging.ts'
import type { Moment } from '../moment.ts'
import { readBeforeDark } from './dark-stop.ts'
import { fallInTheDark } from './fall-in-the-dark.ts'
import { anchorsSigmaL } from './loss-sigma.ts'
import { openedHereAt } from '../seals/probes.ts'
import type { TripLine } from './trip-state.ts'

/** Written and read within one call. */
const before = noAnchor()

/**
 * What a compartment arrived with (A2): what this stop showed before anything could flow, else what the last calm surface before it
 * showed, else what it departed with. Never a surface that swings, nor one that flows already.
 */
export function readArrival(moment: Moment, gauge: GaugeState, line: TripLine): void {
  line.swingL = 0
  // What left in the dark is judged by itself.
  const openedUnseen = (moment.state.dark.opened & (1 << gauge.compartment)) !== 0
  if ((openedUnseen || fallInTheDark(moment, gauge, before) !== null) && readBeforeDark(moment, gauge, line.arrive)) return
  const openedAt = shutUntil(moment, gauge)
  const unseen = openedAt === 0 && gauge.fallingSinceAt !== 0
  const read = unseen
    ? readBeforeFlow(moment, gauge, false, before) && before.at >= settledSince(moment)
    : readRested(moment, gauge, openedAt || moment.at, before)
  // At the station of the leg before, what was read before that leg ended is of that one.
  const seen = read && before.at > line.depart.at
  if (!seen && (unseen || !arriveSwinging(moment, gauge, line, openedAt || moment.at))) copyAnchor(lastBefore(gauge, line), line.arrive)
  else if (seen) copyAnchor(before, line.arrive)
  if (!seen) line.arrive.calm = false
}

/**
 * A loss on the way that the mean of the swinging frames shows for certain is no less one because the truck was opened before its surface
 * came to rest: the road and this stop must both show it, since frames in step with the swing may show one side of it all the way.
 */
function arriveSwinging(moment: Moment, gauge: GaugeState, line: TripLine, until: number): boolean {
  const from = lastBefore(gauge, line)
  if (!from.calm) return false
  // Nothing flowed before the stop, however late its seals report.
  const swinging = readSwinging(moment, gauge, from.at, Math.max(until, moment.state.motion.stoppedSinceAt), before)
  if (swinging === null) return false
  const goneL = from.v20L - before.v20L
  const sigmaL = Math.hypot(swinging.sigmaL, anchorsSigmaL(moment, line, from, before))
  if (goneL < moment.thresholds.dischargeBeforeCalmL || judgeLoss(goneL, sigmaL) !== 'loss') return false
  if (from.v20L - Math.max(swinging.roadV20L, swinging.stopV20L) < goneL / 2) return false
  if (gauge.jump !== null) settleSwinging(moment, gauge, gauge.jump, before)
  copyAnchor(before, line.arrive)
  line.swingL = swinging.sigmaL
  return true
}

/** The last calm surface before this stop, else the departure. */
const lastBefore = ({ stood }: GaugeState, { depart }: TripLine): Anchor => (stood.calm && stood.at > depart.at ? stood : depart)

/** A calm surface, or one that came to rest before the outlet was opened; null while there is none that is newer. */
export function betterArrival(moment: Moment, gauge: GaugeState, line: TripLine): Anchor | null {
  const { calm, calmNow, compartment } = gauge
  const { stoppedSinceAt } = moment.state.motion
  // An outlet that was shut again has let out what it did.
  const openedAt = shutUntil(moment, gauge) || openedHereAt(moment.state, compartment, stoppedSinceAt, stoppedSinceAt)
  if (calmNow && (openedAt === 0 || stoodSinceOpening(moment, gauge, openedAt, lastBefore(gauge, line)))) return calm
  return openedAt !== 0 && readRested(moment, gauge, openedAt, before) && before.at > line.arrive.at ? before : null
}
