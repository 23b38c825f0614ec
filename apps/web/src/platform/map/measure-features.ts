import { distanceM } from '@tanker/domain/fences/geo'
import type { FeatureCollection, LineString, Point } from 'geojson'

type LngLat = readonly [lng: number, lat: number]

/** The lengths of the parts of a line, metres. */
export const segmentsOf = (points: readonly LngLat[]): number[] =>
  points.slice(1).map(([lng, lat], index) => {
    const [fromLng, fromLat] = points[index] ?? [lng, lat]
    return distanceM(fromLat, fromLng, lat, lng)
  })

/** Closer on the screen, pixels, two clicks are one point: the second one of a double click. */
const samePointPx = 5

export const isSamePoint = (one: { readonly x: number; readonly y: number }, other: { readonly x: number; readonly y: number }): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) < samePointPx

/** Metres below a kilometre, then kilometres to ten metres; from 100 km on to a hundred. */
export const lengthText = (metres: number): string =>
  metres < 1_000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(metres < 100_000 ? 2 : 1)} km`

/** A measured line: the line, its points, and the length of each part in its middle. */
export function measureFeatures(points: readonly LngLat[]): FeatureCollection<LineString | Point> {
  const segments = segmentsOf(points)
  return {
    type: 'FeatureCollection',
    features: [
      ...(points.length < 2
        ? []
        : [
            {
              type: 'Feature' as const,
              properties: { part: 'line' },
              geometry: { type: 'LineString' as const, coordinates: points.map(([lng, lat]) => [lng, lat]) },
            },
          ]),
      ...points.map(([lng, lat]) => ({
        type: 'Feature' as const,
        properties: { part: 'point' },
        geometry: { type: 'Point' as const, coordinates: [lng, lat] },
      })),
      ...segments.map((metres, index) => {
        const [[fromLng, fromLat], [lng, lat]] = [points[index] ?? [0, 0], points[index + 1] ?? [0, 0]]
        return {
          type: 'Feature' as const,
          properties: { part: 'length', length: lengthText(metres) },
          geometry: { type: 'Point' as const, coordinates: [(fromLng + lng) / 2, (fromLat + lat) / 2] },
        }
      }),
    ],
  }
}
