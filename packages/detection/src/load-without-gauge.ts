import {
  API_WET,
  BOTTOM_VALVE_WATER,
  BOTTOM_VALVE_WET,
  COMPARTMENT_BOTTOM_WET,
  coverKind,
  EMPTY_INDICATOR,
} from '@tanker/domain/probe-type'
import type { DeliverySlip } from '@tanker/domain/truck-context'
import { UNLOADING_PIPE } from '@tanker/domain/transport-process'
import { gaugeOf } from './gauges.ts'
import type { Moment } from './moment.ts'
import { bottomValveOpen } from './probes.ts'

const bit = (compartment: number): number => 1 << compartment

/** Compartments (bits) of which no gauge has ever reported: a truck without gauges, or with one for four compartments. */
function ungauged({ state, context }: Moment): number {
  let bits = 0
  for (const { compartment } of context.compartments) bits |= bit(compartment)
  if (bits === 0) for (const { compartment } of state.probes) if (compartment !== 0) bits |= bit(compartment)
  if (bits !== 0) for (const gauge of state.gauges) if (gauge.at !== 0) bits &= ~bit(gauge.compartment)
  return bits
}

/**
 * Load of compartments without a gauge, from other signals (domain D.2): wet and dry bottoms; in the depot the couplings that
 * were open and, on leaving, the slip; in a station the couplings again. Unknown until one of these is seen.
 */
export function stepLoadWithoutGauge(moment: Moment): void {
  const { state, context } = moment
  const { custody } = state
  const bits = ungauged(moment)
  if (bits === 0) {
    if (custody.ungaugedLoaded !== 0 || custody.ungaugedEmpty !== 0 || custody.coupled !== 0) hold(moment, 0, 0)
    custody.coupled = 0
    return
  }
  const { wet, dry } = bottoms(moment)
  const fence = state.membership.fence?.kind
  const atSite = (fence === 'depot' || fence === 'station') && !state.motion.moving
  if (atSite)
    for (const probe of state.probes) if (probe.open && probe.fault === 0 && flowsBy(probe.type)) custody.coupled |= bit(probe.compartment)
  let loaded = wet & bits
  let emptied = dry & bits
  if (moment.left?.kind === 'depot') loaded |= (custody.coupled | namedBy(context.slip)) & bits
  if (moment.left?.kind === 'station') {
    // What was coupled there is delivered, unless its bottom is still wet.
    emptied |= custody.coupled & bits & ~wet
  }
  if (moment.left?.kind === 'depot' || moment.left?.kind === 'station') custody.coupled = 0
  loaded &= ~(dry & bits)
  emptied &= ~loaded
  noteUnseenUnloading(moment, emptied & custody.ungaugedLoaded)
  hold(moment, (custody.ungaugedLoaded | loaded) & ~emptied & bits, (custody.ungaugedEmpty | emptied) & ~loaded & bits)
  if (custody.ungaugedLoaded !== 0) state.loaded = true
}

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
