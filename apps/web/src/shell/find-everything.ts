import type { MenuLink } from '../platform/account/menu-groups.ts'
import { findNames, plainName } from '../platform/find/find-names.ts'
import type { NamedDriver, NamedPlace } from '../platform/find/use-named.ts'
import type { ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import type { FoundScreen } from './find-screens.ts'

export const BOARD = 'monitor/cargo_transport'
const DRIVERS = 'setting/base_data/driver'

export type FoundKind = 'screen' | 'truck' | NamedPlace['kind'] | 'driver'
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
  readonly trucks: readonly { readonly id: number; readonly plate: string; readonly searched: string }[]
  readonly places: readonly NamedPlace[]
  readonly drivers: readonly NamedDriver[]
}

/** Lines of a kind. */
const MAX_OF_KIND = 5
/** Lines of one search. */
const MAX_SHOWN = 14

/** Screens by their titles alone, until the dictionary is there, and where it cannot be loaded. */
export const byTitle = (links: readonly MenuLink[], typed: string): readonly FoundScreen[] =>
  links.filter(({ name }) => plainName(name).includes(plainName(typed))).map((link) => ({ link, isSure: true }))

const screenLine = ({ link: { name, url } }: FoundScreen): Found => ({ key: url, kind: 'screen', name, to: `/${url}`, search: {} })

/** What was typed, in screens, trucks, places and drivers: what holds it as typed before what is only like it. */
export function findEverything({ links, findScreens, trucks, places, drivers }: Searchable, typed: string): readonly Found[] {
  if (plainName(typed) === '') return []
  const screens = findScreens?.(typed) ?? byTitle(links, typed)
  const plateOf = new Map(trucks.map(({ id, plate }) => [id, plate]))
  const hasDrivers = links.some(({ url }) => url === DRIVERS)
  return [
    ...screens
      .filter(({ isSure }) => isSure)
      .slice(0, MAX_OF_KIND)
      .map(screenLine),
    ...findNames(trucks, typed, MAX_OF_KIND).map(({ id, plate }): Found => ({
      key: `truck ${id}`,
      kind: 'truck',
      name: plate,
      to: `/${BOARD}`,
      search: { truck: String(id) },
    })),
    ...findNames(places, typed, MAX_OF_KIND).map(({ id, kind, name }): Found => ({
      key: `place ${id}`,
      kind,
      name,
      to: `/${BOARD}`,
      search: { place: String(id) },
    })),
    ...findNames(drivers, typed, MAX_OF_KIND).flatMap(({ id, name, truckId }): Found[] => {
      const plate = truckId === null ? undefined : plateOf.get(truckId)
      if (plate !== undefined)
        return [{ key: `driver ${id}`, kind: 'driver', name: `${name} · ${plate}`, to: `/${BOARD}`, search: { truck: String(truckId) } }]
      const search = { filters: JSON.stringify({ search: name }) }
      return hasDrivers ? [{ key: `driver ${id}`, kind: 'driver', name, to: `/${DRIVERS}`, search }] : []
    }),
    ...screens.filter(({ isSure }) => !isSure).map(screenLine),
  ].slice(0, MAX_SHOWN)
}
