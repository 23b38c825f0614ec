import type { ReportRows } from '@tanker/contract/report-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLiveRow, raiseAlarm, setLive, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { aReading, storeReadings } from '../platform/http/test-readings.ts'

const [one, two, three] = ['苏A00001', '苏A00002', '苏B00001'] as const
let server: TestApi
let admin: SignedIn
const minutesAgo = (minutes: number) => new Date(server.now.getTime() - minutes * 60_000)

beforeAll(async () => {
  server = await startTestApi()
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

async function addRecord(plate: string, kind: string, startedAt: Date, endedAt: Date | null, object: number, properties: object) {
  await server.database.pool.query(
    `INSERT INTO record (truck_id, organisation_id, kind, started_at, ended_at, object, name, properties)
     SELECT id, organisation_id, $2, $3, $4, $5, 'test', $6 FROM truck WHERE plate = $1`,
    [plate, kind, startedAt, endedAt, object, JSON.stringify(properties)],
  )
}

const addAir = (plate: string, at: Date, temperatureC: number, humidityPercent: number, doorBits: number): Promise<void> =>
  storeReadings(server, plate, [aReading(at, { environment: { temperatureC, humidityPercent, pressureKPa: 101.3, doorBits } })])

const rowsOf = async (path: string, more: object = {}) => {
  const filters = { scope: { truckIds: [], organisationIds: [server.organisationId('G')] }, ...more }
  const { data, message } = await admin.get<ReportRows>(`/reports/cargo_monitor/${path}/rows`, { filters: JSON.stringify(filters) })
  expect(message).toBe('')
  return data.content
}
const day = () => ({ when: { from: minutesAgo(24 * 60).toISOString(), to: minutesAgo(0).toISOString() } })

test('a cover that was opened standing and then driven with counts as open while moving, with the kilometres driven', async () => {
  const cover = { compartment: 1, probeType: 1, loaded: true, placeKind: 'park', movedM: 2450 }
  await addRecord(one, 'cover', minutesAgo(30), minutesAgo(20), 101, { ...cover, movedOpen: true })
  await addRecord(one, 'cover', minutesAgo(29), minutesAgo(20), 201, { ...cover, movedOpen: false })
  await addRecord(one, 'cover', minutesAgo(28), minutesAgo(20), 301, { ...cover, movedOpen: true, loaded: false })
  expect(await rowsOf('event_report/useing_open')).toMatchObject([{ why: 'moving', distance: 2.45, open: 600_000, change: null }])
})

test('the analysis of openings puts each place and each cover where it belongs', async () => {
  const places = ['trip-depot', 'trip-station', 'other-site', 'park', 'authorised', 'elsewhere', 'moving']
  const covers = [0, 15, 1, 2, 12, 13, 31]
  for (const [index, placeKind] of places.entries())
    await addRecord(three, 'cover', minutesAgo(100 + index), minutesAgo(99 + index), index, {
      placeKind,
      probeType: covers[index],
      judge: placeKind === 'moving' ? 'abnormal' : 'normal',
    })
  const truck = { scope: { truckIds: [server.truckId(three)], organisationIds: [] } }
  expect(await rowsOf('data_analysis/switch_cover_analysis/trucks', { ...day(), ...truck })).toMatchObject([
    { total: 7, depot: 1, station: 1, otherSite: 1, elsewhere: 3, moving: 1, api: 2, manhole: 1, bottom: 2, door: 2, abnormal: 1 },
  ])
})

test('the driver of the truck to be emptied is shown with a phone number', async () => {
  const unloading = { compartment: 1, oilCode: 92, direction: 'unloading' }
  await addRecord(one, 'operation', minutesAgo(30), minutesAgo(20), 1, unloading)
  expect(await rowsOf('event_report/empty')).toMatchObject([{ driver: '陈海霞 19900001001', state: 'waiting', volume: null }])
})

test('an emergency valve of the whole truck belongs to no compartment', async () => {
  for (const [index, compartment] of [0, 2].entries())
    await addRecord(two, 'valve', minutesAgo(10 + index), null, index, { compartment, probeType: 30, action: 'cut' })
  const rows = await rowsOf('event_report/emergency_shut_off_valve', day())
  expect(rows.map((row) => row['compartment'])).toEqual([null, 2])
})

test('the air in the cabinet: each end of each limit, the door, and how old the newest is', async () => {
  await addAir(two, minutesAgo(9), -31, 50, 0)
  await addAir(two, minutesAgo(8), 61, 99, 2)
  await addAir(two, minutesAgo(7), 20, 99, 4)
  await addAir(two, minutesAgo(6), 20, 1, 1)
  await addAir(two, minutesAgo(5), 20, 50, 0)
  await setLive(server, two, aLiveRow(minutesAgo(5)))
  const history = await rowsOf('event_report/temp_humidity', day())
  const { rows: limits } = await server.database.pool.query('SELECT 1 FROM threshold_value')
  expect(limits).toEqual([])
  expect(history.map((row) => [row['state'], row['boxOpen']])).toEqual([
    ['normal', false],
    ['dry', true],
    ['humid', false],
    ['hot', true],
    ['cold', false],
  ])
  const [now] = await rowsOf('event_report/real_temp_humidity')
  expect(now).toMatchObject({ state: 'normal', boxOpen: false, at: minutesAgo(5).toISOString() })
  const sinceStart = Date.now() - minutesAgo(5).getTime()
  expect(Number(now?.['age'])).toBeGreaterThanOrEqual(5 * 60_000)
  expect(Number(now?.['age'])).toBeLessThanOrEqual(sinceStart)
})

test('[1-10] the month summary counts every kind of abnormal event in its own column, and none that was superseded', async () => {
  const at = new Date('2026-04-10T02:00:00Z')
  const types = { sealBreak: [320], notEmpty: [207, 208, 330], water: [3], loading: [321], highLoss: [202, 322], air: [326, 327] }
  for (const type of Object.values(types).flat()) await raiseAlarm(server, { plate: three, type, startedAt: at, endedAt: at })
  const gone = await raiseAlarm(server, { plate: three, type: 320, startedAt: at, endedAt: at })
  await server.database.pool.query('UPDATE alarm SET superseded_at = now() WHERE id = $1', [gone])
  expect(await rowsOf('data_analysis/adnormal_month_summary', { month: '2026-04' })).toMatchObject([
    { name: '乙运输', unsealing: 0, sealBreak: 1, notEmpty: 3, water: 1, loading: 1, highLoss: 2, air: 2, device: 0, total: 10, before: 0 },
  ])
})

test('[truth 4.9] a door that is part of an unsealing is counted once: in the month, in shares, for the trip and for the truck', async () => {
  const at = new Date('2026-06-10T02:00:00Z')
  const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)
  const partOf = { type: 1, startedAt: after(20).getTime(), object: 100 }
  await raiseAlarm(server, { plate: one, type: 210, startedAt: at, endedAt: after(20), properties: { partOf } })
  await raiseAlarm(server, { plate: one, type: 1, startedAt: after(20), endedAt: after(60), object: 100 })
  // A door alone is a happening of its own.
  await raiseAlarm(server, { plate: one, type: 210, startedAt: after(3600), endedAt: after(3700) })
  await server.database.pool.query(
    `INSERT INTO delivery (truck_id, trip_started_at, organisation_id, ended_at, slip_no, driver_name, escort, depot_name, station_names,
       distance_m, load_v20_l, judge, basis, state)
     SELECT id, $2, organisation_id, $3, '', '', '', '', '', 90000, 8000, 'cannot-tell', 'truck-truck', 'done' FROM truck WHERE plate = $1`,
    [one, after(-600), after(7200)],
  )
  await server.database.pool.query(
    `INSERT INTO delivery_line (truck_id, trip_started_at, leg, compartment, organisation_id, oil_code, slip_no, depot_name, station_name, driver_name,
       distance_m, openings, first, load_l, load_v20_l, arrive_v20_l, transport_loss_l, quota_permille, judge, basis, emptied)
     SELECT id, $2, 1, 1, organisation_id, 92, '', '', '', '', 90000, 1, true, 8080, 8000, 7990, 10, 0.2, 'cannot-tell', 'truck-truck', true
     FROM truck WHERE plate = $1`,
    [one, after(-600)],
  )
  const when = { from: '2026-06-10T00:00:00Z', to: '2026-06-10T23:59:59Z' }
  const month = { month: '2026-06' }
  expect(await rowsOf('data_analysis/adnormal_month_summary', month)).toMatchObject([{ name: '甲运输', unsealing: 2, total: 2 }])
  expect(await rowsOf('data_analysis/adnormal_proportion', { when })).toMatchObject([{ key: 'kind:unsealing', count: 2, share: 100 }])
  expect(await rowsOf('event_report/delivery_record', { when })).toMatchObject([{ alarms: 2 }])
  expect(await rowsOf('data_analysis/truck_loss', { when })).toMatchObject([{ trips: 1, alarms: 2 }])
})

test('the handler of an alarm is shown by the real name, or else by the user name', async () => {
  const id = await raiseAlarm(server, { plate: one, type: 320, startedAt: minutesAgo(3), properties: { reason: 'housing' } })
  await admin.send('POST', '/alarms/handle', { alarmIds: id, handleResult: '属实', exceptionType: 'human', confirm: 'confirmed' })
  const handler = async () => (await rowsOf('exception_report/alarm_break_seal', day()))[0]?.['handler']
  await server.database.pool.query(`UPDATE app_user SET real_name = '' WHERE id = $1`, [admin.userId])
  expect(await handler()).toBe('admin')
  await server.database.pool.query(`UPDATE app_user SET real_name = '周敏' WHERE id = $1`, [admin.userId])
  expect(await handler()).toBe('周敏')
})
