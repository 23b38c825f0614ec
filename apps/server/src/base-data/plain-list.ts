import { ownerFieldOf } from '@tanker/contract/base-data/define-entity'
import type { FieldKind } from '@tanker/contract/base-data/fields'
import { SCREENS } from '@tanker/contract/screens'
import type { ScopedDb } from '@tanker/database/scope'
import { listFilters } from '@tanker/reports/base-data/entity-list'
import { listReport } from '@tanker/reports/base-data/list-report'
import { among } from '@tanker/reports/conditions'
import type { AnyReport, ValuesOf } from '@tanker/reports/define-report'
import { containsText, isOfOrganisation } from '@tanker/reports/kinds'
import { type RawBuilder, sql } from 'kysely'
import type { EntityTable } from './entity-table.ts'

const filters = listFilters()

/** What a plain list shows of a field; kinds that are missing need a list of their own. */
const SHOWN: { readonly [K in FieldKind]?: (column: string) => RawBuilder<unknown> } = {
  text: sql.ref,
  area: sql.ref,
  number: sql.ref,
  choice: sql.ref,
  choices: sql.ref,
  day: (column) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`,
  organisation: () => sql.ref('organisation.name'),
  truck: () => sql.ref('truck.plate'),
}

/**
 * The list of an entity that has none in packages/reports: all its fields in the order of the form, sorted by the first unique one. Its
 * rows have an organisation and may be disabled.
 */
export function plainList({ entity, table, columns }: EntityTable): AnyReport {
  const title = SCREENS.find(({ path }) => path === entity.path)?.title
  if (!title) throw new Error(`${entity.path} is not in the list of screens`)
  const of = (field: string): string => `${table}.${columns[field]}`
  const shown = Object.entries(entity.fields).map(([field, { kind }]) => {
    // An organisation or a truck is shown by name: its column is not called an id.
    const name = field.replace(/Id$/, '')
    if (field === 'status') return { field, name, value: sql`CASE WHEN ${sql.ref(of(field))} THEN 'enabled' ELSE 'disabled' END` }
    const value = SHOWN[kind]?.(of(field))
    if (!value) throw new Error(`${entity.path} has a field that the plain list cannot show: ${field}; give it a list in packages/reports`)
    return { field, name, value }
  })
  const status = shown.find(({ field }) => field === 'status')
  if (!status) throw new Error(`${entity.path} has no status: give it a list in packages/reports`)
  const truck = Object.keys(entity.fields).find((field) => entity.fields[field]?.kind === 'truck')
  const keys = [...new Set([...entity.unique.map(({ field }) => field), entity.nameField])]

  const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
    db
      // In types, repair cards stand for every table with an organisation and a status.
      .from(table as 'repair_card')
      .innerJoin('organisation', (join) => join.on(sql<boolean>`organisation.id = ${sql.ref(of(ownerFieldOf(entity)))}`))
      .leftJoin('truck', (join) => join.on(truck === undefined ? sql<boolean>`false` : sql<boolean>`truck.id = ${sql.ref(of(truck))}`))
      .where(isOfOrganisation(asked.scope, table as 'repair_card'))
      .where(containsText(sql<string>`concat_ws(' ', ${sql.join(keys.map((key) => sql.ref(of(key))))})`, asked.search ?? ''))
      .where(among(sql<string>`${status.value}`, asked.status))
      .select([sql<string>`${sql.ref(`${table}.id`)}::text`.as('id'), ...shown.map(({ name, value }) => value.as(name))])
      .$castTo<{ readonly id: string }>()

  return listReport(entity, {
    title,
    filters,
    rows,
    columns: Object.fromEntries(shown.map(({ name, field }) => [name, field])),
    sorted: keys as never[],
    sort: { by: (keys[0] ?? 'name') as never, order: 'asc' },
  }) as AnyReport
}
