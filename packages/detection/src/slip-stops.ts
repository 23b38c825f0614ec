import type { Moment } from './moment.ts'

/** Bits of a mask; a slip has fewer stops. */
const MAX_STOPS = 30

/**
 * The index of the slip's stop that the truck is at, by the place of the fence it is in (or has just left), for a driver may
 * change the order. Outside such a fence, and at a place that the slip does not name, the first stop not left yet; -1 without.
 */
export function slipStopIndex(moment: Moment): number {
  const { slip } = moment.context
  if (!slip) return -1
  const { trip, membership } = moment.state
  const stopsLeft = trip?.stopsLeft ?? 0
  const placeId = (moment.left ?? membership.fence)?.placeId
  let first = -1
  let here = -1
  for (let index = 0; index < slip.stops.length && index < MAX_STOPS; index += 1) {
    const left = (stopsLeft & (1 << index)) !== 0
    if (!left && first === -1) first = index
    // A place that is named twice: the later stop once the earlier one was left.
    if (placeId !== undefined && placeId !== null && slip.stops[index]?.placeId === placeId && (here === -1 || !left)) {
      here = index
      if (!left) break
    }
  }
  return here === -1 ? first : here
}

/** Notes that the truck leaves the stop it is at. */
export function leaveSlipStop(moment: Moment): void {
  const index = slipStopIndex(moment)
  if (index !== -1 && moment.state.trip !== null) moment.state.trip.stopsLeft |= 1 << index
}

/** Whether a compartment is named by a stop of the slip that the truck has left, or is to reach yet. */
export function namedOnSlip(moment: Moment, compartment: number, left: boolean): boolean {
  const stops = moment.context.slip?.stops ?? []
  const stopsLeft = moment.state.trip?.stopsLeft ?? 0
  return stops.some((stop, index) => ((stopsLeft & (1 << index)) !== 0) === left && stop.compartments.includes(compartment))
}

/** Whether the slip has stops that the truck has not left yet. */
export function hasFurtherStops(moment: Moment): boolean {
  const stops = moment.context.slip?.stops ?? []
  const stopsLeft = moment.state.trip?.stopsLeft ?? 0
  return stops.some((_, index) => (stopsLeft & (1 << index)) === 0)
}
