import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { TestDatabase } from '@tanker/database/test-database'
import { PROJECT_FOLDER } from './running-product.ts'

type Pool = TestDatabase['pool']
type Client = Pick<Pool, 'query'>

/** What a past of a few trucks left behind in each table: rows as JSON, columns by name. */
type Facts = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

const FILE = join(PROJECT_FOLDER, 'journeys', 'visual', 'facts.json.gz')

/** Tables that a history replay fills, with the condition of the rows to store. */
const REPLAYED: Readonly<Record<string, string>> = {
  truck_state: 'last_at IS NOT NULL',
  device: 'true',
  // The last hours, for curves and histories.
  position: `at > $1::timestamptz - interval '5 hours'`,
  record: 'true',
  alarm: 'true',
  slip: 'true',
  slip_line: 'true',
  meter_ticket: 'true',
  station_gauge: 'true',
  delivery: 'true',
  delivery_line: 'true',
  handover: 'true',
}

/** Stores the rows replayed until `at`; the next runs begin with them. */
export async function keepFacts(pool: Pool, at: string): Promise<void> {
  const facts: Record<string, unknown[]> = {}
  for (const [table, kept] of Object.entries(REPLAYED)) {
    const asked = kept.includes('$1') ? [at] : []
    const { rows } = await pool.query<{ row: unknown }>(
      `SELECT to_jsonb(fact) AS row FROM "${table}" AS fact WHERE ${kept} ORDER BY 1`,
      asked,
    )
    facts[table] = rows.map(({ row }) => row)
  }
  await writeFile(FILE, gzipSync(JSON.stringify(facts), { level: 9 }))
}

/**
 * A kept row as the table takes it now. Alarms of the past raise no dialog again, which would cover every screen, and were known at once, as
 * if the past had been watched. Of a terminal's code only the hash is kept.
 */
function quiet(table: string, row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (table === 'alarm') return { ...row, live: false, inserted_at: row['started_at'] }
  const code = row['auth_code']
  if (table !== 'device' || typeof code !== 'string') return row
  return { ...row, bound_at: row['registered_at'], code_hash: `\\x${createHash('sha256').update(code).digest('hex')}` }
}

/**
 * Puts the kept past into the database of a product that does not run, and stops the database's clock at `at`, ISO 8601.
 * What the first start dated by the machine's clock is dated a day before.
 */
export async function standStill(pool: Pool, at: string): Promise<void> {
  const facts = JSON.parse(gunzipSync(await readFile(FILE)).toString()) as Facts
  const client = await pool.connect()
  try {
    // Rows of a day long gone: no trigger dates them, and their order does not matter.
    await client.query('SET session_replication_role = replica')
    // What the database itself keeps beside a record.
    await client.query('ALTER TABLE record ENABLE ALWAYS TRIGGER driven_piece_2_written')
    await dateBack(client, at)
    for (const [table, rows] of Object.entries(facts))
      await putRows(
        client,
        table,
        rows.map((row) => quiet(table, row)),
      )
    await client.query(`CREATE SCHEMA still; GRANT USAGE ON SCHEMA still TO public`)
    await client.query(`CREATE FUNCTION still.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT timestamptz '${at}' $$`)
    // What the product's statements call now() is looked up here before PostgreSQL's own.
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
    await client.query(`ALTER DATABASE ${rows[0]?.name} SET search_path = still, pg_catalog, public`)
  } finally {
    client.release(true)
  }
}

async function columnsOf(client: Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Columns that came later take their defaults; those that are gone are left out. */
async function putRows(client: Client, table: string, rows: Facts[string]): Promise<void> {
  if (rows.length === 0) return
  if (table === 'truck_state') await client.query('DELETE FROM truck_state WHERE truck_id = ANY ($1)', [rows.map((row) => row['truck_id'])])
  const kept = (await columnsOf(client, table)).filter((column) => Object.hasOwn(rows[0] ?? {}, column)).join(', ')
  for (let from = 0; from < rows.length; from += 1_000) {
    await client.query(
      `INSERT INTO "${table}" (${kept}) OVERRIDING SYSTEM VALUE SELECT ${kept} FROM jsonb_populate_recordset(NULL::public."${table}", $1::jsonb)`,
      [JSON.stringify(rows.slice(from, from + 1_000))],
    )
  }
  // The next row's number comes after these.
  if (typeof rows[0]?.['id'] === 'number')
    await client.query(`SELECT setval(pg_get_serial_sequence('public."${table}"', 'id'), (SELECT max(id) FROM "${table}"))`)
}

async function dateBack(client: Client, at: string): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT columns.table_name AS table, column_name AS column FROM information_schema.columns
     JOIN information_schema.tables ON tables.table_schema = columns.table_schema AND tables.table_name = columns.table_name
     WHERE columns.table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'timestamp with time zone'
       AND is_generated = 'NEVER' AND columns.table_name !~ '^position_'
       -- Chained histories are never changed, not here either.
       AND NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgname = 'append_only' AND tgrelid = format('public.%I', columns.table_name)::regclass)`,
  )
  for (const { table, column } of rows) {
    await client.query(
      `UPDATE "${table}" SET ${column} = $1::timestamptz - interval '1 day' WHERE ${column} BETWEEN $1 AND now() + interval '1 minute'`,
      [at],
    )
  }
}
