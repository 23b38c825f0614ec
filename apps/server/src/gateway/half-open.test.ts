import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import type { Gateway } from './gateway.ts'
import { TestDevice, terminalIdOf } from './test-device.ts'
import { startTestGateway } from './test-gateway.ts'

const TRUCKS = 30
const IDLE_MS = 180_000
const phoneOf = (truck: number): string => String(13_800_000_000 + truck)

let database: TestDatabase
let bus: Bus
let gateway: Gateway
let now = Date.UTC(2026, 5, 1, 4)
const metrics = new Registry()
beforeAll(async () => {
  database = await createTestDatabase()
  bus = await startPostgresBus({ url: database.url, log: pino({ level: 'silent' }) })
  await database.pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, 'A', 'A', '{1}')`)
  for (let truck = 1; truck <= TRUCKS; truck += 1) {
    await database.pool.query(
      'INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id) VALUES ($1, 1, $2, $2, $3, $4)',
      [truck, `A${truck}`, phoneOf(truck), terminalIdOf(phoneOf(truck))],
    )
    await database.pool.query('INSERT INTO truck_state (truck_id, organisation_id) VALUES ($1, 1)', [truck])
  }
  gateway = await startTestGateway(database, { bus, now: () => now, metrics, limits: { idleMs: IDLE_MS } })
})
afterAll(async () => {
  await gateway.close()
  await bus.close()
  await database.close()
})

const openSockets = async (): Promise<number> =>
  (await metrics.getSingleMetric('tanker_gateway_connections')?.get())?.values[0]?.value ?? Number.NaN

test('[F12] terminals that vanish are disconnected after the idle time; one that reconnects earlier is accepted at once and the dead socket is closed', async () => {
  const codes: string[] = []
  const vanished: TestDevice[] = []
  for (let truck = 1; truck <= TRUCKS; truck += 1) {
    const device = await TestDevice.connect(gateway.port)
    const { code } = await device.register(phoneOf(truck))
    expect(await device.authenticate(phoneOf(truck), code)).toBe(0)
    codes.push(code)
    // Neither read nor closed: all the gateway can see of a dead connection.
    device.socket.pause()
    vanished.push(device)
  }
  expect(gateway.sessions).toBe(TRUCKS)
  expect(await openSockets()).toBe(TRUCKS)

  // Within the idle time, so the gateway still takes the old line for alive.
  const [firstCode = '', secondCode = ''] = codes
  const back = await TestDevice.connect(gateway.port)
  expect(await back.authenticate(phoneOf(1), firstCode)).toBe(0)
  expect(await back.position(phoneOf(1), { at: now })).toBe(0)
  expect(gateway.sessions).toBe(TRUCKS)
  await expect.poll(openSockets).toBe(TRUCKS)

  now += IDLE_MS / 2
  expect(await back.position(phoneOf(1), { at: now })).toBe(0)
  now += IDLE_MS / 2 + 1_000
  await expect.poll(openSockets, { timeout: 20_000 }).toBe(1)
  expect(gateway.sessions).toBe(1)
  expect(back.closed).toBe(false)

  // After it just as well.
  const late = await TestDevice.connect(gateway.port)
  expect(await late.authenticate(phoneOf(2), secondCode)).toBe(0)
  expect(gateway.sessions).toBe(2)
  for (const device of [...vanished, back, late]) device.close()
}, 60_000)
