import { type RawBuilder, sql } from 'kysely'
import type { EntityRow } from '@tanker/contract/base-data/calls'
import { ownerFieldOf, type PlainValues } from '@tanker/contract/base-data/define-entity'
import { type FieldValue, WrongValue } from '@tanker/contract/base-data/fields'
import type { Db } from '@tanker/database/connection'
import { companyIds, type Scope, type ScopedDb } from '@tanker/database/scope'
import type { EntityTable } from './entity-table.ts'

/** Larger ids do not fit the column, so no row has them. */
export const withinInt = (id: number): number => Math.min(id, 2_147_483_647)

/** SQL: a field as the form's text. */
function fieldOf({ entity, table, columns, truckField, computed }: EntityTable, name: string, scope: Scope): RawBuilder<FieldValue> {
  const own = computed?.(scope)[name]
  if (own) return own
  if (name === truckField) return sql`(SELECT min(truck.id) FROM truck WHERE truck.driver_id = ${sql.ref(`${table}.id`)})`
  const column = sql.ref(`${table}.${columns[name] ?? name}`)
  if (name === 'status') return sql`CASE WHEN ${column} THEN 'enabled' ELSE 'disabled' END`
  const kind = entity.fields[name]?.kind
  return kind === 'day' ? sql`to_char(${column}, 'YYYY-MM-DD')` : kind === 'shape' ? sql`${column}::text` : sql`${column}`
}

/** The column value of a field. */
const stored = (name: string, value: FieldValue | undefined): unknown => (name === 'status' ? value === 'enabled' : (value ?? null))

const fixedOf = ({ fixed, table }: EntityTable): RawBuilder<boolean> =>
  sql.join(
    [sql`true`, ...Object.entries(fixed).map(([column, value]) => sql`${sql.ref(`${table}.${column}`)} = ${value}`)],
    sql` AND `,
  ) as RawBuilder<boolean>

/** SQL: the organisation of a row; an organisation is its own. */
const ownerColumn = ({ table }: EntityTable) => sql.ref(table === 'company' ? 'company.id' : `${table}.company_id`)

/** The organisation of a row with these values. */
export const ownerOf = ({ table, entity }: EntityTable, id: number, values: PlainValues | null): number =>
  table === 'company' ? id : Number(values?.[ownerFieldOf(entity)] ?? 0)

/** A row visible to the user, locked if it is to be changed; null when unknown or foreign. */
export async function findRow(db: ScopedDb, table: EntityTable, id: number, lock = false): Promise<EntityRow | null> {
  const names = Object.keys(table.entity.fields)
  const isIt = sql`id = ${withinInt(id)} AND ${fixedOf(table)} AND ${ownerColumn(table)} = ANY (${companyIds(db.scope)})`
  // Locked before reading, so that related rows are read as they are under the lock.
  if (lock) await sql`SELECT FROM ${sql.table(table.table)} WHERE ${isIt} FOR UPDATE`.execute(db.unscoped)
  const { rows } = await sql<{ id: number; version: number } & Record<string, FieldValue>>`
    SELECT id, version, ${sql.join(names.map((name) => sql`${fieldOf(table, name, db.scope)} AS ${sql.ref(name)}`))}
    FROM ${sql.table(table.table)} WHERE ${isIt}`.execute(db.unscoped)
  const row = rows[0]
  return row
    ? { id: row.id, version: row.version, values: Object.fromEntries(names.map((name) => [name, asValue(table, name, row[name] ?? null)])) }
    : null
}

/** Brings a list from the database into the canonical text of its value. */
function asValue({ entity }: EntityTable, name: string, value: FieldValue): FieldValue {
  const field = entity.fields[name]
  const read = field?.words ? field.read(value) : value
  return read instanceof WrongValue ? value : read
}

/** The column values of the fields. */
const writtenOf = ({ columns, made }: EntityTable, values: PlainValues): [string, unknown][] => [
  ...Object.entries(columns).map(([name, column]): [string, unknown] => [column, stored(name, values[name])]),
  ...Object.entries(made?.(values) ?? {}),
]

/** Adds a row and returns its id. Call it inside a transaction. */
export async function insertRow(db: Db, table: EntityTable, values: PlainValues): Promise<number> {
  const given: [string, unknown][] = [...Object.entries(table.fixed), ...writtenOf(table, values)]
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(table.table)} (${sql.join(given.map(([column]) => sql.ref(column)))})
    VALUES (${sql.join(given.map(([, value]) => sql`${value}`))}) RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Updates a row and increments its version. */
export async function updateRow(db: Db, table: EntityTable, id: number, values: PlainValues): Promise<void> {
  const set = writtenOf(table, values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`UPDATE ${sql.table(table.table)} SET ${sql.join(set)}, version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function deleteRow(db: Db, table: EntityTable, id: number): Promise<void> {
  await sql`DELETE FROM ${sql.table(table.table)} WHERE id = ${id}`.execute(db)
}

/** Assigns the default driver of a truck, and removes that driver from its former truck. */
export async function setDefaultTruck(db: Db, driverId: number, truckId: number | null): Promise<void> {
  await db.updateTable('truck').set({ driver_id: null }).where('driver_id', '=', driverId).execute()
  if (truckId !== null) await db.updateTable('truck').set({ driver_id: driverId }).where('id', '=', truckId).execute()
}

/** What still refers to a row, of each kind as many as fit in a message; names of other organisations are left out. */
export async function referencesTo(
  db: ScopedDb,
  { references }: EntityTable,
  id: number,
): Promise<{ readonly what: EntityTable['references'][number]['what']; readonly names: readonly string[] }[]> {
  const found = []
  for (const { from, column, company, shown, what } of references) {
    const { rows } = await sql<{ name: string | null }>`
      SELECT DISTINCT CASE WHEN ${sql.ref(company)} = ANY (${companyIds(db.scope)}) THEN ${sql.ref(shown)} END AS name
      FROM ${sql.raw(from)} WHERE ${sql.ref(column)} = ${id} ORDER BY 1 LIMIT 3`.execute(db.unscoped)
    if (rows.length > 0) found.push({ what, names: rows.flatMap(({ name }) => (name === null ? [] : [name])) })
  }
  return found
}
