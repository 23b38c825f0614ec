import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Connection, connect } from './connection.ts'
import { programUrl } from './program-role.ts'
import { withRowSecurity } from './reading-db.ts'

/** Environment in which the test run hands its server to every test file: an admin URL and a migrated template. */
export const TEST_SERVER = 'TANKER_TEST_SERVER'
export const TEST_TEMPLATE = 'tanker_template'

/** What the program's own role sees, as in production. */
export type TestDatabase = Connection & { readonly url: string }

/** A database of its own for one test file: a copy of the migrated template, for the program's role. Drop it with `close`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const admin = process.env[TEST_SERVER]
  if (!admin) throw new Error(`Run the tests with "npm test": ${TEST_SERVER} is not set.`)
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(admin, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${TEST_TEMPLATE} OWNER tanker`))
  const url = programUrl(admin, name)
  const connection = withRowSecurity(connect(url))
  return {
    ...connection,
    url,
    async close() {
      await connection.close()
      await withClient(admin, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    },
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
