import type { DeliverySlip } from '../trucks/truck-context.ts'

/** A slip and when its truck was to leave the depot, ms since 1970 UTC. */
export type PlannedSlip = { readonly plannedAt: number; readonly slip: DeliverySlip }

/** Slips of one load are planned this near to its first. */
const sameLoadMs = 2 * 3_600_000
/** Each slip of a load has a compartment of its own, and trucks have ten. */
const MAX_SLIPS_OF_LOAD = 10

type OfOneTruck = { readonly plannedAt: number; readonly depot: unknown; readonly compartments: readonly number[] }

/**
 * A truck's slips by the load that they are for, in the order of their planned times: orders for several stations are often issued
 * each on a slip of its own. Slips of one load leave the same depot, nearly at the same time, and share no compartment.
 */
export function slipsByLoad<S>(slips: readonly S[], read: (slip: S) => OfOneTruck): S[][] {
  const loads: { readonly first: OfOneTruck; readonly compartments: Set<number>; readonly slips: S[] }[] = []
  for (const { slip, own } of slips.map((slip) => ({ slip, own: read(slip) })).toSorted((a, b) => a.own.plannedAt - b.own.plannedAt)) {
    const load = loads.at(-1)
    const joins =
      load !== undefined &&
      load.slips.length < MAX_SLIPS_OF_LOAD &&
      load.first.depot === own.depot &&
      own.plannedAt - load.first.plannedAt <= sameLoadMs &&
      own.compartments.length > 0 &&
      own.compartments.every((compartment) => !load.compartments.has(compartment))
    if (joins) {
      load.slips.push(slip)
      for (const compartment of own.compartments) load.compartments.add(compartment)
    } else loads.push({ first: own, compartments: new Set(own.compartments), slips: [slip] })
  }
  return loads.map((load) => load.slips)
}

/** The slips of each load as one slip. */
export function mergeLoads(slips: readonly PlannedSlip[]): PlannedSlip[] {
  const loads = slipsByLoad(slips, ({ plannedAt, slip }) => ({
    plannedAt,
    depot: slip.depotPlaceId,
    compartments: slip.stops.flatMap(({ compartments }) => compartments),
  }))
  return loads.map((load) => load.reduce((one, other) => ({ plannedAt: one.plannedAt, slip: merged(one.slip, other.slip) })))
}

function merged(one: DeliverySlip, other: DeliverySlip): DeliverySlip {
  const stops = [...one.stops]
  for (const stop of other.stops) {
    // What two slips want at one station is one stop.
    const known = stops.findIndex(({ placeId }) => placeId === stop.placeId)
    const before = stops[known]
    if (before === undefined) stops.push(stop)
    else stops[known] = { ...before, compartments: [...before.compartments, ...stop.compartments] }
  }
  return {
    ...one,
    slipNo: [one.slipNo, other.slipNo].filter((slipNo) => slipNo !== undefined).join('、'),
    loads: [...(one.loads ?? []), ...(other.loads ?? [])],
    stops,
  }
}
