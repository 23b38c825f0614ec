import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '@tanker/database/test-database'
import { TruckContexts } from '@tanker/database/truck-contexts'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import { TestDevice } from './test-device.ts'
import { startTestGateway } from './test-gateway.ts'
import { prepareTrucks } from './test-late-day.ts'
import { watchOffline } from './offline-watch.ts'

const PHONE = '13800000001'
const start = Date.UTC(2026, 5, 1, 4)
const minutes = (count: number): number => start + count * 60_000
let database: TestDatabase
let bus: Bus

beforeAll(async () => {
  database = await createTestDatabase()
  bus = await startPostgresBus({ url: database.url, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await bus.close()
  await database.close()
})

const watchAt = (now: number): Promise<void> =>
  watchOffline({ connection: database, bus, now: () => now }, new TruckContexts(database.pool))
const parkings = async (): Promise<number> => (await database.pool.query(`SELECT FROM record WHERE kind = 'parking'`)).rowCount ?? 0
const offline = async (): Promise<unknown[]> => (await database.pool.query('SELECT live, started_at FROM alarm WHERE type = 7')).rows

test('[4.4-02] a truck that stops and falls silent is parked after three minutes and offline after thirty', async () => {
  await prepareTrucks(database, [PHONE])
  const gateway = await startTestGateway(database, { bus, now: () => start })
  const device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  expect(await device.position(PHONE, { at: start })).toBe(0)
  device.close()
  await gateway.close()

  await watchAt(minutes(4))
  expect([await parkings(), await offline()]).toEqual([1, []])
  await watchAt(minutes(29))
  expect(await offline()).toEqual([])
  await watchAt(minutes(31))
  expect([await parkings(), await offline()]).toEqual([1, [{ live: true, started_at: new Date(minutes(30)) }]])
  await watchAt(minutes(90))
  expect(await offline()).toHaveLength(1)
})

test('a truck that has just uploaded readings of the night is offline half an hour after the upload, not at once', async () => {
  await prepareTrucks(database, [PHONE])
  const uploadAt = minutes(300)
  const gateway = await startTestGateway(database, { bus, now: () => uploadAt })
  const device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  expect(await device.position(PHONE, { at: start })).toBe(0)
  device.close()
  await gateway.close()

  await watchAt(minutes(302))
  expect(await offline()).toEqual([])
  await watchAt(minutes(331))
  expect(await offline()).toEqual([{ live: true, started_at: new Date(minutes(30)) }])
})
