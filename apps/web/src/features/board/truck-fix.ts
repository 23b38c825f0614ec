import { fleetStore } from '../../platform/feed/fleet-store.ts'
import type { TailPoint } from '../../platform/map/trail-features.ts'
import { placeOf } from '../../platform/map/truck-features.ts'

/** Where the fleet has the truck now; null where that is not known. */
export const placeOfTruck = (truckId: number | null): readonly [number, number] | null => {
  const position = truckId === null ? undefined : fleetStore.positionOf(truckId)
  return position !== undefined && fleetStore.fleet ? placeOf(fleetStore.fleet, position) : null
}

/** Where the fleet has the truck now, and since when. */
export const fixOf = (truckId: number): TailPoint | null => {
  const position = fleetStore.positionOf(truckId)
  const { fleet } = fleetStore
  const place = position !== undefined && fleet ? placeOf(fleet, position) : null
  const at = position === undefined ? null : fleet?.gpsTime[position]
  if (!place || position === undefined || typeof at !== 'number') return null
  return { at, lng: place[0], lat: place[1], speedKmh: fleet?.speed[position] ?? 0 }
}
