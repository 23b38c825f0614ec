import type { FleetSnapshot } from '@tanker/contract/trucks'
import { plainName, searchedText, type Spell } from '../../platform/find/find-names.ts'

export type Organisation = { readonly id: number; readonly parentId: number | null; readonly name: string; readonly shortName: string }

export type FleetRow =
  | {
      readonly kind: 'organisation'
      readonly id: number
      readonly name: string
      readonly level: number
      readonly open: boolean
      readonly online: number
      readonly total: number
    }
  | { readonly kind: 'truck'; readonly position: number; readonly level: number }

export type FleetFilter = {
  readonly search: string
  /** Statuses to be seen; empty means all. */
  readonly statuses: ReadonlySet<number>
  readonly closedOrganisations: ReadonlySet<number>
}

/** What does not change with the live data: organisations by parent, trucks by organisation in the order of their plates. */
export type FleetTree = {
  readonly children: ReadonlyMap<number | null, readonly Organisation[]>
  readonly trucks: ReadonlyMap<number, readonly number[]>
}

export const makeFleetTree = (organisations: readonly Organisation[], fleet: FleetSnapshot): FleetTree => {
  const known = new Set(organisations.map(({ id }) => id))
  const children = new Map<number | null, Organisation[]>()
  for (const organisation of organisations) {
    // The user's own organisation is the root, although it has a parent that the user may not see.
    const parent = organisation.parentId !== null && known.has(organisation.parentId) ? organisation.parentId : null
    children.set(parent, [...(children.get(parent) ?? []), organisation])
  }
  const trucks = new Map<number, number[]>()
  const byPlate = fleet.truckId
    .map((_, position) => position)
    .sort((a, b) => ((fleet.signCode[a] ?? '') < (fleet.signCode[b] ?? '') ? -1 : 1))
  for (const position of byPlate) {
    const organisationId = fleet.organisationId[position] ?? 0
    const own = trucks.get(organisationId)
    if (own) own.push(position)
    else trucks.set(organisationId, [position])
  }
  return { children, trucks }
}

/** What trucks, by position, and organisations, by id, are found by. */
export type FleetTexts = { readonly trucks: readonly string[]; readonly organisations: ReadonlyMap<number, string> }

/** Plates with the names of their drivers, and organisations, as they are searched; `driverOf` by truck. */
export const fleetTexts = (
  organisations: readonly Organisation[],
  fleet: FleetSnapshot,
  driverOf: ReadonlyMap<number, string>,
  spell: Spell,
): FleetTexts => ({
  trucks: fleet.signCode.map((plate, position) => {
    const driver = driverOf.get(fleet.truckId[position] ?? 0)
    return searchedText(driver === undefined ? [plate] : [plate, driver], spell)
  }),
  organisations: new Map(organisations.map(({ id, name, shortName }) => [id, searchedText([name, shortName], spell)])),
})

/** Whether a truck is to be seen, in the list and on the map. `texts` null: nothing is searched. */
export const truckFilter = (
  fleet: FleetSnapshot,
  { search, statuses }: FleetFilter,
  texts: FleetTexts | null,
): ((position: number) => boolean) => {
  const wanted = plainName(search)
  const named = new Set([...(texts?.organisations ?? [])].filter(([, searched]) => searched.includes(wanted)).map(([id]) => id))
  return (position) =>
    (statuses.size === 0 || statuses.has(fleet.status[position] ?? 0)) &&
    (texts === null || (texts.trucks[position] ?? '').includes(wanted) || named.has(fleet.organisationId[position] ?? 0))
}

type Counts = { readonly online: number; readonly total: number }

/** The tree as the rows of one list. While something is searched every organisation is open, and empty ones go. */
export const fleetRows = (
  tree: FleetTree,
  filter: FleetFilter,
  shown: (position: number) => boolean,
  countsOf: (organisationId: number) => readonly number[],
  /** The screen itself shows some of the trucks only. */
  isNarrowedToo = false,
): readonly FleetRow[] => {
  const narrowed = isNarrowedToo || filter.search.trim() !== '' || filter.statuses.size > 0

  const visit = (organisation: Organisation, level: number, into: FleetRow[]): Counts => {
    const own = countsOf(organisation.id)
    let total = own.reduce((sum, count) => sum + count, 0)
    let online = total - (own[0] ?? 0)
    const below: FleetRow[] = []
    for (const child of tree.children.get(organisation.id) ?? []) {
      const counts = visit(child, level + 1, below)
      online += counts.online
      total += counts.total
    }
    for (const position of tree.trucks.get(organisation.id) ?? []) {
      if (shown(position)) below.push({ kind: 'truck', position, level: level + 1 })
    }
    const open = narrowed || !filter.closedOrganisations.has(organisation.id)
    if (!narrowed || below.length > 0) {
      into.push({
        kind: 'organisation',
        id: organisation.id,
        name: organisation.shortName || organisation.name,
        level,
        open,
        online,
        total,
      })
      if (open) for (const row of below) into.push(row)
    }
    return { online, total }
  }

  const rows: FleetRow[] = []
  for (const root of tree.children.get(null) ?? []) visit(root, 1, rows)
  return rows
}
