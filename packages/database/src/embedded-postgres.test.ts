import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assertDurable, connect } from './connection.ts'
import { DataFolderRefused } from './data-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive } from './folder-lock.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')
const isRoot = process.getuid?.() === 0
/** `nobody` on every Linux. */
const ORDINARY_USER = 65_534

let folder: string
const started: EmbeddedPostgres[] = []
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tanker-launcher-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  for (const server of started.splice(0)) await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(where = folder): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(where, {}, { onLost: () => undefined, onBack: () => undefined })
  started.push(server)
  return server
}

/** Why a start in the folder is refused. */
const refusalOf = (where = folder): Promise<string> =>
  start(where).then(
    () => 'it started',
    (error: unknown) => {
      expect(error).toBeInstanceOf(DataFolderRefused)
      return (error as Error).message
    },
  )

type StartReport = { readonly pid: number; readonly url: string; readonly refused?: boolean; readonly message?: string }

/** Starts the server of the folder in a program of its own. */
async function startElsewhere(
  where = folder,
  user?: { uid: number; gid: number },
): Promise<{ child: ChildProcess; report: Promise<StartReport> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'packages/database/src/test-postgres-owner.ts', where], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...user,
  })
  children.push(child)
  const report = new Promise<StartReport>((done, fail) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', (line) => done(JSON.parse(line) as StartReport))
    child.once('exit', (code) => fail(new Error(`it ended with ${code} and said nothing`)))
  })
  return { child, report }
}

async function ask<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query(text)
    return rows as T[]
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((done) => setTimeout(done, 50))
}

