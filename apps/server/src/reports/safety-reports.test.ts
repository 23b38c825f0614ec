import { leadOf } from '@tanker/contract/report-leads'
import type { ReportRows, ReportView, RowLeads } from '@tanker/contract/report-view'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

/** Analyses of active safety, with numbers checked by hand. Days are of Shanghai: 16:00 UTC is its midnight. */

let server: TestApi
let admin: SignedIn
const [one, two, three] = ['苏A00001', '苏A00002', '苏B00001'] as const
const SUMMARY = 'active_safety/data_analysis/adas_can_collect'
const SCORES = 'active_safety/data_analysis/alm_adas_can_truck_stat'

const drove = async (plate: string, at: string, km: number, driverName: string | null): Promise<void> => {
  await server.database.pool.query(
    `INSERT INTO record (truck_id, organisation_id, kind, started_at, ended_at, object, name, properties, lat, lng)
     SELECT truck.id, truck.organisation_id, 'driven', $2, $2, 0, 'test', $3, 31.3, 120.6 FROM truck WHERE plate = $1`,
    [plate, at, JSON.stringify({ distanceM: km * 1000, drivingS: 3600, maxKmh: 60, loaded: false, driverName })],
  )
}

type Raised = { readonly level?: 1 | 2; readonly confirm?: 'confirmed' | 'non-abnormal'; readonly driverName?: string | null }
const raised = async (plate: string, type: number, at: string, { level = 1, confirm, driverName = '王师傅' }: Raised = {}) => {
  const grade = level === 1 ? 'yellow' : 'red'
  const id = await raiseAlarm(server, { plate, type, grade, startedAt: new Date(at), properties: { driverName } })
  if (confirm)
    await server.database.pool.query(`UPDATE alarm SET confirm = $2, handled_at = now(), handle_result = 'x' WHERE id = $1`, [id, confirm])
  return id
}

const rowsOf = async (path: string, filters: object): Promise<ReportRows> => {
  const scope = { truckIds: [], organisationIds: [server.organisationId('G')] }
  const { data, message } = await admin.get<ReportRows>(`/reports/${path}/rows`, {
    filters: JSON.stringify({ scope, ...filters }),
    size: 100,
  })
  expect(data, message).not.toBeNull()
  return data
}
const november = { when: { from: '2026-10-31T16:00:00.000Z', to: '2026-11-30T15:59:59.999Z' } }

beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-11-21T12:00:00Z')
  admin = await server.signIn('admin', { localTimeZone: 'Asia/Shanghai' })
  await drove(one, '2026-11-20T01:00:00Z', 150, '王师傅')
  await drove(one, '2026-11-20T17:00:00Z', 50, '王师傅')
  await drove(two, '2026-11-20T02:00:00Z', 50, '李师傅')
  await drove(three, '2026-11-20T02:00:00Z', 200, null)
  await drove(one, '2026-10-10T02:00:00Z', 100, '王师傅')
  // 20 November, nine o'clock: a phone, two forward collisions of which one was none, a fault of the camera.
  await raised(one, 13, '2026-11-20T01:30:00Z', { level: 2, confirm: 'confirmed' })
  await raised(one, 9, '2026-11-20T01:31:00Z')
  await raised(one, 9, '2026-11-20T01:40:00Z', { confirm: 'non-abnormal' })
  await raised(one, 22, '2026-11-20T01:50:00Z')
  // Half an hour past midnight of the 21st: blind spot. A superseded one is none.
  await raised(one, 113, '2026-11-20T16:30:00Z')
  const refuted = await raised(one, 113, '2026-11-20T16:40:00Z')
  await server.database.pool.query('UPDATE alarm SET superseded_at = now() WHERE id = $1', [refuted])
  await raised(two, 14, '2026-11-20T02:30:00Z', { level: 2, driverName: '李师傅' })
  await raised(one, 20, '2026-10-10T02:10:00Z')
  // Overspeed is no alarm of active safety.
  await raised(one, 2, '2026-11-20T01:35:00Z')
})
afterAll(() => server.close())

test('[2.6-02] alarms of a truck by family, kind and level, and for 100 km: five in 200 km', async () => {
  const { content, totals } = await rowsOf(`${SUMMARY}/rows`, november)
  const [first, second] = content
  expect(content).toHaveLength(2)
  expect(first).toMatchObject({ name: one, total: 5, level1: 4, level2: 1, distance: 200, per100km: 2.5 })
  expect(first).toMatchObject({ adas: 2, dsm: 1, bsd: 1, harsh: 0, device: 1 })
  expect(first).toMatchObject({ kind9: 2, kind13: 1, kind22: 1, kind113: 1, kind14: null })
  expect(second).toMatchObject({ name: two, total: 1, level2: 1, distance: 50, per100km: 2, kind14: 1 })
  expect(totals).toMatchObject({ total: 6, adas: 2, dsm: 2, kind9: 2, distance: 250 })
  const kinds = ALARM_TYPES.filter(({ family }) => family === 'safety').map(({ code }) => first?.[`kind${code}`] ?? 0)
  expect(kinds.reduce<number>((sum, many) => sum + Number(many), 0)).toBe(5)
})

