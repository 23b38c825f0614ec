import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { BOTTOM_VALVE_WATER, BOTTOM_VALVE_WET, coverKind } from '@tanker/domain/devices/probe-type'
import { productGroup } from '@tanker/domain/products/product'
import type { GaugeState } from './gauge-state.ts'
import { capacityL } from './compartment-sizes.ts'
import { countSince, floatRangeMm, sampleBack } from './gauge-window.ts'
import type { Moment } from '../moment.ts'
import { bottomValveOpen } from '../seals/probes.ts'
import { findTrouble } from '../equipment/troubles.ts'

/** Index of `stuck` in GAUGE_TROUBLES. */
export const STUCK = 2

/** The float of the compartment hangs: its litres are not reliable. */
export function isStuck(moment: Moment, compartment: number): boolean {
  const { troubles } = moment.state.custody
  if (troubles.length === 0) return false
  const trouble = findTrouble(moment, ALARM.cargoDevice, compartment * 100 + STUCK)
  return trouble !== null && trouble.startedAt !== 0
}

/** How long a float rests under a running meter until it hangs. */
const restsMs = 3 * 60_000

/**
 * A meter has counted hundreds of litres of the product that its gauges have not, and this is the one compartment that is open: from the
 * beginning, or since its float stands still.
 */
export function standsUnderMeter(moment: Moment, gauge: GaugeState): boolean {
  const { state, thresholds } = moment
  const group = productGroup(gauge.oilCode)
  const delivery = state.custody.deliveries.find(({ oilCode }) => productGroup(oilCode) === group)
  if (!delivery || delivery.rawL < thresholds.meterStuckL || gauge.fault !== 0) return false
  let heldL = 0
  let open = 0
  for (const other of state.gauges) {
    if (productGroup(other.oilCode) !== group) continue
    heldL += other.volumeL
    if (bottomValveOpen(state, other.compartment)) open += 1
  }
  const fellL = delivery.gaugeStartL - heldL
  if (open !== 1 || !bottomValveOpen(state, gauge.compartment)) return false
  if (Math.abs(fellL) * 10 < delivery.rawL) return true
  const speaks = gauge.window.count > 1 && moment.at - gauge.at < restsMs
  return (
    speaks && delivery.rawL - fellL >= thresholds.meterStuckL && floatRangeMm(gauge.window, moment.at, restsMs) < thresholds.gaugeStuckMm
  )
}

/**
 * At a station: the pipe under an open valve was wet and has run dry while the gauge still says a full compartment. The product
 * is gone and the float did not follow.
 */
export function ranDryUnderFloat(moment: Moment, gauge: GaugeState): boolean {
  const { at, state, thresholds, context } = moment
  const process = state.process.state
  if (process < 7 || process > 10 || gauge.fault !== 0 || !bottomValveOpen(state, gauge.compartment)) return false
  const fullL = (capacityL(context, gauge.compartment) * thresholds.longDryFillPercent) / 100
  // A gauge that says nothing is silent, not stuck.
  if (at - gauge.at >= thresholds.gaugeSilentMin * 60_000) return false
  if (gauge.volumeL < fullL || gauge.stopCalm.at === 0 || gauge.operation !== null) return false
  if (Math.abs(gauge.volumeL - gauge.stopCalm.volumeL) >= thresholds.flowStartL) return false
  for (const probe of state.probes) {
    if (probe.compartment !== gauge.compartment || probe.fault !== 0 || !probe.answering) continue
    if (probe.type !== BOTTOM_VALVE_WET && probe.type !== BOTTOM_VALVE_WATER) continue
    // Dry since the stop: it was wet with product when the valve was opened here.
    return !probe.wet && probe.drySinceAt > gauge.stopCalm.at && at - probe.drySinceAt >= thresholds.emptyProofS * 1000
  }
  return false
}

/**
 * The truck leaves a station where this compartment was let out, and its gauge still shows product: either its pipe ran dry before
 * the valve was shut, or its float does not swing as the truck drives. Product that stayed aboard would keep the pipe wet, and swings.
 */
export function hangsOnLeaving(moment: Moment, gauge: GaugeState): boolean {
  const { state } = moment
  const { trip, motion, process } = state
  if (trip === null || !motion.moving || gauge.fault !== 0) return false
  const flowed = (process.flowed & (1 << gauge.compartment)) !== 0
  let wasOpened = false
  let shutAt = 0
  let dryAt = 0
  for (const probe of state.probes) {
    if (probe.compartment !== gauge.compartment || probe.fault !== 0 || !probe.answering) continue
    if (coverKind(probe.type) === 'bottom-valve') {
      wasOpened ||= probe.openedAt >= trip.legStartedAt - coupledMs
      shutAt = probe.open ? moment.at : probe.closePendingAt
    } else if ((probe.type === BOTTOM_VALVE_WET || probe.type === BOTTOM_VALVE_WATER) && !probe.wet) dryAt = probe.drySinceAt
  }
  if (!flowed && !wasOpened) return false
  if (wasOpened && dryAt > trip.legStartedAt && dryAt < shutAt) return true
  return restsDriving(moment, gauge)
}

/** The valve may be opened before the station is noticed. */
const coupledMs = 15 * 60_000

/** Two frames of this drive and the last one before it, all at one level. */
function restsDriving({ at, state: { motion }, thresholds }: Moment, { window }: GaugeState): boolean {
  const driven = countSince(window, motion.movingSinceAt)
  const before = sampleBack(window, driven)
  return before !== null && driven >= 2 && floatRangeMm(window, at, at - before.at) < thresholds.gaugeStuckMm
}
