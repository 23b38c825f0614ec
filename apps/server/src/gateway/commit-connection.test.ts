import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import { startTestProxy, type TestProxy, throughPort } from '@tanker/database/test-proxy'
import { askOnce, startTestServer } from '@tanker/database/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CommitConnection, DatabaseUnavailable, RowRefused, createCommitConnection } from './commit-connection.ts'

let database: TestDatabase
let proxy: TestProxy
let connection: CommitConnection
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('CREATE TABLE kept (n int PRIMARY KEY)')
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('TRUNCATE kept')
  proxy = await startTestProxy(Number(new URL(database.url).port))
  connection = createCommitConnection(throughPort(database.url, proxy.port), 'committing', { answerWithinMs: 500 })
})
afterEach(async () => {
  await connection.close()
  await proxy.close()
})

const insert = (n: number) => ({
  name: 'keep',
  text: 'INSERT INTO kept VALUES ($1) ON CONFLICT (n) DO UPDATE SET n = excluded.n RETURNING n',
  values: [n],
})
const kept = async (): Promise<number[]> =>
  (await database.pool.query<{ n: number }>('SELECT n FROM kept ORDER BY n')).rows.map(({ n }) => n)

test('[HA-3][F09] a database that falls silent counts as no answer, the connection is closed, and the next one works', async () => {
  await connection.run(insert(1))
  proxy.silent = true
  await expect(connection.run(insert(2))).rejects.toThrow(/did not answer within 0.5 s/)
  await expect(connection.run(insert(2))).rejects.toBeInstanceOf(DatabaseUnavailable)
  proxy.silent = false
  await expect.poll(() => connection.run(insert(3)).then(String, String), { timeout: 20_000 }).not.toMatch(/Unavailable|Error/)
  expect(await kept()).toEqual(expect.arrayContaining([1, 3]))
})

test('[HA-3] a statement that is slow and answers in time is an answer', async () => {
  proxy.delayMs = 200
  for (const n of [1, 2, 3]) await connection.run(insert(n))
  expect(await kept()).toEqual([1, 2, 3])
})

test('[HA-3] each timeout in a row is twice as long: waiting backend processes do not pile up', async () => {
  const locker = await database.pool.connect()
  await locker.query('BEGIN; LOCK TABLE kept')
  const reasons: string[] = []
  for (let i = 0; i < 3; i += 1) reasons.push(await connection.run(insert(1)).then(String, String))
  await locker.query('COMMIT')
  locker.release()
  expect(reasons.map((reason) => /within ([\d.]+) s/.exec(reason)?.[1])).toEqual(['0.5', '1', '2'])
  await connection.run(insert(2))
  expect(await kept()).toEqual([1, 2])
}, 300_000)

test('[HA-1] a connection lost while waiting or idle fails its statement and reconnects', async () => {
  await connection.run(insert(1))
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'committing' AND datname = current_database()`
  await database.pool.query(cut)
  await expect.poll(() => connection.run(insert(2)).then(String, String), { timeout: 20_000 }).not.toMatch(/Error/)
  const locker = await database.pool.connect()
  await locker.query('BEGIN; LOCK TABLE kept')
  const waiting = connection.run(insert(3)).then(String, (error: unknown) => error)
  await expect
    .poll(
      async () =>
        (await database.pool.query(`SELECT FROM pg_stat_activity WHERE application_name = 'committing' AND wait_event_type = 'Lock'`))
          .rowCount,
    )
    .toBe(1)
  await database.pool.query(cut)
  expect(await waiting).toBeInstanceOf(DatabaseUnavailable)
  await locker.query('COMMIT')
  locker.release()
  await connection.run(insert(4))
  expect(await kept()).toEqual([1, 2, 4])
})

test('[HA-5] a connection for which commits do not wait for the disk is refused', async () => {
  for (const setting of ['off', 'local']) {
    await database.pool.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET synchronous_commit = ${setting}`)
    const unsafe = createCommitConnection(database.url, 'unsafe')
    await expect(unsafe.run(insert(1))).rejects.toThrow(`synchronous_commit = ${setting}`)
    await unsafe.close()
  }
  await database.pool.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} RESET synchronous_commit`)
  expect(await kept()).toEqual([])
})

test('a refused statement is distinguished from an unreachable database', async () => {
  await expect(connection.run({ name: 'bad', text: `INSERT INTO kept VALUES ('x'::int)`, values: [] })).rejects.toBeInstanceOf(RowRefused)
})

test('[HA-3][HA-5] a commit whose wait for the standby was cancelled is no answer, and without a named standby nothing is run', async () => {
  const server = await startTestServer()
  const admin = server.url('tanker')
  const careful = createCommitConnection(admin, 'committing', { requireStandby: true })
  try {
    await askOnce(admin, 'CREATE TABLE kept (n int PRIMARY KEY)')
    await expect(careful.run(insert(1))).rejects.toThrow(/names no synchronous standby/)
    expect(await askOnce(admin, 'SELECT n FROM kept')).toEqual([])

    await askOnce(admin, `ALTER SYSTEM SET synchronous_standby_names = 'nowhere'`)
    await askOnce(admin, 'SELECT pg_reload_conf()')
    await expect.poll(() => askOnce(admin, 'SHOW synchronous_standby_names')).toEqual([{ synchronous_standby_names: 'nowhere' }])
    // The connection's own process may read the new setting a moment later than the one that was asked.
    const firstAccepted = async (): Promise<unknown> => {
      const answer = await careful.run(insert(1)).then(String, (error: unknown) => error)
      return /names no synchronous standby/.test(String(answer)) ? firstAccepted() : answer
    }
    const waiting = firstAccepted()
    const inWait = () =>
      askOnce<{ pid: number }>(admin, `SELECT pid FROM pg_stat_activity WHERE application_name = 'committing' AND wait_event = 'SyncRep'`)
    await expect.poll(async () => (await inWait()).length, { timeout: 20_000 }).toBe(1)
    const [found] = await inWait()
    await askOnce(admin, `SELECT pg_cancel_backend(${found?.pid ?? 0})`)
    const answer = await waiting
    expect(answer).toBeInstanceOf(DatabaseUnavailable)
    expect(String(answer)).toMatch(/warned: canceling wait for synchronous replication/)
    // It is there on this one disk, which is why success would have been a promise too much.
    expect(await askOnce(admin, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  } finally {
    await careful.close()
    await askOnce(admin, `ALTER SYSTEM RESET synchronous_standby_names`)
    await askOnce(admin, 'SELECT pg_reload_conf()')
    await server.stop()
  }
}, 300_000)
