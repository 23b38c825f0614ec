import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAccess } from './platform/access/record-access.ts'
import { type SignedIn, startTestApi, type TestApi } from './platform/http/test-api.ts'
import { callFrom } from './platform/changes/caller.ts'
import type { ChainTable } from './platform/changes/hash-chain.ts'
import { recordChanges } from './platform/changes/record-change.ts'
import { chainText, verifyChanges } from './verify-changes.ts'

let server: TestApi
let admin: SignedIn
const TABLES = ['change_log', 'access_log'] as const

/** Adds rows to a log as calls do. */
const add = (table: ChainTable, rows: number): Promise<void> =>
  callFrom('192.0.2.7', 'Firefox', () => {
    const { db } = server.database
    const user = { id: admin.userId, userName: 'admin', organisationId: 1 }
    const each = Array.from({ length: rows }, (_, index) => index + 1)
    return table === 'access_log'
      ? recordAccess(
          db,
          server.now,
          each.map((sessionId) => ({ what: 'session-ended' as const, user, by: user, sessionId })),
        )
      : db.transaction().execute((transaction) =>
          recordChanges(
            transaction,
            { id: user.id, userName: user.userName, at: server.now },
            each.map((rowId) => ({
              entity: 'station',
              rowId,
              organisationId: 1,
              action: 'change' as const,
              old: { a: 1, b: 2 },
              new: { b: rowId },
            })),
          ),
        )
  })

beforeAll(async () => {
  server = await startTestApi()
  admin = await server.signIn('admin')
  for (const table of TABLES) await add(table, 12)
})
afterAll(() => server.close())

const state = (table: ChainTable) => verifyChanges(server.database.db, table)

/** Runs as owner of the tables with the triggers of a log disabled, which no call can do. */
async function unguarded(table: ChainTable, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await server.database.pool.connect()
  try {
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER append_only`)
    await work(client)
  } finally {
    await client.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER append_only`)
    client.release()
  }
}

describe.each(TABLES)('[T35] the chain of %s', (table) => {
  test.each(['UPDATE %s SET user_name = user_name', 'DELETE FROM %s WHERE id = 3', 'TRUNCATE %s', `UPDATE %s SET hash = hash WHERE false`])(
    '[M8] the owner of the database is refused: %s',
    async (statement) => {
      const { pool } = server.database
      await expect(pool.query(statement.replace('%s', table))).rejects.toMatchObject({
        code: '42501',
        message: `rows of ${table} are never changed or taken out`,
      })
      // As a superuser a session may switch ordinary triggers off by this.
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        await client.query(`SET LOCAL session_replication_role = 'replica'`)
        await expect(client.query(statement.replace('%s', table))).rejects.toMatchObject({ code: '42501' })
      } finally {
        await client.query('ROLLBACK')
        client.release()
      }
    },
  )

  test('concurrent writers produce one complete chain without gaps', async () => {
    const before = await state(table)
    if (before.kind !== 'whole') throw new Error(`broken before: ${before.id}`)
    await Promise.all(Array.from({ length: 20 }, () => add(table, 2)))
    expect(await state(table)).toMatchObject({
      kind: 'whole',
      rows: before.rows + 40,
      lastHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('every column of every row is protected: if one is altered, the row is named', async () => {
    const { rows: columns } = await server.database.pool.query<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 AND column_name NOT IN ('id')`,
      [table],
    )
    const ALTERED: Readonly<Record<string, string>> = {
      text: `coalesce(%s, '') || 'x'`,
      jsonb: `'{"x": 1}'`,
      bytea: `decode('00', 'hex')`,
      integer: `coalesce(%s, 0) + 1`,
      bigint: `coalesce(%s, 0) + 1`,
      'timestamp with time zone': `%s + interval '1 millisecond'`,
    }
    expect(columns.length).toBeGreaterThan(10)
    for (const { name, type } of columns)
      await unguarded(table, async (client) => {
        await client.query(`CREATE TEMP TABLE kept AS SELECT * FROM ${table} WHERE id = 7`)
        await client.query(`UPDATE ${table} SET "${name}" = ${ALTERED[type]?.replaceAll('%s', `"${name}"`)} WHERE id = 7`)
        expect({ name, ...(await state(table)) }).toEqual({ name, kind: 'altered', id: 7 })
        await client.query(`UPDATE ${table} SET "${name}" = kept."${name}" FROM kept WHERE ${table}.id = 7`)
        await client.query('DROP TABLE kept')
        expect((await state(table)).kind).toBe('whole')
      })
  })

  test('a row that is missing is named, and neither another in its place nor two that change places pass', async () => {
    await unguarded(table, async (client) => {
      await client.query(`CREATE TEMP TABLE kept AS SELECT * FROM ${table} WHERE id IN (8, 9)`)
      await client.query(`DELETE FROM ${table} WHERE id = 9`)
      expect(await state(table)).toEqual({ kind: 'missing', id: 9 })
      expect(chainText('history', await state(table))).toBe('The history is broken: row 9 is missing.')
      await client.query(`CREATE TEMP TABLE copied AS SELECT * FROM ${table} WHERE id = 8`)
      await client.query('UPDATE copied SET id = 9')
      await client.query(`INSERT INTO ${table} SELECT * FROM copied`)
      expect(await state(table)).toEqual({ kind: 'altered', id: 9 })
      await client.query(`DELETE FROM ${table} WHERE id IN (8, 9)`)
      await client.query(`UPDATE kept SET id = 17 - id`)
      await client.query(`INSERT INTO ${table} SELECT * FROM kept`)
      expect(await state(table)).toEqual({ kind: 'altered', id: 8 })
      await client.query(`DELETE FROM ${table} WHERE id IN (8, 9)`)
      await client.query(`UPDATE kept SET id = 17 - id`)
      await client.query(`INSERT INTO ${table} SELECT * FROM kept`)
      expect((await state(table)).kind).toBe('whole')
    })
  })

  test('a logged change has the address of the call', async () => {
    const { rows } = await server.database.pool.query<{ address: string }>(`SELECT DISTINCT address FROM ${table} ORDER BY 1`)
    expect(rows.map(({ address }) => address)).toContain('192.0.2.7')
  })
})

test('a sign-in does not wait for a change of base data that takes long', async () => {
  const slow = await server.database.pool.connect()
  try {
    await slow.query('BEGIN')
    await slow.query('SELECT pg_advisory_xact_lock(7209001)')
    expect((await server.signIn('anna')).userId).toBeGreaterThan(0)
  } finally {
    await slow.query('ROLLBACK')
    slow.release()
  }
})
