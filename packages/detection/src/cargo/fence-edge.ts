import type { Fence } from '@tanker/domain/fences/fence'
import { metresOutside } from '@tanker/domain/fences/geo'
import { LOADING_STOP } from '@tanker/domain/trucks/transport-process'
import type { Moment } from '../moment.ts'

/**
 * A fence drawn too small (domain rule "Fence on the edge"): a truck that stands outside a site's border and whose compartments
 * flow there as in an operation is at that site. Until they do, openings are held back for a while.
 */

/** The site whose border is nearest, of those where the truck may work now: stations with a trip under way, depots before one. */
export function edgeFence(moment: Moment, near: readonly Fence[]): Fence | null {
  const { fix, process } = moment.state
  const kind = process.state <= LOADING_STOP ? 'depot' : 'station'
  let nearest: Fence | null = null
  let nearestM: number = moment.thresholds.fenceEdgeM
  for (const fence of near) {
    if (fence.kind !== kind || !isPlanned(moment, fence)) continue
    const outsideM = metresOutside(fence.shape, fix.lat, fix.lng)
    if (outsideM > nearestM) continue
    nearest = fence
    nearestM = outsideM
  }
  return nearest
}

/** Named by the slip; without a slip, or where it names no depot, every site may be meant. */
function isPlanned({ context: { slip } }: Moment, { kind, placeId }: Fence): boolean {
  if (!slip) return true
  if (kind === 'depot') return slip.depotPlaceId === undefined || slip.depotPlaceId === placeId
  return placeId !== null && slip.stops.some((stop) => stop.placeId === placeId)
}

/**
 * Whether an opening at a site's border still waits for the flow that distinguishes an operation from a theft. It does not when litres
 * left slowly or from compartments that are not meant, nor for longer than `fenceEdgeHoldS`.
 */
export function edgeHolds(moment: Moment, openedAt: number): boolean {
  const { at, state, thresholds } = moment
  const { edge, edgeM } = state.membership
  if (edge === null || edgeM !== 0 || at - openedAt >= thresholds.fenceEdgeHoldS * 1000) return false
  for (const { fallingSinceAt, calmNow, calm, stopCalm } of state.gauges) {
    if (fallingSinceAt !== 0 && at - fallingSinceAt >= thresholds.fenceEdgeSlowS * 1000) return false
    if (calmNow && stopCalm.at !== 0 && stopCalm.v20L - calm.v20L >= thresholds.dischargeL) return false
  }
  return true
}
