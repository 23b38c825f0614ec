import type { GaugeLearning } from '@tanker/contract/gauge-learning'
import type { ReportRows } from '@tanker/contract/report-view'
import { volumeAt } from '@tanker/domain/tank/tank-table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { learnFleet, learnOneTruck } from './learn-fleet.ts'
import { isFirstLearningDue, isLearningDue } from './learning-job.ts'
import { gaugeWorld, seedGauges } from './test-gauges.ts'

const REPORT = '/reports/cargo_monitor/data_analysis/gauge_learning'
const honest = ['苏A00051', '苏A00052', '苏A00053', '苏A00054']
const trips = 32

let server: TestApi
let admin: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  await gaugeWorld(server, [...honest, '苏A00061', '苏A00062'])
  await seedGauges(server, [
    { plate: '苏A00001', errors: { scale: 3 }, trips, theft: { trip: 9, litres: 150 } },
    { plate: '苏A00002', errors: { offset: 3 }, trips, theft: { trip: 4, litres: 90 } },
    { plate: '苏B00001', errors: { temperature: 1 }, trips, theft: { trip: 20, litres: 200 } },
    ...honest.map((plate) => ({ plate, trips, theft: { trip: 12, litres: 120 } })),
    { plate: '苏A00061', errors: { offset: 9 }, trips, levelsMm: [1500, 1510] as const },
    { plate: '苏A00062', errors: { scale: 8 }, trips: 4 },
  ])
  expect(await learnFleet(server.database, server.now)).toBe(18)
  admin = await server.signIn('admin')
}, 120_000)
afterAll(() => server.close())

const listed = async (user: SignedIn = admin, code = 'G'): Promise<ReportRows['content']> => {
  const filters = { scope: { truckIds: [], organisationIds: [server.organisationId(code)] } }
  const { data } = await user.get<ReportRows>(`${REPORT}/rows`, { filters: JSON.stringify(filters), size: 200 })
  return data.content
}
const rowOf = async (plate: string, compartment = 1) => {
  const found = (await listed()).find((row) => JSON.stringify(row['plate']).includes(plate) && row['compartment'] === compartment)
  if (!found) throw new Error(`no row of ${plate}, ${compartment}`)
  return found
}
const shownOf = async (plate: string, compartment = 1): Promise<GaugeLearning> =>
  (await admin.get<GaugeLearning>('/gaugeLearning', { id: String((await rowOf(plate, compartment))['id']) })).data
const accept = (user: SignedIn, { id, learnedAt }: GaugeLearning) => user.send('POST', '/gaugeLearning/accept', { id, learnedAt })

test.each([
  ['苏A00001', 'scale', 3],
  ['苏A00002', 'offset', 3],
  ['苏B00001', 'temperature', 1],
] as const)('[domain F.10] the planted error of %s is reported as %s, although a load was stolen', async (plate, cause, planted) => {
  const learned = await shownOf(plate)
  expect(learned.verdict).toBe(cause)
  expect(Object.keys(learned.correction)).toEqual([cause])
  const { value, sigma } = learned.correction[cause] ?? { value: 0, sigma: 0 }
  expect(Math.abs(value - planted)).toBeLessThan(2 * sigma)
  expect(Math.abs(learned.estimates[cause].value - planted)).toBeLessThan(2 * learned.estimates[cause].sigma)
  // The stolen load stands beside the line and taught nothing.
  expect(learned.leftOut).toBeGreaterThanOrEqual(1)
  expect(learned.points.some(({ leftOut, kind, differenceL }) => leftOut && kind === 'unloading' && differenceL < -60)).toBe(true)
  expect(learned).toMatchObject({ loadings: trips, unloadings: trips, unsteady: false, mayAccept: true, accepted: null })
  expect(await rowOf(plate)).toMatchObject({ verdict: cause, state: 'proposed', observations: 2 * trips })
})

test('correct gauges get no proposal, also on trucks with a wrong gauge', async () => {
  const rows = (await listed()).filter(
    ({ compartment, plate }) => compartment === 2 || honest.some((one) => JSON.stringify(plate).includes(one)),
  )
  expect(rows).toHaveLength(13)
  for (const row of rows) {
    expect(['fine', 'too-few']).toContain(row['verdict'])
    expect(row).toMatchObject({ proposal: null, state: null })
  }
  expect(rows.filter(({ verdict }) => verdict === 'fine').length).toBeGreaterThanOrEqual(10)
})

