import gcoord from 'gcoord'
import type { Geometry, Position } from 'geojson'
import type { Map as MapLibre } from 'maplibre-gl'
import type { StreetMap } from '@tanker/contract/street-map'
import type { MapName } from '../../find/map-names.ts'
import { language } from '../../language.ts'
import { STREETS } from './street-layers.ts'
import { SCHEMAS } from './street-schemas.ts'

const STREET_ZOOM = 15

/** A point of it: the middle of a line. */
const pointOf = (geometry: Geometry): Position | undefined => {
  switch (geometry.type) {
    case 'Point':
      return geometry.coordinates
    case 'LineString':
      return geometry.coordinates[Math.floor(geometry.coordinates.length / 2)]
    case 'MultiLineString':
      return geometry.coordinates[0]?.[0]
    default:
      return undefined
  }
}

/** The name in the user's language, else as the street sign has it. */
const nameIn = (properties: Readonly<Record<string, unknown>> | null): string => {
  const given = language === 'zh' ? ['name:zh-Hans', 'name:zh'] : ['name:en', 'name_en', 'name:latin']
  return String([...given, 'name'].map((key) => properties?.[key]).find((name) => name !== undefined && name !== null) ?? '')
}

/** Quarters, streets and points of interest in the tiles that the map holds, in WGS-84. */
export const drawnNames = (map: MapLibre, schema: NonNullable<StreetMap['schema']>, system: StreetMap['system']): readonly MapName[] => {
  const { settlements, roadNames, points } = SCHEMAS[schema]
  return [settlements, roadNames, points].flatMap(({ layer, filter }) =>
    map
      .querySourceFeatures(STREETS, { sourceLayer: layer, ...(filter ? { filter } : {}) })
      .flatMap(({ geometry, properties }): MapName[] => {
        const [name, point] = [nameIn(properties), pointOf(geometry)]
        if (name === '' || point === undefined) return []
        const at = [point[0] ?? 0, point[1] ?? 0] as [number, number]
        const [lng, lat] = system === 'gcj02' ? gcoord.transform(at, gcoord.GCJ02, gcoord.WGS84) : at
        return [{ name, lng, lat, zoom: STREET_ZOOM }]
      }),
  )
}
