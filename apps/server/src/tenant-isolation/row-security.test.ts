import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScope, type ScopedDb, type ScopedTable } from '@tanker/database/scope'
import { type AnyReport, reportsOf } from '@tanker/reports/define-report'
import { REPORTS } from '../app.ts'
import { monthAt } from '../reports/zoned-month.ts'
import { readFilters } from '../reports/report-filters.ts'
import { type Caller, signInAs } from './test-callers.ts'
import { startTenants, type Tenants } from './test-tenants.ts'
import { foreignWordIn, platesAtOwnStations, readThings, type Things } from './test-things.ts'

// The second defence: PostgreSQL shows readers only their own rows, even if a query lacks its scope.

const zone = 'Asia/Shanghai'
let tenants: Tenants
let things: Things
let readers: readonly Caller[]

beforeAll(async () => {
  tenants = await startTenants()
  readers = await Promise.all(['anna', 'carl', 'ben', 'xaver'].map((name) => signInAs(tenants.server, name)))
  things = await readThings(tenants.server.database.pool)
}, 60_000)
afterAll(() => tenants.server.close())

const reading = ({ organisationId }: Caller) => tenants.server.database.reading(organisationId)

/** The database of a reader without any scope in queries: only row security is left. */
function withoutScope(who: Caller): ScopedDb {
  const read = reading(who)
  return {
    scope: who,
    from: <T extends ScopedTable>(table: T) => read.selectFrom(table) as never,
    organisations: () => read.selectFrom('organisation') as never,
    read,
    unscoped: read,
  }
}

/** A report's filters for all organisations and the longest allowed period. */
async function everything(report: AnyReport, who: Caller): Promise<Record<string, unknown>> {
  const { server } = tenants
  const given = Object.fromEntries(
    Object.entries(report.filters).flatMap(([name, { kind, required, choices }]): [string, unknown][] => {
      if (kind === 'period')
        return [[name, { from: new Date(server.now.getTime() - 86_400_000).toISOString(), to: server.now.toISOString() }]]
      if (kind === 'month') return [[name, monthAt(server.now, zone)]]
      if (kind === 'truck-or-organisation') return [[name, { truckIds: [], organisationIds: [who.organisationId] }]]
      if (kind === 'organisations') return required ? [[name, { organisationIds: [who.organisationId] }]] : []
      return kind === 'dimension' ? [[name, choices[0]?.value]] : []
    }),
  )
  const filters = await readFilters(report, openScope(server.database, who), JSON.stringify(given), { now: server.now, zone })
  const all = [...things.ancestors.keys()]
  for (const [name, { kind }] of Object.entries(report.filters)) {
    // A list of one truck asks for the trucks of all here.
    if (kind === 'truck-or-organisation' || kind === 'truck') filters[name] = { of: 'organisations', ids: all }
    if (kind === 'organisations' && name in filters) filters[name] = all
  }
  return filters
}

/** Lists of places, fences and organisations, which the tenant names together. */
const TENANT_LISTS =
  /base_data\/(station|storage|park|service_depot|user_enclosure|organisation|message_recharge\/balances)$|alarm_threshold\/(threshold|st_abnormal_oil_loading)\/organisations$/

/** The top organisation of the reader's tenant. */
const tenantOf = (organisationId: number): number => {
  const above = [...(things.ancestors.get(organisationId) ?? [])]
  return above.find((one) => things.ancestors.get(one)?.size === 1) ?? organisationId
}

/** Words a reader may see: plates at its own stations, and parts of names of its tenant. */
function knownTo({ organisationId }: Caller, { path }: AnyReport): string[] {
  const tenant = tenantOf(organisationId)
  const names = things.words.filter((one) => things.ancestors.get(one.organisationId)?.has(tenant)).map(({ word }) => word)
  return [
    ...(path.includes('atg_unload') ? platesAtOwnStations(things, organisationId) : []),
    ...things.words.map(({ word }) => word).filter((word) => names.some((name) => name !== word && name.includes(word))),
  ]
}

test('[6-18] [T22] a report whose query has lost its scope still finds nothing of others', async () => {
  const problems: string[] = []
  let found = 0
  for (const screen of REPORTS)
    for (const report of reportsOf(screen))
      for (const who of readers) {
        const db = withoutScope(who)
        const { rows } = await sql`SELECT * FROM (${report.rows(db, await everything(report, who), 'zh')}) AS r LIMIT 500`.execute(db.read)
        found += rows.length
        const reader = TENANT_LISTS.test(report.path) ? tenantOf(who.organisationId) : who.organisationId
        const leaked = foreignWordIn(things, reader, JSON.stringify(rows), knownTo(who, report))
        if (leaked !== null) problems.push(`${report.path} reveals "${leaked}" to ${who.name}`)
      }
  expect(problems).toEqual([])
  expect(found, 'too few rows to prove anything').toBeGreaterThan(500)
}, 120_000)

