import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { HALF_UNLOADED } from '@tanker/domain/trucks/transport-process'
import { noAnchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { TripState } from './trip-state.ts'
import { capacityL, loadedFromL } from '../gauges/compartment-sizes.ts'
import { reportUnfinished, unfinishedOf } from './emptying.ts'
import { readHeld } from '../gauges/gauges.ts'
import { type Moment, placeNow } from '../moment.ts'
import { hasFurtherStops, isToCome, leaveSlipStops, namedOnSlip } from './slip-stops.ts'
import { raiseStuck } from '../gauges/gauge-troubles.ts'
import { isJumpOnly } from '../gauges/scale-offset.ts'
import { hangsOnLeaving, isStuck } from '../gauges/stuck-gauge.ts'

/**
 * Product that stays aboard although it was meant for a station (207, domain rules D.3 row 18 and D.7): reported with its
 * compartments when the truck leaves the station, by any row of the process.
 */
export function judgeLeaving(moment: Moment, trip: TripState): void {
  leaveSlipStops(moment)
  for (const gauge of loadedNow(moment)) if (hangsOnLeaving(moment, gauge)) raiseStuck(moment, gauge)
  const missed = moment.context.slip === undefined ? residueOnly(moment) : missedOnSlip(moment)
  if (missed.length > 0) raiseNotUnloaded(moment, trip, missed)
}

/** Nothing of the slip is left to reach: all that is aboard; before that, what was meant for a stop left behind and for none to come. */
function missedOnSlip(moment: Moment): GaugeState[] {
  const further = hasFurtherStops(moment)
  return loadedNow(moment).filter(({ compartment }) => {
    // What no stop of this slip names may belong to another one.
    if (!further) return namedOnSlip(moment, compartment, true) || namedOnSlip(moment, compartment, false)
    return namedOnSlip(moment, compartment, true) && !isToCome(moment, compartment)
  })
}

/** Without a slip, a truck that carries more than residues is assumed to go on to another station. */
function residueOnly(moment: Moment): GaugeState[] {
  const { state, thresholds, context } = moment
  const held = noAnchor()
  for (const gauge of state.gauges) {
    readHeld(moment, gauge, held)
    const capacity = capacityL(context, gauge.compartment)
    if (isJumpOnly(moment, gauge.compartment, held)) continue
    if (capacity > 0 && held.volumeL > (capacity * thresholds.residuePercent) / 100) return []
  }
  return loadedNow(moment).filter(({ compartment }) => (state.process.flowed & (1 << compartment)) !== 0)
}

/** What a gauge said before it failed or fell silent is not what is aboard now. */
const isDark = ({ at, thresholds }: Moment, gauge: GaugeState): boolean =>
  gauge.fault !== 0 || at - gauge.at >= thresholds.gaugeSilentMin * 60_000

function loadedNow(moment: Moment): GaugeState[] {
  const held = noAnchor()
  return moment.state.gauges.filter((gauge) => {
    if (gauge.at === 0 || isDark(moment, gauge) || isStuck(moment, gauge.compartment)) return false
    readHeld(moment, gauge, held)
    return held.volumeL > loadedFromL(moment.context, gauge.compartment) && !isJumpOnly(moment, gauge.compartment, held)
  })
}

/** Back in a depot with product that a station was to get. */
export function judgeReturned(moment: Moment, trip: TripState): void {
  if (trip.legs === 0) return
  const missed = loadedNow(moment).filter(({ compartment }) => !goesBack(moment, compartment))
  if (missed.length > 0) raiseNotUnloaded(moment, trip, missed)
}

/** The slip sends it back, to this depot or by naming no stop for it. */
function goesBack({ context: { slip }, state: { membership } }: Moment, compartment: number): boolean {
  if (!slip) return false
  const named = slip.stops.filter(({ compartments }) => compartments.includes(compartment))
  return named.length === 0 || named.some(({ placeId }) => placeId === membership.fence?.placeId)
}

/**
 * Half unloaded, and for hours no other station. What the slip has a further stop for may stay aboard however long the truck rests on its
 * way there.
 */
export function stepNotUnloaded(moment: Moment): void {
  const { at, state, thresholds } = moment
  const { trip, process, membership } = state
  if (trip === null || process.state !== HALF_UNLOADED || trip.unfinishedRaised || trip.legs === 0) return
  if (at - process.sinceAt < thresholds.notUnloadedMin * 60_000 || membership.fence?.kind === 'station') return
  const missed = moment.context.slip === undefined ? loadedNow(moment) : missedOnSlip(moment)
  if (missed.length > 0) raiseNotUnloaded(moment, trip, missed)
}

/** One alarm per trip: compartments found later are added to it. */
function raiseNotUnloaded(moment: Moment, trip: TripState, gauges: readonly GaugeState[]): void {
  const { at, state } = moment
  const unfinished = unfinishedOf(state)
  if (!trip.unfinishedRaised) {
    // The alarm of an earlier trip ends: its product was loaded over or is reported again now.
    reportUnfinished(moment, ALARM.unloadingUnfinished, at)
    unfinished.unloadingAt = at
    unfinished.unloadingPlace = placeNow(state)
    unfinished.compartments = 0
    trip.unfinishedRaised = true
  }
  for (const gauge of gauges) unfinished.compartments |= 1 << gauge.compartment
  const held = noAnchor()
  const litres = state.gauges
    .filter((gauge) => (unfinished.compartments & (1 << gauge.compartment)) !== 0)
    .map((gauge) => {
      readHeld(moment, gauge, held)
      return { compartment: gauge.compartment, volumeL: Math.max(0, held.volumeL) }
    })
  unfinished.residualL = Math.round(litres.reduce((sum, { volumeL }) => sum + volumeL, 0) * 100) / 100
  reportUnfinished(moment, ALARM.unloadingUnfinished, null, litres)
}
