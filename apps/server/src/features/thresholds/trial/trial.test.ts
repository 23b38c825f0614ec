import type { TrialResult } from '@tanker/contract/threshold-trials'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestDevice } from '../../../gateway/test-device.ts'
import { startTestGateway } from '../../../gateway/test-gateway.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../../platform/http/test-api.ts'
import { withValues } from './try-thresholds.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let server: TestApi
let anna: SignedIn
let ben: SignedIn
/** When the rides begin: two hours ago, on the second. */
let begin = 0

/** A minute at 70 km/h and, an hour later, a minute at 95, sent as a terminal sends them. Its limit is the usual 80 km/h. */
beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  begin = Math.floor(server.now.getTime() / SECOND) * SECOND - 120 * MINUTE
  let now = begin
  const { rows } = await pool.query<{ phone: string }>('SELECT terminal_phone AS phone FROM truck WHERE plate = $1', ['苏A00001'])
  const phone = rows[0]!.phone
  const gateway = await startTestGateway(server.database, {
    bus: server.bus,
    name: 'trial',
    now: () => now,
    limits: { idleMs: 1_440 * MINUTE },
  })
  const device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(phone)
  await device.authenticate(phone, code)
  for (const [at, speedKmh] of [
    [begin, 70],
    [begin + 60 * MINUTE, 95],
  ] as const)
    for (let i = 0; i < 19; i += 1) {
      now = at + i * 5 * SECOND + SECOND
      const km = Math.min(i, 12) * 5 * (speedKmh / 3_600)
      expect(
        await device.position(phone, { at: at + i * 5 * SECOND, lat: 33, lng: 118 + km / 93.4, speedKmh: i > 12 ? 0 : speedKmh }),
      ).toBe(0)
    }
  device.close()
  await gateway.close()
})
afterAll(() => server.close())

const owners = (more: object = {}) => ({ organisationIds: '', truckIds: String(server.truckId('苏A00001')), ...more })
const trial = (values: string, more: object = {}, who = anna) =>
  who.send<TrialResult>('POST', '/thresholds/trial', {
    ...owners(),
    values,
    days: 1,
    triedTruckIds: String(server.truckId('苏A00001')),
    ...more,
  })
const overspeeds = ({ data }: { data: TrialResult }) => {
  const [truck] = data.trucks
  const starts = (alarms: readonly { type: number; startedAt: string }[] = []) =>
    alarms.filter(({ type }) => type === ALARM.overspeed).map(({ startedAt }) => (Date.parse(startedAt) - begin) / MINUTE)
  return {
    counts: truck?.counts.find(({ type }) => type === ALARM.overspeed),
    appear: starts(truck?.appear),
    vanish: starts(truck?.vanish),
  }
}
const stored = async () =>
  (
    await server.database.pool.query<{ at: Date }>('SELECT started_at AS at FROM alarm WHERE type = $1 AND superseded_at IS NULL', [
      ALARM.overspeed,
    ])
  ).rows

test('a lower limit shows the overspeed that would appear, a higher one that which would vanish; nothing is stored', async () => {
  expect(await stored()).toHaveLength(1)
  const lower = await trial('overspeedKmh=60')
  expect(lower).toMatchObject({ resultCode: 200, data: { trucks: [{ plate: '苏A00001', readings: 38 }] } })
  expect(overspeeds(lower)).toEqual({ counts: { type: ALARM.overspeed, now: 1, tried: 2 }, appear: [0], vanish: [] })
  const higher = await trial('overspeedKmh=100')
  expect(overspeeds(higher)).toMatchObject({ counts: { now: 1, tried: 0 }, appear: [] })
  expect(overspeeds(higher).vanish).toHaveLength(1)
  expect(overspeeds(await trial('overspeedKmh=80'))).toMatchObject({ appear: [], vanish: [] })
  expect(await stored()).toHaveLength(1)
  expect((await server.database.pool.query('SELECT FROM threshold_value')).rowCount).toBe(0)
})

test('values of an organisation count for its trucks without a value of their own, and those below it', async () => {
  const organisationId = String(server.organisationId('A'))
  const trucks = async (more: object, who = anna) =>
    (
      await who.send<{ truckIds: number[] }>('POST', '/thresholds/trial/trucks', {
        ...owners({ truckIds: '' }),
        values: 'overspeedKmh=60',
        ...more,
      })
    ).data
  const all = await trucks({ organisationIds: organisationId })
  expect(all.truckIds).toContain(server.truckId('苏A00001'))
  expect(all.truckIds).not.toContain(server.truckId('苏B00001'))
  expect(overspeeds(await trial('overspeedKmh=60', { organisationIds: organisationId, truckIds: '' })).appear).toEqual([0])
  await server.database.pool.query(
    `INSERT INTO threshold_value (truck_id, name, value, from_at, reason, set_by, set_at, set_in) VALUES ($1, 'overspeedKmh', 80, '2026-01-01', 'x', 'anna', now(), 1)`,
    [server.truckId('苏A00001')],
  )
  expect((await trucks({ organisationIds: organisationId })).truckIds).not.toContain(server.truckId('苏A00001'))
  // Another threshold, of which it has none of its own.
  expect((await trucks({ organisationIds: organisationId, values: 'overspeedKmh=60,offlineMin=30' })).truckIds).toContain(
    server.truckId('苏A00001'),
  )
  expect((await trial('overspeedKmh=60', { organisationIds: organisationId, truckIds: '' })).resultCode).not.toBe(200)
  await server.database.pool.query('DELETE FROM threshold_value')
})

test('trucks and organisations of others are answered as those that do not exist', async () => {
  const theirs = await trial('overspeedKmh=60', {}, ben)
  const none = await trial('overspeedKmh=60', { truckIds: '7999999', triedTruckIds: '7999999' }, ben)
  expect([theirs.resultCode, theirs.message]).toEqual([none.resultCode, none.message])
  // Of an own truck and a foreign one, by way of the tried ones.
  const mixed = await trial('overspeedKmh=60', { triedTruckIds: String(server.truckId('苏B00001')) })
  expect([mixed.resultCode, mixed.message]).toEqual([none.resultCode, none.message])
})

test.each([
  ['a value that is not permitted', 'overspeedKmh=9000', {}],
  ['an unknown threshold', 'speed=1', {}],
  ['fifteen days', 'overspeedKmh=60', { days: 15 }],
  ['values for no owner', 'overspeedKmh=60', { truckIds: '' }],
  ['six trucks', 'overspeedKmh=60', { triedTruckIds: '1,2,3,4,5,6' }],
])('refused: %s', async (_, values, more) => {
  expect((await trial(values, more)).resultCode).toBe(400)
})

test('tried values stand in place of those of the same owners and names only', () => {
  const value = (organisation_id: number | null, truck_id: number | null, name: string) => ({
    organisation_id,
    truck_id,
    name,
    value: 1,
    from_ms: 5,
    until_ms: null,
  })
  const rows = [value(1, null, 'a'), value(2, null, 'a'), value(1, null, 'b'), value(null, 7, 'a')]
  const tried = {
    organisationIds: [1],
    truckIds: [7],
    values: [
      { name: 'a', value: 9 },
      { name: 'c', value: null },
    ],
  }
  expect(withValues(rows, tried)).toEqual([
    rows[1],
    rows[2],
    { organisation_id: 1, truck_id: null, name: 'a', value: 9, from_ms: 0, until_ms: null },
    { organisation_id: null, truck_id: 7, name: 'a', value: 9, from_ms: 0, until_ms: null },
  ])
})
