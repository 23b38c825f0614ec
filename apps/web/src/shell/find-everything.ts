import { BOARD } from '../platform/account/board-link.tsx'
import type { NamedView } from '@tanker/contract/named-views'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import { findNames, plainName } from '../platform/find/find-names.ts'
import type { NamedSpot } from '../platform/find/map-names.ts'
import { searchOfSpot } from '../platform/find/spot-address.ts'
import type { NamedDriver, NamedPlace } from '../platform/find/use-named.ts'
import type { ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import { addressOfView } from '../platform/views/use-named-views.ts'
import type { FoundScreen } from './find-screens.ts'

const DRIVERS = 'setting/base_data/driver'

export type FoundKind = 'screen' | 'view' | 'truck' | NamedPlace['kind'] | 'driver' | 'spot'
/** A line of the search, and where it leads. */
export type Found = {
  readonly key: string
  readonly kind: FoundKind
  readonly name: string
  readonly to: string
  readonly search: ScreenSearch
}

export type Searchable = {
  readonly links: readonly MenuLink[]
  /** Null until the pinyin dictionary has been loaded: screens are then found by their titles. */
  readonly findScreens: ((typed: string) => readonly FoundScreen[]) | null
  /** Views of lists; those whose screen is not among the links are not found. */
  readonly views: readonly (Pick<NamedView, 'id' | 'name' | 'report'> & { readonly searched: string })[]
  readonly trucks: readonly { readonly id: number; readonly plate: string; readonly searched: string }[]
  readonly places: readonly NamedPlace[]
  readonly drivers: readonly NamedDriver[]
  /** What the map names. */
  readonly spots: readonly NamedSpot[]
}

/** The lines of one heading, the best first. */
export type FoundGroup = { readonly group: FoundGroupName; readonly lines: readonly Found[] }
export type FoundGroupName = 'screens' | 'views' | 'trucks' | 'drivers' | 'places' | 'fences' | 'map'

/** Lines of a group. */
const MAX_OF_KIND = 5
/** Lines of one search, so that the list fits a low window. */
const MAX_SHOWN = 14

/** Screens by their titles alone, until the dictionary is there, and where it cannot be loaded. */
export const byTitle = (links: readonly MenuLink[], typed: string): readonly FoundScreen[] =>
  links.filter(({ name }) => plainName(name).includes(plainName(typed))).map((link) => ({ link, isSure: true }))

const screenLine = ({ link: { name, url } }: FoundScreen): Found => ({ key: url, kind: 'screen', name, to: `/${url}`, search: {} })

/** What was typed, in screens, views, trucks, drivers, places and fences, by kind; screens that are only like it where nothing holds it. */
export function findEverything(
  { links, findScreens, views, trucks, places, drivers, spots }: Searchable,
  typed: string,
): readonly FoundGroup[] {
  if (plainName(typed) === '') return []
  const screens = findScreens?.(typed) ?? byTitle(links, typed)
  const sure = screens.filter(({ isSure }) => isSure)
  const placeLines = (named: readonly NamedPlace[]): readonly Found[] =>
    findNames(named, typed, MAX_OF_KIND).map(({ id, kind, name }) => ({
      key: `place ${id}`,
      kind,
      name,
      to: `/${BOARD}`,
      search: { place: String(id) },
    }))
  const groups: readonly FoundGroup[] = [
    { group: 'screens', lines: sure.slice(0, MAX_OF_KIND).map(screenLine) },
    { group: 'views', lines: viewLines({ links, views }, typed) },
    {
      group: 'trucks',
      lines: findNames(trucks, typed, MAX_OF_KIND).map(({ id, plate }) => ({
        key: `truck ${id}`,
        kind: 'truck',
        name: plate,
        to: `/${BOARD}`,
        search: { truck: String(id) },
      })),
    },
    { group: 'drivers', lines: driverLines({ links, trucks, drivers }, typed) },
    { group: 'places', lines: placeLines(places.filter(({ kind }) => kind !== 'custom')) },
    { group: 'fences', lines: placeLines(places.filter(({ kind }) => kind === 'custom')) },
    {
      group: 'map',
      lines: findNames(spots, typed, MAX_OF_KIND).map((spot) => ({
        key: `spot ${spot.name}`,
        kind: 'spot',
        name: spot.name,
        to: `/${BOARD}`,
        search: searchOfSpot(spot),
      })),
    },
  ]
  const found = groups.filter(({ lines }) => lines.length > 0)
  if (found.length > 0 || screens.length === 0) return fitting(found)
  return [{ group: 'screens', lines: screens.slice(0, MAX_OF_KIND).map(screenLine) }]
}

/** The views of the lists that the user has. */
function viewLines({ links, views }: Pick<Searchable, 'links' | 'views'>, typed: string): readonly Found[] {
  const openable = views.map((view) => ({ ...view, ...addressOfView(view) })).filter(({ to }) => links.some(({ url }) => `/${url}` === to))
  return findNames(openable, typed, MAX_OF_KIND).map(({ id, name, to, search }) => ({ key: `view ${id}`, kind: 'view', name, to, search }))
}

/** A driver leads to the truck; one without a truck on the board, to the list of drivers where the user has it. */
function driverLines({ links, trucks, drivers }: Pick<Searchable, 'links' | 'trucks' | 'drivers'>, typed: string): readonly Found[] {
  const plateOf = new Map(trucks.map(({ id, plate }) => [id, plate]))
  const hasDrivers = links.some(({ url }) => url === DRIVERS)
  return findNames(drivers, typed, MAX_OF_KIND).flatMap(({ id, name, truckId }): Found[] => {
    const plate = truckId === null ? undefined : plateOf.get(truckId)
    if (plate !== undefined)
      return [{ key: `driver ${id}`, kind: 'driver', name: `${name} · ${plate}`, to: `/${BOARD}`, search: { truck: String(truckId) } }]
    const search = { filters: JSON.stringify({ search: name }) }
    return hasDrivers ? [{ key: `driver ${id}`, kind: 'driver', name, to: `/${DRIVERS}`, search }] : []
  })
}

/** At most `MAX_SHOWN` lines: the longest group gives up its last one, so that none disappears behind another. */
function fitting(groups: readonly FoundGroup[]): readonly FoundGroup[] {
  const counts = groups.map(({ lines }) => lines.length)
  for (let over = counts.reduce((sum, count) => sum + count, 0) - MAX_SHOWN; over > 0; over -= 1) {
    const longest = counts.lastIndexOf(Math.max(...counts))
    counts[longest] = (counts[longest] ?? 0) - 1
  }
  return groups.map(({ group, lines }, index) => ({ group, lines: lines.slice(0, counts[index]) }))
}

/** The first line of the next group, or of the one before, counted over all lines; from the outermost the line stays. */
export function firstOfGroup(groups: readonly FoundGroup[], line: number, step: 1 | -1): number {
  const firsts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { lines }) => sum + lines.length, 0))
  const group = firsts.findLastIndex((first) => first <= line)
  return firsts[group + step] ?? line
}
