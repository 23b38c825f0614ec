import type { StyleSpecification } from 'maplibre-gl'
import { language } from '../language.ts'
import type { Palette } from '../ui/tokens.ts'

const name = ['get', language] satisfies ['get', string]

/** No `glyphs`: MapLibre then draws every character itself, from the fonts of the machine. Nothing is fetched from elsewhere. */
export const baseStyle = (palette: Palette): StyleSpecification => ({
  version: 8,
  sources: {
    world: { type: 'geojson', data: '/map/world.json' },
    china: { type: 'geojson', data: '/map/china.json' },
    prefectures: { type: 'geojson', data: '/map/prefectures.json', tolerance: 0.6 },
    waters: { type: 'geojson', data: '/map/waters.json' },
    roads: { type: 'geojson', data: '/map/roads.json' },
    names: { type: 'geojson', data: '/map/names.json' },
  },
  layers: [
    { id: 'sea', type: 'background', paint: { 'background-color': palette.mapSea } },
    { id: 'abroad', type: 'fill', source: 'world', paint: { 'fill-color': palette.mapAbroad, 'fill-outline-color': palette.mapProvince } },
    { id: 'land', type: 'fill', source: 'china', filter: ['!=', ['get', 'part'], 'border'], paint: { 'fill-color': palette.mapLand } },
    {
      id: 'rivers',
      type: 'line',
      source: 'waters',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      // As wide as the river: it doubles with every zoom.
      paint: { 'line-color': palette.mapSea, 'line-width': ['interpolate', ['exponential', 2], ['zoom'], 5, 1, 6, 1.4, 11, 26, 14, 208] },
    },
    { id: 'lakes', type: 'fill', source: 'waters', filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': palette.mapSea } },
    {
      id: 'prefecture-borders',
      type: 'line',
      source: 'prefectures',
      minzoom: 6,
      paint: { 'line-color': palette.mapCity, 'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.6, 10, 1.2] },
    },
    {
      id: 'province-borders',
      type: 'line',
      source: 'china',
      filter: ['==', ['get', 'part'], 'province'],
      paint: { 'line-color': palette.mapProvince, 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.6, 8, 1.4] },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'china',
      filter: ['==', ['get', 'part'], 'border'],
      paint: { 'line-color': palette.mapBorder, 'line-width': 1.2 },
    },
    {
      id: 'road-cases',
      type: 'line',
      source: 'roads',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': palette.mapRoadCase, 'line-width': roadWidth(1.6) },
    },
    {
      id: 'roads',
      type: 'line',
      source: 'roads',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': palette.mapRoad, 'line-width': roadWidth(0) },
    },
    {
      id: 'road-names',
      type: 'symbol',
      source: 'roads',
      minzoom: 9,
      layout: { 'symbol-placement': 'line', 'text-field': ['get', `name_${language}`], 'text-size': 11, 'symbol-spacing': 420 },
      paint: label(palette, palette.mapPlace),
    },
    {
      id: 'country-names',
      type: 'symbol',
      source: 'names',
      filter: ['==', ['get', 'kind'], 'country'],
      minzoom: 2,
      maxzoom: 6,
      layout: { 'text-field': name, 'text-size': 12 },
      paint: label(palette, palette.mapPlace),
    },
    {
      id: 'province-names',
      type: 'symbol',
      source: 'names',
      filter: ['==', ['get', 'kind'], 'province'],
      minzoom: 3.5,
      maxzoom: 7,
      layout: { 'text-field': name, 'text-size': 12, 'text-letter-spacing': 0.15 },
      paint: label(palette, palette.mapPlace),
    },
    {
      id: 'city-names',
      type: 'symbol',
      source: 'names',
      // Rank 1 is seen from zoom 4, each further rank one and a half later.
      filter: ['all', ['==', ['get', 'kind'], 'city'], ['<=', ['get', 'rank'], ['step', ['zoom'], 0, 4, 1, 5.5, 2, 7, 3, 8.5, 4]]],
      layout: {
        'text-field': name,
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, 11, 9, ['match', ['get', 'rank'], [1, 2], 16, 13]],
        'symbol-sort-key': ['get', 'rank'],
        'text-padding': 6,
      },
      paint: label(palette, palette.mapLabel),
    },
  ],
})

const label = (palette: Palette, colour: string) => ({ 'text-color': colour, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.4 })

type Width = [
  'interpolate',
  ['linear'],
  ['zoom'],
  number,
  number,
  number,
  ['match', ['get', 'class'], 'expressway', number, 'main', number, number],
]

function roadWidth(plus: number): Width {
  const at = (factor: number): Width[6] => [
    'match',
    ['get', 'class'],
    'expressway',
    3.4 * factor + plus,
    'main',
    2.4 * factor + plus,
    1.4 * factor + plus,
  ]
  return ['interpolate', ['linear'], ['zoom'], 6, 0.8 + plus / 2, 11, at(1)]
}