test('indistinguishable causes are reported as such, and too few loads give no result', async () => {
  const same = await shownOf('苏A00061')
  expect(same).toMatchObject({ verdict: 'unclear', correction: {}, mayAccept: false })
  expect(same.rivals).toEqual(expect.arrayContaining(['scale', 'offset']))
  // 9 mm × 4.2 L/mm: what it comes to is known all the same.
  expect(same.litresALoad).toBeGreaterThan(25)
  expect(await shownOf('苏A00062')).toMatchObject({ verdict: 'too-few', loadings: 4, correction: {}, mayAccept: false })
  expect(await accept(admin, same)).toMatchObject({ resultCode: 409, message: '该仓当前没有建议的修正。' })
})

test('the list shows proposals with sign and litres per month, the most important first', async () => {
  const rows = await listed()
  const verdicts = rows.map(({ verdict }) => String(verdict))
  expect(new Set(verdicts.slice(0, 4))).toEqual(new Set(['scale', 'offset', 'temperature', 'unclear']))
  expect(rows[4]?.['litres']).toBeNull()
  expect(await rowOf('苏A00001')).toMatchObject({
    proposal: expect.stringMatching(/^× 1\.00[234]\d$/),
    scale: expect.stringMatching(/^\+[234]\.\d ± 0\.\d$/),
  })
  expect((await rowOf('苏A00002'))['proposal']).toMatch(/^\+[1234]\.\d mm$/)
  expect((await rowOf('苏B00001'))['proposal']).toMatch(/^\+[01]\.\d °C$/)
  // 3 ‰ of about 5.7 m³, 32 loads in 55 days.
  const litres = Number((await rowOf('苏A00001'))['litres'])
  expect(litres).toBeGreaterThan(200)
  expect(litres).toBeLessThan(420)
})

test('a truck computed separately gives the result of the nightly run', async () => {
  const before = await shownOf('苏A00001')
  server.now = new Date(server.now.getTime() + 60_000)
  const { data } = await admin.send<GaugeLearning>('POST', '/gaugeLearning/learn', { id: before.id })
  expect(data).toMatchObject({ id: before.id, learnedAt: server.now.toISOString(), verdict: 'scale' })
  expect(data.correction.scale?.value).toBeCloseTo(before.correction.scale?.value ?? 0, 1)
  expect(await accept(admin, before)).toMatchObject({ resultCode: 409, message: '分析结果已更新，请查看最新结果后再接受。' })
})

test('an accepted table error creates a new table on the platform, sends nothing, and learning restarts from the table in use', async () => {
  const { pool } = server.database
  const shown = await shownOf('苏A00001')
  const answer = await admin.send<GaugeLearning>('POST', '/gaugeLearning/accept', { id: shown.id, learnedAt: shown.learnedAt })
  expect(answer).toMatchObject({
    resultCode: 200,
    data: { mayAccept: false, accepted: { by: 'admin', open: true, sent: false, correction: shown.correction } },
  })
  const tableId = answer.data.accepted?.tankTableId ?? 0
  type Table = { send_state: string; synced_at: Date | null; levels_mm: number[]; volumes_l: number[]; serial: string }
  const tables = await pool.query<Table>(
    'SELECT send_state, synced_at, levels_mm, volumes_l, serial FROM tank_table WHERE truck_id = $1 AND compartment = 1 ORDER BY effective_at',
    [server.truckId('苏A00001')],
  )
  const [old, fresh] = tables.rows
  if (!old || !fresh) throw new Error('there is no second table')
  expect(fresh).toMatchObject({ send_state: 'not-sent', synced_at: null, serial: old.serial })
  const at = ({ levels_mm, volumes_l }: Table) => volumeAt({ levelsMm: levels_mm, volumesL: volumes_l }, 900).volumeL
  expect(at(fresh) / at(old)).toBeCloseTo(1 + (shown.correction.scale?.value ?? 0) / 1000, 5)
  expect((await pool.query('SELECT FROM device_command')).rowCount).toBe(0)
  expect((await rowOf('苏A00001'))['state']).toBe('to-send')
  expect(await accept(admin, shown)).toMatchObject({ resultCode: 409, message: expect.stringContaining('已被接受') })
  const { rows: history } = await pool.query<{ entity: string; new: object }>(
    `SELECT entity, new FROM change_log WHERE entity IN ('gauge_learning', 'tank_table') ORDER BY id`,
  )
  expect(history.map(({ entity }) => entity)).toEqual(['gauge_learning', 'tank_table'])
  expect(history[0]?.new).toMatchObject({ compartment: 1, tankTableId: tableId })

  // Loads before the truck had the new table say nothing of it; nor do they while it is only on the platform.
  await learnOneTruck(server.database, server.truckId('苏A00001'), server.now)
  expect(await shownOf('苏A00001')).toMatchObject({ verdict: 'scale', accepted: { open: true }, mayAccept: false })
  server.now = new Date(server.now.getTime() + 3_600_000)
  await pool.query(`UPDATE tank_table SET synced_at = $2, send_state = 'synced' WHERE id = $1`, [tableId, server.now])
  await learnFleet(server.database, new Date(server.now.getTime() + 60_000))
  expect((await listed()).some(({ plate, compartment }) => JSON.stringify(plate).includes('苏A00001') && compartment === 1)).toBe(true)
  expect(await shownOf('苏A00001')).toMatchObject({
    verdict: 'too-few',
    loadings: 0,
    since: server.now.toISOString(),
    accepted: { open: false, sent: true },
  })
  expect((await rowOf('苏A00001'))['state']).toBe('done')
})

