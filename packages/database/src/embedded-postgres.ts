import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type Socket, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type PostgresUser, chownTree, postgresUser, runnableBinaries } from './postgres-binaries.ts'

/** Settings that measured well for this product's load; everything that guards durability stays at its default, on. */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  max_wal_size: '1GB',
  jit: 'off',
  // The page images after a checkpoint come all at once, and this build compresses them slowly: commits waited half a second.
  wal_compression: 'off',
  random_page_cost: '1.1',
  max_connections: '120',
  listen_addresses: '127.0.0.1',
  log_min_messages: 'warning',
  timezone: 'UTC',
}

export type EmbeddedPostgres = {
  /** Connection string of the superuser for a database of this server. */
  url(database: string): string
  /** The process id of the postmaster. */
  readonly pid: number
  /** Stops the server, rolling back what runs. Does nothing while another living program owns it. */
  stop(): Promise<void>
}

type Access = { readonly port: number; readonly password: string }

/**
 * Starts the PostgreSQL that comes inside an npm package, with its data under `folder`, creating it at first use.
 * A server that a killed program left running is taken over. Root hands the server to an unprivileged user.
 * It listens on a free port of 127.0.0.1, or on `wantedPort`.
 * @throws an Error whose message says what to do
 */
export async function startEmbeddedPostgres(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  wantedPort?: number,
): Promise<EmbeddedPostgres> {
  const home = resolve(folder)
  await mkdir(home, { recursive: true })
  const user = await postgresUser()
  if (user) await openToPostgres(home)
  const binaries = await runnableBinaries(home, user)
  const data = join(home, 'data')
  await refuseOtherVersion(data, binaries)

  const accessFile = join(home, 'access.json')
  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(home, data, binaries, user, accessFile)
  const access = JSON.parse(await readFile(accessFile, 'utf8')) as Access

  const owner = new Owner(join(home, 'owner'))
  const running = await findRunning(data, access)
  // Somebody else's server is only borrowed: whoever started it stops it.
  if (running) return handle(running.access, running.pid, null, await owner.takeUnlessHeld())

  const port = wantedPort ?? (await freePort())
  const fresh: Access = { port, password: access.password }
  await writeFile(accessFile, JSON.stringify(fresh), { mode: 0o600 })
  const options = { ...SETTINGS, ...settings, port: String(port), unix_socket_directories: '' }
  const child = spawn(
    join(binaries, 'bin', 'postgres'),
    ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, cwd: home, stdio: ['ignore', 'ignore', 'pipe'], env: environment(binaries), detached: true },
  )
  const log = collectLog(child)
  await untilReady(child, fresh, log)
  // The program's own life decides when it ends, not this child's.
  child.unref()
  ;(child.stderr as Socket | null)?.unref()
  return handle(fresh, child.pid ?? 0, child, await owner.takeUnlessHeld())
}

/** Which program answers for the server, so that a second one on the same folder does not stop it under the first. */
class Owner {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** True when this program is the owner from now on: there was none, or it died. */
  async takeUnlessHeld(): Promise<boolean> {
    const pid = Number(await readFile(this.#file, 'utf8').catch(() => '0'))
    if (pid !== 0 && pid !== process.pid && isAlive(pid)) return false
    await writeFile(this.#file, String(process.pid))
    return true
  }
}

function environment(binaries: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LD_LIBRARY_PATH: join(binaries, 'lib'), LC_ALL: 'C', TZ: 'UTC' }
}

/** The data folder's parents may belong to root; the PostgreSQL user must be able to walk through them. */
async function openToPostgres(home: string): Promise<void> {
  await chmod(home, 0o711)
}

async function createCluster(home: string, data: string, binaries: string, user: PostgresUser, accessFile: string): Promise<void> {
  await rm(data, { recursive: true, force: true })
  await mkdir(data, { recursive: true, mode: 0o700 })
  if (user) await chown(data, user.uid, user.gid)
  const password = randomBytes(24).toString('base64url')
  const passwordFile = join(home, 'password.tmp')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  try {
    await run(
      join(binaries, 'bin', 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '-N'],
      { user, cwd: home, env: environment(binaries) },
    )
  } catch (error) {
    await rm(data, { recursive: true, force: true })
    throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
  if (user) await chownTree(data, user)
  await writeFile(accessFile, JSON.stringify({ port: 0, password }), { mode: 0o600 })
}

async function refuseOtherVersion(data: string, binaries: string): Promise<void> {
  const file = join(data, 'PG_VERSION')
  if (!existsSync(file)) return
  const have = (await readFile(file, 'utf8')).trim()
  const output = await run(join(binaries, 'bin', 'postgres'), ['--version'], { user: null, cwd: '/', env: environment(binaries) })
  const want = /(\d+)/.exec(output)?.[1]
  if (want && have !== want) {
    throw new Error(
      `The data in ${data} was written by PostgreSQL ${have}, this program brings PostgreSQL ${want}. Nothing was touched. ` +
        `Start the older release of this program to export the data, or give another folder with TANKER_DATA.`,
    )
  }
}

/** A server left behind by a killed program: take it when it answers to our password, else wait for it to end. */
async function findRunning(data: string, access: Access): Promise<{ access: Access; pid: number } | null> {
  const pidFile = join(data, 'postmaster.pid')
  for (let attempt = 0; attempt < 50 && existsSync(pidFile); attempt += 1) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
    const pid = Number(lines[0])
    const port = Number(lines[3])
    if (port && (await answers({ port, password: access.password }))) return { access: { port, password: access.password }, pid }
    if (!pid || !isAlive(pid)) {
      await rm(pidFile, { force: true })
      return null
    }
    await pause(200)
  }
  if (existsSync(pidFile)) {
    throw new Error(
      `Another PostgreSQL holds ${data} and does not answer. Stop it (its process id is the first line of ${pidFile}), then start again.`,
    )
  }
  return null
}

/** Whether a process of this id runs, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function answers(access: Access): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(access, 'postgres'), connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined) // a server that goes away while we ask does not answer: said below
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function untilReady(child: ChildProcess, access: Access, log: () => string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`PostgreSQL did not start:\n${log()}`)
    if (await answers(access)) return
    await pause(50)
  }
  child.kill('SIGQUIT')
  throw new Error(`PostgreSQL did not answer within a minute:\n${log()}`)
}

function collectLog(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-8_000)
  })
  return () => text
}

function handle(access: Access, pid: number, child: ChildProcess | null, owned: boolean): EmbeddedPostgres {
  return {
    url: (database) => urlOf(access, database),
    pid,
    async stop() {
      if (!owned || !isAlive(pid)) return
      process.kill(pid, 'SIGINT')
      for (let waited = 0; waited < 30_000 && isAlive(pid); waited += 25) {
        if (child && (child.exitCode !== null || child.signalCode !== null)) return
        await pause(25)
      }
    },
  }
}

function urlOf(access: Access, database: string): string {
  return `postgres://postgres:${encodeURIComponent(access.password)}@127.0.0.1:${access.port}/${database}`
}

async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no free port'))))
    })
  })
}

function run(
  command: string,
  args: readonly string[],
  options: { user: PostgresUser; cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...options.user, cwd: options.cwd, env: options.env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', fail)
    child.once('close', (code) => (code === 0 ? done(output) : fail(new Error(`${command} ended with ${code}:\n${output}`))))
  })
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Whether the folder already holds a database: a first start prints the sign-ins. */
export async function hasData(folder: string): Promise<boolean> {
  return stat(join(resolve(folder), 'data', 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}
