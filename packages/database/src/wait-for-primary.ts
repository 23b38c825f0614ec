import pg from 'pg'
import { WrongDatabaseUrl, clientConfig, shownAddress } from './database-address.ts'

/** The database cannot be used; the message says why and what to do. */
export class NoDatabase extends Error {}

type WaitOptions = {
  /** How long to wait, in milliseconds. */
  readonly forMs: number
  /** Called when waiting begins and then every ten seconds, with the reason and the seconds waited so far. */
  readonly onWaiting: (reason: string, seconds: number) => void
}

const TRY_EVERY_MS = 500
const SAY_EVERY_MS = 10_000
const CONNECT_WITHIN_MS = 5_000

/** What waiting does not mend: a wrong password or user (class 28), a database that does not exist. */
const HOPELESS = /^(28...|3D000|ERR_INVALID_URL)$/

/**
 * Waits until the database takes writes: it may be starting, recovering from a crash, or a standby about to be promoted.
 * @throws NoDatabase, WrongDatabaseUrl
 */
export async function waitForPrimary(url: string, { forMs, onWaiting }: WaitOptions): Promise<void> {
  const begun = performance.now()
  let saidAt = Number.NEGATIVE_INFINITY
  for (;;) {
    const reason = await refusal(url)
    if (reason === null) return
    const waited = performance.now() - begun
    if (waited >= forMs) {
      throw new NoDatabase(
        `The database at ${shownAddress(url)} did not take writes within ${Math.round(forMs / 1000)} s: ${reason}. Start PostgreSQL or correct DATABASE_URL; TANKER_DATABASE_WAIT sets how many seconds to wait.`,
      )
    }
    if (waited - saidAt >= SAY_EVERY_MS) {
      saidAt = waited
      onWaiting(reason, Math.round(waited / 1000))
    }
    await new Promise((done) => setTimeout(done, Math.min(TRY_EVERY_MS, forMs - waited)))
  }
}

/** Why the database cannot be written to at this moment; null when it can. */
async function refusal(url: string): Promise<string | null> {
  const client = new pg.Client({ ...clientConfig(url), connectionTimeoutMillis: CONNECT_WITHIN_MS, query_timeout: CONNECT_WITHIN_MS })
  client.on('error', () => undefined) // the question fails, which is the answer
  try {
    await client.connect()
    const { rows } = await client.query<{ recovering: boolean; read_only: string }>(
      `SELECT pg_is_in_recovery() AS recovering, current_setting('transaction_read_only') AS read_only`,
    )
    if (rows[0]?.recovering) return 'it is a standby'
    return rows[0]?.read_only === 'on' ? 'it is read-only' : null
  } catch (error) {
    if (error instanceof WrongDatabaseUrl) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== undefined && HOPELESS.test(code)) {
      throw new NoDatabase(`The database at ${shownAddress(url)} refuses us: ${message}. Correct DATABASE_URL and start again.`)
    }
    return message || (code ?? 'it does not answer')
  } finally {
    void client.end().catch(() => undefined)
  }
}
