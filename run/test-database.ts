import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, ensureDatabase, migrate } from '../packages/database/src/connection.ts'
import { startEmbeddedPostgres } from '../packages/database/src/embedded-postgres.ts'
import { raiseWall } from '../packages/database/src/row-security.ts'
import { TEST_SERVER, TEST_TEMPLATE } from '../packages/database/src/test-database.ts'

/** Two workers with files of many clients each. */
const SETTINGS = { max_connections: '300' } as const

/** One PostgreSQL for the whole test run, migrated once; test files copy the template. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tanker-test-'))
  const server = await startEmbeddedPostgres(folder, SETTINGS)
  const stop = async (): Promise<void> => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const admin = server.url('postgres')
    await ensureDatabase(admin, TEST_TEMPLATE)
    const template = connect(server.url(TEST_TEMPLATE))
    await migrate(template.db)
    const problem = await raiseWall(template.db)
    if (problem !== null) throw new Error(problem)
    await template.close()
    process.env[TEST_SERVER] = admin
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
