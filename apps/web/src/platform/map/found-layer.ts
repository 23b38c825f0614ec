import type { MapPlaces } from '@tanker/contract/trucks'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import type { Palette } from '../ui/tokens.ts'
import { placeFeatures } from './place-features.ts'
import { leaveOutPlace } from './place-layers.ts'

const SOURCE = 'found'

/** The place that the user looked for, above the other places: its fence and its name. */
export const addFoundLayer = (map: MapLibre, palette: Palette): void => {
  map.addSource(SOURCE, { type: 'geojson', data: placeFeatures([]) })
  map.addLayer({
    id: 'found-area',
    type: 'fill',
    source: SOURCE,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': palette.info, 'fill-opacity': 0.14 },
  })
  map.addLayer({
    id: 'found-edge',
    type: 'line',
    source: SOURCE,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'line-color': palette.info, 'line-width': 2.4 },
  })
  map.addLayer({
    id: 'found-name',
    type: 'symbol',
    source: SOURCE,
    filter: ['==', ['geometry-type'], 'Point'],
    layout: {
      'icon-image': ['concat', 'place-', ['get', 'kind']],
      'icon-size': 1.3,
      'icon-allow-overlap': true,
      'text-field': ['get', 'name'],
      'text-size': 14,
      'text-anchor': 'top',
      'text-offset': [0, 1.2],
      'text-allow-overlap': true,
    },
    paint: { 'text-color': palette.ink, 'text-halo-color': palette.mapHalo, 'text-halo-width': 2 },
  })
}

export const showFound = (map: MapLibre, place: MapPlaces[number] | null): void => {
  leaveOutPlace(map, place?.id ?? null)
  void map.getSource<GeoJSONSource>(SOURCE)?.setData(placeFeatures(place ? [place] : []))
}

/** West, south, east and north of a place's fence; of its point where it has none. */
export const placeBounds = ({ lng, lat, outline }: MapPlaces[number]): [number, number, number, number] => {
  const points = outline.length > 0 ? outline : [[lng, lat] as const]
  const [lngs, lats] = [points.map(([one]) => one), points.map(([, one]) => one)]
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}
