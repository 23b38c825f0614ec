import {
  API_WET,
  BOTTOM_VALVE_WATER,
  BOTTOM_VALVE_WET,
  COMPARTMENT_BOTTOM_WET,
  coverKind,
  EMPTY_INDICATOR,
} from '@tanker/domain/devices/probe-type'
import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { UNLOADING_PIPE } from '@tanker/domain/trucks/transport-process'
import { noAnchor } from './anchor.ts'
import type { GaugeState } from './gauge-state.ts'
import { hundredth } from './gauge-window.ts'
import { gaugeOf } from './gauges.ts'
import { postUnseenUnloading } from '../cargo/ledger.ts'
import type { Moment } from '../moment.ts'
import { bottomValveOpen } from '../seals/probes.ts'
import { isUnheard } from '../seals/seal-counts.ts'
import { compartmentsOfVisit } from '../cargo/slip-stops.ts'

const bit = (compartment: number): number => 1 << compartment

/** Compartments (bits) of which no gauge has ever reported: a truck without gauges, or with one for four compartments. */
function ungauged({ state, context }: Moment): number {
  let bits = 0
  for (const { compartment } of context.compartments) bits |= bit(compartment)
  if (bits === 0) for (const { compartment } of state.probes) if (compartment !== 0) bits |= bit(compartment)
  if (bits !== 0) for (const gauge of state.gauges) if (gauge.at !== 0) bits &= ~bit(gauge.compartment)
  return bits
}

/** Compartments (bits) whose gauge has said nothing for minutes: what it said last is not what is aboard now. */
function dark({ at, state, thresholds }: Moment): number {
  let bits = 0
  for (const gauge of state.gauges)
    if (gauge.at !== 0 && at - gauge.window.rawAt >= thresholds.gaugeSilentMin * 60_000) bits |= bit(gauge.compartment)
  return bits
}

/**
 * Load of compartments without a gauge, from other signals (domain D.2): wet and dry bottoms; in the depot the couplings that
 * were open and, on leaving, the slip; in a station the couplings again. Unknown until one of these is seen. A gauge that has
 * fallen silent leaves its load as it was, until its compartment is unloaded in a station.
 */
export function stepLoadWithoutGauge(moment: Moment): void {
  const { state, context, left } = moment
  const { custody } = state
  const never = ungauged(moment)
  const silent = dark(moment)
  const bits = never | silent
  const fence = state.membership.fence?.kind
  const atSite = (fence === 'depot' || fence === 'station') && !state.motion.moving
  if (atSite)
    for (const probe of state.probes) if (probe.open && probe.fault === 0 && flowsBy(probe.type)) custody.coupled |= bit(probe.compartment)
  const isBack = custody.ungaugedLoaded & ~bits
  if (isBack !== 0 && atSite && fence === 'station') takeUnseenUnloading(moment, isBack & custody.coupled)
  if (bits === 0) {
    if (custody.ungaugedLoaded !== 0 || custody.ungaugedEmpty !== 0) hold(moment, 0, 0)
    if (left?.kind === 'depot' || left?.kind === 'station') custody.coupled = 0
    return
  }
  const { wet, dry } = bottoms(moment)
  let loaded = (wet & never) | (silent & ~custody.ungaugedEmpty & loadedBits(moment))
  let emptied = dry & (never | (fence === 'station' ? silent & custody.coupled : 0))
  if (left?.kind === 'depot') loaded |= (custody.coupled | namedBy(context.slip)) & never
  if (left?.kind === 'station') {
    // What was coupled there is delivered, unless its bottom is still wet.
    emptied |= (custody.coupled | unheardHere(moment, silent)) & bits & ~wet
  }
  if (left?.kind === 'depot' || left?.kind === 'station') custody.coupled = 0
  loaded &= ~(dry & never) & ~emptied
  emptied &= ~loaded
  const unloaded = emptied & (custody.ungaugedLoaded | loadedBits(moment))
  noteUnseenUnloading(moment, unloaded)
  for (const gauge of state.gauges) if ((unloaded & silent & bit(gauge.compartment)) !== 0) forgetLitres(moment, gauge)
  hold(moment, (custody.ungaugedLoaded | loaded) & ~emptied & bits, (custody.ungaugedEmpty | emptied) & ~loaded & bits)
  if (custody.ungaugedLoaded !== 0) state.loaded = true
}

function loadedBits({ state }: Moment): number {
  let bits = 0
  for (const gauge of state.gauges) if (gauge.loaded) bits |= bit(gauge.compartment)
  return bits
}

/** Leaves a planned station after a while in which neither gauges nor couplings were heard: what was meant for it is delivered. */
function unheardHere(moment: Moment, silent: number): number {
  const { state, context, left } = moment
  if (context.slip && !context.slip.stops.some(({ placeId }) => placeId === left?.placeId)) return 0
  const meant = compartmentsOfVisit(moment)
  let bits = 0
  for (const probe of state.probes) {
    if (coverKind(probe.type) !== 'api' || (meant !== null && !meant.includes(probe.compartment))) continue
    if (isUnheard(moment, probe)) bits |= bit(probe.compartment)
  }
  return bits & silent
}

