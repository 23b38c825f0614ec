import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { SCREENS } from '@tanker/contract/screens'
import { aDay, aTruck } from '@tanker/detection/scenarios/a-day'
import { runDay } from '@tanker/detection/scenarios/run-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

/** Driving lists over rows that detection writes, with sums checked by hand. Days are of Shanghai: 16:00 UTC is its midnight. */

let server: TestApi
let admin: SignedIn
const one = '苏A00001'
const two = '苏A00002'

type Fact = {
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly object?: number
  readonly properties: object
  readonly fence?: string
}

async function addRecord(plate: string, kind: string, { startedAt, endedAt, object = 0, properties, fence }: Fact): Promise<void> {
  await server.database.pool.query(
    `INSERT INTO record (truck_id, organisation_id, kind, started_at, ended_at, object, name, properties, fence_id, fence_name, lat, lng)
     SELECT truck.id, truck.organisation_id, $2, $3, $4, $5, 'test', $6, (SELECT min(id) FROM fence WHERE name = $7), $7, 31.3, 120.6
     FROM truck WHERE plate = $1`,
    [plate, kind, startedAt, endedAt, object, JSON.stringify(properties), fence ?? null],
  )
}

const piece = (plate: string, at: string, minutes: number, km: number, more: object = {}, fence?: string): Promise<void> => {
  const startedAt = new Date(at)
  return addRecord(plate, 'driven', {
    startedAt,
    endedAt: new Date(startedAt.getTime() + minutes * 60_000),
    properties: {
      distanceM: km * 1000,
      drivingS: minutes * 60,
      maxKmh: 60,
      loaded: false,
      fromKm: null,
      toKm: null,
      driverId: null,
      driverName: null,
      ...more,
    },
    ...(fence === undefined ? {} : { fence }),
  })
}

const rowsOf = async (path: string, filters: object) => {
  const scope = { truckIds: [], organisationIds: [server.organisationId('G')] }
  const asked = { filters: JSON.stringify({ scope, ...filters }), size: 100 }
  const { data, message } = await admin.get<ReportRows>(`/reports/driving_monitor/${path}/rows`, asked)
  expect(data, message).not.toBeNull()
  return data.content
}
const period = { when: { from: '2026-11-19T16:00:00.000Z', to: '2026-11-21T15:59:59.999Z' } }
const plateOf = (row: ReportRows['content'][number]): string => (row['plate'] as { plate: string }).plate

beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-11-21T12:00:00Z')
  admin = await server.signIn('admin', { localTimeZone: 'Asia/Shanghai' })
  const fence = (await server.database.db.selectFrom('fence').select('name').orderBy('id').executeTakeFirstOrThrow()).name
  // 20 November in Shanghai: 12.5 km loaded and 7.5 km empty; half an hour past midnight 40 km more.
  await piece(one, '2026-11-20T14:30:00Z', 15, 12.5, { loaded: true, maxKmh: 71.5, fromKm: 5000, toKm: 5012.5, driverName: '王师傅' })
  await piece(one, '2026-11-20T15:30:00Z', 10, 7.5, { fromKm: 5012.5, toKm: 5020, driverName: '王师傅' }, fence)
  await piece(one, '2026-11-20T16:30:00Z', 45, 40, { maxKmh: 80, fromKm: 5020, toKm: 5060, driverName: '王师傅' })
  await piece(two, '2026-11-20T02:00:00Z', 60, 50, { driverName: '李师傅' })
  // In October, for the comparison of months.
  await piece(one, '2026-10-10T02:00:00Z', 60, 100, { driverName: '王师傅' })
  await addRecord(one, 'trip', { startedAt: new Date('2026-11-20T14:00:00Z'), endedAt: null, properties: {} })
  await addRecord(one, 'trip', { startedAt: new Date('2026-10-10T01:50:00Z'), endedAt: new Date('2026-10-10T04:00:00Z'), properties: {} })
  await addRecord(one, 'fence-visit', {
    startedAt: new Date('2026-11-20T15:20:00Z'),
    endedAt: new Date('2026-11-20T15:50:00Z'),
    properties: { fenceKind: 'depot', loaded: false },
    fence,
  })
  const speeding = { startedAt: new Date('2026-11-20T14:35:00Z'), properties: { driverName: '王师傅' } }
  await raiseAlarm(server, { plate: one, type: 2, ...speeding })
  await raiseAlarm(server, { plate: one, type: 45, ...speeding })
  await raiseAlarm(server, { plate: one, type: 27, startedAt: new Date('2026-11-20T14:36:00Z'), properties: { driverName: '王师傅' } })
  await raiseAlarm(server, { plate: one, type: 2, startedAt: new Date('2026-10-10T02:10:00Z'), properties: { driverName: '王师傅' } })
})
afterAll(() => server.close())

