import { carries } from '../gauges/gauges.ts'
import type { Moment } from '../moment.ts'

/** Bits of a mask; a slip has fewer stops. */
const MAX_STOPS = 30

/**
 * The slip's stops (bits, by index) that this visit is for, by the place of the fence that the truck is in (or has just left), for a
 * driver may change the order. Several stops at one place are one visit, unless a stop elsewhere is still to be reached between
 * them. Outside such a fence, and at a place that the slip does not name, the first stop not left yet; 0 without.
 */
function stopsOfVisit(moment: Moment): number {
  const { slip } = moment.context
  if (!slip) return 0
  const stopsLeft = moment.state.trip?.stopsLeft ?? 0
  const placeId = placeOfVisit(moment)
  let first = 0
  let before = 0
  let here = 0
  let isOver = false
  for (let index = 0; index < slip.stops.length && index < MAX_STOPS; index += 1) {
    const bit = 1 << index
    const isHere = placeId !== null && slip.stops[index]?.placeId === placeId
    if ((stopsLeft & bit) !== 0) {
      if (isHere) before |= bit
      continue
    }
    first = first || bit
    if (!isHere) isOver = here !== 0
    else if (!isOver) here |= bit
  }
  return here || before || first
}

/** The compartments that the slip names for this visit; null without a slip, and when nothing of it is left. */
export function compartmentsOfVisit(moment: Moment): readonly number[] | null {
  const visit = stopsOfVisit(moment)
  const stops = (moment.context.slip?.stops ?? []).filter((_, index) => (visit & (1 << index)) !== 0)
  return visit === 0 ? null : stops.flatMap(({ compartments }) => compartments)
}

/** Notes that the truck leaves the stops it was at. At a place that the slip does not name it was at none of them, unless product flowed. */
export function leaveSlipStops(moment: Moment): void {
  const { trip, process } = moment.state
  if (trip === null || (process.flowed === 0 && !isOnSlip(moment))) return
  trip.stopsLeft |= stopsOfVisit(moment)
}

const placeOfVisit = (moment: Moment): number | null => (moment.left ?? moment.state.membership.fence)?.placeId ?? null

function isOnSlip(moment: Moment): boolean {
  const placeId = placeOfVisit(moment)
  return placeId !== null && moment.context.slip?.stops.some((stop) => stop.placeId === placeId) === true
}

/** Whether a compartment is named by a stop of the slip that the truck has left, or is to reach yet. */
export function namedOnSlip(moment: Moment, compartment: number, left: boolean): boolean {
  const stops = moment.context.slip?.stops ?? []
  const stopsLeft = moment.state.trip?.stopsLeft ?? 0
  return stops.some((stop, index) => ((stopsLeft & (1 << index)) !== 0) === left && stop.compartments.includes(compartment))
}

/**
 * Whether the slip has a stop for a compartment that the truck has not left yet: one that names it, or another one at the place of a stop
 * that does.
 */
export function isToCome(moment: Moment, compartment: number): boolean {
  if (namedOnSlip(moment, compartment, false)) return true
  const stops = moment.context.slip?.stops ?? []
  const stopsLeft = moment.state.trip?.stopsLeft ?? 0
  const isLeft = (index: number): boolean => (stopsLeft & (1 << index)) !== 0
  return stops.some(
    (stop, index) =>
      isLeft(index) && stop.compartments.includes(compartment) && stops.some(({ placeId }, i) => !isLeft(i) && placeId === stop.placeId),
  )
}

/** Whether the slip has stops that the truck has not left yet, and something aboard for one of them. */
export function hasFurtherStops(moment: Moment): boolean {
  return moment.state.gauges.some((gauge) => isToCome(moment, gauge.compartment) && carries(moment, gauge))
}
