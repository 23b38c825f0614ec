import { type Connection, connect, migrate } from '@tanker/database/connection'
import { startTestServer, type TestServer } from '@tanker/database/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedEnd, readOutbox } from './outbox.ts'

/** A server of its own starts slowly on a busy machine. */
const SLOW_MS = 300_000

let server: TestServer
let database: Connection
beforeAll(async () => {
  // What did not commit with care stays in memory for as long as it can, so that a crash surely loses it.
  server = await startTestServer({ wal_writer_delay: '10s', autovacuum: 'off' })
  database = connect(server.url('tanker'))
  await migrate(database.db)
  await database.pool.query(`
    INSERT INTO organisation (id, name, code, ancestors) VALUES (1, 'A', 'A', '{1}');
    INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone) VALUES (1, 1, 'A1', 'C1', '13000000001')`)
}, SLOW_MS)
afterAll(async () => {
  await database.close()
  await server.stop()
})

const raise = async (object: number): Promise<string> => {
  const { rows } = await database.pool.query<{ alarm_id: string }>(
    `WITH a AS (INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties)
       VALUES (1, 1, 1, now(), $1, 'test', 'red', true, '{}') RETURNING id)
     INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT 1, 1, id, 'raised' FROM a RETURNING alarm_id`,
    [object],
  )
  return rows[0]?.alarm_id ?? ''
}

/** Transactions that take a number and leave nothing on the disk: hints of the bus, and what was rolled back. */
const burnTransactionNumbers = async (): Promise<void> => {
  const client = await database.pool.connect()
  await client.query('SET synchronous_commit = off')
  for (let i = 0; i < 100; i += 1) await client.query(`NOTIFY tanker_live, '${i}'`)
  for (let i = 0; i < 100; i += 1) await client.query('BEGIN; SELECT pg_current_xact_id(); ROLLBACK')
  client.release(true)
}

test('[HA-2] transaction numbers reused after a crash hide no alarm from a cursor', async () => {
  const first = await raise(1)
  await burnTransactionNumbers()
  const seen = await readOutbox(database.db, '0', 100)
  const end = await feedEnd(database.db)
  const { rows } = await database.pool.query<{ xid: string }>('SELECT max(xid)::text AS xid FROM outbox')
  const next = async () => (await database.pool.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid')).rows[0]?.xid ?? '0'
  const before = BigInt(await next())

  await server.kill()
  await server.restart()
  // The premise: the numbers are given out a second time.
  expect(BigInt(await next())).toBeLessThan(before)

  const second = await raise(2)
  for (const cursor of [seen.cursor, end]) {
    const found = await readOutbox(database.db, cursor, 100)
    expect(found.rows.map((row) => row.id)).toEqual([second])
  }
  expect(seen.rows.map((row) => row.id)).toEqual([first])
  expect([seen.cursor, end]).toEqual([rows[0]?.xid, rows[0]?.xid])
})

test('[HA-2] a cursor beyond the end, whose rows are gone, is reset to the end', async () => {
  const end = await feedEnd(database.db)
  const beyond = String(BigInt(end) + 1_000n)
  expect(await readOutbox(database.db, beyond, 100)).toEqual({ rows: [], cursor: end, more: false })
})