test('[2.5-03] distance by day: loaded, empty, time, odometer and trips, cut at midnight of the reader', async () => {
  const rows = await rowsOf('data_analysis/truck_daily_mile/days', period)
  const sums = (row: (typeof rows)[number]) => ['distance', 'loaded', 'empty', 'driving', 'trips'].map((name) => row[name])
  expect(rows.map((row) => [`${plateOf(row)} ${String(row['day'])}`, ...sums(row)]).toSorted()).toEqual([
    [`${one} 2026-11-20`, 20, 12.5, 7.5, 25 * 60_000, 1],
    [`${one} 2026-11-21`, 40, 0, 40, 45 * 60_000, 0],
    [`${two} 2026-11-20`, 50, 0, 50, 60 * 60_000, 0],
  ])
  expect(rows[0]?.['day']).toBe('2026-11-21')
  expect(rows.find((row) => row['to'] === 5020)).toMatchObject({ highest: 71.5, from: 5000 })
})

test('[2.5-03] the month as a matrix has the same kilometres, a column for each day', async () => {
  const [first, second] = await rowsOf('data_analysis/truck_daily_mile/month', { month: '2026-11' })
  expect(first).toMatchObject({ total: 60, days: 2, day20: 20, day21: 40, day1: null })
  expect(second).toMatchObject({ total: 50, days: 1, day20: 50 })
})

test('[2.5-03] fence mileage: a row for the fence with its stay, and one for what is outside', async () => {
  const rows = await rowsOf('data_analysis/fency_mileage', period)
  const mine = rows.filter((row) => plateOf(row) === one)
  expect(mine.map((row) => [row['kind'], row['distance'], row['entries'], row['stay']])).toEqual([
    ['none', 52.5, 0, null],
    ['depot', 7.5, 1, 30 * 60_000],
  ])
  expect(await rowsOf('data_analysis/fency_mileage', { ...period, kind: ['depot'] })).toHaveLength(1)
})

test('[2.5-03] exceptions: three in 60 km are five for 100 km, by truck and by driver alike', async () => {
  for (const by of ['truck', 'driver']) {
    const rows = await rowsOf('data_analysis/exception_sum', { ...period, by })
    expect(rows).toMatchObject([
      { name: by === 'truck' ? one : '王师傅', total: 3, overspeed: 2, harsh: 1, safety: 0, distance: 60, per100km: 5 },
    ])
  }
})

test('[2.5-03] rates of a month: 5 for 100 km after 1 the month before, and a truck without exceptions is last', async () => {
  const rows = await rowsOf('data_analysis/exception_rate', { month: '2026-11' })
  expect(rows).toMatchObject([
    { rank: 1, name: one, per100km: 5, before: 1, change: 400, total: 3, distance: 60, rankChange: 0 },
    { rank: 2, name: two, per100km: 0, before: null, change: null, total: 0, distance: 50, rankChange: null },
  ])
  // One trip in each month: three exceptions after one. 70 minutes after 60: 3 / (70 / 60) after 1.
  expect(rows[0]).toMatchObject({ trips: 1, perTrip: 3, tripChange: 200 })
  expect(rows[1]).toMatchObject({ trips: 0, perTrip: null, tripChange: null })
  expect(rows[0]?.['hourChange']).toBeCloseTo(157.143, 3)
  expect(rows[0]?.['perHour']).toBeCloseTo(2.571, 3)
  // By driver a trip counts for the one who drove first.
  const drivers = await rowsOf('data_analysis/exception_rate', { month: '2026-11', by: 'driver' })
  expect(drivers.map((row) => [row['name'], row['trips'], row['perTrip'], row['tripChange']])).toEqual([
    ['王师傅', 1, 3, 200],
    ['李师傅', 0, null, null],
  ])
  expect(await rowsOf('data_analysis/exception_rate', { month: '2026-11', kind: 'harsh' })).toMatchObject([{ total: 1 }, { total: 0 }])
})

