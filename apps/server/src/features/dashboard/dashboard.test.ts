import type { Dashboard, Figure } from '@tanker/contract/dashboard'
import type { ReportRows } from '@tanker/contract/report-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-11-21T02:00:00Z') // ten in the morning in Shanghai
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员' ON CONFLICT DO NOTHING`,
  )
  anna = await server.signIn('anna', { localTimeZone: 'Asia/Shanghai' })
})
afterAll(() => server.close())

const at = (text: string) => new Date(text)
const read = async (who: SignedIn) => (await who.get<Dashboard>('/dashboard')).data

const trip = async (plate: string, startedAt: string, endedAt: string, lossL: number, loads: number[]): Promise<void> => {
  const truckId = server.truckId(plate)
  await server.database.pool.query(
    `INSERT INTO record (truck_id, kind, started_at, object, organisation_id, name, ended_at, properties)
     SELECT $1, 'trip', $2, 0, organisation_id, 'trip-ended', $3, $4 FROM truck WHERE id = $1`,
    [truckId, startedAt, endedAt, { transitLossV20L: lossL, lines: loads.map((loadV20L, i) => ({ compartment: i + 1, loadV20L })) }],
  )
}

test('[2.2-03][9-10] the personal center counts the last thirty days of the user’s zone, today among them', async () => {
  await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: at('2026-11-20T16:30:00Z') }) // half past midnight: today
  await raiseAlarm(server, { plate: '苏A00001', type: 2, startedAt: at('2026-11-20T15:30:00Z') }) // half past eleven: yesterday
  await raiseAlarm(server, { plate: '苏A00002', type: 202, startedAt: at('2026-10-22T16:10:00Z') }) // the first of the thirty days
  await raiseAlarm(server, { plate: '苏A00002', type: 202, startedAt: at('2026-10-22T15:50:00Z') }) // the day before
  await raiseAlarm(server, { plate: '苏A00001', type: 213, startedAt: at('2026-11-20T17:30:00Z') }) // a finished emptying counts for nothing
  await trip('苏A00001', '2026-11-20T17:00:00Z', '2026-11-21T01:00:00Z', 12.5, [8000, 6000])
  await trip('苏A00001', '2026-11-19T17:00:00Z', '2026-11-20T01:00:00Z', 7.5, [6000])
  const data = await read(anna)
  expect(data.days).toHaveLength(30)
  expect([data.days[0]?.day, data.days[29]?.day]).toEqual(['2026-10-23', '2026-11-21'])
  expect(data.days[0]?.alarms).toEqual({ cargo: 1 })
  expect(data.days[28]).toEqual({ day: '2026-11-20', alarms: { driving: 1 }, lossL: 7.5, loadedL: 6000 })
  expect(data.days[29]).toEqual({ day: '2026-11-21', alarms: { seal: 1 }, lossL: 12.5, loadedL: 14_000 })
  expect(data.today.unsealings?.count).toBe(1)
  expect(data.trucksByAlarms.map(({ signCode, figure }) => [signCode, figure.count])).toEqual([
    ['苏A00001', 2],
    ['苏A00002', 1],
  ])
  expect(data.unhandled.map(({ type }) => type).toSorted((a, b) => a - b)).toEqual([1, 2, 202])
})

test('[truth 4.9] a door event within an unsealing is not counted twice, but still listed for handling', async () => {
  const before = await read(anna)
  const startedAt = at('2026-11-20T18:00:00Z')
  const unsealing = { type: 1, startedAt: startedAt.getTime() + 20_000, object: 100 }
  await raiseAlarm(server, { plate: '苏A00001', type: 210, startedAt, properties: { partOf: unsealing } })
  await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: new Date(unsealing.startedAt), object: 100 })
  const after = await read(anna)
  expect(after.days[29]?.alarms['seal']).toBe((before.days[29]?.alarms['seal'] ?? 0) + 1)
  expect(after.today.unsealings?.count).toBe((before.today.unsealings?.count ?? 0) + 1)
  const ofTruck = (data: Dashboard) => data.trucksByAlarms.find(({ signCode }) => signCode === '苏A00001')?.figure.count ?? 0
  expect(ofTruck(after)).toBe(ofTruck(before) + 1)
  expect(after.unhandled.find(({ type }) => type === 210)?.figure.count).toBe(1)
})

test('events of another organisation’s trucks are not counted', async () => {
  const ben = await server.signIn('ben')
  const data = await read(ben)
  expect(data.unhandled).toEqual([])
  expect(data.trucksByLoss).toEqual([])
  expect(data.offline.now?.count).toBe(0)
})

/** Every number of the dashboard with its list. */
const figuresOf = (value: unknown): Figure[] =>
  typeof value !== 'object' || value === null
    ? []
    : 'filters' in value && 'count' in value
      ? [value as Figure]
      : Object.values(value).flatMap(figuresOf)

const rowsOf = async (who: SignedIn, { path, tab, filters }: Figure) =>
  (await who.get<ReportRows>(`/reports/${tab ?? path}/rows`, { filters: JSON.stringify(filters) })).data

