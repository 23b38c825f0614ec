import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readOwnFile } from '../calls/own-file.ts'
import { language } from '../language.ts'
import { searchedText, type Spell } from './find-names.ts'

/** A name that the map shows: a city, a road, or a part of the street tiles that has been drawn. */
export type MapName = {
  readonly name: string
  readonly lng: number
  readonly lat: number
  /** From which it is seen. */ readonly zoom: number
}
export type NamedSpot = MapName & { readonly searched: string }

/** Names of streets and quarters that were drawn since the page was opened. */
const MAX_STREET_NAMES = 5_000
const CITY_ZOOM = 10.5
const PROVINCE_ZOOM = 7
const ROAD_ZOOM = 12

type LngLat = readonly [lng: number, lat: number]
type NameFeature = {
  readonly properties: { readonly kind: string; readonly zh: string; readonly en: string }
  readonly geometry: { readonly coordinates: LngLat }
}
type RoadFeature = {
  readonly properties: { readonly name_zh?: string; readonly name_en?: string }
  readonly geometry: { readonly coordinates: readonly LngLat[] }
}

const middleOf = (line: readonly LngLat[]): LngLat => line[Math.floor(line.length / 2)] ?? [0, 0]

/** Cities, provinces and roads of the base map; of a road in pieces the longest one. */
export function baseNames(names: readonly NameFeature[], roads: readonly RoadFeature[], of: 'zh' | 'en'): readonly MapName[] {
  const longest = new Map<string, readonly LngLat[]>()
  for (const { properties: road, geometry } of roads) {
    const name = (of === 'zh' ? road.name_zh : road.name_en) ?? ''
    if (name !== '' && geometry.coordinates.length > (longest.get(name)?.length ?? 0)) longest.set(name, geometry.coordinates)
  }
  return [
    ...names
      .filter(({ properties: { kind } }) => kind !== 'country')
      .map(({ properties: place, geometry: { coordinates } }) => ({
        name: of === 'zh' ? place.zh : place.en,
        lng: coordinates[0],
        lat: coordinates[1],
        zoom: place.kind === 'city' ? CITY_ZOOM : PROVINCE_ZOOM,
      })),
    ...[...longest].map(([name, line]) => ({ name, lng: middleOf(line)[0], lat: middleOf(line)[1], zoom: ROAD_ZOOM })),
  ]
}

const readBaseNames = async (): Promise<readonly MapName[]> => {
  const [names, roads] = await Promise.all([
    readOwnFile<{ features: readonly NameFeature[] }>('/map/names.json'),
    readOwnFile<{ features: readonly RoadFeature[] }>('/map/roads.json'),
  ])
  return baseNames(names.features, roads.features, language)
}

const streets = new Map<string, MapName>()

/** Street tiles were drawn: their names can be looked for from now on. The first place of a name counts. */
export function keepStreetNames(drawn: readonly MapName[]): void {
  for (const one of drawn) if (streets.size < MAX_STREET_NAMES && !streets.has(one.name)) streets.set(one.name, one)
}

const NONE: readonly MapName[] = []

/** What the map names, while something is searched. */
export function useMapNames(isSearching: boolean, spell: Spell): readonly NamedSpot[] {
  const base =
    useQuery({ queryKey: ['map names'], queryFn: readBaseNames, staleTime: Infinity, enabled: isSearching, retry: false }).data ?? NONE
  const drawn = isSearching ? streets.size : 0
  return useMemo(
    () =>
      isSearching
        ? [...base, ...[...streets.values()].slice(0, drawn)].map((one) => ({ ...one, searched: searchedText([one.name], spell) }))
        : [],
    [isSearching, base, drawn, spell],
  )
}
