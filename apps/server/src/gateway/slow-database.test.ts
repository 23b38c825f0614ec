import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import { startTestProxy, type TestProxy, throughPort } from '@tanker/database/test-proxy'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import type { Gateway } from './gateway.ts'
import { TestDevice, locationOf, terminalIdOf } from './test-device.ts'
import { startTestGateway } from './test-gateway.ts'

const PHONE = '13800000001'
const START = Date.UTC(2026, 5, 1, 4)

let database: TestDatabase
let bus: Bus
let proxy: TestProxy
let gateway: Gateway
beforeAll(async () => {
  database = await createTestDatabase()
  bus = await startPostgresBus({ url: database.url, log: pino({ level: 'silent' }) })
  await database.pool.query(`
    INSERT INTO organisation (id, name, code, ancestors) VALUES (1, 'A', 'A', '{1}');
    INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id) VALUES (1, 1, 'A1', 'A1', '${PHONE}', '${terminalIdOf(PHONE)}');
    INSERT INTO truck_state (truck_id, organisation_id) VALUES (1, 1)`)
  proxy = await startTestProxy(Number(new URL(database.url).port))
  // Groups go over the proxy: every statement that makes something durable is slow.
  gateway = await startTestGateway(
    { pool: database.pool, url: throughPort(database.url, proxy.port) },
    { bus, now: () => START + 3_600_000 },
  )
})
afterAll(async () => {
  proxy.delayMs = 0
  await gateway.close()
  await proxy.close()
  await bus.close()
  await database.close()
})

test('[F09] behind a database that takes half a second, then five for each statement, heartbeats are answered and nothing is lost', async () => {
  const device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  let sent = 0
  for (const delayMs of [500, 5_000]) {
    proxy.delayMs = delayMs
    const owed: number[] = []
    for (let i = 0; i < 40; i += 1) {
      owed.push(device.send(PHONE, { kind: 'location-report', location: locationOf({ at: START + sent * 10_000 }) }))
      sent += 1
    }
    // The heartbeat, sent last, is answered while what came before it still waits for the database.
    expect(await device.replyTo(device.send(PHONE, { kind: 'heartbeat' }))).toBe(0)
    if (delayMs === 5_000)
      expect(device.messages.filter((message) => message.kind === 'platform-reply' && owed.includes(message.replySerial))).toEqual([])
    for (const serial of owed) expect(await device.replyTo(serial)).toBe(0)
  }
  proxy.delayMs = 0
  const { rows } = await database.pool.query<{ at: Date }>('SELECT at FROM position ORDER BY at')
  expect(rows.map(({ at }) => at.getTime())).toEqual(Array.from({ length: sent }, (_, i) => START + i * 10_000))
  device.close()
}, 90_000)
