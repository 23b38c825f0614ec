import { leadOf } from '@tanker/contract/report-leads'
import type { ReportRows, ReportView, RowLeads } from '@tanker/contract/report-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

/** Every number of the analyses of driving leads to the rows that it counts. Days are of Shanghai: 16:00 UTC is its midnight. */

let server: TestApi
let admin: SignedIn
const [one, two, three] = ['苏A00001', '苏A00002', '苏B00001'] as const
const [WANG, LI] = ['王师傅', '李师傅'] as const

const addRecord = async (plate: string, kind: string, from: string, to: string | null, properties: object, fence?: string) => {
  await server.database.pool.query(
    `INSERT INTO record (truck_id, organisation_id, kind, started_at, ended_at, object, name, properties, fence_id, fence_name, lat, lng)
     SELECT truck.id, truck.organisation_id, $2, $3, $4, 0, 'test', $5, (SELECT min(id) FROM fence WHERE name = $6), $6, 31.3, 120.6
     FROM truck WHERE plate = $1`,
    [plate, kind, from, to, JSON.stringify(properties), fence ?? null],
  )
}

const drove = (plate: string, at: string, km: number, driverName: string | null, loaded = false, fence?: string) =>
  addRecord(
    plate,
    'driven',
    at,
    new Date(Date.parse(at) + 1_800_000).toISOString(),
    { distanceM: km * 1000, drivingS: 1800, maxKmh: 60, loaded, fromKm: null, toKm: null, driverId: null, driverName },
    fence,
  )

/** A trip as detection writes it, and the delivery that the job makes of it. */
const trip = async (plate: string, from: string, to: string | null) => {
  await addRecord(plate, 'trip', from, to, {})
  await server.database.pool.query(
    `INSERT INTO delivery (truck_id, trip_started_at, organisation_id, ended_at, slip_no, driver_name, escort, depot_name, station_names,
       distance_m, judge, basis, state)
     SELECT id, $2, organisation_id, $3, '', '', '', '', '', 0, 'loss', 'truck-truck', 'done' FROM truck WHERE plate = $1`,
    [plate, from, to],
  )
}

const raised = (plate: string, type: number, at: string, driverName: string | null = WANG) =>
  raiseAlarm(server, {
    plate,
    type,
    startedAt: new Date(at),
    properties: type === 203 ? { companyName: '', driverWorkingDuration: 14_400, driver: { name: driverName ?? '' } } : { driverName },
  })

const silent = async (plate: string, lostAt: string, hours: number) => {
  const from = Date.parse(lostAt)
  const properties = { lastContactAt: from, thresholdMin: 30, loaded: true, durationS: null, driverName: WANG }
  const [startedAt, endedAt] = [new Date(from + 1_800_000), new Date(from + hours * 3_600_000)]
  await raiseAlarm(server, { plate, type: 7, startedAt, endedAt, properties })
}

beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-11-21T12:00:00Z')
  admin = await server.signIn('admin', { localTimeZone: 'Asia/Shanghai' })
  const fence = (await server.database.db.selectFrom('fence').select('name').orderBy('id').executeTakeFirstOrThrow()).name
  await drove(one, '2026-11-20T14:00:00Z', 20, WANG, true)
  await drove(one, '2026-11-20T15:00:00Z', 5, WANG, false, fence)
  await drove(one, '2026-11-20T16:30:00Z', 40, WANG)
  await drove(one, '2026-11-19T02:00:00Z', 30, LI)
  await drove(two, '2026-11-20T02:00:00Z', 50, LI, true)
  await drove(three, '2026-11-20T02:00:00Z', 10, null)
  // A driver without exceptions.
  await drove(one, '2026-11-19T06:00:00Z', 15, '赵师傅')
  await drove(one, '2026-10-10T02:00:00Z', 100, WANG)
  await trip(one, '2026-11-20T14:00:00Z', '2026-11-20T17:00:00Z')
  await trip(one, '2026-11-19T01:55:00Z', '2026-11-19T05:00:00Z')
  await trip(three, '2026-11-20T01:50:00Z', null)
  await trip(one, '2026-10-10T01:50:00Z', '2026-10-10T04:00:00Z')
  // One stay within the period, one that began before it, one that has not ended.
  const stay = { fenceKind: 'depot', loaded: false }
  await addRecord(one, 'fence-visit', '2026-11-20T15:00:00Z', '2026-11-20T15:40:00Z', stay, fence)
  await addRecord(one, 'fence-visit', '2026-10-30T15:00:00Z', '2026-10-31T18:00:00Z', stay, fence)
  await addRecord(two, 'fence-visit', '2026-11-21T10:00:00Z', null, stay, fence)
  // Of each kind at least one, of one truck by two drivers; the emergency of no one who is known.
  for (const type of [2, 45, 5, 27, 6, 12, 203, 4, 328, 9]) await raised(one, type, '2026-11-20T14:05:00Z')
  await raised(one, 2, '2026-11-19T02:10:00Z', LI)
  await raised(two, 2, '2026-11-20T02:10:00Z', LI)
  await raised(three, 201, '2026-11-20T02:10:00Z', null)
  await raised(one, 2, '2026-10-10T02:10:00Z')
  const refuted = await raised(one, 2, '2026-11-20T14:20:00Z')
  await server.database.pool.query('UPDATE alarm SET superseded_at = now() WHERE id = $1', [refuted])
  // Water is no exception of driving.
  await raised(one, 3, '2026-11-20T14:20:00Z')
  await silent(one, '2026-11-18T04:00:00Z', 30)
  await silent(one, '2026-11-20T04:00:00Z', 2)
  await addRecord(one, 'power-cut', '2026-11-20T03:59:00Z', null, {})
  await silent(two, '2026-11-16T04:00:00Z', 72)
  // It began before the period and reached into it.
  await silent(three, '2026-10-30T04:00:00Z', 40)
})
afterAll(() => server.close())

