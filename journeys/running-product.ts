import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type TestDatabase, createTestDatabase } from '@tanker/database/test-database'

export const PROJECT_FOLDER = dirname(dirname(fileURLToPath(import.meta.url)))

/** Where the build lies that the journeys run. */
export const BUILD = process.env['TANKER_BUILD'] ?? join(PROJECT_FOLDER, 'dist')

/** The built program, running on a database of its own with the virtual fleet's world in it, but without the fleet. */
export type RunningProduct = {
  /** http://127.0.0.1:port */
  readonly address: string
  readonly devicePort: number
  readonly database: TestDatabase
  /** The sign-ins that the first start made, by user name. */
  readonly signIns: ReadonlyMap<string, string>
  /** For those who play the world's other systems. */
  readonly integrationKey: string
  /** Ends the server and leaves the database, as a fallen machine would; `startServer` brings it back to the same ports. */
  stopServer(): Promise<void>
  startServer(): Promise<void>
  stop(): Promise<void>
}

type Ports = { readonly httpPort: number; readonly devicePort: number; readonly integrationKey: string }
type Ready = Ports & { readonly signIns: readonly { readonly userName: string; readonly password: string }[] | null }
type Server = Ready & { end(): Promise<void> }

type SettingsGiven = Readonly<Record<string, string>>

async function serve(
  databaseUrl: string,
  { httpPort, devicePort }: Omit<Ports, 'integrationKey'>,
  settings: SettingsGiven,
): Promise<Server> {
  const child = spawn(
    process.execPath,
    [
      join(BUILD, 'server.js'),
      '--host',
      '127.0.0.1',
      '--port',
      String(httpPort),
      '--device-port',
      String(devicePort),
      '--name',
      `journey-${randomBytes(3).toString('hex')}`,
      '--world',
      join(PROJECT_FOLDER, 'apps', 'fleet', 'world'),
      '--web',
      join(BUILD, 'web'),
    ],
    { env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', ...settings }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ready = await new Promise<Ready>((done, fail) => {
    child.on('message', (message: Ready & { ready?: boolean }) => message.ready && done(message))
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}:\n${output}`)))
  })
  return {
    ...ready,
    async end() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts what `npm start` starts, as it was built; `settings` extend the environment. */
export async function startProduct(settings: SettingsGiven = {}): Promise<RunningProduct> {
  const database = await createTestDatabase()
  let server: Server | null = await serve(database.url, { httpPort: 0, devicePort: 0 }, settings)
  const { signIns: made, ...ports } = server
  const stopServer = async (): Promise<void> => {
    await server?.end()
    server = null
  }
  const signIns = new Map((made ?? []).map(({ userName, password }) => [userName, password]))
  return {
    address: `http://127.0.0.1:${ports.httpPort}`,
    devicePort: ports.devicePort,
    database,
    signIns,
    integrationKey: ports.integrationKey,
    stopServer,
    async startServer() {
      server = await serve(database.url, ports, settings)
    },
    async stop() {
      await stopServer()
      await database.close()
    },
  }
}
