import type { MapPlaces } from '@tanker/contract/trucks'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import type { Palette } from '../ui/tokens.ts'
import { placeFeatures } from './place-features.ts'

const SOURCE = 'places'

/** Depots, stations, parks, repair shops and fences, under the trucks. */
export const addPlaceLayers = (map: MapLibre, palette: Palette): void => {
  map.addSource(SOURCE, { type: 'geojson', data: placeFeatures([]) })
  map.addLayer({
    id: 'fence-areas',
    type: 'fill',
    source: SOURCE,
    minzoom: 9,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': palette.mapPlace, 'fill-opacity': 0.12 },
  })
  map.addLayer({
    id: 'fence-edges',
    type: 'line',
    source: SOURCE,
    minzoom: 9,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'line-color': palette.mapPlace, 'line-width': 1.2, 'line-dasharray': [3, 2] },
  })
  map.addLayer({
    id: 'places',
    type: 'symbol',
    source: SOURCE,
    minzoom: 7,
    filter: ['all', ['==', ['geometry-type'], 'Point'], ['any', ['==', ['get', 'kind'], 'depot'], ['>=', ['zoom'], 9]]],
    layout: {
      'icon-image': ['concat', 'place-', ['get', 'kind']],
      'icon-allow-overlap': true,
      'text-field': ['step', ['zoom'], '', 10, ['get', 'name']],
      'text-size': 11,
      'text-anchor': 'left',
      'text-offset': [1.1, 0],
      'text-optional': true,
    },
    paint: { 'text-color': palette.mapLabel, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.4 },
  })
}

export const showPlaces = (map: MapLibre, places: MapPlaces): void =>
  void map.getSource<GeoJSONSource>(SOURCE)?.setData(placeFeatures(places))
