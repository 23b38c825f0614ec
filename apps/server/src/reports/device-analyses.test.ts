import { setThresholds } from '@tanker/database/test-thresholds'
import type { ReportRows } from '@tanker/contract/report-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

/** Analyses of device faults with sums checked by hand. Days are of Shanghai: 16:00 UTC is its midnight. */

let server: TestApi
let admin: SignedIn
const one = '苏A00001'
const two = '苏A00002'
const month = '2026-11'

const reports = (plate: string, day: string, received: number, missing = 0) =>
  server.database.pool.query(
    `INSERT INTO upload_hour (truck_id, hour, organisation_id, received, positions, levels, seals, safety, resent, late, missing)
     SELECT id, $2, organisation_id, $3, $3, 0, 0, 0, 0, 0, $4 FROM truck WHERE plate = $1`,
    [plate, new Date(`${day}T04:00:00Z`), received, missing],
  )
const fault = (plate: string, type: number, from: string, to: string | null, properties: Record<string, unknown> = {}) =>
  raiseAlarm(server, {
    plate,
    type,
    startedAt: new Date(from),
    ...(to === null ? {} : { endedAt: new Date(to) }),
    properties,
    settled: false,
  })
const rowsOf = async (path: string, filters: object) => {
  const scope = { truckIds: [], organisationIds: [server.organisationId('G')] }
  const { data, message } = await admin.get<ReportRows>(`/reports/device_monitor/${path}/rows`, {
    filters: JSON.stringify({ scope, ...filters }),
    size: 100,
  })
  expect(data, message).not.toBeNull()
  return data
}

beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-11-05T12:00:00Z')
  admin = await server.signIn('admin', { localTimeZone: 'Asia/Shanghai' })
  for (const day of ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']) await reports(one, day, 90, 10)
  for (const day of ['2026-11-01', '2026-11-02']) await reports(two, day, 100)
  await reports(one, '2026-10-20', 100)
  // The second and third day in Shanghai: a gauge fails from 23:00 to 02:00.
  await fault(one, 329, '2026-11-02T15:00:00Z', '2026-11-02T18:00:00Z')
  // On the third day the antenna is cut for an hour, twice.
  await fault(one, 334, '2026-11-03T02:00:00Z', '2026-11-03T03:00:00Z', { fault: 'antenna-open' })
  await fault(one, 334, '2026-11-03T05:00:00Z', '2026-11-03T06:00:00Z', { fault: 'antenna-open' })
  await fault(two, 334, '2026-11-01T02:00:00Z', null, { fault: 'camera' })
  await server.database.pool.query(
    `INSERT INTO installed_device (organisation_id, name, code, device_type, manufacturer, installed_on, truck_id, truck_type)
     SELECT organisation_id, '液位仪一', '2509', 'gauge', '苏南仪表', '2025-01-01', id, 'oil-tanker' FROM truck WHERE plate = $1`,
    [one],
  )
})
afterAll(() => server.close())

test('[2.7-01] intact days: two of four days without a fault, two for the gauge, three for the antenna; an open fault counts until now', async () => {
  const { content, totals } = await rowsOf('console/complete_analysis', { month })
  expect(content).toMatchObject([
    { name: two, days: 2, intactDays: 0, badDays: 2, intact: 0, camera: 0, gauge: 100, mainFault: 'camera' },
    { name: one, days: 4, intactDays: 2, badDays: 2, intact: 50, gauge: 50, positioning: 75, console: 100, mainFault: 'gauge' },
  ])
  // 2 of 6 days
  expect(totals?.['intact']).toBeCloseTo(33.33, 2)
  const byOrganisation = await rowsOf('console/complete_analysis', { month, by: 'organisation' })
  expect(byOrganisation.content.map(({ days }) => days).toSorted()).toEqual([2, 4])
})

test('[2.7-03] the score of a month is the weighted sum of its parts, with the change since the month before', async () => {
  const { content } = await rowsOf('device_analysis/health_analysis', { month })
  // 0.25·90 + 0.15·(100 + 100 + 100 + 50) + 0.10·75 + 0.05·100
  expect(content.find(({ gauge }) => gauge === 50)).toMatchObject({
    score: 87.5,
    data: 90,
    positioning: 75,
    level: 'fair',
    trend: -12.5,
    advice: 'gauge',
  })
  // All but the camera: 95
  expect(content.find(({ camera }) => camera === 0)).toMatchObject({ score: 95, level: 'good', trend: null, advice: 'camera' })
  expect((await rowsOf('device_analysis/health_analysis', { month, level: ['good'] })).content).toHaveLength(1)
})