test('[2.5-01] [2.5-02] a stop too long is a parking record and an alarm, with place, load and limit', async () => {
  const day = aDay().holds(7000, 0, 0).stands(300).waits(7500).drivesTo(305)
  const run = runDay(day.readings, aTruck())
  const [parking] = run.recordsOf('parking')
  const [alarm] = run.alarmsOf(4)
  if (!parking || !alarm) throw new Error('the day has no such stop')
  // The day of the scenario, moved into the period.
  const shiftMs = Date.parse('2026-11-21T02:00:00Z') - parking.startedAt
  const moved = (at: number) => new Date(at + shiftMs)
  await addRecord(two, 'parking', {
    startedAt: moved(parking.startedAt),
    endedAt: moved(parking.endedAt ?? 0),
    properties: parking.properties,
  })
  await raiseAlarm(server, {
    plate: two,
    type: 4,
    grade: alarm.grade,
    startedAt: moved(alarm.startedAt),
    endedAt: moved(alarm.endedAt ?? 0),
    properties: { ...alarm.properties, stoppedAt: parking.startedAt + shiftMs },
  })
  const [record] = await rowsOf('event_report/parking_source', { ...period, load: ['true'] })
  expect(record).toMatchObject({ placeKind: 'none', loaded: true, mode: 'speed' })
  expect(record?.['load']).toBeCloseTo(7000, -2)
  expect(record?.['duration']).toBeGreaterThan(7_400_000)
  expect(await rowsOf('event_report/parking_source', { ...period, minutes: 130 })).toEqual([])
  const [row] = await rowsOf('exception_report/alarm_parking', period)
  expect(row).toMatchObject({ grade: 'red', limit: 30, loaded: true, placeKind: 'none', ended: 'ended' })
  expect(row?.['stood']).toBe(Math.floor(Number(record?.['duration']) / 60_000) * 60_000)
})

test('[2.5-02] a silence has its group and its cause: power when the supply was cut, otherwise unknown', async () => {
  const lostAt = Date.parse('2026-11-20T04:00:00Z')
  const properties = { lastContactAt: lostAt, thresholdMin: 30, loaded: true, durationS: null }
  for (const [plate, hours] of [
    [one, 30],
    [two, 2],
  ] as const) {
    await raiseAlarm(server, {
      plate,
      type: 7,
      startedAt: new Date(lostAt + 1_800_000),
      endedAt: new Date(lostAt + hours * 3_600_000),
      properties,
    })
  }
  await addRecord(one, 'power-cut', { startedAt: new Date(lostAt - 60_000), endedAt: null, properties: {} })
  const rows = await rowsOf('exception_report/alarm_off_line', period)
  expect(rows.map((row) => [plateOf(row), row['silent'], row['silence'], row['cause']]).toSorted()).toEqual([
    [one, 30 * 3_600_000, 'two', 'power'],
    [two, 2 * 3_600_000, 'day', 'unknown'],
  ])
  expect(await rowsOf('exception_report/alarm_off_line', { ...period, silence: ['two'] })).toHaveLength(1)
  const trucks = await rowsOf('exception_report/off_line_analysis/trucks', period)
  // 30 of the 44 hours from the beginning of the period to now.
  expect(trucks.find((row) => plateOf(row) === one)).toMatchObject({ times: 1, total: 30 * 3_600_000, two: 1, cause: 'power' })
  // Both were heard last at the same point outside every fence.
  expect(await rowsOf('exception_report/off_line_analysis/places', period)).toMatchObject([
    { times: 2, trucks: 2, total: 32 * 3_600_000, longest: 30 * 3_600_000, power: 1, network: 0, unknown: 1 },
  ])
  expect(await rowsOf('exception_report/off_line_analysis/days', period)).toMatchObject([
    { day: '2026-11-20', times: 2, trucks: 2, power: 1, network: 0, unknown: 1 },
  ])
})

test('[4.5-16] a silence of 24 hours is still of the first group, one of 48 hours of the second, longer ones of the third', async () => {
  const lostAt = Date.parse('2026-11-01T00:00:00Z')
  for (const [i, seconds] of [86_400, 86_401, 172_800, 172_801].entries()) {
    const from = lostAt + i * 3 * 86_400_000
    await raiseAlarm(server, {
      plate: one,
      type: 7,
      startedAt: new Date(from + 1_800_000),
      endedAt: new Date(from + seconds * 1000),
      properties: { lastContactAt: from, thresholdMin: 30, loaded: true, durationS: seconds },
    })
  }
  const rows = await rowsOf('exception_report/alarm_off_line', {
    ...period,
    when: { from: '2026-11-01T00:00:00Z', to: '2026-11-15T00:00:00Z' },
  })
  expect(rows.map((row) => row['silence']).toReversed()).toEqual(['day', 'two', 'two', 'more'])
})

test('[2.5-02] harsh driving of the platform and of the device stand in one list, distinguished by their type', async () => {
  const day = aDay().stands(300).waits(60).drivesFor(60, 60)
  for (const kmh of [60, 45, 30, 30]) day.drivesFor(1, kmh, 1)
  const [harsh] = runDay(day.drivesFor(60, 30).readings, aTruck()).alarmsOf(5)
  if (!harsh) throw new Error('the day has no harsh braking')
  await raiseAlarm(server, { plate: two, type: 5, startedAt: new Date('2026-11-20T05:00:00Z'), properties: { ...harsh.properties } })
  const rows = await rowsOf('exception_report/alarm_urgent', period)
  expect(rows.map((row) => [row['type'], row['kind'], row['rate'], row['fromSpeed'], row['toSpeed']])).toEqual([
    [27, 'braking', null, null, null],
    [5, 'braking', 4.17, 60, 30],
  ])
  expect(await rowsOf('exception_report/alarm_urgent', { ...period, rate: 4 })).toHaveLength(1)
  const ranking = await rowsOf('exception_report/alarm_urgent/ranking', { ...period, by: 'truck' })
  expect(ranking.map(({ name, times, acceleration, braking, hardest }) => [name, times, acceleration, braking, hardest])).toContainEqual([
    two,
    1,
    0,
    1,
    4.17,
  ])
})

