import { Migrator } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect, migrate } from '@tanker/database/connection'
import { migrations } from '@tanker/database/migrations/all'
import { createTestDatabase, TEST_SERVER, type TestDatabase } from '@tanker/database/test-database'
import { recordChanges } from './record-change.ts'
import { verifyChanges } from '../../verify-changes.ts'

let database: TestDatabase
let former: Connection

/** A statement of the server's administrator. */
async function admin(statement: string): Promise<void> {
  const connection = connect(process.env[TEST_SERVER] ?? '', { max: 1 })
  await connection.pool.query(statement).finally(() => connection.close())
}

beforeAll(async () => {
  database = await createTestDatabase()
  const { username } = new URL(database.url)
  const url = new URL(database.url)
  url.pathname = `${url.pathname}_former`
  // The program's role cannot create databases.
  await admin(`CREATE DATABASE ${url.pathname.slice(1)} OWNER ${username}`)
  former = connect(url.href, { max: 2 })
})
afterAll(async () => {
  const name = (await former.pool.query<{ name: string }>('SELECT current_database() AS name')).rows[0]?.name
  await former.close()
  await admin(`DROP DATABASE ${name} WITH (FORCE)`)
  await database.close()
})

test('[M8] changes of slips, keys and alarms from before stand in the chain after an upgrade, and the next change follows them', async () => {
  const { db, pool } = former
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  expect((await migrator.migrateTo('0020-delivery-order')).error).toBeUndefined()
  await pool.query(`INSERT INTO company (id, name, code, ancestors) VALUES (1, '东港运输', 'DG', '{1}');
    INSERT INTO role (id, company_id, name) VALUES (1, 1, '调度员');
    INSERT INTO app_user (id, company_id, role_id, user_name, password_hash) VALUES (1, 1, 1, 'anna', '');
    INSERT INTO integration_key (id, company_id, name, key_hash, created_at) VALUES (1, 1, 'ERP', '', now())`)
  await pool.query(`INSERT INTO cargo_change (company_id, subject, subject_id, what, old, changed_at, user_id, key_id)
    SELECT 1, 'alarm', 9000000000 + n, 'judged', '{"confirm": "confirmed", "a": 1}'::jsonb, '2026-03-01T08:00:00.123Z'::timestamptz, 1, NULL FROM generate_series(1, 600) AS n
    UNION ALL SELECT 1, 'slip', 7, 'updated', '{"b": [1, {"d": 1, "c": null}]}', '2026-03-01T09:00:00Z', NULL, 1
    UNION ALL SELECT 1, 'integration_key', 1, 'created', NULL, '2026-03-01T09:00:00Z', NULL, NULL`)
  await migrate(db)
  expect(await verifyChanges(db)).toMatchObject({ kind: 'whole', rows: 602 })
  const { rows } = await pool.query(
    'SELECT at, user_name, entity, row_id, action, old, key_id FROM change_log WHERE id IN (1, 601, 602) ORDER BY id',
  )
  expect(rows).toEqual([
    {
      at: new Date('2026-03-01T08:00:00.123Z'),
      user_name: 'anna',
      entity: 'alarm',
      row_id: '9000000001',
      action: 'confirm',
      old: { confirm: 'confirmed', a: 1 },
      key_id: null,
    },
    expect.objectContaining({ user_name: 'ERP', entity: 'slip', action: 'change', key_id: 1 }),
    expect.objectContaining({ user_name: '', entity: 'integration_key', action: 'create', old: null }),
  ])
  await db
    .transaction()
    .execute((transaction) =>
      recordChanges(transaction, { id: 1, userName: 'anna', at: new Date() }, [
        { entity: 'station', rowId: 1, organisationId: 1, action: 'create', old: null, new: { name: 'x' } },
      ]),
    )
  expect(await verifyChanges(db)).toMatchObject({ kind: 'whole', rows: 603 })
}, 60_000)
