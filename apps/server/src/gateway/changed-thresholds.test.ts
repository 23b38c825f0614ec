import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '@tanker/database/test-database'
import { setThresholds } from '@tanker/database/test-thresholds'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { encodeLocation } from '@tanker/protocol/test-location'
import { defaultModel } from '@tanker/protocol/device-model'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import { type Gateway } from './gateway.ts'
import { locationOf, TestDevice } from './test-device.ts'
import { startTestGateway } from './test-gateway.ts'
import { factsOf, prepareTrucks, untilJudged } from './test-late-day.ts'

const PHONES = ['13800000001', '13800000002', '13800000003'] as const
const SECOND = 1_000
const MINUTE = 60 * SECOND
const NOON = Date.UTC(2026, 4, 6, 4)
let database: TestDatabase
let bus: Bus
let gateway: Gateway
let device: TestDevice
let now = NOON

beforeAll(async () => {
  database = await createTestDatabase()
  bus = await startPostgresBus({ url: database.url, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await bus.close()
  await database.close()
})
/** Trucks 1 and 2 of organisation 2 and truck 3 of organisation 3, both below organisation 1. */
beforeEach(async () => {
  now = NOON
  await prepareTrucks(database, PHONES)
  await database.pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (2, '甲', 'A', '{1,2}'), (3, '乙', 'B', '{1,3}')`)
  await database.pool.query('UPDATE truck SET organisation_id = CASE WHEN id = 3 THEN 3 ELSE 2 END')
  // From one ride to the next the clock jumps further than a silent socket is kept.
  gateway = await startTestGateway(database, { bus, name: 'thresholds', now: () => now, limits: { idleMs: 24 * 60 * MINUTE } })
  device = await TestDevice.connect(gateway.port)
  for (const phone of PHONES) {
    const { code } = await device.register(phone)
    await device.authenticate(phone, code)
  }
})
afterEach(async () => {
  device.close()
  await gateway.close()
})

/** A minute at 70 km/h from a time on, then half a minute of standing. */
const rideOf = (at: number) =>
  Array.from({ length: 19 }, (_, i) => ({
    at: at + i * 5 * SECOND,
    lat: 33,
    lng: 118 + Math.min(i, 12) * 0.00105,
    speedKmh: i > 12 ? 0 : 70,
  }))

async function rides(truckId: number, at: number): Promise<void> {
  for (const position of rideOf(at)) {
    now = position.at + SECOND
    expect(await device.position(PHONES[truckId - 1] ?? '', position)).toBe(0)
  }
}

async function uploads(truckId: number, at: number): Promise<void> {
  const items = rideOf(at).map((position) => encodeLocation(locationOf(position), defaultModel))
  expect(await device.replyTo(device.send(PHONES[truckId - 1] ?? '', { kind: 'location-batch', type: 1, items }))).toBe(0)
  await untilJudged(database, truckId)
}

/** The limits of the overspeed alarms of a truck, in the order of time. */
async function limits(truckId: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ limit: number }>(
    `SELECT (properties ->> 'limitKmh')::float8 AS limit FROM alarm WHERE truck_id = $1 AND type = $2 AND superseded_at IS NULL ORDER BY started_at`,
    [truckId, ALARM.overspeed],
  )
  return rows.map(({ limit }) => limit)
}

/** What every change of a threshold does after its commit. */
async function changed(hint: boolean): Promise<void> {
  await database.pool.query(
    `UPDATE setting SET value = jsonb_build_object('count', (value ->> 'count')::int + 1) WHERE name = 'threshold changes'`,
  )
  if (hint) bus.publish('context', '')
}

test('a speed limit lowered for one organisation raises an alarm there and not elsewhere, and a truck of its own value wins', async () => {
  await setThresholds(database.pool, { organisationId: 2 }, { overspeedKmh: 60 }, new Date(NOON))
  await setThresholds(database.pool, { truckId: 2 }, { overspeedKmh: 75 }, new Date(NOON))
  await changed(true)
  // The trucks stay connected; each ride is judged by what counts at its time once the gateway knows it.
  let at = NOON + MINUTE
  await expect
    .poll(
      async () => {
        await rides(1, at)
        at += 5 * MINUTE
        return (await limits(1)).length
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0)
  await rides(2, at)
  await rides(3, at)
  expect((await limits(1))[0]).toBe(60)
  expect(await limits(2)).toEqual([])
  expect(await limits(3)).toEqual([])
  // A value that ends: the truck has that of its organisation again, and the organisation the default.
  const end = at + 10 * MINUTE
  await database.pool.query('UPDATE threshold_value SET until_at = $1 WHERE truck_id = 2', [new Date(end)])
  await database.pool.query('UPDATE threshold_value SET until_at = $1 WHERE organisation_id = 2', [new Date(end + 60 * MINUTE)])
  await changed(true)
  at = end + MINUTE
  await expect
    .poll(
      async () => {
        await rides(2, at)
        at += 5 * MINUTE
        return limits(2)
      },
      { timeout: 30_000 },
    )
    .toContain(60)
  const before = (await limits(1)).length
  await rides(1, end + 61 * MINUTE)
  expect(await limits(1)).toHaveLength(before)
}, 90_000)

test('a gateway that missed the hint takes a change up by itself', async () => {
  await setThresholds(database.pool, { organisationId: 1 }, { overspeedKmh: 50 }, new Date(NOON))
  await changed(false)
  let at = NOON + MINUTE
  await expect
    .poll(
      async () => {
        await rides(3, at)
        at += 5 * MINUTE
        return limits(3)
      },
      { timeout: 30_000, interval: 500 },
    )
    .toContain(50)
}, 60_000)

test('late readings are judged by the value of their time, and a rebuild finds the same', async () => {
  const hour = 60 * MINUTE
  await setThresholds(database.pool, { organisationId: 2 }, { overspeedKmh: 60 }, new Date(NOON - 3 * hour))
  await setThresholds(database.pool, { organisationId: 2 }, { overspeedKmh: 90 }, new Date(NOON - hour))
  await changed(true)
  now = NOON + hour
  await device.position(PHONES[0], { at: NOON, lat: 33, lng: 118 })
  // Before any value, while it was 60, and since it is 90.
  for (const at of [NOON - 4 * hour, NOON - 2 * hour, NOON - hour / 2]) await uploads(1, at)
  await expect.poll(() => limits(1)).toEqual([60])
  const facts = await factsOf(database, 1)
  // One more late reading: the whole period is detected again.
  await uploads(1, NOON - 5 * hour)
  expect((await factsOf(database, 1)).filter((fact) => fact.startsWith(`alarm ${ALARM.overspeed} `))).toEqual(
    facts.filter((fact) => fact.startsWith(`alarm ${ALARM.overspeed} `)),
  )
}, 60_000)
