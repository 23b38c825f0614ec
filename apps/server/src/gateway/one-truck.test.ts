import type pg from 'pg'
import { Registry } from 'prom-client'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '@tanker/database/test-database'
import { defaultModel } from '@tanker/protocol/device-model'
import { encodeFrame } from '@tanker/protocol/frame'
import { encodeLocation } from '@tanker/protocol/test-location'
import { encodeMessage } from '@tanker/protocol/message'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import type { Gateway, GatewayOptions } from './gateway.ts'
import { TestDevice, locationOf } from './test-device.ts'
import { startTestGateway } from './test-gateway.ts'

// Limits of one truck: for any input, memory is bounded and the other trucks are served.

const log = pino({ level: 'silent' })
const GREEDY = '13800000001'
const OTHER = '13800000002'
const now = Date.UTC(2026, 5, 1, 4)
/** A day ago: readings are between this and now. */
const dayAgo = now - 86_400_000
const unlimited = { framesPerSecond: 1_000_000, framesAtOnce: 1_000_000 }
let database: TestDatabase
let bus: Bus
let metrics: Registry
let gateway: Gateway
const devices: TestDevice[] = []
const locks: pg.PoolClient[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  bus = await startPostgresBus({ url: database.url, log })
})
afterAll(async () => {
  await bus.close()
  await database.close()
})
beforeEach(async () => {
  codes.clear()
  await database.pool.query(
    'TRUNCATE position, record, alarm, outbox, checkpoint, quarantine, device, truck_state, truck, organisation RESTART IDENTITY CASCADE',
  )
  await database.pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, '苏运', 'SY', '{1}')`)
  for (const [id, phone] of [GREEDY, OTHER].entries()) {
    await database.pool.query(
      `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id) VALUES ($1, 1, $2, $2, $3, 'T' || right($3, 6))`,
      [id + 1, `E1234${id}`, phone],
    )
    await database.pool.query('INSERT INTO truck_state (truck_id, organisation_id) VALUES ($1, 1)', [id + 1])
  }
})
afterEach(async () => {
  for (const _ of locks) await unlock()
  for (const device of devices.splice(0)) device.close()
  await gateway.close()
})

async function start(
  limits: GatewayOptions['limits'] = {},
  given: Partial<Pick<GatewayOptions, 'now' | 'uptime' | 'heapShare'>> = {},
): Promise<void> {
  metrics = new Registry()
  gateway = await startTestGateway(database, { bus, log, metrics, now: () => now, ...given, limits })
}

/** Codes that terminals keep, by phone. */
const codes = new Map<string, string>()

async function truck(phone: string): Promise<TestDevice> {
  const device = await TestDevice.connect(gateway.port)
  devices.push(device)
  const code = codes.get(phone) ?? (await device.register(phone)).code
  codes.set(phone, code)
  expect(await device.authenticate(phone, code)).toBe(0)
  device.messages.length = 0
  return device
}

async function count(what: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${what}`)
  return Number(rows[0]?.n)
}

const counted = async (name: string, labels: Record<string, string> = {}): Promise<number> => {
  const metric = await metrics.getSingleMetric(name)?.get()
  const fitting = metric?.values.filter((value) => Object.entries(labels).every(([label, is]) => value.labels[label] === is)) ?? []
  return fitting.reduce((sum, value) => sum + value.value, 0)
}
const frames = (): Promise<number> => counted('tanker_gateway_frames_total')

/** Resolves when a number has stayed the same for some time: nothing more is being read. */
async function settled(number: () => Promise<number>): Promise<number> {
  for (let last = await number(), same = 0; ;) {
    await new Promise((done) => setTimeout(done, 25))
    const next = await number()
    same = next === last ? same + 1 : 0
    last = next
    if (same >= 12) return next
  }
}

const until = (holds: () => boolean | Promise<boolean>): Promise<void> => expect.poll(holds, { timeout: 30_000, interval: 20 }).toBe(true)

const replies = (device: TestDevice): number => device.messages.filter((message) => message.kind === 'platform-reply').length

const positionFrame = (serial: number, at: number, phone = GREEDY): Uint8Array => {
  const { id, body } = encodeMessage({ kind: 'location-report', location: locationOf({ at }) }, 2013)
  return encodeFrame({ id, version: 2013, phone, serial: serial & 0xffff, body })
}
const heartbeatFrame = (serial: number): Uint8Array =>
  encodeFrame({ id: 0x0002, version: 2013, phone: GREEDY, serial: serial & 0xffff, body: new Uint8Array(0) })