const DAY_MS = 86_400_000
const november = { from: '2026-10-31T16:00:00.000Z', to: '2026-11-30T15:59:59.999Z' }
const periodOf = (_month: string, day?: number) =>
  day === undefined
    ? november
    : {
        from: new Date(Date.parse(november.from) + (day - 1) * DAY_MS).toISOString(),
        to: new Date(Date.parse(november.from) + day * DAY_MS - 1).toISOString(),
      }

type List = { readonly rows: ReportRows['content']; readonly count: number }
const read = async (path: string, asked: object, picked: object = {}): Promise<List & { readonly totals: ReportRows['totals'] }> => {
  const { data, message } = await admin.get<ReportRows>(`/reports/${path}/rows`, {
    filters: JSON.stringify(asked),
    picked: JSON.stringify(picked),
    size: 200,
  })
  expect(data, `${path} ${JSON.stringify(asked)} ${message}`).not.toBeNull()
  return { rows: data.content, count: data.totalElements ?? -1, totals: data.totals }
}

const sumOf =
  (name: string, per = 1) =>
  ({ rows }: List) =>
    rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0) / per
const countOf = ({ count }: List) => count
const kilometres = sumOf('distance')
const platesOf = ({ rows }: List) => new Set(rows.map((row) => (row['plate'] as { plate: string }).plate)).size
const causeOf = ({ rows }: List) => rows[0]?.['cause']
/** The part of each silence that lies in November. */
const silentIn = ({ rows }: List) =>
  rows.reduce(
    (sum, row) => sum + Date.parse(String(row['endedAt'])) - Math.max(Date.parse(String(row['lostAt'])), Date.parse(november.from)),
    0,
  )

/** What the rows that a number leads to must add up to; other numbers count the rows. */
const MEASURES: Readonly<Record<string, (list: List) => unknown>> = {
  distance: kilometres,
  loaded: kilometres,
  empty: kilometres,
  'truck_daily_mile/month total': kilometres,
  ...Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`day${index + 1}`, kilometres])),
  driving: sumOf('driving'),
  hours: sumOf('driving', 3_600_000),
  stay: sumOf('stay'),
  trucks: platesOf,
  'off_line_analysis/trucks total': silentIn,
  'off_line_analysis/places total': sumOf('silent'),
  cause: causeOf,
}

