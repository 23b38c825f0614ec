import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '@tanker/database/test-database'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import type { Gateway } from './gateway.ts'
import { startTestGateway } from './test-gateway.ts'
import { TestDevice } from './test-device.ts'

const log = pino({ level: 'silent' })
const PHONE = '13800000001'
const OTHER = '13800000002'
let database: TestDatabase
let bus: Bus
let now = Date.UTC(2026, 5, 1, 4)
const gateways: Gateway[] = []
const devices: TestDevice[] = []
const codes = new Map<string, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  bus = await startPostgresBus({ url: database.url, log })
})
afterAll(async () => {
  await bus.close()
  await database.close()
})

beforeEach(async () => {
  now += 3_600_000
  codes.clear()
  const { pool } = database
  await pool.query('TRUNCATE terminal_session, gateway_process, device, truck_state, truck, organisation RESTART IDENTITY CASCADE')
  await pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, '苏运', 'SY', '{1}')`)
  for (const [index, phone] of [PHONE, OTHER].entries()) {
    await pool.query(
      `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id) VALUES ($1, 1, $2, $2, $3, 'T' || right($3, 6))`,
      [index + 1, `E1234${index}`, phone],
    )
    await pool.query('INSERT INTO truck_state (truck_id, organisation_id) VALUES ($1, 1)', [index + 1])
  }
})
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()))
})

async function start(name = 'a'): Promise<Gateway> {
  const gateway = await startTestGateway(database, { bus, log, metrics: new Registry(), name, now: () => now })
  gateways.push(gateway)
  return gateway
}

async function signIn(gateway: Gateway, phone = PHONE, socket?: TestDevice): Promise<TestDevice> {
  const device = socket ?? (await TestDevice.connect(gateway.port))
  devices.push(device)
  const code = codes.get(phone) ?? (await device.register(phone)).code
  codes.set(phone, code)
  expect(await device.authenticate(phone, code)).toBe(0)
  return device
}

type Stored = {
  reason: string | null
  lasted: number | null
  duplicate: boolean
  traffic: boolean
  signal: number | null
  weakest: number | null
}

/** Sessions of a truck, oldest first. */
const sessions = async (truckId = 1): Promise<Stored[]> => {
  const { rows } = await database.pool.query<Stored>(
    `SELECT reason, extract(epoch FROM ended_at - signed_in_at)::float8 AS lasted, also_connected AS duplicate, received_bytes > 0 AND sent_bytes > 0 AS traffic,
       signal, weakest_signal AS weakest FROM terminal_session WHERE truck_id = $1 ORDER BY epoch`,
    [truckId],
  )
  return rows
}
const reasons = async (truckId = 1): Promise<(string | null)[]> => (await sessions(truckId)).map(({ reason }) => reason)

/** Sessions are stored once a second. */
const soon = <T>(what: () => Promise<T>) => expect.poll(what, { timeout: 10_000 })

test('[2.7-01] a connection is listed from its sign-in on; its end brings duration, traffic, signal and the reason', async () => {
  const gateway = await start()
  const device = await signIn(gateway)
  await soon(() => sessions()).toMatchObject([{ reason: null, lasted: null, duplicate: false, signal: null }])
  for (const signalStrength of [20, 7, 18, 99]) {
    now += 10_000
    expect(await device.position(PHONE, { at: now, extras: { signalStrength } })).toBe(0)
  }
  device.close()
  await soon(() => sessions()).toEqual([{ reason: 'terminal', lasted: 40, duplicate: false, traffic: true, signal: 18, weakest: 7 }])
  const { rows } = await database.pool.query('SELECT gateway, port, phone, terminal_id, address, organisation_id FROM terminal_session')
  expect(rows).toEqual([
    {
      gateway: 'a',
      port: gateway.port,
      phone: PHONE,
      terminal_id: 'T000001',
      address: expect.stringContaining('127.0.0.1'),
      organisation_id: 1,
    },
  ])
})

test('a terminal that says goodbye, one that falls silent and one whose line breaks end for different reasons', async () => {
  const gateway = await start()
  const device = await signIn(gateway)
  device.send(PHONE, { kind: 'logout' })
  await soon(() => reasons()).toEqual(['terminal'])
  await signIn(gateway)
  await soon(() => reasons()).toEqual(['terminal', null])
  now += 181_000
  await soon(() => reasons()).toEqual(['terminal', 'timeout'])
  const broken = await signIn(gateway)
  await soon(() => reasons()).toEqual(['terminal', 'timeout', null])
  broken.socket.resetAndDestroy()
  await soon(() => reasons()).toEqual(['terminal', 'timeout', 'network'])
})

test('a new sign-in replaces the session; it is a duplicate only while the former one still sends', async () => {
  const gateway = await start()
  await signIn(gateway)
  // The line died unseen, and the terminal dials again after a minute.
  now += 60_000
  await signIn(gateway)
  await soon(async () => (await sessions()).map(({ reason, duplicate }) => [reason, duplicate])).toEqual([
    ['replaced', false],
    [null, false],
  ])
  // A second terminal with the same code.
  now += 5_000
  await signIn(gateway)
  await soon(async () => (await sessions()).map(({ reason, duplicate }) => [reason, duplicate])).toEqual([
    ['replaced', false],
    ['replaced', true],
    [null, true],
  ])
})

test('trucks that share a socket have no traffic of their own', async () => {
  const gateway = await start()
  const device = await signIn(gateway)
  await signIn(gateway, OTHER, device)
  device.close()
  await soon(() => reasons(2)).toEqual(['terminal'])
  const { rows } = await database.pool.query('SELECT DISTINCT received_bytes, sent_bytes FROM terminal_session')
  expect(rows).toEqual([{ received_bytes: null, sent_bytes: null }])
})

test('a gateway that stops ends its sessions', async () => {
  const gateway = await start()
  await signIn(gateway)
  await gateway.close()
  gateways.length = 0
  expect(await reasons()).toEqual(['server-stopped'])
})

test('what a gateway that died left open is ended by its next start, or by another gateway; that of a living one stays', async () => {
  const left = (name: string, truckId: number, epoch: number) =>
    database.pool.query(
      `INSERT INTO terminal_session (truck_id, epoch, organisation_id, gateway, port, phone, terminal_id, address, connected_at, signed_in_at, seen_at)
       SELECT $2, $4, 1, $1, 6808, '', '', '', $3, $3, $3`,
      [name, truckId, new Date(now - 600_000), epoch],
    )
  await left('a', 1, -1)
  await left('gone', 2, -2)
  await left('alive', 2, -1)
  // The first died under its name of now, and was heard of two minutes after the sign-in.
  await database.pool.query(`INSERT INTO gateway_process (name, alive_at) VALUES ('a', $1), ('alive', now() + interval '1 hour')`, [
    new Date(now - 480_000),
  ])
  const gateway = await start()
  expect(await sessions()).toMatchObject([{ reason: 'server-stopped', lasted: 120 }])
  await soon(() => reasons(2)).toEqual(['server-stopped', null])
  await signIn(gateway)
  await soon(() => reasons()).toEqual(['server-stopped', null])
})

test('a gateway that only hung takes its sessions back', async () => {
  const gateway = await start()
  await signIn(gateway)
  await soon(() => reasons()).toEqual([null])
  await database.pool.query(`UPDATE terminal_session SET ended_at = now(), reason = 'server-stopped'`)
  now += 100_000
  const [device] = devices
  device?.send(PHONE, { kind: 'heartbeat' })
  now += 100_000
  device?.send(PHONE, { kind: 'heartbeat' })
  now += 101_000
  await soon(() => reasons()).toEqual([null])
})
