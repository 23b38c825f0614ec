import type { FilterSpecification } from 'maplibre-gl'
import type { StreetMap } from '@tanker/contract/street-map'

type Drawn = { readonly layer: string; readonly filter?: FilterSpecification }

/** Where each thing that the map draws is found in vector tiles. */
export type StreetSchema = {
  /** Ground that covers the coarse coast of the base map; null: the tiles have none. */
  readonly land: Drawn | null
  readonly green: readonly Drawn[]
  readonly built: Drawn
  readonly waterAreas: Drawn
  readonly waterways: Drawn
  readonly buildings: Drawn
  readonly roads: { readonly layer: string; readonly kind: string; readonly kinds: Readonly<Record<RoadRank, readonly string[]>> }
  readonly roadNames: Drawn
  readonly settlements: Drawn & { readonly kind: string; readonly large: readonly string[] }
  readonly points: Drawn
}

export type RoadRank = 'expressway' | 'main' | 'local' | 'small'

const isLine: FilterSpecification = ['==', ['geometry-type'], 'LineString']
const isArea: FilterSpecification = ['==', ['geometry-type'], 'Polygon']
const among = (property: string, values: readonly string[]): FilterSpecification => ['in', ['get', property], ['literal', [...values]]]

const GREEN = ['park', 'forest', 'wood', 'grass', 'grassland', 'scrub', 'nature_reserve', 'golf_course', 'meadow', 'cemetery', 'orchard']

export const SCHEMAS: Readonly<Record<NonNullable<StreetMap['schema']>, StreetSchema>> = {
  protomaps: {
    land: { layer: 'earth', filter: isArea },
    green: [{ layer: 'landuse', filter: among('kind', GREEN) }],
    built: { layer: 'landuse', filter: among('kind', ['residential', 'industrial', 'commercial', 'retail']) },
    waterAreas: { layer: 'water', filter: isArea },
    waterways: { layer: 'water', filter: isLine },
    buildings: { layer: 'buildings', filter: isArea },
    roads: {
      layer: 'roads',
      kind: 'kind',
      kinds: { expressway: ['highway'], main: ['major_road', 'medium_road'], local: ['minor_road'], small: ['path', 'other'] },
    },
    roadNames: { layer: 'roads', filter: ['has', 'name'] },
    settlements: { layer: 'places', filter: among('kind', ['locality', 'neighbourhood', 'macrohood']), kind: 'kind', large: ['locality'] },
    points: { layer: 'pois', filter: ['has', 'name'] },
  },
  openmaptiles: {
    land: null,
    green: [
      { layer: 'landcover', filter: among('class', ['grass', 'wood', 'forest']) },
      { layer: 'park', filter: isArea },
    ],
    built: { layer: 'landuse', filter: among('class', ['residential', 'industrial', 'commercial', 'retail']) },
    waterAreas: { layer: 'water', filter: isArea },
    waterways: { layer: 'waterway', filter: isLine },
    buildings: { layer: 'building', filter: isArea },
    roads: {
      layer: 'transportation',
      kind: 'class',
      kinds: {
        expressway: ['motorway', 'trunk'],
        main: ['primary', 'secondary'],
        local: ['tertiary', 'minor', 'busway'],
        small: ['service', 'track', 'path'],
      },
    },
    roadNames: { layer: 'transportation_name', filter: isLine },
    settlements: {
      layer: 'place',
      filter: among('class', ['city', 'town', 'village', 'suburb', 'quarter', 'neighbourhood', 'hamlet']),
      kind: 'class',
      large: ['city', 'town'],
    },
    points: { layer: 'poi', filter: ['has', 'name'] },
  },
}
