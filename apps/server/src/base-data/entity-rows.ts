import { type RawBuilder, sql } from 'kysely'
import type { EntityRow } from '@tanker/contract/base-data/calls'
import type { PlainValues } from '@tanker/contract/base-data/define-entity'
import type { FieldValue } from '@tanker/contract/base-data/fields'
import type { Db } from '@tanker/database/connection'
import { companyIds, type ScopedDb } from '@tanker/database/scope'
import type { EntityTable } from './entity-tables.ts'

/** Ids beyond the column's are of nobody. */
export const withinInt = (id: number): number => Math.min(id, 2_147_483_647)

/** SQL: a field as its form takes it. */
function fieldOf({ entity, table, columns, truckField }: EntityTable, name: string): RawBuilder<FieldValue> {
  if (name === truckField) return sql`(SELECT min(truck.id) FROM truck WHERE truck.driver_id = ${sql.ref(`${table}.id`)})`
  const column = sql.ref(`${table}.${columns[name] ?? name}`)
  if (name === 'status') return sql`CASE WHEN ${column} THEN 'enabled' ELSE 'disabled' END`
  return entity.fields[name]?.kind === 'day' ? sql`to_char(${column}, 'YYYY-MM-DD')` : sql`${column}`
}

/** What a column stores of a field. */
const stored = (name: string, value: FieldValue | undefined): unknown => (name === 'status' ? value === 'enabled' : (value ?? null))

const fixedOf = ({ fixed, table }: EntityTable): RawBuilder<boolean> =>
  sql.join(
    [sql`true`, ...Object.entries(fixed).map(([column, value]) => sql`${sql.ref(`${table}.${column}`)} = ${value}`)],
    sql` AND `,
  ) as RawBuilder<boolean>

/** A row that the user may see, locked against others when it is to be changed; null when there is none or it is foreign. */
export async function findRow(db: ScopedDb, table: EntityTable, id: number, lock = false): Promise<EntityRow | null> {
  const names = Object.keys(table.entity.fields)
  const { rows } = await sql<{ id: number; version: number } & Record<string, FieldValue>>`
    SELECT id, version, ${sql.join(names.map((name) => sql`${fieldOf(table, name)} AS ${sql.ref(name)}`))}
    FROM ${sql.table(table.table)}
    WHERE id = ${withinInt(id)} AND ${fixedOf(table)} AND company_id = ANY (${companyIds(db.scope)}) ${lock ? sql`FOR UPDATE` : sql``}`.execute(
    db.unscoped,
  )
  const row = rows[0]
  return row ? { id: row.id, version: row.version, values: Object.fromEntries(names.map((name) => [name, row[name] ?? null])) } : null
}

/** Adds a row and answers its id. Call it inside a transaction. */
export async function insertRow(db: Db, table: EntityTable, values: PlainValues): Promise<number> {
  const given: [string, unknown][] = [
    ...Object.entries(table.fixed),
    ...Object.entries(table.columns).map(([name, column]): [string, unknown] => [column, stored(name, values[name])]),
  ]
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(table.table)} (${sql.join(given.map(([column]) => sql.ref(column)))})
    VALUES (${sql.join(given.map(([, value]) => sql`${value}`))}) RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Writes the values over a row and counts its version up. */
export async function updateRow(db: Db, table: EntityTable, id: number, values: PlainValues): Promise<void> {
  const set = Object.entries(table.columns).map(([name, column]) => sql`${sql.ref(column)} = ${stored(name, values[name])}`)
  await sql`UPDATE ${sql.table(table.table)} SET ${sql.join(set)}, version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function deleteRow(db: Db, table: EntityTable, id: number): Promise<void> {
  await sql`DELETE FROM ${sql.table(table.table)} WHERE id = ${id}`.execute(db)
}

/** Gives a truck its default driver, and takes it from the one that had it before. */
export async function setDefaultTruck(db: Db, driverId: number, truckId: number | null): Promise<void> {
  await db.updateTable('truck').set({ driver_id: null }).where('driver_id', '=', driverId).execute()
  if (truckId !== null) await db.updateTable('truck').set({ driver_id: driverId }).where('id', '=', truckId).execute()
}

/** What still names a row, of each kind of reference as many as a message holds; others' names are not told. */
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