const DRIVING = 'driving_monitor/data_analysis'
const OFFLINE = 'driving_monitor/exception_report/off_line_analysis'
const HARSH = 'driving_monitor/exception_report/alarm_urgent'
const SAFETY = 'active_safety/data_analysis'
const when = november
/** With the numbers that must lead somewhere: at least so many, and these columns. */
const ANALYSES: readonly (readonly [string, object, readonly string[]])[] = [
  ...(['truck', 'driver', 'organisation'] as const).map(
    (by) =>
      [
        `${DRIVING}/exception_sum`,
        { when, by },
        ['total', 'overspeed', 'harsh', 'curve', 'fatigue', 'parking', 'offline', 'emergency', 'deviation', 'safety', 'distance'],
      ] as const,
  ),
  [`${DRIVING}/exception_sum/days`, { when }, ['total', 'overspeed', 'fatigue', 'emergency', 'safety']],
  ...(['truck', 'driver', 'organisation'] as const).map(
    (by) => [`${DRIVING}/exception_rate`, { month: '2026-11', by, kind: 'all' }, ['total', 'distance', 'trips', 'hours']] as const,
  ),
  [`${DRIVING}/exception_rate`, { month: '2026-11', by: 'truck', kind: 'overspeed' }, ['total']],
  [`${OFFLINE}/trucks`, { when }, ['times', 'total', 'day', 'two', 'more', 'cause', 'power', 'unknown']],
  [`${OFFLINE}/trucks`, { when, cause: ['power'] }, ['times', 'power']],
  [`${OFFLINE}/places`, { when }, ['times', 'trucks', 'total', 'power', 'unknown']],
  ...(['truck', 'driver', 'organisation'] as const).map(
    (by) => [`${HARSH}/ranking`, { when, by }, ['times', 'braking', 'distance']] as const,
  ),
  [`${OFFLINE}/days`, { when }, ['times', 'trucks', 'power', 'unknown']],
  [`${OFFLINE}/days`, { when, cause: ['unknown'] }, ['times', 'unknown']],
  [`${DRIVING}/truck_daily_mile/days`, { when }, ['distance', 'loaded', 'empty', 'driving', 'trips']],
  [`${DRIVING}/truck_daily_mile/month`, { month: '2026-11' }, ['total', 'days', 'day19', 'day20', 'day21']],
  [`${DRIVING}/fency_mileage`, { when }, ['entries', 'stay', 'distance', 'driving']],
  [`${DRIVING}/fency_mileage`, { when, kind: ['depot'] }, ['entries', 'stay', 'distance']],
  [`${SAFETY}/adas_can_collect/rows`, { when, by: 'driver' }, ['total', 'distance']],
  [`${SAFETY}/adas_can_collect/days`, { when }, ['total', 'distance']],
  [`${SAFETY}/alm_adas_can_truck_stat`, { month: '2026-11', by: 'truck' }, ['total', 'distance']],
]

test.each(ANALYSES)('[2.5-02] [2.5-03] [2.6-02] every number of %s %j leads to the rows that it counts', async (path, asked, columns) => {
  const given = { scope: { truckIds: [], organisationIds: [server.organisationId('G')] }, ...asked }
  const { data: view } = await admin.get<ReportView>(`/reports/${path}`)
  const { rows, totals } = await read(path, given)
  const led = new Set<string>()
  const follow = async (column: ReportView['columns'][number], row: RowLeads | null, value: unknown): Promise<void> => {
    const lead = leadOf(view, column, given, row, value, periodOf)
    if (lead === null) return
    const list = await read(lead.tab === null ? lead.path : `${lead.path}/${lead.tab}`, lead.filters, lead.picked)
    const report = path.split('/').slice(2).join('/')
    const measure = MEASURES[`${report} ${column.name}`] ?? MEASURES[column.name] ?? countOf
    const seen = measure(list)
    const where = `${column.name} ${JSON.stringify(row)}`
    // What goes on is some moments longer when it is read again.
    if (column.kind === 'duration' && typeof seen === 'number') expect(Math.abs(seen - Number(value)), where).toBeLessThanOrEqual(120_000)
    else if (typeof value === 'number' && typeof seen === 'number') expect(seen, where).toBeCloseTo(value, 5)
    else expect(seen, where).toBe(value)
    led.add(column.name)
  }
  for (const column of view.columns) {
    // Parts of a score and kinds are no counts: `safety-reports.test.ts` has them.
    if (path.startsWith(SAFETY) && !columns.includes(column.name)) continue
    for (const row of rows) await follow(column, row['leads'] as RowLeads, row[column.name])
    await follow(column, null, totals?.[column.name])
  }
  for (const name of columns) expect([...led], path).toContain(name)
})

test('[2.5-03] by hand: of one truck nine alarms of ten kinds and one by another driver; drivers of one name in two organisations are two', async () => {
  const given = { scope: { truckIds: [], organisationIds: [server.organisationId('G')] }, when, by: 'driver' }
  const { rows } = await read(`${DRIVING}/exception_sum`, given)
  const wang = rows.find(({ name }) => name === WANG)
  // 2 and 45, 5 and 27, 6, 12 and 203, 4, 328, 9, and two silences that began in the period.
  expect(wang).toMatchObject({ overspeed: 2, harsh: 2, curve: 1, fatigue: 2, parking: 1, deviation: 1, safety: 1, distance: 65 })
  expect(rows.filter(({ name }) => name === LI).map(({ overspeed, distance }) => [overspeed, distance])).toEqual([
    [1, 50],
    [1, 30],
  ])
  const fatigue = await read('monitor/alarm_record', { scope: given.scope, when, driving: 'fatigue' })
  expect(fatigue.rows.map(({ type }) => type).toSorted()).toEqual([12, 203])
})
