import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { clientConfig } from './database-address.ts'
import { ownerOfCluster, readAccess } from './embedded-postgres-cluster.ts'
import { launch, stopProcess, urlOf } from './embedded-postgres-server.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive } from './folder-lock.mjs'
import { postgresUser, runnableBinaries } from './postgres-binaries.ts'

/** A PostgreSQL of a test's own, which the test may crash. */
export type TestServer = {
  /** The superuser's connection string for a database. */
  url(database: string): string
  /** Process id of the postmaster. */
  readonly pid: number
  /** Folder with the server's data. */
  readonly folder: string
  /** Kills the postmaster as a power cut would: nothing is flushed, clients are not notified. */
  kill(): Promise<void>
  /** Starts it again on the same data and the same port; resolves when it answers. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a server with `settings` of its own and a database `tanker` without a schema. Unlike the program's own it is not watched. */
export async function startTestServer(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tanker-server-'))
  await (await startEmbeddedPostgres(folder)).stop()
  const user = (await postgresUser()) && (await ownerOfCluster(folder))
  const installation = { home: folder, data: join(folder, 'data'), binaries: await runnableBinaries(folder, user), user }
  const password = (await readAccess(folder))?.password ?? ''
  let server = await launch(installation, password, settings)
  await ensureDatabase(urlOf(server.access, 'postgres'), 'tanker')
  return {
    url: (database) => urlOf(server.access, database),
    get pid() {
      return server.pid
    },
    folder,
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      while (isAlive(server.pid)) await pause()
    },
    async restart() {
      server = await launch(installation, password, settings, server.access.port)
    },
    async stop() {
      await stopProcess(server.pid)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Asks one statement on a connection of its own. */
export async function askOnce<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the test kills servers; the query's own failure is what counts
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 20))

/** Creates a database when the server does not have it. */
async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client(clientConfig(adminUrl))
  client.on('error', () => undefined) // the statement fails, which is enough
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
