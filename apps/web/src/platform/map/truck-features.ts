import type { FleetSnapshot } from '@tanker/contract/trucks'
import type { Feature, Point } from 'geojson'

/** Worst state first when clusters choose their colour: alarm, offline, parked, loaded, empty; last a truck that takes water. */
export const RANK_OF_LOOK = [4, 1, 2, 5, 3, 0] as const

const MOVING_FROM_KMH = 2

/** The colour of a truck: its place in `LOOK_COLOUR`. */
export type TruckLook = (fleet: FleetSnapshot, position: number) => number

export const lookOfStatus: TruckLook = (fleet, position) => fleet.status[position] ?? 0

/** A truck as the map draws it: worst states on top, moving ones with an arrow. */
export const truckFeature = (
  fleet: FleetSnapshot,
  position: number,
  at: readonly [number, number],
  look: TruckLook = lookOfStatus,
): Feature<Point> => {
  const colour = look(fleet, position)
  const moving = fleet.status[position] !== 0 && (fleet.speed[position] ?? 0) >= MOVING_FROM_KMH
  return {
    type: 'Feature',
    id: fleet.truckId[position] ?? 0,
    geometry: { type: 'Point', coordinates: [...at] },
    properties: {
      truckId: fleet.truckId[position],
      plate: fleet.signCode[position],
      rank: RANK_OF_LOOK[colour],
      icon: `truck-${colour}-${moving ? 'moving' : 'still'}`,
      heading: moving ? fleet.heading[position] : 0,
    },
  }
}

/** Where a truck is; null before its first position. */
export const placeOf = (fleet: FleetSnapshot, position: number): readonly [number, number] | null => {
  const lng = fleet.lng[position]
  const lat = fleet.lat[position]
  return typeof lng === 'number' && typeof lat === 'number' ? [lng, lat] : null
}

type Bounds = [west: number, south: number, east: number, north: number]

/** West, south, east and north of some places; null without any. */
export const boundsOfPlaces = (places: readonly (readonly [lng: number, lat: number])[]): Bounds | null => {
  const [first] = places
  if (!first) return null
  return places.reduce<Bounds>(
    ([west, south, east, north], [lng, lat]) => [Math.min(west, lng), Math.min(south, lat), Math.max(east, lng), Math.max(north, lat)],
    [...first, ...first],
  )
}

/** Those of the trucks that are to be seen; null while none of them has a position. */
export const fleetBounds = (fleet: FleetSnapshot, shown: (position: number) => boolean = () => true): Bounds | null =>
  boundsOfPlaces(
    fleet.truckId.flatMap((_, position) => {
      const place = shown(position) ? placeOf(fleet, position) : null
      return place ? [place] : []
    }),
  )
