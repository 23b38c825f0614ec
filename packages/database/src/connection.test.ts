import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertDurable, connect } from './connection.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { startTestProxy, throughPort } from './test-proxy.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const cutOff = (pid: number) => database.pool.query('SELECT pg_terminate_backend($1)', [pid])

test('[HA-1] a connection that is lost while it is borrowed fails what it is asked, and the process lives on', async () => {
  // No query runs at that moment: the loss is only an event, and an unhandled error event ends the process.
  const client = await database.pool.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await cutOff(rows[0]?.pid ?? 0)
  await expect.poll(() => client.query('SELECT 1').then(String, () => 'lost')).toBe('lost')
  client.release()

  const inTransaction = database.db.transaction().execute(async (transaction) => {
    const found = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction)
    await cutOff(found.rows[0]?.pid ?? 0)
    await expect.poll(() => sql`SELECT 1`.execute(transaction).then(String, () => 'lost')).toBe('lost')
    await sql`SELECT 1`.execute(transaction)
  })
  await expect(inTransaction).rejects.toThrow()

  const locked = database.db.connection().execute(async (connection) => {
    const found = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid, pg_advisory_lock(77)`.execute(connection)
    await cutOff(found.rows[0]?.pid ?? 0)
    await expect.poll(() => sql`SELECT 1`.execute(connection).then(String, () => 'lost')).toBe('lost')
  })
  await locked.catch(() => undefined)

  const reading = database
    .reading(1)
    .transaction()
    .execute(async (transaction) => {
      const found = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction)
      await cutOff(found.rows[0]?.pid ?? 0)
      await expect.poll(() => sql`SELECT 1`.execute(transaction).then(String, () => 'lost')).toBe('lost')
    })
  await expect(reading).rejects.toThrow()

  // The pool hands none of them out again.
  const answers = await Promise.all(Array.from({ length: 12 }, () => database.pool.query<{ n: number }>('SELECT 1 AS n')))
  expect(answers.map(({ rows: [row] }) => row?.n)).toEqual(Array.from({ length: 12 }, () => 1))
})

test('[HA-3] a pool closes connections on which the database says nothing, and goes on with others', async () => {
  const proxy = await startTestProxy(Number(new URL(database.url).port))
  const far = connect(throughPort(database.url, proxy.port), { max: 2, answerWithinMs: 500 })
  try {
    await far.pool.query('SELECT 1')
    proxy.silent = true
    await expect(far.pool.query('SELECT 2')).rejects.toThrow(/did not answer within 0.5 s/)
    proxy.silent = false
    await expect
      .poll(() => sql<{ n: number }>`SELECT 3 AS n`.execute(far.db).then(({ rows }) => rows, String), { timeout: 20_000 })
      .toEqual([{ n: 3 }])
  } finally {
    proxy.silent = false
    await far.close()
    await proxy.close()
  }
})

test('[HA-5] commits that do not wait for the disk are refused wherever it was set, and on demand a server without a standby', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await assertDurable(database.db)
  for (const setting of ['off', 'local']) {
    await database.pool.query(`ALTER DATABASE ${name} SET synchronous_commit = ${setting}`)
    const fresh = connect(database.url)
    await expect(assertDurable(fresh.db)).rejects.toThrow(`synchronous_commit = ${setting}`)
    await fresh.close()
  }
  await database.pool.query(`ALTER DATABASE ${name} SET synchronous_commit = remote_write`)
  const enough = connect(database.url)
  await assertDurable(enough.db)
  await expect(assertDurable(enough.db, { requireStandby: true })).rejects.toThrow(/names no synchronous standby.*TANKER_REQUIRE_STANDBY/)
  await enough.close()
})

test('a pool that was closed has no session left on the server, so that stopping the server next cuts none off', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { pool, close } = connect(database.url, { max: 8, applicationName: 'closes' })
    const clients = await Promise.all(Array.from({ length: 8 }, () => pool.connect()))
    for (const client of clients) client.release()
    await close()
    const { rows } = await database.pool.query(`SELECT pid FROM pg_stat_activity WHERE application_name = 'closes'`)
    expect(rows).toEqual([])
  }
})

test('a session that the server ends while the pool closes is no loss to report; before that it is', async () => {
  const lost: string[] = []
  const { pool, close } = connect(database.url, { max: 2, onIdleError: (error) => lost.push((error as { code?: string }).code ?? '') })
  const pidOf = async (): Promise<number> => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0
  await cutOff(await pidOf())
  await expect.poll(() => lost).toEqual(['57P01'])
  const pid = await pidOf()
  await Promise.all([close(), cutOff(pid)])
  expect(lost).toEqual(['57P01'])
})