test('[2.5-02] an emergency names driver and phone, and is acknowledged by handling it', async () => {
  const properties = { trigger: 'button', loaded: true, loadL: 12_000, driverName: '王师傅' }
  await raiseAlarm(server, { plate: one, type: 201, grade: 'black', startedAt: new Date('2026-11-20T06:00:00Z'), properties })
  expect(await rowsOf('exception_report/alarm_emergency', period)).toMatchObject([
    { trigger: 'button', driver: '王师傅', loaded: true, load: 12_000, handled: false, handler: null },
  ])
  expect(await rowsOf('exception_report/alarm_emergency', { ...period, trigger: ['collision'] })).toEqual([])
})

test('[2.5-02] curve speeding shows speed, safe speed and what pressed to the side', async () => {
  const properties = {
    maxKmh: 50,
    safeKmh: 45,
    radiusM: 79.6,
    lateralG: 0.25,
    peakG: 0.26,
    limitG: 0.2,
    turnDeg: 60,
    fillPercent: 95,
    loaded: true,
    driverName: '王师傅',
  }
  await raiseAlarm(server, { plate: one, type: 6, startedAt: new Date('2026-11-20T07:00:00Z'), properties })
  expect(await rowsOf('exception_report/alarm_curve_speeding', { ...period, lateral: 0.25 })).toMatchObject([
    { speed: 50, safeSpeed: 45, lateral: 0.25, limit: 0.2, radius: 79.6, fill: 95 },
  ])
  expect(await rowsOf('exception_report/alarm_curve_speeding', { ...period, lateral: 0.26 })).toEqual([])
})

test('[2.5-01] a shift has its hours: two hours of driving with a rest between, and the longest without one', async () => {
  // Signed in at 08:00 in Shanghai; 40 minutes, 10 minutes of stop, 50 minutes, 30 minutes of rest, 30 minutes; out at 12:00.
  const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)
  const sign = (event: string, startedAt: Date) =>
    addRecord(two, 'sign-in', { startedAt, endedAt: startedAt, object: 77, properties: { driver: 77, text: 'IC-77', event } })
  await sign('driver-signed-in', at('08:00'))
  await piece(two, '2026-11-20T08:10:00Z', 40, 30)
  await piece(two, '2026-11-20T09:00:00Z', 50, 40)
  await piece(two, '2026-11-20T10:20:00Z', 30, 20)
  await sign('driver-signed-out', at('12:00'))
  await piece(two, '2026-11-20T12:30:00Z', 10, 5)
  const hour = 3_600_000
  expect(await rowsOf('event_report/sign_dura/shifts', period)).toMatchObject([
    { driver: '77', card: 'IC-77', duty: 4 * hour, driving: 2 * hour, longest: 1.5 * hour, rest: 2 * hour, distance: 90, overtime: false },
  ])
  expect(await rowsOf('event_report/sign_dura/shifts', { ...period, overtime: ['yes'] })).toEqual([])
})

test('[8.3-28] an empty list of overspeed says that there are no records of it in the period', async () => {
  const path = '/reports/driving_monitor/exception_report/alarm_over_speed'
  expect((await admin.get<ReportView>(path, {}, { language: 'zh' })).data.emptyHint).toContain('所选时间内没有超速记录')
  expect((await admin.get<ReportView>(path, {}, { language: 'en' })).data.emptyHint).toContain('No overspeed records in the period')
})

test('[2.10-03] health analysis, emergencies, battery voltages, mileage and sign-in of drivers stand in the menu and open', async () => {
  for (const [path, zh] of [
    ['device_monitor/device_analysis/health_analysis', '健康度分析'],
    ['driving_monitor/exception_report/alarm_emergency', '紧急报警'],
    ['device_monitor/device_analysis/valtage_line', '电池电压曲线'],
    ['driving_monitor/data_analysis/truck_daily_mile', '车辆里程统计'],
    ['driving_monitor/event_report/sign_dura', '驾驶员签到时长'],
  ]) {
    expect(SCREENS.find((screen) => screen.path === path)?.title.zh, path).toContain(zh)
    expect((await admin.get<ReportView>(`/reports/${path}`, {}, { language: 'zh' })).resultCode, path).toBe(200)
  }
})