test('[T22] every table with an organisation has row security, and shows readers only their own rows', async () => {
  const { pool } = tenants.server.database
  const { rows: tables } = await pool.query<{ name: string; guarded: boolean }>(
    `SELECT c.relname AS name, c.relrowsecurity AND EXISTS (SELECT FROM pg_policies p WHERE p.tablename = c.relname) AS guarded
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organisation_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  )
  expect(tables.filter(({ guarded }) => !guarded)).toEqual([])
  expect(tables.length).toBeGreaterThan(15)
  // Names of places and organisations are visible within the tenant.
  const named = new Set(['place', 'fence', 'threshold_value', 'truck'])
  for (const who of readers)
    for (const { name } of tables) {
      const { rows } = await sql<{ organisation_id: number | null }>`SELECT DISTINCT organisation_id FROM ${sql.table(name)}`.execute(
        reading(who),
      )
      const foreign = rows.filter(({ organisation_id: owner }) => owner !== null && !things.ancestors.get(owner)?.has(who.organisationId))
      const tenant = [...(things.ancestors.get(who.organisationId) ?? [])]
      const beyond = named.has(name)
        ? foreign.filter(({ organisation_id: owner }) => !tenant.some((one) => things.ancestors.get(owner ?? 0)?.has(one)))
        : foreign
      expect(beyond, `${name} for ${who.name}`).toEqual([])
    }
})

test('[T22] the reading role cannot write, sees no secrets, and sees nothing unless a scope is set', async () => {
  const anna = readers[0]
  if (!anna) throw new Error('anna did not sign in')
  const refused = { code: '42501' }
  await expect(sql`SELECT password_hash FROM app_user`.execute(reading(anna))).rejects.toMatchObject(refused)
  await expect(sql`SELECT key_hash FROM integration_key`.execute(reading(anna))).rejects.toMatchObject(refused)
  await expect(sql`SELECT secret_hash FROM session`.execute(reading(anna))).rejects.toMatchObject(refused)
  await expect(sql`SELECT code_hash FROM device`.execute(reading(anna))).rejects.toMatchObject(refused)
  for (const table of ['setting', 'kysely_migration'])
    await expect(sql`SELECT * FROM ${sql.table(table)}`.execute(reading(anna)), table).rejects.toMatchObject(refused)
  await expect(sql`UPDATE truck SET plate = plate`.execute(reading(anna))).rejects.toMatchObject({
    code: expect.stringMatching(/42501|25006/),
  })
  const unscoped = await tenants.server.database.pool.connect()
  try {
    await unscoped.query('BEGIN READ ONLY; SET LOCAL ROLE tanker_reader')
    for (const table of ['truck', 'alarm', 'position', 'place', 'organisation', 'driver', 'compartment_reading'])
      expect((await unscoped.query(`SELECT count(*)::int AS count FROM ${table}`)).rows, table).toEqual([{ count: 0 }])
  } finally {
    await unscoped.query('ROLLBACK')
    unscoped.release()
  }
})

test('[T22] a truck moved to another organisation keeps its plate in its history, and shows none of its new data', async () => {
  const { pool } = tenants.server.database
  const [anna, , ben] = readers
  if (!anna || !ben) throw new Error('they did not sign in')
  const platesFor = async (who: Caller): Promise<string[]> => {
    const { rows } = await sql<{ plate: string }>`SELECT DISTINCT plate FROM record JOIN truck ON truck.id = truck_id`.execute(reading(who))
    return rows.map(({ plate }) => plate)
  }
  const truckId = tenants.server.truckId('苏A00001')
  expect(await platesFor(anna)).toContain('苏A00001')
  await pool.query('UPDATE truck SET organisation_id = $1 WHERE id = $2', [ben.organisationId, truckId])
  try {
    expect(await platesFor(anna)).toContain('苏A00001')
    expect(await platesFor(ben)).not.toContain('苏A00001')
    const mine = await openScope(tenants.server.database, anna).from('truck').where('truck.id', '=', truckId).select('truck.id').execute()
    expect(mine).toEqual([])
  } finally {
    await pool.query('UPDATE truck SET organisation_id = $1 WHERE id = $2', [anna.organisationId, truckId])
  }
})