test('[D-15] every number is the number of rows of the list that it opens', async () => {
  const silent = (plate: string, hours: number) =>
    server.database.pool.query(`UPDATE truck_state SET contact_at = now() - make_interval(hours => $2) WHERE truck_id = $1`, [
      server.truckId(plate),
      hours,
    ])
  await silent('苏A00001', 2)
  await silent('苏A00002', 30)
  const real = server.now
  server.now = new Date()
  await server.database.pool.query(`UPDATE session SET seen_at = now() - interval '3 hours' WHERE user_id = $1`, [anna.userId])
  await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: new Date(Date.now() - 600_000) })
  await raiseAlarm(server, { plate: '苏A00001', type: 202, startedAt: new Date(Date.now() - 600_000), grade: 'black' })
  await server.database.pool.query(
    `INSERT INTO delivery (truck_id, trip_started_at, organisation_id, ended_at, transport_loss_l, over_quota_l, state, slip_no, driver_name, escort, depot_name, station_names, distance_m, judge, basis)
     SELECT id, now() - interval '5 hours', organisation_id, now() - interval '1 hour', 40, 12, 'done', '', '', '', '', '', 0, 'loss', 'truck-truck' FROM truck WHERE plate = '苏A00001'`,
  )
  await server.database.pool.query(
    `INSERT INTO shift_handover (organisation_id, handed_at, handed_by, note, black, red, yellow)
     SELECT organisation_id, now() - interval '1 hour', id, '2号车待查', 0, 1, 0 FROM app_user WHERE id = $1`,
    [anna.userId],
  )
  const again = await server.signIn('anna', { localTimeZone: 'Asia/Shanghai' })
  const data = await read(again)
  expect(data.offline).toMatchObject({ now: { count: 2 }, overADay: { count: 1 } })
  expect(data.since).toMatchObject({
    overQuota: { count: 1 },
    goneOffline: { count: 1 },
    shifts: { count: 1 },
    handledByOthers: { count: 0 },
    note: { text: '2号车待查', by: 'anna' },
  })
  expect(data.since?.alarms.map(({ grade, figure }) => [grade, figure?.count])).toEqual([
    ['black', 1],
    ['red', 1],
    ['yellow', 0],
  ])
  const figures = figuresOf(data)
  expect(figures.length).toBeGreaterThan(15)
  for (const figure of figures) {
    const { totalElements } = await rowsOf(again, figure)
    expect([figure.tab ?? figure.path, JSON.stringify(figure.filters), totalElements]).toEqual([
      figure.tab ?? figure.path,
      JSON.stringify(figure.filters),
      figure.count,
    ])
  }
  server.now = real
})

test('[D-15] what others handled while the user was away is counted by who handled it', async () => {
  const real = server.now
  server.now = new Date()
  await server.database.pool.query(`UPDATE session SET seen_at = now() - interval '3 hours' WHERE user_id = $1`, [anna.userId])
  const admin = await server.signIn('admin')
  const handledBy = async (userId: number) => {
    const id = await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: new Date(Date.now() - 6 * 3_600_000) })
    await server.database.pool.query(`UPDATE alarm SET handled_at = now() - interval '1 hour', handled_by = $2 WHERE id = $1`, [id, userId])
  }
  await handledBy(admin.userId)
  await handledBy(anna.userId)
  const again = await server.signIn('anna', { localTimeZone: 'Asia/Shanghai' })
  const { since } = await read(again)
  expect(since?.handledByOthers?.count).toBe(1)
  if (since?.handledByOthers) expect((await rowsOf(again, since.handledByOthers)).totalElements).toBe(1)
  server.now = real
})

test('a new dispatcher gets the cards of the guide that the role may open, ticked from what was done, until it is put away', async () => {
  await server.database.pool.query(
    `DELETE FROM role_grant WHERE permission = '*'; DELETE FROM shift_handover; UPDATE alarm SET handled_by = NULL`,
  )
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, unnest(ARRAY['monitor/alarm_desk', 'cargo_monitor/event_report/delivery_record']) FROM role WHERE name = '调度员' ON CONFLICT DO NOTHING`,
  )
  const real = server.now
  server.now = new Date()
  const ben = await server.signIn('ben')
  const cards = async () => (await read(ben)).guide?.map(({ step, done }) => `${step} ${done}`)
  expect(await cards()).toEqual(['board false', 'desk false', 'deliveries false', 'handover false'])
  expect((await ben.send('POST', '/dashboard/guide', { step: 'board' })).resultCode).toBe(200)
  const id = await raiseAlarm(server, { plate: '苏B00001', type: 1 })
  await server.database.pool.query(`UPDATE alarm SET handled_at = now(), handled_by = $2 WHERE id = $1`, [id, ben.userId])
  expect(await cards()).toEqual(['board true', 'desk true', 'deliveries false', 'handover false'])
  await ben.send('POST', '/dashboard/guide', { step: 'dismissed' })
  expect(await cards()).toBeUndefined()
  expect((await read(await server.signIn('ben'))).guide).toBeNull()
  const admin = await server.signIn('admin')
  expect((await read(admin)).guide?.map(({ step, done }) => `${step} ${done}`)).toEqual([
    'places true',
    'trucks true',
    'terminals true',
    'users true',
    'alarms false',
  ])
  await server.database.pool.query(`UPDATE app_user SET created_at = now() - interval '31 days' WHERE user_name = 'admin'`)
  expect((await read(admin)).guide).toBeNull()
  server.now = real
})

test('a first sign-in has no time away, and a list that the user may not open has no number', async () => {
  const water = await server.signIn('water')
  const data = await read(water)
  expect(data.since).toBeNull()
  expect(data.today).toEqual({ tripsBegun: null, unloadings: null, unsealings: null, highLosses: null })
  expect(data.unhandled).toEqual([])
})
