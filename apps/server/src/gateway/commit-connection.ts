import pg from 'pg'

/** Thrown when the database did not answer or lost the answer: the statement may or may not have happened. */
export class DatabaseUnavailable extends Error {}

/** Thrown when the database refused the data itself (SQLSTATE classes 22 and 23): trying again cannot help. */
export class RowRefused extends Error {}

export type CommitConnection = {
  run<Row extends object>(query: { name: string; text: string; values: unknown[] }): Promise<Row[]>
  close(): Promise<void>
}

/**
 * One connection for group commits; lanes queue on it. It reconnects by itself at the next statement.
 * Statements are named, so PostgreSQL plans them once a connection.
 */
export function createCommitConnection(url: string, applicationName: string): CommitConnection {
  let client: Promise<pg.Client> | null = null
  let closed = false

  function open(): Promise<pg.Client> {
    if (client) return client
    const fresh = new pg.Client({ connectionString: url, application_name: applicationName, connectionTimeoutMillis: 5_000 })
    const drop = (): void => {
      if (client === opened) client = null
    }
    fresh.on('error', drop)
    fresh.on('end', drop)
    const opened = fresh.connect().then(
      () => fresh,
      (error: unknown) => {
        drop()
        throw error
      },
    )
    client = opened
    return opened
  }

  return {
    async run<Row extends object>(query: { name: string; text: string; values: unknown[] }): Promise<Row[]> {
      if (closed) throw new DatabaseUnavailable('the gateway is stopping')
      const mine = await open().catch((error: unknown) => {
        throw new DatabaseUnavailable(messageOf(error))
      })
      try {
        const result = await mine.query<Row>(query)
        return result.rows
      } catch (error) {
        const code = (error as { code?: unknown }).code
        if (typeof code === 'string' && /^2[23]/.test(code)) throw new RowRefused(messageOf(error))
        // Anything else — lost connection, shutdown, out of space — leaves the outcome open: ask again on a new one.
        client = null
        mine.end().catch(() => undefined)
        throw new DatabaseUnavailable(messageOf(error))
      }
    },
    async close() {
      closed = true
      const mine = await client?.catch(() => null)
      await mine?.end().catch(() => undefined)
    },
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
