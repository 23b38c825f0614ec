import { CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely'
import type pg from 'pg'
import type { Connection, Db } from './connection.ts'
import { READER, READER_ORGANISATION } from './row-security.ts'
import type { Database } from './tables.ts'

/** Each of its connections is in a read-only transaction of the reading role, with the organisation set. */
class ReadingDriver extends PostgresDriver {
  readonly #begin: CompiledQuery
  constructor(pool: pg.Pool, organisationId: number) {
    super({ pool })
    // One message to the server. The number is ours, not the browser's.
    this.#begin = CompiledQuery.raw(
      `BEGIN READ ONLY; SET LOCAL ROLE ${READER}; SET LOCAL "${READER_ORGANISATION}" = '${Math.trunc(organisationId)}'`,
    )
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    try {
      await connection.executeQuery(this.#begin)
    } catch (error) {
      await super.releaseConnection(connection as never)
      throw error
    }
    return connection
  }

  override async releaseConnection(connection: never): Promise<void> {
    try {
      // After a query that failed this takes back; there is nothing to keep.
      await (connection as DatabaseConnection).executeQuery(CompiledQuery.raw('COMMIT'))
    } finally {
      await super.releaseConnection(connection)
    }
  }

  override async beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    // It has begun already and nothing was asked yet, so its level can still be chosen.
    if (isolationLevel) await connection.executeQuery(CompiledQuery.raw(`SET TRANSACTION ISOLATION LEVEL ${isolationLevel}`))
  }
  // The transaction ends with the loan of the connection.
  override async commitTransaction(): Promise<void> {}
  override async rollbackTransaction(): Promise<void> {}
}

class ReadingDialect extends PostgresDialect {
  readonly #driver: () => PostgresDriver
  constructor(pool: pg.Pool, organisationId: number) {
    super({ pool })
    this.#driver = () => new ReadingDriver(pool, organisationId)
  }
  override createDriver(): PostgresDriver {
    return this.#driver()
  }
}

/**
 * A connection whose reads go through the policies of `installRowSecurity`: an organisation reads its own rows and those below, even
 * if a query forgets the filter, and changes none. `FOR UPDATE` and writes need the owner, which is `db`.
 */
export function withRowSecurity(connection: Connection): Connection {
  const readers = new Map<number, Db>()
  return {
    ...connection,
    reading(organisationId) {
      let reader = readers.get(organisationId)
      if (!reader) {
        reader = new Kysely<Database>({ dialect: new ReadingDialect(connection.pool, organisationId) })
        readers.set(organisationId, reader)
      }
      return reader
    },
  }
}
