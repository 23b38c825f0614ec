import { type RawBuilder, sql } from 'kysely'
import type { EntityRow } from '@tanker/contract/base-data/calls'
import type { PlainValues } from '@tanker/contract/base-data/define-entity'
import { type FieldValue, WrongValue } from '@tanker/contract/base-data/fields'
import type { Db } from '@tanker/database/connection'
import { organisationIds, type Scope, type ScopedDb } from '@tanker/database/scope'
import type { Source } from './apply-changes.ts'
import type { EntityTable } from './entity-table.ts'

/** Larger ids do not fit the column, so no row has them. */
export const withinInt = (id: number): number => Math.min(id, 2_147_483_647)

/** SQL: a field as the form's text. */
function fieldOf({ entity, table, columns, computed }: EntityTable, name: string, scope: Scope): RawBuilder<FieldValue> {
  const own = computed?.(scope)[name]
  if (own) return own
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
const ownerColumn = ({ table }: EntityTable) => sql.ref(table === 'organisation' ? 'organisation.id' : `${table}.organisation_id`)

/** A row visible to the user, locked if it is to be changed; null when unknown or foreign. */
export async function findRow(db: ScopedDb, table: EntityTable, id: number, lock = false): Promise<EntityRow | null> {
  const names = Object.keys(table.entity.fields)
  const isIt = sql`id = ${withinInt(id)} AND ${fixedOf(table)} AND ${ownerColumn(table)} = ANY (${organisationIds(db.scope)})`
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
const writtenOf = ({ columns, derive }: EntityTable, values: PlainValues, source: Source): [string, unknown][] => [
  ...Object.entries(columns).map(([name, column]): [string, unknown] => [column ?? name, stored(name, values[name])]),
  ...Object.entries(derive?.(values, source) ?? {}),
]

/** Rows added by one statement; more are split. */
export const ROWS_A_STATEMENT = 500

/** Rows in parts of at most `ROWS_A_STATEMENT`. */
export const inBatches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_A_STATEMENT) }, (_, part) =>
    rows.slice(part * ROWS_A_STATEMENT, (part + 1) * ROWS_A_STATEMENT),
  )

type Kept = { readonly id: number; readonly organisationId: number }

/** Adds at most `ROWS_A_STATEMENT` rows; returns their ids and organisations in the same order. Call it inside a transaction. */
export async function insertRows(db: Db, table: EntityTable, rows: readonly PlainValues[], source: Source): Promise<readonly Kept[]> {
  const given = rows.map((values): [string, unknown][] => [...Object.entries(table.fixed), ...writtenOf(table, values, source)])
  const columns = (given[0] ?? []).map(([column]) => sql.ref(column))
  const lines = given.map((row) => sql`(${sql.join(row.map(([, value]) => sql`${value}`))})`)
  const { rows: kept } = await sql<Kept>`
    INSERT INTO ${sql.table(table.table)} (${sql.join(columns)}) VALUES ${sql.join(lines)} RETURNING ${keptOf(table)}`.execute(db)
  return kept
}

/** Updates a row and increments its version; returns its organisation. */
export async function updateRow(db: Db, table: EntityTable, id: number, values: PlainValues, source: Source): Promise<number> {
  const set = writtenOf(table, values, source).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<Kept>`
    UPDATE ${sql.table(table.table)} SET ${sql.join(set)}, version = version + 1 WHERE id = ${id} RETURNING ${keptOf(table)}`.execute(db)
  return rows[0]?.organisationId ?? 0
}

/** Deletes a row; returns its organisation. */
export async function deleteRow(db: Db, table: EntityTable, id: number): Promise<number> {
  const { rows } = await sql<Kept>`DELETE FROM ${sql.table(table.table)} WHERE id = ${id} RETURNING ${keptOf(table)}`.execute(db)
  return rows[0]?.organisationId ?? 0
}

const keptOf = (table: EntityTable) => sql`${sql.ref(`${table.table}.id`)}, ${ownerColumn(table)} AS "organisationId"`

/** Who changed the row last. */
export async function lastChanger(db: ScopedDb, { entity }: EntityTable, id: number): Promise<string> {
  const last = await db
    .from('change_log')
    .where('change_log.entity', '=', entity.key)
    .where('change_log.row_id', '=', String(id))
    .orderBy(sql.ref('change_log.id'), 'desc')
    .select('change_log.user_name')
    .limit(1)
    .executeTakeFirst()
  return last?.user_name ?? ''
}

/** What still refers to a row, of each kind as many as fit in a message; names of other organisations are left out. */
export async function referencesTo(
  db: ScopedDb,
  { references }: EntityTable,
  id: number,
): Promise<{ readonly what: EntityTable['references'][number]['what']; readonly names: readonly string[] }[]> {
  const found = []
  for (const { from, column, organisation, shown, what } of references) {
    const { rows } = await sql<{ name: string | null }>`
      SELECT DISTINCT CASE WHEN ${sql.ref(organisation)} = ANY (${organisationIds(db.scope)}) THEN ${sql.ref(shown)} END AS name
      FROM ${sql.raw(from)} WHERE ${sql.ref(column)} = ${id} ORDER BY 1 LIMIT 3`.execute(db.unscoped)
    if (rows.length > 0) found.push({ what, names: rows.flatMap(({ name }) => (name === null ? [] : [name])) })
  }
  return found
}
