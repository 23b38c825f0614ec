import { nameInKey } from '@tanker/contract/report-leads'
import type { ViewContent, ViewFilter } from '@tanker/contract/named-views'
import { organisationIds, type ScopedDb, sharedWith } from '@tanker/database/scope'
import { ALL_REPORTS } from '@tanker/reports/all-reports'
import { reportsOf } from '@tanker/reports/define-report'
import { sql } from 'kysely'

/** What a view may refer to: rows by their id, and in a chart by their name. */
const KINDS = ['truck', 'organisation', 'place', 'driver', 'name'] as const
type Kind = (typeof KINDS)[number]
type Refers = { readonly [K in Kind]: ReadonlySet<string> }
type Stored = { readonly report: string; readonly content: ViewContent }

const reports = new Map(ALL_REPORTS.flatMap(reportsOf).map((report) => [report.path, report]))

const OF_FILTER: Readonly<Record<string, Kind>> = { depot: 'place', station: 'place', driver: 'driver' }
const OF_COLUMN: Readonly<Record<string, Kind>> = { plate: 'truck', organisation: 'name', place: 'name', driver: 'name', text: 'name' }

/** To which rows the ids of a filter belong; null where its values are no ids. */
const ofFilter = (report: string, filter: string): Kind | null => OF_FILTER[reports.get(report)?.filters[filter]?.kind ?? ''] ?? null

/** Whether numbers of other lists lead here by this column: its keys hold the name that they are of. */
const isLed = (report: string, name: string): boolean => Object.hasOwn(reports.get(report)?.pickable ?? {}, name)

/** What a picked value refers to, as `ofPicked` says. */
const referredBy = (report: string, name: string, value: string | null): string | null => (isLed(report, name) ? nameInKey(value) : value)

/** To which rows a value refers that was picked in the chart; null where the column has words of its own, numbers or times. */
function ofPicked(report: string, name: string): Kind | null {
  if (isLed(report, name)) return 'name'
  const column = reports.get(report)?.columns[name]
  return column === undefined || column.choices.length > 0 ? null : (OF_COLUMN[column.kind] ?? null)
}

type Chosen = { readonly truckIds?: readonly number[] | undefined; readonly organisationIds?: readonly number[] | undefined }

const chosenIn = (value: ViewFilter): Chosen | null =>
  typeof value === 'object' && ('truckIds' in value || 'organisationIds' in value) ? (value as Chosen) : null

/** What these views refer to that the reader sees. */
export async function seenAmong(db: ScopedDb, views: readonly Stored[]): Promise<Refers> {
  const asked: Record<Kind, string[]> = { truck: [], organisation: [], place: [], driver: [], name: [] }
  for (const { report, content } of views) {
    for (const [name, value] of Object.entries(content.filters)) {
      const chosen = chosenIn(value)
      asked.truck.push(...(chosen?.truckIds ?? []).map(String))
      asked.organisation.push(...(chosen?.organisationIds ?? []).map(String))
      const kind = ofFilter(report, name)
      if (kind !== null && Array.isArray(value)) asked[kind].push(...value.map(String))
    }
    for (const [name, value] of Object.entries(content.picked ?? {})) {
      const kind = ofPicked(report, name)
      const referred = referredBy(report, name, value)
      if (kind !== null && referred !== null) asked[kind].push(referred)
    }
  }
  const among = (kind: Kind) => sql<boolean>`id::text = ANY (${[...new Set(asked[kind])]})`
  const ids = async (kind: Kind, read: () => Promise<readonly { readonly id: number }[]>): Promise<ReadonlySet<string>> =>
    new Set(asked[kind].length === 0 ? [] : (await read()).map(({ id }) => String(id)))
  const [truck, organisation, place, driver, name] = await Promise.all([
    ids('truck', () => db.from('truck').where(among('truck')).select('truck.id').execute()),
    ids('organisation', () => db.organisations().where(among('organisation')).select('organisation.id').execute()),
    ids('place', () => sharedWith(db.read, db.scope, 'place').where(among('place')).select('place.id').execute()),
    ids('driver', () => db.from('driver').where(among('driver')).select('driver.id').execute()),
    namesAmong(db, [...new Set(asked.name)]),
  ])
  return { truck, organisation, place, driver, name }
}

/** Of these names those of an organisation, truck, driver, place or fence that the reader sees. */
async function namesAmong(db: ScopedDb, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const own = organisationIds(db.scope)
  const shared = sql`(${own} || ARRAY(SELECT unnest(ancestors) FROM organisation WHERE id = ${db.scope.organisationId}))`
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM unnest(${names}::text[]) AS given (name) WHERE
      EXISTS (SELECT FROM organisation o WHERE o.id = ANY (${own}) AND given.name IN (o.name, o.short_name))
      OR EXISTS (SELECT FROM truck t WHERE t.organisation_id = ANY (${own}) AND t.plate = given.name)
      OR EXISTS (SELECT FROM driver d WHERE d.organisation_id = ANY (${own}) AND d.name = given.name)
      OR EXISTS (SELECT FROM place p WHERE p.organisation_id = ANY (${shared}) AND given.name IN (p.name, p.short_name))
      OR EXISTS (SELECT FROM fence f WHERE f.organisation_id = ANY (${shared}) AND f.name = given.name)`.execute(db.read)
  return new Set(rows.map(({ name }) => name))
}

/** The view without what the reader does not see; trucks and organisations of which nothing is left become the reader's own organisation. */
export function narrowedTo(seen: Refers, { report, content }: Stored): { content: ViewContent; narrowed: boolean } {
  let narrowed = false
  const seenOf = <T extends string | number>(kind: Kind, values: readonly T[]): T[] => {
    const left = values.filter((value) => seen[kind].has(String(value)))
    if (left.length < values.length) narrowed = true
    return left
  }
  const filters = Object.entries(content.filters).flatMap(([name, value]): [string, ViewFilter][] => {
    const chosen = chosenIn(value)
    const kind = ofFilter(report, name)
    if (chosen !== null) {
      const truckIds = seenOf('truck', chosen.truckIds ?? [])
      const organisations = seenOf('organisation', chosen.organisationIds ?? [])
      const before = (chosen.truckIds ?? []).length + (chosen.organisationIds ?? []).length
      if (truckIds.length + organisations.length === before) return [[name, value]]
      return [[name, truckIds.length + organisations.length === 0 ? { own: true } : { truckIds, organisationIds: organisations }]]
    }
    if (kind === null || !Array.isArray(value)) return [[name, value]]
    const left = seenOf(kind, value)
    return left.length === 0 && value.length > 0 ? [] : [[name, left]]
  })
  const picked = Object.entries(content.picked ?? {}).filter(([name, value]) => {
    const kind = ofPicked(report, name)
    const referred = referredBy(report, name, value)
    return kind === null || referred === null || seenOf(kind, [referred]).length > 0
  })
  const { picked: _, ...rest } = content
  return {
    content: { ...rest, filters: Object.fromEntries(filters), ...(picked.length === 0 ? {} : { picked: Object.fromEntries(picked) }) },
    narrowed,
  }
}
