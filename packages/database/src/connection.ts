import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrations } from './migrations/all.ts'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>

export type Connection = {
  /** Queries by type. */
  readonly db: Db
  /** The pool behind it, for the few statements that are written by hand. */
  readonly pool: pg.Pool
  /** Reads as one organisation may: behind the wall of row security where `walled` says so, else like everybody. */
  reading(companyId: number): Db
  close(): Promise<void>
}

/** Opens a pool. `onIdleError` hears of connections lost while idle; a query on the next one tells the rest. */
export function connect(
  url: string,
  options: { max?: number; onIdleError?: (error: Error) => void; applicationName?: string } = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: options.applicationName ?? 'tanker',
  })
  pool.on('error', (error) => options.onIdleError?.(error))
  // The pool listens to idle connections alone. One that is lost while borrowed fails its statement; an event that nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, reading: () => db, close: () => db.destroy() }
}

/** Brings the schema to this program's release; one process at a time, the others wait. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
}

/** Settings without which an acknowledgement would promise what a crash can take back (reliability 5.10). */
export async function assertDurable(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')`.execute(db)
  const off = rows.filter((row) => row.setting === 'off')
  if (off.length > 0) {
    throw new Error(
      `PostgreSQL runs with ${off.map((row) => `${row.name} = off`).join(', ')}: what is acknowledged to a truck could be lost in a crash. Switch it on, then start again.`,
    )
  }
}

/** Creates a database when the server does not have it. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => undefined) // the statement fails, which is enough
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