test('[2.6-02] by driver and by organisation the same alarms are counted, and filters narrow them', async () => {
  const byDriver = await rowsOf(`${SUMMARY}/rows`, { ...november, by: 'driver' })
  expect(byDriver.content.map(({ name, total }) => [name, total])).toEqual([
    ['王师傅', 5],
    ['李师傅', 1],
  ])
  const byOrganisation = await rowsOf(`${SUMMARY}/rows`, { ...november, by: 'organisation' })
  expect(byOrganisation.content.reduce((sum, { total }) => sum + Number(total), 0)).toBe(6)
  const [driver] = (
    await server.database.pool.query<{ id: number }>(
      `INSERT INTO driver (organisation_id, name, code) SELECT organisation_id, '李师傅', '9100001' FROM truck WHERE plate = $1 RETURNING id`,
      [two],
    )
  ).rows
  const ofLi = await rowsOf(`${SUMMARY}/rows`, { ...november, driver: [driver?.id] })
  expect(ofLi.content.map(({ name, total }) => [name, total])).toEqual([[two, 1]])
  expect((await rowsOf('active_safety/exception_report/alarm_adas_can', { ...november, driver: [driver?.id] })).totalElements).toBe(1)
  const real = await rowsOf(`${SUMMARY}/rows`, { ...november, verdict: ['confirmed', 'unconfirmed'], family: ['adas'] })
  expect(real.content).toMatchObject([{ name: one, total: 1, adas: 1, dsm: 0 }])
})

test('[2.6-02] by day of the reader, and by hour and family', async () => {
  const days = await rowsOf(`${SUMMARY}/days`, november)
  expect(days.content.map(({ day, total, level2, distance }) => [day, total, level2, distance])).toEqual([
    ['2026-11-21', 1, 0, 50],
    ['2026-11-20', 5, 2, 400],
  ])
  const hours = await rowsOf(`${SUMMARY}/hours`, november)
  expect(hours.content.map(({ hour, family, total }) => `${String(hour)} ${String(family)} ${String(total)}`).toSorted()).toEqual([
    '00 bsd 1',
    '09 adas 2',
    '09 device 1',
    '09 dsm 1',
    '10 dsm 1',
  ])
})

test('[2.6-02] five points in 200 km leave 76.8 of 100; the parts are what is missing, after 90 in the month before', async () => {
  const { content, totals } = await rowsOf(SCORES, { month: '2026-11' })
  // 0.9^2.5 = 0.76843. Of the 23.16 taken one fifth each are of driver assistance and blind spot, three of the phone.
  const first = content.find(({ name }) => name === one)
  expect(first).toMatchObject({ score: 76.8, rank: 2, adas: 4.6, dsm: 13.9, bsd: 4.7, harsh: 0 })
  expect(first?.['trend']).toBeCloseTo(-13.2, 6)
  expect(first).toMatchObject({ total: 5, level1: 4, level2: 1, per100km: 2.5, distance: 200, top1: 9, top2: 13, top3: 22 })
  expect(first).toMatchObject({ judged: 2, falseAlarms: 1, falseRate: 50, handled: 2, handledRate: 40 })
  // Three was without alarms and is first; two drove too little.
  expect(content.find(({ name }) => name === three)).toMatchObject({ score: 100, rank: 1, trend: null, total: 0, dsm: 0, top1: null })
  expect(content.find(({ name }) => name === two)).toMatchObject({ score: null, rank: null, dsm: null, total: 1, falseRate: null })
  expect(content.map(({ name }) => name)).toEqual([one, three, two])
  expect(totals?.['falseRate']).toBe(50)
  expect(totals?.['handledRate']).toBeCloseTo((2 / 6) * 100, 6)
})

test('[2.6-02] drivers have the score of what they drove; without a known driver there is none', async () => {
  const { content } = await rowsOf(SCORES, { month: '2026-11', by: 'driver' })
  expect(content.map(({ name, score, rank, distance }) => [name, score, rank, distance])).toEqual([
    ['王师傅', 76.8, 1, 200],
    expect.anything(),
    expect.anything(),
  ])
  expect(content.find(({ name }) => name === null)).toMatchObject({ score: null, distance: 200 })
})

const COUNTS_OF: readonly (readonly [string, object])[] = [
  [`${SUMMARY}/rows`, november],
  [`${SUMMARY}/rows`, { ...november, by: 'driver', level: ['1'] }],
  [`${SUMMARY}/rows`, { ...november, by: 'organisation', verdict: ['unconfirmed'] }],
  [`${SUMMARY}/days`, { ...november, family: ['adas', 'dsm'] }],
  [`${SUMMARY}/hours`, november],
  [SCORES, { month: '2026-11' }],
  [SCORES, { month: '2026-11', by: 'driver' }],
]

test.each(COUNTS_OF)('[2.6-02] every number of %s %j leads to as many alarms as it says', async (path, asked) => {
  const scope = { truckIds: [], organisationIds: [server.organisationId('G')] }
  const { data: view } = await admin.get<ReportView>(`/reports/${path}`)
  const { content, totals } = await rowsOf(path, asked)
  let led = 0
  const follow = async (column: ReportView['columns'][number], row: RowLeads | null, value: unknown): Promise<void> => {
    const lead = leadOf(view, column, { scope, ...asked }, row, value, () => november.when)
    // Distances lead to another list: `drill-downs.test.ts` follows them.
    if (lead === null || column.leadsTo !== null) return
    const { data, message } = await admin.get<ReportRows>(`/reports/${lead.path}/rows`, {
      filters: JSON.stringify(lead.filters),
      picked: JSON.stringify(lead.picked),
    })
    expect(data, message).not.toBeNull()
    led += 1
    // Parts of a score and kinds are no counts: they lead to what they come from.
    if (column.total) expect(data.totalElements, column.name).toBe(value)
    else expect(data.totalElements, column.name).toBeGreaterThan(0)
  }
  for (const column of view.columns) {
    for (const row of content) await follow(column, row['leads'] as RowLeads, row[column.name])
    await follow(column, null, totals?.[column.name])
  }
  expect(led).toBeGreaterThan(5)
})
