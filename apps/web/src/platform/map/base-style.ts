import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { language } from '../language.ts'
import type { Palette } from '../ui/tokens.ts'

const name = ['get', language] satisfies ['get', string]

/** The image behind the number of a road; `createMap` draws it. */
export const ROAD_SIGN = 'road-sign'
const classRank: ExpressionSpecification = ['match', ['get', 'class'], 'expressway', 0, 'main', 1, 2]

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
    ...roadLayers(palette),
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

/** Roads with their names and numbers. */
function roadLayers(palette: Palette): LayerSpecification[] {
  return [
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
      minzoom: 10,
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', `name_${language}`],
        'text-size': ['interpolate', ['linear'], ['zoom'], 10, 11, 15, 13],
        'symbol-spacing': 320,
        'symbol-sort-key': classRank,
      },
      paint: label(palette, palette.mapLabel),
    },
    {
      id: 'road-numbers',
      type: 'symbol',
      source: 'roads',
      filter: ['has', 'number'],
      minzoom: 7.5,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 240,
        'symbol-sort-key': classRank,
        'icon-image': ROAD_SIGN,
        'icon-text-fit': 'both',
        'icon-rotation-alignment': 'viewport',
        'text-field': ['get', 'number'],
        'text-size': 10,
        'text-rotation-alignment': 'viewport',
        'text-padding': 12,
      },
      paint: { 'text-color': palette.mapLabel },
    },
  ]
}

const label = (palette: Palette, colour: string) => ({ 'text-color': colour, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.4 })

/** Px of a road of each class at a zoom, with its edges. */
const widthAt = (expressway: number, main: number, local: number, plus: number): ExpressionSpecification => [
  'match',
  ['get', 'class'],
  'expressway',
  expressway + plus,
  'main',
  main + plus,
  local + plus,
]

/** Wide enough close up that a road is seen as one, not as a line on empty land. */
function roadWidth(plus: number): ExpressionSpecification {
  return [
    'interpolate',
    ['exponential', 1.4],
    ['zoom'],
    6,
    0.8 + plus / 2,
    11,
    widthAt(3.4, 2.4, 1.4, plus),
    14,
    widthAt(9, 7, 5, plus),
    18,
    widthAt(26, 22, 16, plus),
  ]
}