/** A gauge speaks again in the station where its compartment was coupled: what is missing was unloaded, not lost on the way. */
function takeUnseenUnloading(moment: Moment, back: number): void {
  const { state, thresholds } = moment
  for (const gauge of state.gauges) {
    if ((back & bit(gauge.compartment)) === 0) continue
    const carried = state.trip?.lines.find(({ compartment }) => compartment === gauge.compartment)
    if (carried === undefined || carried.depart.volumeL - gauge.volumeL < thresholds.flowStartL) continue
    noteUnseenUnloading(moment, bit(gauge.compartment))
    assumeArrived(moment, gauge.compartment)
  }
}

/** The delivery counts from the departure: no gauge says what was lost on the way. */
function assumeArrived({ state: { trip } }: Moment, of: number): void {
  const carried = trip?.lines.find(({ compartment }) => compartment === of)
  if (carried === undefined || !trip || trip.legStartedAt === 0 || carried.arrive.calm) return
  carried.transitLossV20L = hundredth(carried.transitLossV20L - carried.depart.v20L + carried.arrive.v20L)
  carried.arrive = { ...carried.depart, calm: true }
}

/** Unloaded while the gauge was silent: what it said before is no longer aboard, and not lost when it speaks again. */
function forgetLitres(moment: Moment, gauge: GaugeState): void {
  assumeArrived(moment, gauge.compartment)
  const empty = { ...noAnchor(), at: moment.at, temperatureC: gauge.temperatureC }
  if (gauge.posted.at !== 0) postUnseenUnloading(moment, gauge, empty)
  gauge.stood = { ...empty }
  gauge.calm = noAnchor()
  gauge.stopCalm.at = 0
  gauge.levelMm = 0
  gauge.volumeL = 0
  gauge.v20L = 0
  gauge.refL = 0
  gauge.loaded = false
  gauge.loadKnown = false
  gauge.jump = null
}

/** Whether the litres of a compartment are unknown at this visit: its gauge says nothing, and it was unloaded. */
export const isUnseen = ({ state: { process, custody } }: Moment, compartment: number): boolean =>
  (process.flowed & custody.ungaugedEmpty & bit(compartment)) !== 0

/** What was aboard and is not any more was unloaded, where that is done: no gauge shows the flow. */
function noteUnseenUnloading({ at, state, left }: Moment, emptied: number): void {
  const { process, membership, motion } = state
  const isStation = left?.kind === 'station' || (membership.fence?.kind === 'station' && !motion.moving)
  if (emptied === 0 || process.state !== UNLOADING_PIPE || !isStation) return
  process.flowed |= emptied
  process.lastFlowAt = at
  process.unloadedAt = at
}

function hold({ state }: Moment, loaded: number, emptied: number): void {
  state.custody.ungaugedLoaded = loaded
  state.custody.ungaugedEmpty = emptied
  // The process and the delivery iterate over gauges: these compartments get one without readings.
  for (let compartment = 1; compartment <= 10; compartment += 1) if ((loaded & bit(compartment)) !== 0) gaugeOf(state, compartment)
}

const flowsBy = (type: number): boolean => coverKind(type) === 'api' || coverKind(type) === 'manhole'

/** A wet bottom means product; a dry one means none, unless the valve above holds it back. */
function bottoms({ state }: Moment): { wet: number; dry: number } {
  let wet = 0
  let dry = 0
  for (const probe of state.probes) {
    if (probe.fault !== 0 || !probe.answering || probe.compartment === 0 || probe.at === 0) continue
    const inTank = probe.type === COMPARTMENT_BOTTOM_WET || probe.type === EMPTY_INDICATOR
    const inPipe = probe.type === BOTTOM_VALVE_WET || probe.type === BOTTOM_VALVE_WATER || probe.type === API_WET
    if (!inTank && !inPipe) continue
    if (probe.wet) wet |= bit(probe.compartment)
    else if (inTank || (bottomValveOpen(state, probe.compartment) && probe.drySinceAt !== 0)) dry |= bit(probe.compartment)
  }
  return { wet, dry: dry & ~wet }
}

function namedBy(slip: DeliverySlip | undefined): number {
  let bits = 0
  for (const { compartment } of slip?.loads ?? []) bits |= bit(compartment)
  for (const { compartments } of slip?.stops ?? []) for (const compartment of compartments) bits |= bit(compartment)
  return bits
}

/** Whether a compartment without a gauge is loaded; it counts as loaded while nothing is known. */
export function loadedOrUnknown(moment: Moment, compartment: number): boolean {
  if (moment.context.carries === 'water') return false
  const bits = compartment === 0 ? ungauged(moment) : ungauged(moment) & bit(compartment)
  return (bits & ~moment.state.custody.ungaugedEmpty) !== 0
}
