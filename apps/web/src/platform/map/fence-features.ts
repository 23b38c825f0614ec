import type { FenceShape, LngLat } from '@tanker/domain/fences/fence'
import { fenceOutline } from '@tanker/domain/fences/fence-geometry'
import type { FeatureCollection } from 'geojson'

/** What is to be seen: the fence that is wanted, the one that counts now, and where it can be taken hold of. */
export type FenceView = {
  readonly wanted: FenceShape | null
  readonly old: FenceShape | null
  /** Points that are dragged, by their number; right-clicked they go. */
  readonly points: readonly LngLat[]
  /** Where a point may be put in, by the number of the one before. */
  readonly middles: readonly { readonly after: number; readonly at: LngLat }[]
  /** On the border of a circle, dragged to make it wider. */
  readonly border: LngLat | null
  /** Where trucks stood, inside or outside. */
  readonly stops?: readonly { readonly at: LngLat; readonly outside: boolean }[]
}

const ringOf = (shape: FenceShape): [number, number][] => {
  const ring = fenceOutline(shape)
  const [first] = ring
  return first ? [...ring, first] : []
}

/** What the map draws of them: two points are a line yet, one is none. */
export const fenceFeatures = ({ wanted, old, stops = [] }: FenceView): FeatureCollection => ({
  type: 'FeatureCollection',
  features: [
    ...[
      { part: 'old', shape: old },
      { part: 'wanted', shape: wanted },
    ].flatMap(({ part, shape }) => {
      if (shape === null || (shape.shape !== 'circle' && shape.points.length < 2)) return []
      const ring = ringOf(shape)
      const geometry =
        ring.length > 3 ? { type: 'Polygon' as const, coordinates: [ring] } : { type: 'LineString' as const, coordinates: ring }
      return [{ type: 'Feature' as const, properties: { part }, geometry }]
    }),
    ...stops.map(({ at, outside }) => ({
      type: 'Feature' as const,
      properties: { part: 'stop', outside },
      geometry: { type: 'Point' as const, coordinates: [at[0], at[1]] },
    })),
  ],
})

/** West, south, east and north of what is drawn; null while nothing is. */
export const boundsOf = ({ wanted, old }: FenceView): [number, number, number, number] | null => {
  const ring = [wanted, old].flatMap((shape) => (shape ? ringOf(shape) : []))
  const lngs = ring.map(([lng]) => lng)
  const lats = ring.map(([, lat]) => lat)
  return ring.length === 0 ? null : [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}
