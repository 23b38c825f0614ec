import { placeCalls } from '@tanker/contract/endpoints/places'
import type { MapPlaces } from '@tanker/contract/trucks'
import { fenceInForce } from '@tanker/database/fence-in-force'
import { sharedWith } from '@tanker/database/scope'
import type { FenceShape } from '@tanker/domain/fences/fence'
import { fenceOutline } from '@tanker/domain/fences/fence-geometry'
import { handle, type Route } from '../../platform/http/routes.ts'

/** Depots, stations, parks, repair shops and fences for the map: the user's, and those that organisations above share. */
export const placeRoutes = (): Route[] => [
  handle(placeCalls.list, async ({ db, user }) => {
    const [places, fences] = await Promise.all([
      sharedWith(db.read, user.scope, 'place')
        .where('place.enabled', '=', true)
        .select(['id', 'kind', 'name', 'short_name', 'lat', 'lng'])
        .orderBy('id')
        .execute(),
      sharedWith(db.read, user.scope, 'fence')
        .where(fenceInForce)
        .select(['id', 'kind', 'name', 'place_id', 'shape'])
        .orderBy('id')
        .execute(),
    ])
    const fenceOf = new Map(fences.map((fence) => [fence.place_id, fence]))
    const ofPlaces = places.map(({ short_name, ...place }) => {
      const fence = fenceOf.get(place.id)
      return {
        ...place,
        ...(short_name === '' ? {} : { shortName: short_name }),
        ...(fence === undefined || fence.name === place.name ? {} : { fenceName: fence.name }),
        outline: fence === undefined ? [] : outlineOf(fence.shape),
      }
    })
    const seen = new Set(places.map((place) => place.id))
    const free = fences
      .filter((fence) => fence.place_id === null || !seen.has(fence.place_id))
      .flatMap((fence) => {
        const outline = outlineOf(fence.shape)
        if (outline.length === 0) return []
        const [lng, lat] = middle(outline)
        // Negative, to differ from the ids of places.
        return [{ id: -fence.id, kind: fence.kind, name: fence.name, lat, lng, outline }]
      })
    return [...ofPlaces, ...free]
  }),
]

type Outline = MapPlaces[number]['outline']

/** Empty of a stored shape that cannot be read: the other fences are shown. */
function outlineOf(shape: FenceShape): Outline {
  try {
    const outline = fenceOutline(shape)
    return outline.flat().every(Number.isFinite) ? outline : []
  } catch {
    return []
  }
}

function middle(outline: Outline): [number, number] {
  const sum = outline.reduce<[number, number]>(([lng, lat], point) => [lng + point[0], lat + point[1]], [0, 0])
  const count = outline.length || 1
  return [sum[0] / count, sum[1] / count]
}
