import type { GaugeState } from '../gauges/gauge-state.ts'
import type { Moment } from '../moment.ts'
import { openOperation } from './operations.ts'

/** The compartment flows into, or from, another one of the same truck at this moment. */
export const transfersNow = ({ operation }: GaugeState): boolean => operation !== null && operation.open && operation.transferWith !== 0

/** Litres since the surface was calm at this stop; a surface that still swings from the road shows rises and falls alike. */
const changeL = ({ stopCalm, volumeL }: GaugeState): number => (stopCalm.at === 0 ? 0 : volumeL - stopCalm.volumeL)

/**
 * Transfer between compartments (倒仓): one falls while another rises on the same truck, by about the same litres. Asked
 * before the process and the operations, for it is neither loading nor unloading, and no discharge.
 */
export function stepTransfers(moment: Moment): void {
  const { state } = moment
  const { flowStartL, transferPercent } = moment.thresholds
  const { moving, speedKmh } = state.motion
  // The first metres swing the surface before they count as moving.
  if (moving || speedKmh >= moment.thresholds.stoppedKmh || state.gauges.length < 2) return
  for (const from of state.gauges) {
    const fellL = from.fallingSinceAt === 0 ? 0 : changeL(from)
    if (-fellL < flowStartL || (from.operation !== null && from.operation.open)) continue
    for (const into of state.gauges) {
      const roseL = into.risingSinceAt === 0 ? 0 : changeL(into)
      if (roseL < flowStartL || (into.operation !== null && into.operation.open)) continue
      if (Math.abs(roseL + fellL) * 100 > transferPercent * Math.max(roseL, -fellL)) continue
      openOperation(moment, from, false, into.compartment)
      openOperation(moment, into, true, from.compartment)
      break
    }
  }
}