/** A message cut into parts of 900 bytes. */
function parts(phone: string, id: number, body: Uint8Array, serial: number): Uint8Array[] {
  const total = Math.ceil(body.length / 900)
  return Array.from({ length: total }, (_, index) =>
    encodeFrame({
      id,
      version: 2013,
      phone,
      serial: (serial + index) & 0xffff,
      body: body.subarray(index * 900, (index + 1) * 900),
      fragment: { total, index: index + 1 },
    }),
  )
}
/** A body of 0x0704 with these items, blind zone. */
const batchBody = (items: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([
    Uint8Array.of(items.length >> 8, items.length & 0xff, 1),
    ...items.flatMap((item) => [Uint8Array.of(item.length >> 8, item.length & 0xff), item]),
  ])

/** Holds a lock until `unlock`, at the latest until the test is over. */
async function lock(statement: string): Promise<void> {
  const client = await database.pool.connect()
  await client.query('BEGIN')
  await client.query(statement)
  locks.push(client)
}
async function unlock(): Promise<void> {
  const client = locks.shift()
  await client?.query('COMMIT')
  client?.release()
}

/** Makes the truck's rebuild begin and wait for `unlock`: only rebuilds read slips. */
async function rebuilding(device: TestDevice): Promise<void> {
  expect(await device.position(GREEDY, { at: dayAgo })).toBe(0)
  await lock('LOCK TABLE slip IN ACCESS EXCLUSIVE MODE')
  expect(await device.position(GREEDY, { at: dayAgo - 3_600_000 })).toBe(0)
  await until(async () => {
    const { rows } = await database.pool.query<{ waits: boolean }>(
      `SELECT count(*) > 0 AS waits FROM pg_locks WHERE relation = 'slip'::regclass AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    return rows[0]?.waits === true
  })
  device.messages.length = 0
}

test('[H6] heartbeats are answered at once while their truck is rebuilt, and nothing is kept of them', async () => {
  await start(unlimited)
  const device = await truck(GREEDY)
  await rebuilding(device)
  for (let serial = 0; serial < 3_000; serial += 1) device.raw(heartbeatFrame(serial))
  await until(() => replies(device) === 3_000)
  await unlock()
})

test('[H6] the socket of a truck that is rebuilt stops being read at a bound; afterwards everything is stored and acknowledged in order', async () => {
  await start(unlimited)
  const device = await truck(GREEDY)
  const other = await truck(OTHER)
  const before = await frames()
  await rebuilding(device)
  const many = 6_000
  for (let i = 1; i <= many; i += 1) device.raw(positionFrame(i, dayAgo + i * 1_000))
  const read = (await settled(frames)) - before
  // 500 wait, and what came in the same read of 64 KiB.
  expect(read).toBeLessThan(2_500)
  expect(await other.position(OTHER, { at: now })).toBe(0)
  await unlock()
  await until(() => replies(device) === many)
  expect(await count('position WHERE truck_id = 1')).toBe(many + 2)
  expect(await counted('tanker_gateway_late_total')).toBe(1)
}, 60_000)

test('[H6] acknowledgements that wait for the database have a bound too, though repeats bring no rows', async () => {
  await start(unlimited)
  const device = await truck(GREEDY)
  expect(await device.position(GREEDY, { at: now })).toBe(0)
  const before = await frames()
  await lock('SELECT 1 FROM truck_state WHERE truck_id = 1 FOR UPDATE')
  const many = 20_000
  for (let serial = 1; serial <= many; serial += 1) device.raw(positionFrame(serial, now))
  // A busy machine may pause before the bound is reached: that is not the end of reading.
  await until(async () => (await frames()) - before > 8_000)
  const read = (await settled(frames)) - before
  // The group at the database, the one that waits, and what one read of the socket brings beyond.
  expect(read).toBeLessThan(14_000)
  expect(replies(device)).toBe(0)
  await unlock()
  await until(() => replies(device) === many)
  expect(await count('position')).toBe(1)
}, 60_000)

test('[H6] a truck that sends without pause is read in portions, one a second, and is not cut; the others do not wait', async () => {
  await start({ framesPerSecond: 50, framesAtOnce: 200 })
  const device = await truck(GREEDY)
  const other = await truck(OTHER)
  const many = 9_000
  for (let serial = 0; serial < many; serial += 1) device.raw(heartbeatFrame(serial))
  await until(async () => (await counted('tanker_gateway_refused_total', { reason: 'over-budget' })) > 0)
  expect(await other.position(OTHER, { at: now })).toBe(0)
  expect(replies(device)).toBeLessThan(many)
  await until(() => replies(device) === many)
  expect(device.closed).toBe(false)
  expect(await counted('tanker_gateway_refused_total', { reason: 'over-budget' })).toBeGreaterThan(1)
}, 60_000)

test('[H6] a day of a blind zone sent at once stays within what a truck may send', async () => {
  await start()
  const device = await truck(GREEDY)
  const items = Array.from({ length: 8_640 }, (_, i) => encodeLocation(locationOf({ at: dayAgo + i * 10_000 }), defaultModel).slice())
  for (let i = 0; i < items.length; i += 24) device.sendBody(GREEDY, 0x0704, batchBody(items.slice(i, i + 24)), i / 24)
  await until(() => replies(device) === 360)
  expect(await count('position')).toBe(8_640)
  expect(await counted('tanker_gateway_refused_total')).toBe(0)
}, 60_000)

test('[M6] a truck that starts many messages uses only its own share, and leaves no data behind', async () => {
  await start(unlimited)
  const device = await truck(GREEDY)
  const other = await truck(OTHER)
  for (let total = 2; total <= 3_000; total += 1) {
    const fragment = { total, index: 1 }
    device.raw(encodeFrame({ id: 0x0704, version: 2013, phone: GREEDY, serial: total, body: new Uint8Array(900), fragment }))
  }
  await until(async () => (await frames()) >= 2_999)
  const items = Array.from({ length: 40 }, (_, i) => encodeLocation(locationOf({ at: dayAgo + i * 1_000 }), defaultModel).slice())
  for (const frame of parts(OTHER, 0x0704, batchBody(items), 100)) other.raw(frame)
  expect(await other.replyTo(100)).toBe(0)
  expect(await count('position WHERE truck_id = 2')).toBe(40)
})

test('[M6] parts of a message that its truck’s last session left unfinished are not mixed into the next', async () => {
  await start()
  const body = batchBody(Array.from({ length: 40 }, (_, i) => encodeLocation(locationOf({ at: dayAgo + i * 1_000 }), defaultModel).slice()))
  const first = await truck(GREEDY)
  const [head] = parts(GREEDY, 0x0704, body, 500)
  first.raw(head as Uint8Array)
  expect(await first.position(GREEDY, { at: now - 2_000 })).toBe(0)
  first.close()
  await until(() => gateway.sessions === 0)
  const second = await truck(GREEDY)
  for (const frame of parts(GREEDY, 0x0704, body, 900).slice(1)) second.raw(frame)
  expect(await second.position(GREEDY, { at: now - 1_000 })).toBe(0)
  expect(await count('position')).toBe(2)
})

test('[M7] of a batch, items of no length are left out and counted; the others are stored', async () => {
  await start(unlimited)
  const device = await truck(GREEDY)
  const items = Array.from({ length: 3 }, (_, i) => encodeLocation(locationOf({ at: dayAgo + i * 1_000 }), defaultModel).slice())
  const empty = Array.from({ length: 200_000 }, () => new Uint8Array(0))
  for (const frame of parts(GREEDY, 0x0704, batchBody([...empty, ...items]), 1)) device.raw(frame)
  expect(await device.replyTo(1)).toBe(0)
  expect(await count('position')).toBe(3)
  expect(await counted('tanker_gateway_bad_frames_total', { reason: 'empty-item' })).toBe(200_000)
})

test('[M7] a batch of a thousand readings is stored whole before any of its parts is acknowledged, and later frames stay behind it', async () => {
  await start(unlimited)
  const device = await truck(GREEDY)
  const items = Array.from({ length: 1_000 }, (_, i) => encodeLocation(locationOf({ at: dayAgo + i * 1_000 }), defaultModel).slice())
  const cut = parts(GREEDY, 0x0704, batchBody(items), 1)
  for (const frame of cut) device.raw(frame)
  device.raw(positionFrame(60_000, now))
  expect(await device.replyTo(60_000)).toBe(0)
  expect(await count('position')).toBe(1_001)
  // A frame that overtook the batch would have made all of it late.
  expect(await counted('tanker_gateway_late_total')).toBe(0)
  for (let serial = 1; serial <= cut.length; serial += 1) expect(await device.replyTo(serial)).toBe(0)
})

test('[M7] a batch of more items than any terminal sends is answered as bad in all its parts, kept with its bytes and not stored', async () => {
  await start(unlimited)
  const device = await truck(GREEDY)
  const items = Array.from({ length: 1_001 }, (_, i) => encodeLocation(locationOf({ at: dayAgo + i * 1_000 }), defaultModel).slice())
  const body = batchBody(items)
  const cut = parts(GREEDY, 0x0704, body, 1)
  for (const frame of cut) device.raw(frame)
  for (let serial = 1; serial <= cut.length; serial += 1) expect(await device.replyTo(serial)).toBe(2)
  await until(async () => (await count('quarantine')) === 1)
  const { rows } = await database.pool.query<{ frame: Buffer; reason: string }>('SELECT frame, reason FROM quarantine')
  expect(rows).toEqual([{ frame: body, reason: 'batch-too-long' }])
  expect(await count('position')).toBe(0)
  expect(await device.position(GREEDY, { at: now })).toBe(0)
})

test('[F19] serials that wrap and terminals that restart make no false duplicates, and true ones are stored once', async () => {
  await start(unlimited)
  const positions = 3_500
  let [serial, next, resent, sent] = [60_000, 0, 0, 0]
  for (const end of [900, 901, 2_600, positions]) {
    const device = await truck(GREEDY)
    const before = await frames()
    sent = 0
    // What the terminal believes was not acknowledged before it restarted comes again.
    for (let back = Math.max(0, next - 5); back < end; back += 1) {
      if (back < next) resent += 1
      device.raw(positionFrame(serial++, dayAgo + back * 1_000))
      for (let beat = 0; beat < 19; beat += 1) device.raw(heartbeatFrame(serial++))
      sent += 20
    }
    next = end
    await until(async () => (await frames()) - before === sent)
    await until(() => replies(device) === sent)
    device.close()
    await until(() => gateway.sessions === 0)
    serial = 0
  }
  expect(await count('position')).toBe(positions)
  const [repeated, late] = [await counted('tanker_gateway_repeated_total'), await counted('tanker_gateway_late_total')]
  // Of the five that come again the newest is known by its digest, the others are late and stored already.
  expect(repeated + late).toBe(resent)
  expect(resent).toBe(15)
}, 120_000)

test('[F23] a server clock that jumps an hour ahead or back cuts no terminal, keeps none for ever, and holds up no acknowledgement', async () => {
  const clock = { now, uptime: 1_000 }
  await start({ beforeAuthenticationMs: 10_000, idleMs: 60_000 }, { now: () => clock.now, uptime: () => clock.uptime })
  const device = await truck(GREEDY)
  const stranger = await TestDevice.connect(gateway.port)
  devices.push(stranger)
  // Its time begins when the gateway has taken it, which may be later than it thinks.
  await until(async () => (await counted('tanker_gateway_connections')) === 2)
  // A missing part is asked for in a round of housekeeping, which looks at every socket before.
  const aRoundOfHousekeeping = async (): Promise<void> => {
    device.raw(
      encodeFrame({ id: 0x0704, version: 2013, phone: GREEDY, serial: 7, body: new Uint8Array(9), fragment: { total: 2, index: 1 } }),
    )
    expect(await device.position(GREEDY, { at: clock.now })).toBe(0)
    clock.uptime += 5_000
    expect(await device.next((message) => message.kind === 'resend-request')).not.toBeNull()
  }
  clock.now += 3_600_000
  await aRoundOfHousekeeping()
  expect([device.closed, stranger.closed]).toEqual([false, false])
  clock.now -= 7_200_000
  clock.uptime += 6_000
  await stranger.untilClosed()
  expect(device.closed).toBe(false)

  // One group is on its way, another fills: its turn must come though the clock goes back.
  await lock('SELECT 1 FROM truck_state WHERE truck_id = 1 FOR UPDATE')
  const before = await frames()
  const serials = [1, 2].map((second) =>
    device.send(GREEDY, { kind: 'location-report', location: locationOf({ at: clock.now + second * 1_000 }) }),
  )
  await until(async () => {
    const { rows } = await database.pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length > 0 && (await frames()) >= before + 2
  })
  serials.push(device.send(GREEDY, { kind: 'location-report', location: locationOf({ at: clock.now + 3_000 }) }))
  await until(async () => (await frames()) >= before + 3)
  clock.now -= 3_600_000
  await unlock()
  for (const serial of serials) expect(await device.replyTo(serial)).toBe(0)
  clock.uptime += 61_000
  await device.untilClosed()
})

test('[F35] short of memory the gateway refuses new trucks and reads the others slowly; with memory free again all are accepted', async () => {
  let share = 0.2
  await start({}, { heapShare: () => share })
  const device = await truck(GREEDY)
  share = 0.9
  const newcomer = await TestDevice.connect(gateway.port)
  devices.push(newcomer)
  await newcomer.untilClosed()
  expect(await counted('tanker_gateway_refused_total', { reason: 'memory' })).toBe(1)
  for (let second = 1; second <= 3; second += 1) expect(await device.position(GREEDY, { at: dayAgo + second * 1_000 })).toBe(0)
  share = 0.5
  const other = await truck(OTHER)
  expect(await other.position(OTHER, { at: dayAgo })).toBe(0)
  expect(device.closed).toBe(false)
})
