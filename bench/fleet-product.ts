import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { hashPassword } from '@tanker/contract/password'
import { startEmbeddedPostgres } from '@tanker/database/embedded-postgres'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** A first start with its database, on a loaded machine. */
const MAX_WAIT_FOR_START_MS = 180_000
const MAX_WAIT_FOR_UPLOAD_MS = 3_600_000

export type FleetProduct = {
  /** http://127.0.0.1:port */
  readonly address: string
  /** Of the superuser of its database. */
  readonly databaseUrl: string
  readonly signIns: ReadonlyMap<string, string>
  /** Seconds from the command until it serves, until all trucks are online, and until the stored days are uploaded; null: not at a later start. */
  readonly took: { readonly serving: number; online: number | null; uploaded: number | null }
  /** Seconds of CPU of all its processes so far, by program; PostgreSQL's include those that ended. */
  cpu(): Promise<Readonly<Record<string, number>>>
  /** Resolves when the stored days are uploaded and judged. */
  uploaded(): Promise<void>
  /** One GET as the administrator. */
  ask<T>(path: string): Promise<T>
  stop(): Promise<void>
}

/**
 * What `npm start` starts, with the virtual fleet, on free ports; its output is printed.
 * @param folder of its data; a later bench on the same folder continues with them. Null: a new one, removed at the end
 */
export async function startFleetProduct(folder: string | null, options: readonly string[] = []): Promise<FleetProduct> {
  const data = folder ?? (await mkdtemp(join(tmpdir(), 'tanker-fleet-')))
  // Root hands PostgreSQL to another user, who must get through.
  if (folder === null) await chmod(data, 0o711)
  const began = performance.now()
  const seconds = (): number => Math.round((performance.now() - began) / 1000)
  const child = spawn(
    process.execPath,
    [join(root, 'run', 'start.mjs'), '--data', data, '--port', '0', '--device-port', '0', '--host', '127.0.0.1', ...options],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    process.stdout.write(chunk)
  })
  const said = async (pattern: RegExp, withinMs: number): Promise<RegExpExecArray> => {
    for (const until = performance.now() + withinMs; performance.now() < until; await wait(200)) {
      const found = pattern.exec(output)
      if (found) return found
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    }
    throw new Error(`npm start did not print ${pattern.source} in time`)
  }
  const [, address = ''] = await said(/(http:\/\/[\w.]+:\d+)/, MAX_WAIT_FOR_START_MS)
  const took: FleetProduct['took'] = { serving: seconds(), online: null, uploaded: null }
  const signIns = await keptSignIns(data, output)
  // For its address alone: the server keeps it running.
  const postgres = await startEmbeddedPostgres(data)
  const databaseUrl = postgres.url('tanker')
  await postgres.stop()
  let session: Promise<Readonly<Record<string, string>>> | null = null
  return {
    address: address.replace('localhost', '127.0.0.1'),
    databaseUrl,
    signIns,
    took,
    cpu: () => cpuOf(child),
    async uploaded() {
      // A later start has no days to upload, and some truck may be laid up.
      if (!/shown only this once/.test(output)) return
      await said(/trucks connected/, MAX_WAIT_FOR_START_MS)
      took.online = seconds()
      await said(/stored days are uploaded/, MAX_WAIT_FOR_UPLOAD_MS)
      took.uploaded = seconds()
    },
    async ask<T>(path: string) {
      session ??= signIn(address.replace('localhost', '127.0.0.1'), 'admin', signIns.get('admin') ?? '')
      const response = await fetch(`${address.replace('localhost', '127.0.0.1')}/api${path}`, { headers: await session })
      const { data: answer, message } = (await response.json()) as { data: T; message: string }
      if (answer === null) throw new Error(`${path}: ${message}`)
      return answer
    },
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
      if (folder === null) await rm(data, { recursive: true, force: true })
    },
  }
}

/** The first start prints the sign-ins once; they are kept beside the data for later benches. */
async function keptSignIns(data: string, output: string): Promise<ReadonlyMap<string, string>> {
  const file = join(data, 'bench-sign-ins.json')
  const printed = [...output.matchAll(/^ {2}(\w+) +(\w{16}) /gm)].map(([, name = '', password = '']) => [name, password] as const)
  if (printed.length > 0) await writeFile(file, JSON.stringify(printed), { mode: 0o600 })
  if (!existsSync(file)) throw new Error(`${data} was not made by a bench: its passwords are not known`)
  return new Map(JSON.parse(await readFile(file, 'utf8')) as [string, string][])
}

async function signIn(address: string, userName: string, password: string): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: userName, password: hashPassword(userName, password) }).toString(),
  })
  const { data } = (await response.json()) as { data: { 'header-id': string } }
  const cookie = /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? ''
  return { cookie, 'header-id': data['header-id'], language: 'en', localTimeZone: 'Asia/Shanghai' }
}

/** Linux only: elsewhere nothing is known. */
async function cpuOf({ pid = 0 }: ChildProcess): Promise<Readonly<Record<string, number>>> {
  const used: Record<string, number> = {}
  const look = async (one: number): Promise<void> => {
    const [stat, command, children] = await Promise.all(
      ['stat', 'cmdline', `task/${one}/children`].map((file) => readFile(`/proc/${one}/${file}`, 'utf8').catch(() => '')),
    )
    const fields = stat!.slice(stat!.lastIndexOf(')') + 2).split(' ')
    // User and system time; PostgreSQL's postmaster also has that of its processes that ended. 100 ticks a second.
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0)
    const name = /postgres/.test(command!) ? 'postgres' : (/(\w+)\.m?js/.exec(command!)?.[1] ?? 'other')
    used[name] = (used[name] ?? 0) + ticks / 100
    for (const child of children!.split(' ').filter(Boolean)) await look(Number(child))
  }
  await look(pid)
  return used
}
