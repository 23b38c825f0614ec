import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '@tanker/database/test-database'
import type { Location } from '@tanker/protocol/location'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import type { Gateway } from './gateway.ts'
import { startTestGateway } from './test-gateway.ts'
import { locationOf, TestDevice } from './test-device.ts'

const PHONE = '13800000001'
const start = Date.UTC(2026, 5, 1, 4)
let database: TestDatabase
let bus: Bus
let gateway: Gateway
let device: TestDevice
let now = start
let code = ''

beforeAll(async () => {
  database = await createTestDatabase()
  bus = await startPostgresBus({ url: database.url, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await bus.close()
  await database.close()
})
beforeEach(async () => {
  now += 86_400_000
  await database.pool.query(
    'TRUNCATE position, record, alarm, outbox, checkpoint, device, truck_state, compartment, truck, organisation RESTART IDENTITY CASCADE',
  )
  await database.pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, '苏运', 'SY', '{1}')`)
  await database.pool.query(
    `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id) VALUES (1, 1, 'E12345', 'E12345', $1, 'T' || right($1, 6))`,
    [PHONE],
  )
  await database.pool.query('INSERT INTO truck_state (truck_id, organisation_id) VALUES (1, 1)')
  await database.pool.query(
    `INSERT INTO compartment (truck_id, compartment, capacity_l, oil_code, oil_name) VALUES (1, 1, 8000, 92, '92#')`,
  )
  gateway = await startTestGateway(database, { bus, now: () => now })
  device = await TestDevice.connect(gateway.port)
  code = (await device.register(PHONE)).code
  expect(await device.authenticate(PHONE, code)).toBe(0)
})
afterEach(async () => {
  device.close()
  await gateway.close()
})

function aboard(at: number, litres: number, speedKmh: number): Location {
  const location = locationOf({ at, speedKmh })
  location.tanker.compartments.push({
    compartment: 1,
    dataType: 'TT',
    oilCode: 92,
    rawLevelMm: 800,
    levelMm: 800,
    waterMm: 0,
    volumeL: litres,
    v20L: litres,
    temperatureC: 20,
    densityKgM3: 735,
    fault: 0,
  })
  return location
}

/** Sends a frame now and waits until it is stored. */
async function report(litres: number, speedKmh: number, sinceS: number): Promise<void> {
  now += sinceS * 1000
  expect(await device.replyTo(device.send(PHONE, { kind: 'location-report', location: aboard(now, litres, speedKmh) }))).toBe(0)
}

const asked = () => device.messages.filter((message) => message.kind === 'tracking-control')

test('[truth 4.3] a loaded truck that stops is asked to report each ten seconds for ten minutes, once a stop', async () => {
  for (let frame = 0; frame < 4; frame += 1) await report(7000, 50, 10)
  expect(asked()).toEqual([])
  await report(7000, 0, 30)
  expect(asked()).toMatchObject([{ kind: 'tracking-control', intervalS: 10, validityS: 600 }])
  for (let frame = 0; frame < 40; frame += 1) await report(7000, 0, 30)
  expect(asked()).toHaveLength(1)
  // The next stop is asked for again, a red light two minutes later is not.
  for (let frame = 0; frame < 4; frame += 1) await report(7000, 50, 30)
  await report(7000, 0, 30)
  await report(7000, 50, 30)
  await report(7000, 0, 30)
  expect(asked()).toHaveLength(2)
})

test('[truth 4.2] a seal that opens where the truck stands asks for ten-second frames again', async () => {
  for (let frame = 0; frame < 4; frame += 1) await report(7000, 50, 10)
  await report(7000, 0, 30)
  for (let frame = 0; frame < 20; frame += 1) await report(7000, 0, 60)
  expect(asked()).toHaveLength(1)
  now += 10_000
  const location = aboard(now, 7000, 0)
  location.tanker.probes.push({
    compartment: 1,
    type: 0,
    line: 0,
    answering: true,
    open: true,
    wet: false,
    uncertain: false,
    sealCount: 3,
  })
  expect(await device.replyTo(device.send(PHONE, { kind: 'location-report', location }))).toBe(0)
  expect(asked()).toHaveLength(2)
})

test('[truth 4.3] an empty truck and positions from a blind zone ask for nothing', async () => {
  for (let frame = 0; frame < 4; frame += 1) await report(0, 50, 10)
  await report(0, 0, 30)
  expect(asked()).toEqual([])
  const past = now - 7_200_000
  const items = [0, 10, 20, 30].map((second) => aboard(past + second * 1000, 7000, second < 30 ? 50 : 0))
  for (const location of items) {
    now += 1000
    expect(await device.replyTo(device.send(PHONE, { kind: 'location-report', location }))).toBe(0)
  }
  expect(asked()).toEqual([])
})
