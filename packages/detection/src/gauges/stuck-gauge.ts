import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { BOTTOM_VALVE_WATER, BOTTOM_VALVE_WET } from '@tanker/domain/devices/probe-type'
import { productGroup } from '@tanker/domain/products/product'
import { capacityL } from './compartment-sizes.ts'
import type { Moment } from '../moment.ts'
import { bottomValveOpen } from '../seals/probes.ts'
import { findTrouble } from '../equipment/troubles.ts'
import type { GaugeState } from '../truck-state.ts'

/** Index of `stuck` in GAUGE_TROUBLES. */
export const STUCK = 2

/** The float of the compartment hangs: its litres are not reliable. */
export function isStuck(moment: Moment, compartment: number): boolean {
  const { troubles } = moment.state.custody
  if (troubles.length === 0) return false
  const trouble = findTrouble(moment, ALARM.cargoDevice, compartment * 100 + STUCK)
  return trouble !== null && trouble.startedAt !== 0
}

/** A meter has counted hundreds of litres of the product, its gauges none, and this is the one compartment that is open. */
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
  return open === 1 && bottomValveOpen(state, gauge.compartment) && Math.abs(fellL) * 10 < delivery.rawL
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
