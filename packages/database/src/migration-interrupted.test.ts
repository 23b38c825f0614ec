import { randomBytes } from 'node:crypto'
import { Migrator } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, migrate } from './connection.ts'
import { migrations } from './migrations/all.ts'
import { programUrl } from './program-role.ts'
import { TEST_SERVER } from './test-database.ts'
import { statementFaults } from './test-faults.ts'

const FORMER_RELEASE = '0020-delivery-order'
/** The first statements one by one, then every so many: a run repeats everything before its cut. */
const ONE_BY_ONE = 6
const THEN_EVERY = 3

const admin = connect(process.env[TEST_SERVER] ?? '', { max: 1 })
const name = `test_${randomBytes(6).toString('hex')}`
let url: string
beforeAll(async () => {
  await admin.pool.query(`CREATE DATABASE ${name} OWNER tanker`)
  url = programUrl(process.env[TEST_SERVER] ?? '', name)
  const former = connect(url)
  const migrator = new Migrator({ db: former.db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateTo(FORMER_RELEASE)
  if (error) throw error
  await former.pool.query(`
    INSERT INTO company (id, name, code, ancestors) VALUES (1, '苏运', 'SY', '{1}');
    INSERT INTO truck (id, company_id, plate, console_code, terminal_phone) VALUES (1, 1, '苏E12345', 'C1', '13800000001');
    INSERT INTO truck_state (truck_id, company_id) VALUES (1, 1)`)
  await former.close()
})
afterAll(async () => {
  await admin.pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.close()
})

/** The migrations that were run, and the columns that there are. */
async function schema(): Promise<{ migrations: string[]; columns: string[] }> {
  const { pool, close } = connect(url, { max: 1 })
  try {
    const run = await pool.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
    const columns = await pool.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1`,
    )
    return { migrations: run.rows.map((row) => row.name), columns: columns.rows.map((row) => row.name) }
  } finally {
    await close()
  }
}

test('[F37] an update that is cut off at any statement leaves the schema as it was, and the next start finishes it', async () => {
  const before = await schema()
  expect(before.migrations.at(-1)).toBe(FORMER_RELEASE)
  let cuts = 0
  for (let n = 1; ; n += n < ONE_BY_ONE ? 1 : THEN_EVERY) {
    const connection = connect(url, { max: 2 })
    const faults = statementFaults(connection.pool)
    faults.cutAt(n)
    const outcome = await migrate(connection.db).then(
      () => 'done',
      () => 'cut',
    )
    await connection.close()
    if (!faults.fired) {
      expect(outcome).toBe('done')
      break
    }
    cuts += 1
    const now = await schema()
    // What the cut hits may be the last word after everything was done.
    if (now.migrations.length === before.migrations.length) expect(now).toEqual(before)
    else expect(now.migrations).toEqual(Object.keys(migrations).toSorted())
  }
  expect(cuts).toBeGreaterThan(ONE_BY_ONE)
  expect((await schema()).migrations).toEqual(Object.keys(migrations).toSorted())
  const { pool, close } = connect(url, { max: 1 })
  expect((await pool.query('SELECT plate, terminal_phone FROM truck')).rows).toEqual([{ plate: '苏E12345', terminal_phone: '13800000001' }])
  await close()
}, 300_000)
