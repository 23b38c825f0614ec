import type { MapPlaces } from '@tanker/contract/trucks'
import type { FeatureCollection } from 'geojson'

/** Each place as a point, and its fence as an area where it has one. */
export const placeFeatures = (places: MapPlaces): FeatureCollection => ({
  type: 'FeatureCollection',
  features: places.flatMap(({ id, kind, name, lat, lng, outline }) => [
    { type: 'Feature' as const, properties: { id, kind, name }, geometry: { type: 'Point' as const, coordinates: [lng, lat] } },
    ...(outline.length > 2
      ? [{ type: 'Feature' as const, properties: { kind }, geometry: { type: 'Polygon' as const, coordinates: [closed(outline)] } }]
      : []),
  ]),
})

const closed = (outline: MapPlaces[number]['outline']): [number, number][] => {
  const [first] = outline
  const last = outline.at(-1)
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...outline, first] : outline
}
