import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, migrate } from '../packages/database/src/connection.ts'
import { startEmbeddedPostgres } from '../packages/database/src/embedded-postgres.ts'
import { isMarkAlive } from '../packages/database/src/folder-lock.mjs'
import { prepareProgramRole } from '../packages/database/src/program-role.ts'
import { installRowSecurity } from '../packages/database/src/row-security.ts'
import { TEST_SERVER, TEST_TEMPLATE } from '../packages/database/src/test-database.ts'

/** Two workers, each with test files of many clients. */
const SETTINGS = { max_connections: '300' } as const

const PREFIX = 'tanker-tests-'
/** In-memory file system of Linux. */
const MEMORY = '/dev/shm'
/** Twice what the databases of a run and their log take at most. */
const ROOM_BYTES = 4e9

/** In memory if there is room: copying the template means 700 files, up to ten times faster there than on disk. */
async function parentFolder(): Promise<string> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === MEMORY)
  // PostgreSQL's programs may have to be copied to the folder.
  if (mount === undefined || /\bnoexec\b/.test(mount)) return tmpdir()
  const { bavail, bsize } = await statfs(MEMORY)
  return Math.min(bavail * bsize, freemem()) > ROOM_BYTES ? MEMORY : tmpdir()
}

/** Removes the leftovers of a killed run and stops its server. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const folder = join(parent, name)
    const owner = await readFile(join(folder, 'owner'), 'utf8').catch(() => '')
    if (owner === '' || isMarkAlive(owner)) continue
    await (await startEmbeddedPostgres(folder)).stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  const connection = connect(url, { max: 1 })
  await connection.pool.query(statement).finally(() => connection.close())
}

/** One PostgreSQL for the whole test run, migrated once; test files copy the template. */
export default async function setup(): Promise<() => Promise<void>> {
  const parent = await parentFolder()
  await sweep(parent)
  const folder = await mkdtemp(join(parent, PREFIX))
  const server = await startEmbeddedPostgres(folder, SETTINGS)
  const stop = async (): Promise<void> => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const admin = server.url('postgres')
    const template = connect(await prepareProgramRole((database) => server.url(database), TEST_TEMPLATE))
    // The journeys load a stored history into the database with triggers off.
    await runAsAdmin(admin, 'GRANT SET ON PARAMETER session_replication_role TO tanker')
    await migrate(template.db)
    const problem = await installRowSecurity(template.db)
    if (problem !== null) throw new Error(problem)
    await template.close()
    process.env[TEST_SERVER] = admin
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
