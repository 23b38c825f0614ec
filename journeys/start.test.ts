import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@tanker/database/test-database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask } from '../bench/ground.ts'
import { isAlive } from '../packages/database/src/folder-lock.mjs'
import { BUILD, PROJECT_FOLDER } from './running-product.ts'

/** What a loaded machine may need for a first start with its database. */
const FIRST_START_MS = 180_000
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 60_000, interval: 100 })

const isRoot = process.getuid?.() === 0
/** `nobody` on every Linux. */
const ORDINARY_USER = 65_534
const DO_NOT_START_AGAIN = 78

type Start = { readonly child: ChildProcess; readonly output: () => string; readonly ended: Promise<number | null> }

type RunOptions = { program?: string; cwd?: string; uid?: number; gid?: number; env?: Record<string, string> }

function run(args: readonly string[], { program = process.execPath, ...options }: RunOptions = {}): Start {
  const { TANKER_DATA: _data, DATABASE_URL: _url, ...env } = process.env
  const child = spawn(program, args, {
    cwd: PROJECT_FOLDER,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: { ...env, ...options.env },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

let folder: string
let data: string
let ports: string[]
let address: string
let serving: Start
let refused: Start
const stop = async ({ child, ended }: Start): Promise<void> => {
  child.kill('SIGTERM')
  await ended
}

/** Two starts at once in an empty folder: one of them serves. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tanker-start-'))
  await chmod(folder, 0o755)
  data = join(folder, 'data')
  const [httpPort, devicePort] = [await freePort(), await freePort()]
  address = `http://127.0.0.1:${httpPort}`
  ports = ['--data', data, '--port', String(httpPort), '--device-port', String(devicePort)]
  const both = ['one', 'two'].map(() => run(['run/start.mjs', ...ports, '--trucks', '2', '--no-backfill']))
  const loser = await Promise.race(both.map((each) => each.ended.then(() => each)))
  refused = loser
  serving = both.find((each) => each !== loser) as Start
  await vi.waitUntil(() => serving.output().includes('trucks connected'), { timeout: FIRST_START_MS, interval: 100 })
}, FIRST_START_MS)
afterAll(async () => {
  await stop(serving)
  await rm(folder, { recursive: true, force: true })
}, 60_000)

const health = (): Promise<number> =>
  fetch(`${address}/health`).then(
    ({ status }) => status,
    () => 0,
  )
const postmaster = async (): Promise<number> => Number((await readFile(join(data, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
const positions = async (): Promise<number> => {
  const { port, password } = JSON.parse(await readFile(join(data, 'access.json'), 'utf8')) as { port: number; password: string }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/tanker`
  const [row] = await ask<{ n: number }>(url, 'SELECT count(*)::int AS n FROM position').catch(() => [])
  return row?.n ?? -1
}
const serverPid = async (): Promise<number> => Number((await readFile(join(data, 'owner'), 'utf8')).split(' ')[0])

test('a first start prints a line a step and ends with the sign-ins in a frame', () => {
  const text = serving.output()
  expect(text).toMatch(/^Creating the database and starting … \d+ s$/m)
  expect(text).not.toMatch(/\.js\s+[\d.]+ kB|vite|rolldown/)
  const report = text.slice(0, text.indexOf('fleet:'))
  expect(report.trimEnd()).toMatch(
    /Sign-ins, shown only this once\n\n {2}admin {2,}\S{16} .*\n {2}Forgotten: npm start -- --reset-password NAME\n═+$/s,
  )
})

test('of two starts at once in one folder one serves and the other says why it does not, in one sentence', async () => {
  expect(await refused.ended).toBe(DO_NOT_START_AGAIN)
  expect(refused.output()).toMatch(
    /^Tanker Console is running already \(process \d+\): port \d+ is its web console, http:\/\/localhost:\d+\. .* or with kill \d+, to start it again\..*$/m,
  )
  expect(refused.output()).toContain(`(process ${await serverPid()})`)
  expect(refused.output()).not.toMatch(/^\s+at /m)
  expect(refused.output()).not.toContain('Sign-ins')
})

test('[M1] PostgreSQL that was killed comes back: the server is healthy again and positions are stored', async () => {
  const killed = await postmaster()
  process.kill(killed, 'SIGKILL')
  await eventually(async () => (await postmaster().catch(() => killed)) !== killed).toBe(true)
  await eventually(health).toBe(200)
  const before = await positions()
  await eventually(positions).toBeGreaterThan(Math.max(before, 0))
}, 200_000)

test('[M2] a server that was killed is started again on the same ports, and trucks are stored again', async () => {
  const killed = await serverPid()
  process.kill(killed, 'SIGKILL')
  await eventually(() => serving.output()).toMatch(/The server ended unexpectedly \(SIGKILL.*\)\. Restarting in 1 s\./)
  await eventually(() => serving.output()).toContain('The server is running again.')
  expect(await health()).toBe(200)
  const before = await positions()
  await eventually(positions).toBeGreaterThan(Math.max(before, 0))
}, 200_000)

test('[M13] without a setting the web console answers this machine alone', async () => {
  expect(serving.output()).toContain('Others reach it by HTTPS')
  const port = Number(new URL(address).port)
  // Another address of this machine stands for another machine: what listens on every address answers there too.
  const other = createServer()
  other.listen(port, '127.0.0.2')
  const [outcome] = await Promise.race([once(other, 'listening').then(() => ['free']), once(other, 'error').then(() => ['taken'])])
  other.close()
  expect(outcome).toBe('free')
})

test('a device port of one that runs on the same data folder is recognised too', async () => {
  const [, , , , , devicePort = ''] = ports
  const start = run(['run/start.mjs', '--data', data, '--port', '0', '--device-port', devicePort, '--no-fleet'])
  expect(await start.ended).toBe(DO_NOT_START_AGAIN)
  expect(start.output()).toContain(
    `Port ${devicePort} is taken, and Tanker Console is running already on this data folder (process ${await serverPid()}). Stop that one first`,
  )
  expect(await health()).toBe(200)
}, 60_000)

test('a stop ends the server, the fleet and PostgreSQL without complaint, and the next start says little', async () => {
  const pid = await postmaster()
  const before = serving.output()
  await stop(serving)
  expect(isAlive(pid)).toBe(false)
  expect(serving.output().slice(before.length)).not.toMatch(/57P01|terminating connection|^\s+at |"level":[456]0/m)
  serving = run(['run/start.mjs', ...ports, '--trucks', '2', '--no-backfill'])
  await eventually(() => serving.output()).toContain('trucks connected')
  expect(serving.output()).toMatch(/^Starting … \d+ s$/m)
  expect(serving.output()).not.toContain('Sign-ins')
  expect(serving.output().trim().split('\n').length).toBeLessThan(10)
}, 200_000)

test.each([
  { args: ['--port', 'many'], text: /--port many: a port is a number from 0 to 65535\.$/ },
  { args: ['--trucks=few'], text: /^--trucks few: enter a whole number\.$/ },
])(
  '[M2] a wrong setting ends the start at once with its message: $args',
  async ({ args, text }) => {
    const start = run(['run/start.mjs', ...args])
    expect(await start.ended).toBe(DO_NOT_START_AGAIN)
    expect(start.output().trim()).toMatch(text)
  },
  60_000,
)

test('[M2] a virtual fleet that was killed is started again while the server goes on', async () => {
  const connected = (): number => serving.output().split('trucks connected').length
  const before = connected()
  const fleet = (await childrenOf(serving.child.pid ?? 0)).find(({ command }) => command.includes('fleet.js'))
  process.kill(fleet?.pid ?? 0, 'SIGKILL')
  await eventually(connected).toBeGreaterThan(before)
  expect(serving.output()).toMatch(/The virtual fleet ended unexpectedly \(SIGKILL\)\. Restarting in 1 s\./)
  expect(await health()).toBe(200)
}, 100_000)

test('SIGTERM to npm alone ends all that it started and leaves nothing running, and the data folder opens again at once', async () => {
  await stop(serving)
  const started = run(['start', '--', ...ports, '--trucks', '2', '--no-backfill'], { program: 'npm' })
  await eventually(() => started.output()).toContain('trucks connected')
  const pids = [...(await descendantsOf(started.child.pid ?? 0)), await postmaster()]
  // The shell, the start command, the server and the fleet at least, and PostgreSQL.
  expect(pids.length).toBeGreaterThanOrEqual(5)
  started.child.kill('SIGTERM')
  // Each process of it holds the output open until it ends.
  await started.ended
  await eventually(() => pids.filter((pid) => isAlive(pid))).toEqual([])
  expect(started.output()).not.toMatch(/57P01|terminating connection|^\s+at /m)
  serving = run(['run/start.mjs', ...ports, '--trucks', '2', '--no-backfill'])
  await eventually(() => serving.output()).toContain('trucks connected')
  expect(serving.output()).not.toMatch(/taken|Another/)
}, 200_000)

async function descendantsOf(parent: number): Promise<number[]> {
  const children = await childrenOf(parent)
  return (await Promise.all(children.map(async ({ pid }) => [pid, ...(await descendantsOf(pid))]))).flat()
}

/** The processes that a process started (Linux). */
async function childrenOf(parent: number): Promise<{ readonly pid: number; readonly command: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(
    pids.map(async (pid) => ({
      pid: Number(pid),
      parent: Number((await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).replace(/^.*\) /s, '').split(' ')[1]),
      command: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    })),
  )
  return all.filter((each) => each.parent === parent)
}

test('[L6] an older program on the database of a newer one says so in one sentence', async () => {
  const database = await createTestDatabase()
  try {
    await database.pool.query(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-of-the-future', now()::text)`)
    const start = run([join(BUILD, 'server.js'), '--port', '0', '--device-port', '0'], { env: { DATABASE_URL: database.url } })
    expect(await start.ended).toBe(DO_NOT_START_AGAIN)
    expect(start.output().trim()).toMatch(
      /^The database was last used by a newer release.*9999-of-the-future.*Start that release or a newer one/,
    )
    expect(start.output().trim()).not.toContain('\n')
  } finally {
    await database.close()
  }
}, 60_000)

test('a database that does not answer is named without a stack', async () => {
  const port = await freePort()
  const start = run([join(BUILD, 'server.js')], {
    env: { DATABASE_URL: `postgres://a:secret@127.0.0.1:${port}/t`, TANKER_DATABASE_WAIT: '1' },
  })
  expect(await start.ended).toBe(1)
  expect(start.output()).toMatch(
    /^The database at 127\.0\.0\.1:\d+\/t did not take writes within 1 s: .*TANKER_DATABASE_WAIT sets how many seconds to wait\.$/m,
  )
  expect(start.output()).not.toContain('    at ')
  expect(start.output()).not.toContain('secret')
}, 60_000)

test.runIf(isRoot)(
  'a checkout that cannot be written and was never prepared says what to do',
  async () => {
    const checkout = join(folder, 'checkout')
    for (const part of ['run', 'package.json', 'package-lock.json', 'packages/database/src/folder-lock.mjs'])
      await cp(join(PROJECT_FOLDER, part), join(checkout, part), { recursive: true })
    const start = run(['run/start.mjs'], { cwd: checkout, uid: ORDINARY_USER, gid: ORDINARY_USER })
    expect(await start.ended).toBe(DO_NOT_START_AGAIN)
    expect(start.output().trim()).toMatch(
      /^The folder .*checkout cannot be written, so the packages cannot be installed\. Run "npm start" there once as its owner/,
    )
    expect(await readdir(checkout)).not.toContain('.start.lock')
  },
  60_000,
)

/** Where a start in this checkout would put its data, were nothing said. */
async function defaultFolder(checkout: string, user?: { uid: number; gid: number; env?: Record<string, string> }) {
  const file = join(PROJECT_FOLDER, 'run', 'data-folder.mjs')
  const program = `import { defaultDataFolder } from ${JSON.stringify(file)}; console.log(JSON.stringify(defaultDataFolder(${JSON.stringify(checkout)})))`
  const start = run(['--input-type=module', '-e', program], user)
  await start.ended
  return JSON.parse(start.output()) as { folder: string; note: string | null }
}

test.runIf(isRoot)('[M11] root in a checkout that is closed to others keeps the data in /var/lib/tanker and says so', async () => {
  const closed = join(folder, 'closed')
  const checkout = join(closed, 'tanker')
  await mkdir(checkout, { recursive: true })
  expect(await defaultFolder(checkout)).toEqual({ folder: join(checkout, '.data'), note: null })
  await chmod(closed, 0o700)
  const { folder: chosen, note } = await defaultFolder(checkout)
  expect(chosen).toBe('/var/lib/tanker')
  expect(note).toContain(`${closed} is closed to other users`)
  await mkdir(join(checkout, '.data', 'data'), { recursive: true })
  expect(await defaultFolder(checkout)).toEqual({ folder: join(checkout, '.data'), note: null })
})

test.runIf(isRoot)('an ordinary user in a checkout of root keeps the data in a folder of their own', async () => {
  const checkout = join(folder, 'of-root')
  const home = join(folder, 'home')
  for (const each of [checkout, home]) await mkdir(each)
  await chown(home, ORDINARY_USER, ORDINARY_USER)
  const user = { uid: ORDINARY_USER, gid: ORDINARY_USER, env: { HOME: home, XDG_DATA_HOME: '' } }
  const { folder: chosen, note } = await defaultFolder(checkout, user)
  expect(chosen).toBe(join(home, '.local', 'share', 'tanker'))
  expect(note).toContain(`${checkout} cannot be written`)
})

test('npm start -- --stage: the list of accidents in both languages; an unknown one is refused with the list', async () => {
  const [list, unknown, alone] = ['help', 'roadside']
    .map((name) => run(['run/start.mjs', '--stage', name]))
    .concat(run(['run/start.mjs', '--no-fleet', '--stage', 'roadside-theft']))
  expect(await list!.ended).toBe(0)
  expect(list!.output()).toContain('  roadside-theft')
  expect(list!.output()).toContain('途中偷卸')
  expect(await unknown!.ended).toBe(DO_NOT_START_AGAIN)
  expect(unknown!.output()).toContain('--stage roadside: there is no such scenario')
  expect(unknown!.output()).toContain('  roadside-theft')
  expect(await alone!.ended).toBe(DO_NOT_START_AGAIN)
  expect(alone!.output()).toContain('--stage needs the virtual fleet')
})
