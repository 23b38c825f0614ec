import { streetMapCalls } from '@tanker/contract/endpoints/street-map'
import type { StreetMap } from '@tanker/contract/street-map'
import type { ExpressionSpecification, FilterSpecification, Map as MapLibre } from 'maplibre-gl'
import { call } from '../../calls/call.ts'
import { queryClient } from '../../calls/query-client.ts'
import { keyOf } from '../../calls/use-endpoint.ts'
import { DARK, type Palette } from '../../ui/tokens.ts'
import { keepStreetNames } from '../../find/map-names.ts'
import { drawnNames } from './drawn-names.ts'
import { gcjShift } from './gcj-tile.ts'
import { shiftedTiles } from './shifted-tiles.ts'
import { pictureLayer, STREETS, STREETS_FROM, vectorLayers } from './street-layers.ts'
import { OWN_TILES } from './tile-requests.ts'

const PICTURE_PX = 256

/** The layer above all streets and below what a map shows on them. */
export const ABOVE_STREETS = 'above-streets'

/** Layers of the base map that streets show better; land, sea and borders stay below. */
const REPLACED = ['road-cases', 'roads', 'road-names', 'road-numbers', 'city-names', 'prefecture-borders', 'rivers']

/** The street map of this installation; null where none is set, or while the server cannot say. */
export const readStreetMap = (): Promise<StreetMap | null> =>
  queryClient
    .fetchQuery({
      queryKey: keyOf(streetMapCalls.read),
      queryFn: () => call(streetMapCalls.read, null, { purpose: 'silent' }),
      staleTime: Infinity,
    })
    .catch(() => null)

/**
 * Streets above the base map from zoom 7. The base map's own roads and names go when the first tile has arrived, and only where the
 * tiles are: without a connection to the tiles the map stays as it is.
 */
export const addStreets = (map: MapLibre, streets: StreetMap, palette: Palette): void => {
  const { tiles, schema, system, minZoom, maxZoom, bounds, credit } = streets
  const addresses = tiles ?? [`${OWN_TILES}?zoom={z}&x={x}&y={y}`]
  const common = { minzoom: minZoom, maxzoom: maxZoom, bounds: [...bounds] as [number, number, number, number], attribution: credit }
  if (schema === null) {
    for (const [index, address] of addresses.entries()) {
      const id = `${STREETS}-${index}`
      const shown = system === 'gcj02' ? shiftedTiles(address) : address
      map.addSource(id, { type: 'raster', tiles: [shown], tileSize: PICTURE_PX, ...common })
      map.addLayer(pictureLayer(id, palette === DARK), ABOVE_STREETS)
    }
  } else {
    map.addSource(STREETS, { type: 'vector', tiles: addresses, ...common })
    for (const layer of vectorLayers(schema, palette)) map.addLayer(layer, ABOVE_STREETS)
    if (system === 'gcj02') shiftLayers(map)
    map.on('idle', () => keepStreetNames(drawnNames(map, schema, system)))
  }
  const replace = ({ sourceId, tile }: { readonly sourceId?: string; readonly tile?: unknown }): void => {
    if (!sourceId?.startsWith(STREETS) || tile === undefined) return
    map.off('sourcedata', replace)
    for (const id of REPLACED) leaveToStreets(map, id, bounds)
    map.getContainer().dataset['streets'] = 'shown'
  }
  map.on('sourcedata', replace)
}

/** Hides a layer of the base map from zoom 7 inside the bounds of the streets. */
function leaveToStreets(map: MapLibre, id: string, [west, south, east, north]: StreetMap['bounds']): void {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const outside: FilterSpecification = [
    'any',
    ['<', ['zoom'], STREETS_FROM],
    ['!', ['within', { type: 'Polygon', coordinates: [ring] }]],
  ] as unknown as FilterSpecification
  const before = map.getFilter(id)
  map.setFilter(id, before ? (['all', before, outside] as FilterSpecification) : outside)
}

const TRANSLATED = { fill: ['fill-translate'], line: ['line-translate'], symbol: ['text-translate'] } as const

/** Moves vector layers of a GCJ-02 map to where WGS-84 has them. The shift in px doubles with each zoom and follows the centre of the map. */
function shiftLayers(map: MapLibre): void {
  const tilePx = 512
  const shift = (): void => {
    const { lng, lat } = map.getCenter()
    const { x, y } = gcjShift(lng, lat)
    const at = (zoom: number) => ['literal', [-x * tilePx * 2 ** zoom, -y * tilePx * 2 ** zoom]] satisfies ExpressionSpecification
    const translate = ['interpolate', ['exponential', 2], ['zoom'], 0, at(0), 22, at(22)] as unknown as ExpressionSpecification
    for (const { id, type } of map.getStyle().layers)
      if (id.startsWith(STREETS))
        for (const property of TRANSLATED[type as keyof typeof TRANSLATED] ?? []) map.setPaintProperty(id, property, translate)
  }
  shift()
  map.on('moveend', shift)
}
