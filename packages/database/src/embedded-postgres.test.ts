import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assertDurable, connect } from './connection.ts'
import { type EmbeddedPostgres, hasData, startEmbeddedPostgres } from './embedded-postgres.ts'

let folder: string
const started: EmbeddedPostgres[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tanker-launcher-'))
})
afterEach(async () => {
  await writeFile(join(folder, 'owner'), String(process.pid))
  for (const server of started.splice(0)) await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(folder)
  started.push(server)
  return server
}

async function ask<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows as T[]
}

test('a first start makes a database that keeps what it is given, and a second start finds it', async () => {
  expect(await hasData(folder)).toBe(false)
  const first = await start()
  await ask(first.url('postgres'), 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)')
  await first.stop()
  const second = await start()
  expect(await ask(second.url('postgres'), 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  expect(await hasData(folder)).toBe(true)
})

test('a server that a killed program left running is taken over, and stopped by the program that took it', async () => {
  const first = await start()
  // A process that has surely ended stands for the killed program.
  const ended = spawn(process.execPath, ['-e', ''])
  await once(ended, 'exit')
  await writeFile(join(folder, 'owner'), String(ended.pid))
  const second = await start()
  expect(second.pid).toBe(first.pid)
  await second.stop()
  await expect(ask(first.url('postgres'), 'SELECT 1')).rejects.toThrow()
})

test('a second program on the same folder borrows the server and leaves it running', async () => {
  const first = await start()
  await writeFile(join(folder, 'owner'), String(process.ppid))
  const second = await start()
  await second.stop()
  expect(await ask(first.url('postgres'), 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('after PostgreSQL itself was killed, the next start recovers it', async () => {
  const first = await start()
  await ask(first.url('postgres'), 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)')
  process.kill(first.pid, 'SIGKILL')
  const second = await start()
  expect(await ask(second.url('postgres'), 'SELECT n FROM kept')).toEqual([{ n: 1 }])
})

test('data of another major version are refused with a clear text and left as they are', async () => {
  const server = await start()
  await server.stop()
  const file = join(folder, 'data', 'PG_VERSION')
  await writeFile(file, '9\n')
  await expect(start()).rejects.toThrow(/written by PostgreSQL 9.*Nothing was touched/s)
  expect(await readFile(file, 'utf8')).toBe('9\n')
})

test('a server that could lose acknowledged data is refused', async () => {
  const server = await startEmbeddedPostgres(folder, { fsync: 'off' })
  started.push(server)
  const connection = connect(server.url('postgres'))
  await expect(assertDurable(connection.db)).rejects.toThrow(/fsync = off.*Switch it on/s)
  await connection.close()
})