test('[2.7-03] fault statistics: six hours of reports between four faults, an hour until the antenna was back', async () => {
  const when = { from: '2026-10-31T16:00:00.000Z', to: '2026-11-05T15:59:59.999Z' }
  const { content } = await rowsOf('device_analysis/abnormal_statistics', { when, by: 'fault' })
  expect(content.map(({ part, count, trucks, between, repair, share }) => [part, count, trucks, between, repair, share])).toEqual([
    ['positioning', 2, 1, 3, 1, 50],
    expect.arrayContaining([1, 1, 6, 25]),
    expect.arrayContaining([1, 1, 6, 25]),
  ])
  const gauges = await rowsOf('device_analysis/abnormal_statistics', { when, by: 'manufacturer', part: ['gauge'] })
  expect(gauges.content).toMatchObject([{ part: 'gauge', manufacturer: '苏南仪表', repair: 3 }])
  const ages = await rowsOf('device_analysis/abnormal_statistics', { when, by: 'age', part: ['gauge'] })
  expect(ages.content).toMatchObject([{ age: 'usual' }])
})

test('[2.7-03] heartbeats: silent for three hours, ten seconds between reports, a fifth of them lost', async () => {
  const { pool } = server.database
  const id = server.truckId(two)
  await pool.query(
    `UPDATE truck_state SET contact_at = now() - interval '181 minutes', last_at = now() - interval '190 minutes' WHERE truck_id = $1`,
    [id],
  )
  await pool.query(
    `INSERT INTO upload_hour (truck_id, hour, organisation_id, received, positions, levels, seals, safety, resent, late, missing, first_at, last_at)
     SELECT id, date_trunc('hour', now() - interval '4 hours'), organisation_id, 61, 61, 0, 0, 0, 0, 0, 15,
       now() - interval '4 hours', now() - interval '4 hours' + interval '600 seconds' FROM truck WHERE id = $1`,
    [id],
  )
  const [row] = (await rowsOf('device_analysis/heart_beat_info', { silent: 60 })).content
  expect(row).toMatchObject({ state: 'offline', silent: 181 * 60_000, interval: 10 })
  // 15 of 76
  expect(row?.['loss']).toBeCloseTo(19.74, 2)
  expect((await rowsOf('device_analysis/heart_beat_info', { silent: 200 })).content).toEqual([])
  const timeouts = () => rowsOf('device_analysis/over_time_heart', { silent: 3 })
  expect((await timeouts()).content).toMatchObject([{ silent: 181 * 60_000, loaded: null, handled: false }])
  const { rows } = await pool.query<{ at: Date }>(`SELECT now() - interval '150 minutes' AS at`)
  await raiseAlarm(server, { plate: two, type: 7, startedAt: rows[0]?.at ?? server.now, properties: { loaded: true }, settled: false })
  expect((await timeouts()).content).toMatchObject([{ loaded: true }])
})

test('[2.7-02] open faults: one row for a truck and part, yellow, red after a day and black after three, live until they end', async () => {
  const { pool } = server.database
  const ago = async (hours: number) =>
    (await pool.query<{ at: Date }>(`SELECT now() - make_interval(hours => $1) AS at`, [hours])).rows[0]?.at ?? server.now
  const open = async (type: number, hours: number, more: Partial<Parameters<typeof raiseAlarm>[1]> = {}) =>
    raiseAlarm(server, { plate: one, type, startedAt: await ago(hours), grade: 'yellow', settled: false, ...more })
  const rows = async (filters: object = {}) => (await rowsOf('other_devices/abnormal_monitor', filters)).content
  const before = await rows()
  expect(before.map(({ part }) => part)).toEqual(['camera'])
  await open(211, 30)
  const seal = await open(211, 2)
  await open(323, 1)
  await open(329, 80)
  const mine = async (filters: object = {}) => (await rows(filters)).filter(({ plate }) => (plate as { plate: string }).plate === one)
  const seen = await mine()
  expect(seen.map(({ part, grade, faults, unhandled }) => [part, grade, faults, unhandled])).toEqual([
    ['gauge', 'black', 1, 1],
    ['seal', 'red', 2, 2],
    ['power', 'yellow', 1, 1],
  ])
  expect(Math.abs(Number(seen[1]?.['age']) - 30 * 3_600_000)).toBeLessThan(120_000)
  expect((await mine({ grade: ['black', 'yellow'] })).map(({ part }) => part)).toEqual(['gauge', 'power'])
  expect((await mine({ part: ['seal'] })).map(({ part }) => part)).toEqual(['seal'])

  // The fault of 30 hours ended: what is left of the seals is two hours old. The threshold of the truck counts.
  await pool.query(`UPDATE alarm SET ended_at = started_at + interval '25 hours' WHERE truck_id = $1 AND type = 211 AND id <> $2`, [
    server.truckId(one),
    seal,
  ])
  expect((await mine({ part: ['seal'] })).map(({ grade, faults }) => [grade, faults])).toEqual([['yellow', 1]])
  await setThresholds(pool, { truckId: server.truckId(one) }, { faultRedHours: 2 })
  expect((await mine({ part: ['seal'] })).map(({ grade }) => grade)).toEqual(['red'])
  await pool.query('DELETE FROM threshold_value WHERE truck_id = $1', [server.truckId(one)])

  const past = async (filters: object = {}) =>
    (await rowsOf('other_devices/abnormal_record', { when: { from: await ago(100), to: await ago(0) }, ...filters })).content.filter(
      ({ plate }) => (plate as { plate: string }).plate === one,
    )
  const record = await past()
  expect(record.map(({ part, grade, ended }) => [part, grade, ended])).toEqual([
    ['power', 'yellow', 'not-ended'],
    ['seal', 'yellow', 'not-ended'],
    ['seal', 'red', 'ended'],
    ['gauge', 'black', 'not-ended'],
  ])
  const hoursUntil = (row: Record<string, unknown> | undefined, name: string) =>
    (Date.parse(String(row?.[name])) - Date.parse(String(row?.['startedAt']))) / 3_600_000
  expect([hoursUntil(record[2], 'red'), record[2]?.['black']]).toEqual([24, null])
  expect([hoursUntil(record[3], 'red'), hoursUntil(record[3], 'black')]).toEqual([24, 72])
  expect((await past({ grade: ['red'], ended: ['ended'] })).map(({ part }) => part)).toEqual(['seal'])
})

