import { SilentDatabase, limitSilence } from '@tanker/database/answer-limit'
import { NO_STANDBY } from '@tanker/database/connection'
import { clientConfig } from '@tanker/database/database-address'
import pg from 'pg'
import { passing } from '../platform/health/crash-point.ts'

/** Thrown when the database did not answer or lost the answer: the statement may or may not have been executed. */
export class DatabaseUnavailable extends Error {}

/** Thrown when the database refused the data (SQLSTATE classes 22 and 23): a retry cannot succeed. */
export class RowRefused extends Error {}

export type CommitConnection = {
  run<Row extends object>(query: { name: string; text: string; values: unknown[] }): Promise<Row[]>
  close(): Promise<void>
}

export type CommitConnectionOptions = {
  /** Silence after which an answer counts as lost and the connection is closed, in milliseconds. */
  readonly answerWithinMs?: number
  /** Run nothing while the server names no synchronous standby. */
  readonly requireStandby?: boolean
}

const ANSWER_WITHIN_MS = 20_000
/**
 * Each timeout in a row is twice the one before, up to this many times: while a standby is away for hours, every
 * closed connection leaves a waiting backend process, and their number is limited.
 */
const MOST_DOUBLINGS = 5
/** Maximum age of the last check for a standby. */
const LOOK_FOR_STANDBY_MS = 5_000
const CONNECT_WITHIN_MS = 5_000

type Opened = {
  readonly client: pg.Client
  /** The last warning of the database server. */
  warning: string | null
  /** Milliseconds of the process's own clock. */
  standbySeenAt: number
  silent: boolean
}

/**
 * One connection for group commits; lanes queue on it. It reconnects by itself at the next statement.
 * Statements are named, so PostgreSQL plans them once a connection.
 */
export function createCommitConnection(url: string, applicationName: string, options: CommitConnectionOptions = {}): CommitConnection {
  const { answerWithinMs = ANSWER_WITHIN_MS, requireStandby = false } = options
  let current: Promise<Opened> | null = null
  let latest: Opened | null = null
  let closed = false
  let silences = 0

  function open(): Promise<Opened> {
    if (current) return current
    const client = new pg.Client({ ...clientConfig(url), application_name: applicationName, connectionTimeoutMillis: CONNECT_WITHIN_MS })
    const mine: Opened = { client, warning: null, standbySeenAt: Number.NEGATIVE_INFINITY, silent: false }
    latest = mine
    client.on('error', () => forget(mine))
    client.on('end', () => forget(mine))
    client.on('notice', ({ code, message }) => {
      // Class 01: a commit whose wait for the standby was cancelled reports success, only with such a warning.
      if (code?.startsWith('01')) mine.warning = message ?? code
    })
    current = client
      .connect()
      .then(async () => {
        limitSilence(client, answerWithinMs * 2 ** Math.min(silences, MOST_DOUBLINGS))
        await refuseUnsafe(client)
        return mine
      })
      .catch((error: unknown) => {
        drop(mine)
        throw error
      })
    return current
  }

  /** The next statement opens another one. */
  function forget(mine: Opened): void {
    if (latest === mine) current = null
  }

  function drop(mine: Opened): void {
    forget(mine)
    mine.client.end().catch(() => undefined)
  }

  async function checked(): Promise<Opened> {
    const mine = await open()
    if (requireStandby && performance.now() - mine.standbySeenAt >= LOOK_FOR_STANDBY_MS) {
      const { rows } = await mine.client.query<{ names: string }>(`SELECT current_setting('synchronous_standby_names') AS names`)
      if (!rows[0]?.names) throw new Error(NO_STANDBY)
      mine.standbySeenAt = performance.now()
    }
    return mine
  }

  return {
    async run<Row extends object>(query: { name: string; text: string; values: unknown[] }): Promise<Row[]> {
      if (closed) throw new DatabaseUnavailable('the gateway is stopping')
      const mine = await checked().catch((error: unknown) => {
        throw new DatabaseUnavailable(messageOf(error))
      })
      try {
        const answered = mine.client.query<Row>(query)
        passing('statement-sent')
        const result = await answered
        if (mine.warning !== null) throw new Error(`the database warned: ${mine.warning}`)
        silences = 0
        return result.rows
      } catch (error) {
        const code = (error as { code?: unknown }).code
        if (typeof code === 'string' && /^2[23]/.test(code)) throw new RowRefused(messageOf(error))
        // For anything else (lost connection, timeout, shutdown, disk full) the outcome is unknown: retry on a new connection.
        // Both lanes wait on this connection: count its timeout once.
        if (error instanceof SilentDatabase && !mine.silent) {
          mine.silent = true
          silences += 1
        }
        drop(mine)
        throw new DatabaseUnavailable(messageOf(error))
      }
    },
    async close() {
      closed = true
      const mine = await current?.catch(() => null)
      await mine?.client.end().catch(() => undefined)
    },
  }
}

/** Settings checked here are fixed for the whole connection, even if the database server's settings change. */
async function refuseUnsafe(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ commits: string; read_only: string }>(
    `SELECT set_config('synchronous_commit', current_setting('synchronous_commit'), false) AS commits,
       current_setting('transaction_read_only') AS read_only`,
  )
  const [found] = rows
  if (found?.read_only !== 'off') throw new Error('the database is read-only')
  if (found.commits === 'off' || found.commits === 'local')
    throw new Error(`synchronous_commit = ${found.commits}: what is acknowledged could be lost in a crash`)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
