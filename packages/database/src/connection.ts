import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { limitSilence } from './answer-limit.ts'
import { clientConfig } from './database-address.ts'
import { migrations } from './migrations/all.ts'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>

export type Connection = {
  /** Queries by type. */
  readonly db: Db
  /** The pool behind it, for the few statements that are written by hand. */
  readonly pool: pg.Pool
  /** Reads for one organisation: limited by row security if `withRowSecurity` is set, otherwise without limit. */
  reading(organisationId: number): Db
  /** Ends all connections; the server has let them go afterwards. */
  close(): Promise<void>
}

export type ConnectOptions = {
  readonly max?: number
  /** Called for connections lost while idle, until the pool is closed; other failures appear as errors of queries. */
  readonly onIdleError?: (error: Error) => void
  readonly applicationName?: string
  /** A connection whose statement waits this long without a byte from the database is closed, in milliseconds; without it none is. */
  readonly answerWithinMs?: number
}

/** Connections that the server does not give up are left alone after this long, in milliseconds. */
const CLOSE_WITHIN_MS = 5_000
const CLOSE_LOOK_MS = 5

/**
 * Opens a pool. With a list of hosts in `url` each connection goes to the one that takes writes.
 * @throws WrongDatabaseUrl
 */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const { answerWithinMs } = options
  const pool = new pg.Pool({
    ...clientConfig(url),
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: options.applicationName ?? 'tanker',
  })
  let closing = false
  const open = new Set<pg.PoolClient>()
  pool.on('error', (error) => {
    // What a server that is being stopped says to connections that are leaving is no news.
    if (!closing) options.onIdleError?.(error)
  })
  // The pool listens to idle connections only. A borrowed connection that is lost fails its statement; an unhandled error event would end the process.
  pool.on('connect', (client) => {
    open.add(client)
    client.once('end', () => open.delete(client))
    client.on('error', () => undefined)
    if (answerWithinMs !== undefined) limitSilence(client, answerWithinMs)
  })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, reading: () => db, close }

  /** The pool reports connections closed before the server has closed them: stopping the server next would cut them off. */
  async function close(): Promise<void> {
    closing = true
    await db.destroy()
    // It does not end a pool that no typed query was made on.
    if (!pool.ending) await pool.end()
    for (const until = Date.now() + CLOSE_WITHIN_MS; open.size > 0 && Date.now() < until;)
      await new Promise((done) => setTimeout(done, CLOSE_LOOK_MS))
  }
}

/** Typed queries over a pool that the caller opens and closes. */
export const queriesOver = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })

/** Brings the schema to this program's release; one process at a time, the others wait. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
}

/**
 * Settings without which an acknowledgement would promise what a crash can take back (reliability 5.10). They are read as they
 * hold for our own connections: a role, a database or the connection string may set them too. `remote_write` is enough: it waits
 * for the own disk, and for the standby's memory beside it.
 * @param options.requireStandby refuse a server that names no synchronous standby: one disk alone would hold what is acknowledged
 */
export async function assertDurable(db: Db, options: { readonly requireStandby?: boolean } = {}): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'synchronous_standby_names')`.execute(db)
  const standbys = rows.find((row) => row.name === 'synchronous_standby_names')?.setting ?? ''
  // `local` too, with or without a standby today: the day one is added, nothing would wait for it.
  const unsafe = rows.filter(({ setting }) => setting === 'off' || setting === 'local')
  if (unsafe.length > 0) {
    throw new NotDurable(
      `PostgreSQL runs with ${unsafe.map((row) => `${row.name} = ${row.setting}`).join(', ')}: what is acknowledged to a truck could be lost in a crash. Switch it on, then start again.`,
    )
  }
  if (options.requireStandby === true && standbys === '')
    throw new NotDurable(`${NO_STANDBY} Set it, or start without TANKER_REQUIRE_STANDBY.`)
}

/** The database could lose what it confirms; the message says what to change. */
export class NotDurable extends Error {}

export const NO_STANDBY =
  'PostgreSQL names no synchronous standby (synchronous_standby_names is empty): one disk alone would hold what is acknowledged.'
