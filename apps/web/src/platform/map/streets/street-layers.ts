import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { StreetMap } from '@tanker/contract/street-map'
import { language } from '../../language.ts'
import type { Palette } from '../../ui/tokens.ts'
import { type RoadRank, SCHEMAS } from './street-schemas.ts'

/** Below this zoom the base map is shown: its borders are those that China publishes. */
export const STREETS_FROM = 7
export const STREETS = 'streets'

const RANKS: readonly RoadRank[] = ['small', 'local', 'main', 'expressway']
/** Zoom from which a road is drawn, and its width in px at zooms 7, 12, 15 and 18. */
const ROADS: Readonly<Record<RoadRank, { readonly from: number; readonly widths: readonly [number, number, number, number] }>> = {
  small: { from: 14, widths: [0, 0, 1, 7] },
  local: { from: 11, widths: [0, 0.8, 4, 16] },
  main: { from: 7, widths: [0.5, 2, 7, 22] },
  expressway: { from: 7, widths: [1, 3, 9, 26] },
}

const widthOf = (rank: RoadRank, plus: number): ExpressionSpecification => {
  const [far, middle, near, close] = ROADS[rank].widths.map((width) => width + plus)
  return ['interpolate', ['exponential', 1.5], ['zoom'], 7, far, 12, middle, 15, near, 18, close] as ExpressionSpecification
}

const NAME: ExpressionSpecification =
  language === 'zh'
    ? ['coalesce', ['get', 'name:zh-Hans'], ['get', 'name:zh'], ['get', 'name']]
    : ['coalesce', ['get', 'name:en'], ['get', 'name_en'], ['get', 'name:latin'], ['get', 'name']]

/** The layers of vector streets, lowest first, in the colours of the theme. */
export const vectorLayers = (schema: NonNullable<StreetMap['schema']>, palette: Palette): LayerSpecification[] => {
  const { land, green, built, waterAreas, waterways, buildings, roads, roadNames, settlements, points } = SCHEMAS[schema]
  const label = { 'text-color': palette.mapLabel, 'text-halo-color': palette.mapHalo, 'text-halo-width': 1.4 }
  const from = (id: string, { layer, filter }: { layer: string; filter?: FilterSpecification }, minzoom = STREETS_FROM) => ({
    id: `${STREETS}-${id}`,
    source: STREETS,
    'source-layer': layer,
    minzoom,
    ...(filter === undefined ? {} : { filter }),
  })
  const isRank = (rank: RoadRank): FilterSpecification => ['in', ['get', roads.kind], ['literal', [...roads.kinds[rank]]]]
  const roadOf = (rank: RoadRank) => ({ layer: roads.layer, filter: isRank(rank) })
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  const isLarge: ExpressionSpecification = ['in', ['get', settlements.kind], ['literal', [...settlements.large]]]
  return [
    ...(land ? [{ ...from('land', land), type: 'fill' as const, paint: { 'fill-color': palette.mapLand } }] : []),
    { ...from('built', built, 9), type: 'fill', paint: { 'fill-color': palette.mapBuilt } },
    ...green.map((one, index) => ({
      ...from(`green-${index}`, one, 8),
      type: 'fill' as const,
      paint: { 'fill-color': palette.mapGreen },
    })),
    {
      ...from('waterways', waterways, 8),
      type: 'line',
      layout: round,
      paint: { 'line-color': palette.mapSea, 'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 8, 0.6, 14, 3, 18, 14] },
    },
    { ...from('water', waterAreas), type: 'fill', paint: { 'fill-color': palette.mapSea } },
    {
      ...from('buildings', buildings, 13.5),
      type: 'fill',
      paint: { 'fill-color': palette.mapBuilding, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13.5, 0, 15, 1] },
    },
    ...RANKS.map((rank) => ({
      ...from(`cases-${rank}`, roadOf(rank), Math.max(ROADS[rank].from, 10)),
      type: 'line' as const,
      layout: round,
      paint: { 'line-color': palette.mapRoadCase, 'line-width': widthOf(rank, 1.4) },
    })),
    ...RANKS.map((rank) => ({
      ...from(`roads-${rank}`, roadOf(rank), ROADS[rank].from),
      type: 'line' as const,
      layout: round,
      paint: {
        // Thin lines on the land need the darker colour; white roads are seen by their edges.
        'line-color': ['step', ['zoom'], palette.mapRoadCase, 10, palette.mapRoad] as ExpressionSpecification,
        'line-width': widthOf(rank, 0),
      },
    })),
    {
      ...from('road-names', roadNames, 11),
      type: 'symbol',
      layout: {
        'symbol-placement': 'line',
        'text-field': NAME,
        'text-size': ['interpolate', ['linear'], ['zoom'], 11, 10.5, 16, 13],
        'symbol-spacing': 320,
      },
      paint: label,
    },
    {
      ...from('points', points, 15),
      type: 'symbol',
      layout: { 'text-field': NAME, 'text-size': 11, 'text-max-width': 7, 'text-padding': 8 },
      paint: { ...label, 'text-color': palette.mapPlace },
    },
    {
      ...from('settlements', settlements),
      type: 'symbol',
      layout: {
        'text-field': NAME,
        'text-size': ['interpolate', ['linear'], ['zoom'], 7, ['case', isLarge, 12, 10], 13, ['case', isLarge, 17, 13]],
        'text-max-width': 8,
        'text-padding': 4,
        'symbol-sort-key': ['case', isLarge, 0, 1],
      },
      paint: label,
    },
  ]
}

/** Pictures as they come; in the dark theme their brightness is turned round, their hues are kept. */
export const pictureLayer = (id: string, isDark: boolean): LayerSpecification => ({
  id,
  source: id,
  type: 'raster',
  minzoom: STREETS_FROM,
  paint: isDark
    ? { 'raster-brightness-min': 0.92, 'raster-brightness-max': 0.06, 'raster-hue-rotate': 180, 'raster-saturation': -0.35 }
    : { 'raster-saturation': -0.15 },
})