test('a first start makes a database that keeps what it is given, and a second start finds it', async () => {
  const first = await start()
  await ask(first.url('postgres'), 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)')
  await first.stop()
  const second = await start()
  expect(await ask(second.url('postgres'), 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  expect((await readdir(folder)).filter((name) => name.includes('.new') || name.includes('.tmp') || name.includes('lock'))).toEqual([])
})

test('a server that a killed program left running is taken over, and stopped by the program that took it', async () => {
  const { child, report } = await startElsewhere()
  const first = await report
  child.kill('SIGKILL')
  await once(child, 'exit')
  const second = await start()
  expect(second.pid).toBe(first.pid)
  await second.stop()
  expect(isAlive(first.pid)).toBe(false)
})

test('a second program on the same folder shares the server and leaves it running', async () => {
  const { report } = await startElsewhere()
  const first = await report
  const second = await start()
  expect(second.pid).toBe(first.pid)
  await second.stop()
  expect(await ask(first.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('[L7] the server does not outlive the program that shared it when its owner was killed', async () => {
  const { child, report } = await startElsewhere()
  const { pid } = await report
  const second = await start()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await second.stop()
  expect(isAlive(pid)).toBe(false)
})

test('two programs that start at once in an empty folder end up on one whole database', async () => {
  const [first, second] = await Promise.all([startElsewhere(), startElsewhere()])
  const reports = await Promise.all([first.report, second.report])
  expect(reports[0].url).toBe(reports[1].url)
  expect(await ask(reports[0].url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('[M1] a server that was killed comes back on the same port with what was committed', async () => {
  const server = await start()
  const url = server.url('postgres')
  await ask(url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)')
  const killed = server.pid
  process.kill(killed, 'SIGKILL')
  await until(() => server.pid !== killed)
  expect(server.url('postgres')).toBe(url)
  expect(await ask(url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
})

test('[M1] a program that shares the server brings it back when the owner went with it', async () => {
  const { child, report } = await startElsewhere()
  const { pid, url } = await report
  const second = await start()
  child.kill('SIGKILL')
  await once(child, 'exit')
  process.kill(pid, 'SIGKILL')
  await until(() => second.pid !== pid)
  expect(await ask(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('[M1] a server that cannot be brought back is given up after five failures, with the reason', async () => {
  const givenUp = new Promise<Error>((onGivenUp) => {
    void startEmbeddedPostgres(folder, {}, { onLost: () => undefined, onGivenUp }).then(async (server) => {
      await truncate(join(folder, 'data', 'global', 'pg_control'), 100)
      process.kill(server.pid, 'SIGKILL')
    })
  })
  expect((await givenUp).message).toMatch(/given up.*control ?file|given up.*pg_control/is)
}, 60_000)

test('[H5] a folder whose PG_VERSION is missing is refused, and nothing in it is removed', async () => {
  await (await start()).stop()
  const data = join(folder, 'data')
  await rm(join(data, 'PG_VERSION'))
  const before = await readdir(data)
  expect(await refusalOf()).toMatch(/holds files but no PG_VERSION.*Nothing was changed.*Restore/s)
  expect(await readdir(data)).toEqual(before)
})

test('[H5] a folder with foreign files in place of the database is refused and left unchanged', async () => {
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'data', 'thesis.txt'), 'years of work')
  expect(await refusalOf()).toMatch(/no PG_VERSION/)
  expect(await readFile(join(folder, 'data', 'thesis.txt'), 'utf8')).toBe('years of work')
})

test('[H5] a start that was interrupted while it made the database is repeated', async () => {
  await mkdir(join(folder, 'data.new'))
  await writeFile(join(folder, 'data.new', 'PG_VERSION'), '18\n')
  await writeFile(join(folder, 'access.json'), JSON.stringify({ port: 0, password: 'of the interrupted start' }))
  const server = await start()
  expect(await ask(server.url('postgres'), 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('[H5] access.json without its database is half a backup: refused, not replaced by an empty database', async () => {
  await (await start()).stop()
  await rm(join(folder, 'data'), { recursive: true })
  expect(await refusalOf()).toMatch(/holds access\.json, but the database .* is missing.*Restore/s)
})

test.each([
  ['missing', null],
  ['cut off', '{"port":5'],
  ['without a password', '{"port":5432}'],
  ['of another database', '{"port":5432,"password":"another"}'],
])('[L6] an access.json that is %s is made again, and the database keeps its rows', async (_, text) => {
  const first = await start()
  await ask(first.url('postgres'), 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (3)')
  await first.stop()
  if (text === null) await rm(join(folder, 'access.json'))
  else await writeFile(join(folder, 'access.json'), text)
  const second = await start()
  expect(await ask(second.url('postgres'), 'SELECT n FROM kept')).toEqual([{ n: 3 }])
  await second.stop()
  expect(await ask((await start()).url('postgres'), 'SELECT n FROM kept')).toEqual([{ n: 3 }])
})

test('[L6] a lost access.json is made again while the server of a killed program still runs', async () => {
  const { child, report } = await startElsewhere()
  const { url } = await report
  await ask(url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (4)')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await rm(join(folder, 'access.json'))
  expect(await ask((await start()).url('postgres'), 'SELECT n FROM kept')).toEqual([{ n: 4 }])
})

test('[L6] a damaged pg_control is named in one sentence, and nothing is removed', async () => {
  await (await start()).stop()
  const control = join(folder, 'data', 'global', 'pg_control')
  const bytes = await readFile(control)
  await writeFile(control, bytes.fill(7, 8, 200))
  const refusal = await refusalOf()
  expect(refusal).toMatch(/cannot read the database in .*Nothing was removed\. Restore the whole folder/s)
  expect(refusal).not.toContain('\n')
  expect(await readFile(control)).toEqual(bytes)
})

test('[L6] a file in the place of the folder is named', async () => {
  await writeFile(join(folder, 'taken'), '')
  expect(await refusalOf(join(folder, 'taken'))).toMatch(/there is a file of that name/)
})

test.runIf(isRoot)('[L6] a folder that an ordinary user may not write is named, with the user', async () => {
  await chmod(folder, 0o555)
  const { report } = await startElsewhere(folder, { uid: ORDINARY_USER, gid: ORDINARY_USER })
  const { refused, message } = await report
  expect(refused).toBe(true)
  expect(message).toMatch(/may not be read and written by user nobody \(EACCES\)/)
  expect(await readdir(folder)).toEqual([])
})

test.runIf(isRoot)('[M11] root in a folder whose parents are closed hears the first closed one and what to do', async () => {
  await chmod(folder, 0o700)
  await writeFile(join(folder, 'of-the-owner.txt'), '')
  expect(await refusalOf(join(folder, 'tanker', '.data'))).toMatch(
    new RegExp(`The folder ${folder} is closed to other users.*/var/lib/tanker.*chmod o\\+x ${folder}`, 's'),
  )
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test.runIf(isRoot)('[M11] root does not open a folder that holds other things than the database', async () => {
  await chmod(folder, 0o700)
  await writeFile(join(folder, 'of-the-owner.txt'), '')
  expect(await refusalOf()).toContain(`The folder ${folder} is closed`)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test.runIf(isRoot)('[M11] root serves the database of an ordinary user, who can start it again afterwards', async () => {
  await chown(folder, ORDINARY_USER, ORDINARY_USER)
  const byUser = { uid: ORDINARY_USER, gid: ORDINARY_USER }
  const first = await startElsewhere(folder, byUser)
  const { url, message: refusal } = await first.report
  expect(refusal).toBeUndefined()
  await ask(url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (5)')
  first.child.stdin?.end()
  await once(first.child, 'exit')
  const second = await startElsewhere(folder, byUser)
  expect((await second.report).message).toBeUndefined()
  second.child.stdin?.end()
  await once(second.child, 'exit')
  const byRoot = await start()
  expect(await ask(byRoot.url('postgres'), 'SELECT n FROM kept')).toEqual([{ n: 5 }])
  await byRoot.stop()
  const again = await startElsewhere(folder, byUser)
  expect(await ask((await again.report).url, 'SELECT n FROM kept')).toEqual([{ n: 5 }])
  again.child.stdin?.end()
  await once(again.child, 'exit')
})

test('a copy of a stopped folder starts on its own', async () => {
  await (await start()).stop()
  const copy = join(folder, 'copy')
  await cp(join(folder, 'data'), join(copy, 'data'), { recursive: true, preserveTimestamps: true })
  await cp(join(folder, 'access.json'), join(copy, 'access.json'))
  if (isRoot) {
    const { uid, gid } = await stat(join(folder, 'data'))
    for (const name of ['', ...(await readdir(join(copy, 'data'), { recursive: true }))]) await chown(join(copy, 'data', name), uid, gid)
  }
  await chmod(join(copy, 'data'), 0o700)
  expect(await ask((await start(copy)).url('postgres'), 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('data of another major version are refused with a clear text and left as they are', async () => {
  const server = await start()
  await server.stop()
  const file = join(folder, 'data', 'PG_VERSION')
  await writeFile(file, '9\n')
  expect(await refusalOf()).toMatch(/written by PostgreSQL 9.*Nothing was touched/s)
  expect(await readFile(file, 'utf8')).toBe('9\n')
})

test('a server that could lose acknowledged data is refused', async () => {
  const server = await startEmbeddedPostgres(folder, { fsync: 'off' })
  started.push(server)
  const connection = connect(server.url('postgres'))
  await expect(assertDurable(connection.db)).rejects.toThrow(/fsync = off.*Switch it on/s)
  await connection.close()
})
