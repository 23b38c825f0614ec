import type { MapPlaces } from '@tanker/contract/trucks'
import type { ExpressionSpecification, FilterSpecification, GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import type { Palette } from '../ui/tokens.ts'
import { placeFeatures } from './place-features.ts'

const SOURCE = 'places'

type Kind = MapPlaces[number]['kind']
type ByKind = Readonly<Record<Kind, number>>

/** Few places are seen from afar, all of them close up. */
const SEEN_FROM_ZOOM: ByKind = { depot: 4, station: 8, park: 9, repair: 10, custom: 10 }
const NAMED_FROM_ZOOM: ByKind = { depot: 5, station: 8.5, park: 10, repair: 11, custom: 11 }
const NAME_STEPS = [...new Set(Object.values(NAMED_FROM_ZOOM))].sort((a, b) => a - b)

const byKind = (values: ByKind): ExpressionSpecification =>
  ['match', ['get', 'kind'], ...Object.entries(values).flat(), 22] as unknown as ExpressionSpecification

const namedAt = (zoom: number): ExpressionSpecification => ['case', ['<=', byKind(NAMED_FROM_ZOOM), zoom], ['get', 'name'], '']

/** The places of a zoom but one, which is shown by itself. */
const placesBut = (id: number | null): FilterSpecification => [
  'all',
  ['==', ['geometry-type'], 'Point'],
  ['>=', ['zoom'], byKind(SEEN_FROM_ZOOM)],
  ['!=', ['get', 'id'], id],
]

/** Leaves a place out of the others; null: none. */
export const leaveOutPlace = (map: MapLibre, id: number | null): void => void map.setFilter('places', placesBut(id))

/** Depots, stations, parks, repair shops and fences, under the trucks. */
export const addPlaceLayers = (map: MapLibre, palette: Palette): void => {
  map.addSource(SOURCE, { type: 'geojson', data: placeFeatures([]) })
  map.addLayer({
    id: 'fence-areas',
    type: 'fill',
    source: SOURCE,
    minzoom: 8,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': palette.mapPlace, 'fill-opacity': 0.12 },
  })
  map.addLayer({
    id: 'fence-edges',
    type: 'line',
    source: SOURCE,
    minzoom: 8,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: {
      'line-color': palette.mapPlace,
      'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.8, 15, 2],
      'line-dasharray': [3, 2],
    },
  })
  map.addLayer({
    id: 'places',
    type: 'symbol',
    source: SOURCE,
    filter: placesBut(null),
    layout: {
      'icon-image': ['concat', 'place-', ['get', 'kind']],
      'icon-size': ['interpolate', ['linear'], ['zoom'], 4, 0.6, 10, 1],
      'icon-allow-overlap': true,
      'text-field': ['step', ['zoom'], '', ...NAME_STEPS.flatMap((zoom) => [zoom, namedAt(zoom)])] as unknown as ExpressionSpecification,
      'text-size': ['interpolate', ['linear'], ['zoom'], 10, 11, 15, 13],
      // A name goes where it hits no other one and no truck.
      'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
      // Beside a truck that stands there.
      'text-radial-offset': 1.7,
      'text-justify': 'auto',
      'text-max-width': 12,
      'text-optional': true,
      'symbol-sort-key': byKind(SEEN_FROM_ZOOM),
    },
    paint: { 'text-color': palette.mapLabel, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.4 },
  })
}

export const showPlaces = (map: MapLibre, places: MapPlaces): void =>
  void map.getSource<GeoJSONSource>(SOURCE)?.setData(placeFeatures(places))