test('[2.7-02] one list has what devices said, drivers’ cards and what the platform sent, by whom', async () => {
  const { pool } = server.database
  const add = (kind: string, at: string, object: number, properties: object) =>
    pool.query(
      `INSERT INTO record (truck_id, organisation_id, kind, started_at, object, name, properties, lat, lng)
       SELECT id, organisation_id, $2, $3, $4, 'test', $5, 31.3, 120.6 FROM truck WHERE plate = $1`,
      [one, kind, at, object, JSON.stringify(properties)],
    )
  await add('device-event', '2026-11-03T01:00:00Z', 0, { event: 'seals-armed', compartment: 0, text: 'key 7', card: null, loaded: true })
  await add('device-event', '2026-11-03T02:00:00Z', 1_400_200, {
    event: 'probe-lost',
    compartment: 2,
    text: '',
    card: null,
    loaded: true,
    probeType: 1,
  })
  await add('sign-in', '2026-11-03T03:00:00Z', 77, { driver: 77, text: 'IC-77', event: 'driver-signed-in' })
  await pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, max_tries, ordered_by, ordered_at)
     SELECT id, organisation_id, 'version-query', 3, 'anna', '2026-11-03T04:00:00Z' FROM truck WHERE plate = $1`,
    [one],
  )
  const when = { from: '2026-11-02T16:00:00.000Z', to: '2026-11-03T15:59:59.999Z' }
  const { content } = await rowsOf('other_devices/device_event_record', { when })
  expect(content.map(({ source, event, compartment, detail, operator }) => [source, event, compartment, detail, operator])).toEqual([
    ['platform', 'command-version-query', null, null, 'anna'],
    ['driver', 'driver-signed-in', null, 'IC-77', null],
    ['probe', 'probe-lost', 2, null, null],
    ['console', 'seals-armed', null, 'key 7', null],
  ])
  expect((await rowsOf('other_devices/device_event_record', { when, source: ['platform'] })).content).toHaveLength(1)
})

test('[2.7-03] the analysis of a truck says what came before each fault: the supply, the line, the device, or the probe alone', async () => {
  const plate = '苏A00002'
  const at = (minute: string) => `2026-11-05T${minute}:00Z`
  const probe = (compartment: number, fault = 'silent') => ({ compartment, probeType: 1, fault, loaded: false })
  const sealFault = (compartment: number, from: string, to: string, how = 'silent') =>
    raiseAlarm(server, {
      plate,
      type: 211,
      object: compartment * 100 + 1,
      startedAt: new Date(at(from)),
      endedAt: new Date(at(to)),
      properties: probe(compartment, how),
      settled: false,
    })
  // The supply goes, and a minute later a probe.
  await raiseAlarm(server, {
    plate,
    type: 323,
    startedAt: new Date(at('00:00')),
    endedAt: new Date(at('00:20')),
    properties: {},
    settled: false,
  })
  await sealFault(1, '00:01', '00:25')
  // Two probes at once.
  await sealFault(1, '03:00', '03:30')
  await sealFault(2, '03:01', '03:30')
  // One alone.
  await sealFault(3, '06:00', '06:30', 'chatter')
  const when = { from: '2026-11-04T16:00:00.000Z', to: '2026-11-05T15:59:59.999Z' }
  const { data, message } = await admin.get<ReportRows>('/reports/device_monitor/device_analysis/abnormal_analysis/rows', {
    filters: JSON.stringify({ truck: server.truckId(plate), when }),
    size: 100,
  })
  expect(data, message).not.toBeNull()
  const seals = data.content.filter(({ part }) => part === 'seal')
  expect(seals.map(({ compartment, cause, why, events }) => [compartment, cause, why, events])).toEqual([
    [3, 'probe', 'probe', 0],
    [2, 'line', 'line', 1],
    [1, 'line', 'line', 1],
    [1, 'supply', 'supply', 1],
  ])
  // The fault of the camera that began days before still lasts.
  expect(data.content.map(({ part }) => part)).toContain('camera')
})
