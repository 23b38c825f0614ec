import { randomBytes } from 'node:crypto'
import { Migrator } from 'kysely'
import { expect, test } from 'vitest'
import { connect, migrate } from './connection.ts'
import { migrations } from './migrations/all.ts'
import { programUrl } from './program-role.ts'
import { TEST_SERVER } from './test-database.ts'

/** Names in the catalogue that still say company. */
const FORMER_NAMES = `
  SELECT c.relname || '.' || attname AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 'I') AND NOT attisdropped AND attname ~ 'compan'
  UNION ALL SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname ~ 'compan'
  UNION ALL SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conname ~ 'compan'
  UNION ALL SELECT tgname FROM pg_trigger WHERE tgname ~ 'compan'
  UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND (proname ~ 'compan' OR prosrc ~ 'compan')`

test('a database of a former release keeps its rows, and every column, index, constraint, trigger and function says organisation', async () => {
  const admin = connect(process.env[TEST_SERVER] ?? '', { max: 1 })
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin.pool.query(`CREATE DATABASE ${name} OWNER tanker`)
  const { db, pool, close } = connect(programUrl(process.env[TEST_SERVER] ?? '', name))
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
    expect((await migrator.migrateTo('0037-message-commands')).error).toBeUndefined()
    await pool.query(`
      INSERT INTO company (name, code, ancestors) VALUES ('苏运', 'SY', '{1}'), ('沪运', 'HY', '{2}');
      INSERT INTO truck (id, company_id, plate, console_code, terminal_phone) VALUES (1, 1, '苏E12345', 'C1', '13800000001');
      INSERT INTO role (company_id, name) VALUES (1, '调度员');
      INSERT INTO role_grant (role_id, function) SELECT id, '*' FROM role`)
    await migrate(db)
    expect((await pool.query(FORMER_NAMES)).rows).toEqual([])
    expect((await pool.query('SELECT id, name, code FROM organisation ORDER BY id')).rows).toEqual([
      { id: 1, name: '苏运', code: 'SY' },
      { id: 2, name: '沪运', code: 'HY' },
    ])
    expect((await pool.query('SELECT permission FROM role_grant')).rows).toEqual([{ permission: '*' }])
    // What happens when a truck moves: its way is recorded.
    await pool.query('UPDATE truck SET organisation_id = 2')
    expect((await pool.query('SELECT truck_id, former_organisation_id FROM truck_moved')).rows).toEqual([
      { truck_id: 1, former_organisation_id: 1 },
    ])
    // Codes stay unique by an index with a name that says so.
    await expect(pool.query(`INSERT INTO organisation (name, code, ancestors) VALUES ('甲', 'SY', '{3}')`)).rejects.toThrow(
      'organisation_code',
    )
  } finally {
    await close()
    await admin.pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.close()
  }
})
