import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Socket, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { Access } from './embedded-postgres-cluster.ts'
import { type Installation, collectOutput, environment, reasonIn, startFailure } from './embedded-postgres-program.ts'
import { isAlive } from './folder-lock.mjs'

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

/** A server that does not listen is given this long. */
const MAX_START_MS = 60_000
/** A server that recovers after a crash says so and may take long: a gigabyte of log on a slow disk. */
const MAX_RECOVERY_MS = 600_000
/** Processes of a killed server end within moments; the next one waits this long for them. */
const MAX_LEFTOVERS_MS = 15_000
/** Another program may take the free port before PostgreSQL does. */
const MAX_PORT_TRIES = 3
const STOP_MS = 30_000

/** A running server: the postmaster's id, and its process where this program started it. */
export type Server = { readonly access: Access; readonly pid: number; readonly child: ChildProcess | null }

/** The server does not take the password of access.json. */
export class WrongPassword extends Error {}

/** Starts the server on `port`, or on a free one, and waits until it answers. */
export async function launch(
  installation: Installation,
  password: string,
  settings: Readonly<Record<string, string>>,
  port?: number,
): Promise<Server> {
  const until = Date.now() + MAX_LEFTOVERS_MS
  for (let tries = 1; ; tries += 1) {
    const access = { port: port ?? (await freePort()), password }
    const { child, log, ready } = await launchOnce(installation, access, settings)
    if (ready) return { access, pid: child.pid ?? 0, child }
    const isPortTaken = /could not bind|Address already in use/.test(log)
    const hasLeftovers = /shared memory block .* is still in use|lock file .* already exists/.test(log)
    if (hasLeftovers ? Date.now() > until : !isPortTaken || port !== undefined || tries >= MAX_PORT_TRIES)
      throw startFailure(installation, log)
    await pause(200)
  }
}

async function launchOnce({ home, data, binaries, user }: Installation, access: Access, settings: Readonly<Record<string, string>>) {
  const options = { ...SETTINGS, ...settings, port: String(access.port), unix_socket_directories: '' }
  const child = spawn(
    join(binaries, 'bin', 'postgres'),
    ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, cwd: home, stdio: ['ignore', 'ignore', 'pipe'], env: environment(binaries), detached: true },
  )
  let broken: Error | null = null
  child.once('error', (error) => (broken = error))
  const log = collectOutput(child)
  const began = Date.now()
  for (let answer: Answer = 'none'; ;) {
    if (broken !== null) throw broken
    if (child.exitCode !== null || child.signalCode !== null) return { child, log: log(), ready: false }
    answer = await ask(access)
    if (answer === 'yes') break
    if (answer === 'wrong password') {
      await stopProcess(child.pid ?? 0)
      throw new WrongPassword(`PostgreSQL in ${data} does not take the password of access.json.`)
    }
    if (Date.now() - began > (answer === 'starting' ? MAX_RECOVERY_MS : MAX_START_MS)) {
      child.kill('SIGQUIT')
      throw new Error(`PostgreSQL in ${data} did not answer in time: ${reasonIn(log())}.`)
    }
    await pause(50)
  }
  // The program's own life decides when it ends, not this child's.
  child.unref()
  ;(child.stderr as Socket | null)?.unref()
  return { child, log: log(), ready: true }
}

/** What postmaster.pid says of a server that runs on the data; null when none does. */
export async function postmasterOf(data: string): Promise<{ readonly pid: number; readonly port: number } | null> {
  const file = join(data, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  // PostgreSQL clears away the file of a dead server itself, after it has looked for processes that the server left behind.
  if (!pid || !isAlive(pid)) return null
  if (worksIn(pid, data)) return { pid, port: Number(lines[3]) || 0 }
  // After a restart of the machine the id belongs to some other process, which PostgreSQL would take for the server.
  await rm(file, { force: true })
  return null
}

/** A postmaster's working folder is its data folder. Where it cannot be read (root in a container), the command line names it. */
function worksIn(pid: number, data: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data)
    } catch {
      return true
    }
  }
}

type Answer = 'yes' | 'none' | 'starting' | 'wrong password'

/** Asks the server for a sign of life. */
export async function ask(access: Access): Promise<Answer> {
  const client = new pg.Client({ connectionString: urlOf(access, 'postgres'), connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined) // a server that goes away while we ask does not answer: said below
  try {
    await client.connect()
    await client.query('SELECT 1')
    return 'yes'
  } catch (error) {
    const { code } = error as { code?: string }
    return code === '28P01' || code === '28000' ? 'wrong password' : code === '57P03' ? 'starting' : 'none'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Stops a postmaster, rolling back what runs; one that does not end in time is ended as a crash would, which loses nothing. */
export async function stopProcess(pid: number): Promise<void> {
  for (const [signal, ms] of [
    ['SIGINT', STOP_MS],
    ['SIGQUIT', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw error
    }
    for (let waited = 0; waited < ms && isAlive(pid); waited += 25) await pause(25)
  }
}

export function urlOf(access: Access, database: string): string {
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

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
