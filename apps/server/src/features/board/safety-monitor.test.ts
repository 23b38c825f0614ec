import { countEvents, type SafetyMonitor, type TruckSafety } from '@tanker/contract/safety-monitor'
import { setThresholds } from '@tanker/database/test-thresholds'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aLiveRow, raiseAlarm, setLive, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const [mine, second, foreign] = ['苏A00001', '苏A00002', '苏B00001'] as const
/** Fatigue and phone are seen by the driver's camera, lane departure by that of the road. */
const [fatigue, phone, laneDeparture] = [12, 13, 20]

let server: TestApi
let anna: SignedIn
let ben: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  // Noon in Shanghai: every truck has had half a day.
  server.now = new Date('2026-11-21T04:00:00Z')
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, 'monitor/safe_target' FROM role WHERE name = '调度员' ON CONFLICT DO NOTHING`,
  )
  ;[anna, ben] = await Promise.all([server.signIn('anna'), server.signIn('ben')])
})
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('TRUNCATE record, driven_piece, alarm, outbox CASCADE'))

const minutesAgo = (count: number) => new Date(server.now.getTime() - count * 60_000)

/** A piece of driving, as detection writes it. */
async function drove(plate: string, fromMinutes: number, toMinutes: number, drivingS: number): Promise<void> {
  await server.database.pool.query(
    `INSERT INTO record (truck_id, kind, started_at, ended_at, object, organisation_id, name, properties)
     SELECT id, 'driven', $2, $3, 0, organisation_id, 'driven', $4 FROM truck WHERE plate = $1`,
    [
      plate,
      minutesAgo(fromMinutes),
      minutesAgo(toMinutes),
      JSON.stringify({ distanceM: 1000, drivingS, maxKmh: 60, loaded: false, fromKm: null, toKm: null, driverId: null, driverName: null }),
    ],
  )
}

async function signed(event: 'driver-signed-in' | 'driver-signed-out', code: number, minutes: number): Promise<void> {
  await server.database.pool.query(
    `INSERT INTO record (truck_id, kind, started_at, ended_at, object, organisation_id, name, properties)
     SELECT id, 'sign-in', $2, $2, $3, organisation_id, 'sign-in', $4 FROM truck WHERE plate = $1`,
    [mine, minutesAgo(minutes), code, JSON.stringify({ driver: code, text: '', event })],
  )
}

const monitorOf = async (user: SignedIn) => (await user.get<SafetyMonitor>('/board/safety')).data
const rowOf = (monitor: SafetyMonitor, plate: string) => {
  const index = monitor.truckId.indexOf(server.truckId(plate))
  return {
    driver: [monitor.driverName[index], monitor.driverPhone[index], monitor.signedInAt[index]],
    driving: [monitor.continuousS[index], monitor.drivingS[index]],
    events: monitor.events[index] ?? [],
    lastHour: monitor.lastHour[index],
    last: monitor.last[index],
  }
}

test('driving times: today from midnight of the user, without a rest since the last pause of 20 minutes', async () => {
  // 22:30 to 23:30 of the day before, 50 min of it driven; 08:00 to 09:00, 40 min; 09:10 to 10:00, 45 min; 10:30 to 11:58, two pieces of 80 min.
  await drove(mine, 13.5 * 60, 12.5 * 60, 3_000)
  await drove(mine, 240, 180, 2_400)
  await drove(mine, 170, 120, 2_700)
  await drove(mine, 90, 60, 1_800)
  await drove(mine, 60, 2, 3_000)
  await setLive(server, mine, aLiveRow(server.now, { moving: true }))
  const row = rowOf(await monitorOf(anna), mine)
  // It drives: the two minutes since the last piece was written count too.
  expect(row.driving).toEqual([1_800 + 3_000 + 120, 2_400 + 2_700 + 1_800 + 3_000 + 120])

  // It stands for less than a rest, then for longer.
  await setLive(server, mine, aLiveRow(server.now, { moving: false, stoppedSince: minutesAgo(2).getTime(), speedKmh: 0 }))
  expect(rowOf(await monitorOf(anna), mine).driving).toEqual([4_800, 9_900])
  server.now = new Date(server.now.getTime() + 19 * 60_000)
  expect(rowOf(await monitorOf(anna), mine).driving).toEqual([0, 9_900])
  server.now = new Date(server.now.getTime() - 19 * 60_000)
  // In London the day began eight hours later than in Shanghai: at 08:00.
  const { data } = await anna.get<SafetyMonitor>('/board/safety', {}, { localTimeZone: 'Europe/London' })
  expect(rowOf(data, mine).driving).toEqual([4_800, 2_400 + 2_700 + 1_800 + 3_000])
})

test('a rest is as long as the threshold of the truck says', async () => {
  // Thirty minutes, a pause of fifteen, forty minutes.
  await drove(mine, 90, 60, 1_800)
  await drove(mine, 45, 5, 2_000)
  await setLive(server, mine, aLiveRow(server.now, { moving: false, stoppedSince: minutesAgo(5).getTime() }))
  expect(rowOf(await monitorOf(anna), mine).driving[0]).toBe(3_800)
  await setThresholds(server.database.pool, { truckId: server.truckId(mine) }, { restMin: 15 })
  expect(rowOf(await monitorOf(anna), mine).driving[0]).toBe(2_000)
  await server.database.pool.query('DELETE FROM threshold_value')
})

test('events are counted by kind and level, superseded ones and those of yesterday are not; the newest is named', async () => {
  const raise = (type: number, minutes: number, grade: 'yellow' | 'red', plate: string = mine) =>
    raiseAlarm(server, { plate, type, startedAt: minutesAgo(minutes), grade, settled: false, object: minutes })
  await raise(fatigue, 300, 'red')
  await raise(phone, 50, 'red')
  await raise(laneDeparture, 40, 'yellow')
  await raise(ALARM.overspeed, 30, 'yellow')
  const newest = await raise(ALARM.deviceOverspeed, 20, 'red')
  await raise(fatigue, 13 * 60, 'red')
  await raise(ALARM.parkingOvertime, 10, 'red')
  const taken = await raise(fatigue, 5, 'red')
  await server.database.pool.query('UPDATE alarm SET superseded_at = now() WHERE id = $1', [taken])
  await raise(fatigue, 13 * 60, 'red', second)
  const monitor = await monitorOf(anna)
  const row = rowOf(monitor, mine)
  expect(row.events).toEqual([1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 1])
  expect(countEvents(row.events, 'dsm', 2)).toBe(2)
  expect(row.lastHour).toBe(4)
  expect(row.last).toEqual({ alarmId: newest, type: ALARM.deviceOverspeed, at: minutesAgo(20).getTime(), level: 2, pictureId: null })
  // Its last event is of yesterday.
  expect(rowOf(monitor, second)).toMatchObject({ events: [], lastHour: 0, last: { type: fatigue, at: minutesAgo(13 * 60).getTime() } })

  const { data } = await anna.get<TruckSafety>(`/trucks/${server.truckId(mine)}/safety`)
  expect(data.events.map(({ type, kind, level }) => [type, kind, level])).toEqual([
    [ALARM.deviceOverspeed, 'overspeed', 2],
    [ALARM.overspeed, 'overspeed', 1],
    [laneDeparture, 'adas', 1],
    [phone, 'dsm', 2],
    [fatigue, 'dsm', 2],
  ])
})

test('an event is shown with its first picture to who may see pictures of alarms', async () => {
  const alarmId = await raiseAlarm(server, { plate: mine, type: fatigue, startedAt: minutesAgo(5), grade: 'red', settled: false })
  const { rows } = await server.database.pool.query<{ id: string }>(
    `WITH asked AS (INSERT INTO evidence_request (number, truck_id, organisation_id, alarm_id, terminal_id, mark_time, sequence, attachments, created_at, expires_at)
       SELECT repeat('n', 32), id, organisation_id, $2, 'T', '261121120000', 0, 3, $3, $3 FROM truck WHERE plate = $1 RETURNING id, truck_id, organisation_id)
     INSERT INTO evidence_file (request_id, truck_id, organisation_id, name, kind, bytes, sha256, path, received_at)
     SELECT asked.id, truck_id, organisation_id, name, kind, 1, '', name, $3 FROM asked,
       (VALUES ('clip', 'mp4'), ('first', 'jpg'), ('second', 'png')) AS file (name, kind) RETURNING id`,
    [mine, alarmId, server.now],
  )
  expect(rowOf(await monitorOf(anna), mine).last?.pictureId).toBeNull()
  const admin = await server.signIn('admin')
  expect(rowOf(await monitorOf(admin), mine).last?.pictureId).toBe(rows[1]?.id)
  const { data } = await admin.get<TruckSafety>(`/trucks/${server.truckId(mine)}/safety`)
  expect(data.events.map(({ pictureId }) => pictureId)).toEqual([rows[1]?.id])
  await server.database.pool.query('DELETE FROM evidence_file; DELETE FROM evidence_request')
})

test('the driver is who signed in with a card, else the usual one', async () => {
  const usual = ['陈海霞', '19900001001', null]
  expect(rowOf(await monitorOf(anna), mine).driver).toEqual(usual)
  expect(rowOf(await monitorOf(anna), second).driver).toEqual([null, null, null])
  await server.database.pool.query(
    `INSERT INTO driver (organisation_id, name, code, mobile) VALUES ($1, '王建国', '0077', '13800000077'), ($2, '外人', '78', '13800000078')`,
    [server.organisationId('A'), server.organisationId('B')],
  )
  await signed('driver-signed-in', 77, 30)
  expect(rowOf(await monitorOf(anna), mine).driver).toEqual(['王建国', '13800000077', minutesAgo(30).getTime()])
  await signed('driver-signed-out', 77, 20)
  expect(rowOf(await monitorOf(anna), mine).driver).toEqual(usual)
  // The card of a driver of another organisation says its number only.
  await signed('driver-signed-in', 78, 10)
  expect(rowOf(await monitorOf(anna), mine).driver).toEqual(['78', null, minutesAgo(10).getTime()])
})

test('each organisation sees its own trucks; without the permission nothing is answered', async () => {
  await raiseAlarm(server, { plate: foreign, type: fatigue, startedAt: minutesAgo(5), grade: 'red', settled: false })
  const [ofAnna, ofBen] = [await monitorOf(anna), await monitorOf(ben)]
  expect(ofAnna.truckId.toSorted()).toEqual([server.truckId(mine), server.truckId(second)].toSorted())
  expect(ofAnna.lastHour).toEqual([0, 0])
  expect(ofBen.truckId).toEqual([server.truckId(foreign)])
  expect(ofBen.lastHour).toEqual([1])
  for (const id of [server.truckId(foreign), 999_999, 'x']) expect((await anna.get(`/trucks/${id}/safety`)).resultCode).toBe(400)
  const carl = await server.signIn('carl')
  expect((await carl.get('/board/safety')).resultCode).toBe(401)
  expect((await carl.get(`/trucks/${server.truckId(mine)}/safety`)).resultCode).toBe(401)
})

test('one of the boards is enough for the fleet, its trails and its drivers', async () => {
  const fleet = async () => (await anna.get('/trucks/live')).resultCode
  const { pool } = server.database
  await pool.query(`DELETE FROM role_grant WHERE permission = 'monitor/cargo_transport'`)
  const again = await server.signIn('anna')
  anna = again
  expect(await fleet()).toBe(200)
  for (const path of [`/trucks/${server.truckId(mine)}/trail`, `/trucks/${server.truckId(mine)}/trip`, '/board/drivers'])
    expect((await anna.get(path)).resultCode, path).toBe(200)
  await pool.query(`DELETE FROM role_grant WHERE permission = 'monitor/safe_target'`)
  anna = await server.signIn('anna')
  expect(await fleet()).toBe(401)
})
