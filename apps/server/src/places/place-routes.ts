import { type MapPlaces, mapPlaces } from '@tanker/contract/trucks'
import { sharedWith } from '@tanker/database/scope'
import type { FenceShape } from '@tanker/domain/fence'
import { type Route, userRoute } from '../http/routes.ts'

/** Depots, stations, parks, repair shops and fences for the map: the user's, and those that organisations above share. */
export const placeRoutes = (): Route[] => [
  userRoute({
    method: 'GET',
    path: '/map/places',
    policy: 'session',
    summary: 'Places and fences for the map',
    input: null,
    answer: mapPlaces,
    handle: async ({ db, user }) => {
      const [places, fences] = await Promise.all([
        sharedWith(db.unscoped, user.scope, 'place')
          .where('place.enabled', '=', true)
          .select(['id', 'kind', 'name', 'lat', 'lng'])
          .orderBy('id')
          .execute(),
        sharedWith(db.unscoped, user.scope, 'fence')
          .where('fence.enabled', '=', true)
          .where('fence.status', '=', 'approved')
          .select(['id', 'kind', 'name', 'place_id', 'shape'])
          .orderBy('id')
          .execute(),
      ])
      const outlines = new Map(fences.map((fence) => [fence.place_id, outlineOf(fence.shape)]))
      const ofPlaces = places.map((place) => ({ ...place, outline: outlines.get(place.id) ?? [] }))
      const seen = new Set(places.map((place) => place.id))
      const free = fences
        .filter((fence) => fence.place_id === null || !seen.has(fence.place_id))
        .map((fence) => {
          const outline = outlineOf(fence.shape)
          const [lng, lat] = middle(outline)
          // Beside the ids of places, which count upwards.
          return { id: -fence.id, kind: fence.kind, name: fence.name, lat, lng, outline }
        })
      return [...ofPlaces, ...free]
    },
  }),
]

type Outline = MapPlaces[number]['outline']

const circlePoints = 48
const metresPerDegree = 111_195

/** The border of a fence as a ring of points. */
function outlineOf(shape: FenceShape): Outline {
  if (shape.shape === 'polygon') return shape.points.map(([lng, lat]) => [lng, lat])
  if (shape.shape === 'circle') {
    const latDeg = shape.radiusM / metresPerDegree
    const lngDeg = latDeg / Math.cos((shape.lat * Math.PI) / 180)
    return Array.from({ length: circlePoints }, (_, i) => {
      const turn = (2 * Math.PI * i) / circlePoints
      return [shape.lng + lngDeg * Math.cos(turn), shape.lat + latDeg * Math.sin(turn)]
    })
  }
  return corridorOutline(shape.points, shape.widthM)
}

/** One side there, the other side back; each point moved off the line at a right angle to its neighbours. */
function corridorOutline(points: Extract<FenceShape, { shape: 'corridor' }>['points'], widthM: number): Outline {
  const halfDeg = widthM / 2 / metresPerDegree
  const there: Outline = []
  const back: Outline = []
  for (const [i, [lng, lat]] of points.entries()) {
    const before = points[i - 1] ?? [lng, lat]
    const after = points[i + 1] ?? [lng, lat]
    const shrink = Math.cos((lat * Math.PI) / 180)
    const east = (after[0] - before[0]) * shrink
    const north = after[1] - before[1]
    const length = Math.hypot(east, north) || 1
    const offLng = ((-north / length) * halfDeg) / shrink
    const offLat = (east / length) * halfDeg
    there.push([lng + offLng, lat + offLat])
    back.unshift([lng - offLng, lat - offLat])
  }
  return [...there, ...back]
}

function middle(outline: Outline): [number, number] {
  const sum = outline.reduce<[number, number]>(([lng, lat], point) => [lng + point[0], lat + point[1]], [0, 0])
  const count = outline.length || 1
  return [sum[0] / count, sum[1] / count]
}