test('a temperature correction is recorded and creates no table', async () => {
  const shown = await shownOf('苏B00001')
  expect((await accept(admin, shown)).resultCode).toBe(200)
  const { rowCount } = await server.database.pool.query('SELECT FROM tank_table WHERE truck_id = $1', [server.truckId('苏B00001')])
  expect(rowCount).toBe(1)
  expect((await rowOf('苏B00001'))['state']).toBe('accepted')
})

test('nothing is accepted without a table in use, without permission, by demo accounts, or for other organisations', async () => {
  const shown = await shownOf('苏A00002')
  const ben = await server.signIn('ben')
  expect((await accept(ben, shown)).resultCode).toBe(401)
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT r.id, f FROM role r, unnest(ARRAY['gauges:accept', 'cargo_monitor/data_analysis/gauge_learning']) f
     WHERE r.name IN ('调度员', '展会演示') ON CONFLICT DO NOTHING`,
  )
  const other = await server.signIn('ben')
  expect(await accept(other, shown)).toMatchObject({ resultCode: 400 })
  expect((await other.get('/gaugeLearning', { id: shown.id })).resultCode).toBe(400)
  expect((await other.send('POST', '/gaugeLearning/learn', { id: shown.id })).resultCode).toBe(400)
  expect((await listed(other, 'B')).every(({ plate }) => JSON.stringify(plate).includes('苏B'))).toBe(true)
  const demo = await server.signIn('demo')
  expect((await accept(demo, shown)).resultCode).toBe(401)
  expect((await demo.get<GaugeLearning>('/gaugeLearning', { id: shown.id })).data.mayAccept).toBe(false)
  await server.database.pool.query('DELETE FROM tank_table WHERE truck_id = $1', [server.truckId('苏A00002')])
  expect(await accept(admin, shown)).toMatchObject({ resultCode: 409, message: expect.stringContaining('罐容表管理') })
})

const idOf = async (plate: string): Promise<number> =>
  (await server.database.pool.query<{ id: number }>('SELECT id FROM truck WHERE plate = $1', [plate])).rows[0]?.id ?? 0

test('[truth 5] if the platform computes a truck’s volumes, the new table counts at once, and learning restarts from then on', async () => {
  const { pool } = server.database
  const truckId = server.truckId('苏A00002')
  const learned = async () => {
    await learnOneTruck(server.database, truckId, server.now)
    return shownOf('苏A00002')
  }
  // The table that it counts by was never sent.
  await pool.query(`ALTER TABLE truck DISABLE TRIGGER truck_volume_source`)
  await pool.query(`UPDATE truck SET volume_source = 'platform' WHERE id = $1`, [truckId])
  await pool.query(`ALTER TABLE truck ENABLE TRIGGER truck_volume_source`)
  await pool.query('DELETE FROM tank_table WHERE truck_id = $1', [truckId])
  await pool.query(
    `INSERT INTO tank_table (truck_id, compartment, serial, effective_at, capacity_l, tank_height_mm, levels_mm, volumes_l)
     SELECT $1, compartment, serial, effective_at, capacity_l, tank_height_mm, levels_mm, volumes_l FROM tank_table WHERE truck_id = $2`,
    [truckId, await idOf('苏A00051')],
  )
  const shown = await learned()
  expect(shown).toMatchObject({ verdict: 'offset', byPlatform: true, mayAccept: true })

  const answer = await accept(admin, shown)
  expect(answer).toMatchObject({ resultCode: 200, data: { accepted: { open: true, sent: false }, mayAccept: false } })
  server.now = new Date(server.now.getTime() + 60_000)
  const after = await learned()
  expect(after).toMatchObject({ verdict: 'too-few', loadings: 0, accepted: { open: false } })
  const { rows } = await pool.query<{ since: Date; sent: boolean }>(
    'SELECT effective_at AS since, synced_at IS NOT NULL AS sent FROM tank_table WHERE truck_id = $1 ORDER BY effective_at DESC LIMIT 1',
    [truckId],
  )
  expect(after.since).toBe(rows[0]?.since.toISOString())
  expect(rows[0]?.sent).toBe(false)
})

test('[truth 5] loads before a change of the volume source are ignored', async () => {
  const { pool } = server.database
  const truckId = await idOf('苏A00051')
  const since = new Date(server.now.getTime() - 20 * 86_400_000)
  await learnOneTruck(server.database, truckId, server.now)
  const all = await shownOf('苏A00051')
  await pool.query(`INSERT INTO former_volume_source (truck_id, until_at, source) VALUES ($1, $2, 'platform')`, [truckId, since])
  await learnOneTruck(server.database, truckId, server.now)
  const shown = await shownOf('苏A00051')
  expect(shown.since).toBe(since.toISOString())
  expect(shown.loadings).toBeLessThan(all.loadings)
  expect(shown.loadings).toBeGreaterThan(0)
})

test('the fleet is due when one of its trucks is, even if others were computed since', async () => {
  const { db, pool } = server.database
  const later = (hours: number) => new Date(server.now.getTime() + hours * 3_600_000)
  await learnFleet(server.database, server.now)
  expect(await isLearningDue(db, later(25))).toBe(false)
  expect(await isLearningDue(db, later(27))).toBe(true)
  await learnOneTruck(server.database, await idOf('苏A00051'), later(26))
  expect(await isLearningDue(db, later(27))).toBe(true)
  // A truck out of use is not learned and does not make the fleet due.
  await learnFleet(server.database, later(26))
  await pool.query('UPDATE gauge_learning SET learned_at = $2 WHERE truck_id = $1', [await idOf('苏A00051'), later(0)])
  expect(await isLearningDue(db, later(27))).toBe(true)
  await pool.query('UPDATE truck SET enabled = false WHERE id = $1', [await idOf('苏A00051')])
  expect(await isLearningDue(db, later(27))).toBe(false)
  await pool.query('DELETE FROM gauge_learning')
  expect(await isLearningDue(db, later(27))).toBe(true)
})

test('a new installation learns as soon as there are tickets, once nothing waits to be judged or settled', async () => {
  const { db, pool } = server.database
  await pool.query('DELETE FROM delivery_due')
  await learnFleet(server.database, server.now)
  expect(await isFirstLearningDue(db)).toBe(false)
  await pool.query('DELETE FROM gauge_learning')
  expect(await isFirstLearningDue(db)).toBe(true)
  await pool.query('UPDATE truck_state SET rebuild_from = $1 WHERE truck_id = (SELECT min(truck_id) FROM truck_state)', [server.now])
  expect(await isFirstLearningDue(db)).toBe(false)
  await pool.query('UPDATE truck_state SET rebuild_from = NULL')
  await pool.query('INSERT INTO delivery_due (truck_id, from_at, to_at) SELECT min(id), $1, $1 FROM truck', [server.now])
  expect(await isFirstLearningDue(db)).toBe(false)
  await pool.query('DELETE FROM delivery_due')
  await pool.query('UPDATE delivery_line SET depot_out_v20_l = NULL, station_in_v20_l = NULL')
  expect(await isFirstLearningDue(db)).toBe(false)
})
