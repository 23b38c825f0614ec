import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '@tanker/database/test-database'
import { POSITION_FLAG } from '@tanker/database/packed-readings'
import { unpackLiveRow } from '@tanker/database/live-row'
import { encodeFrame } from '@tanker/protocol/frame'
import { encodeLocation } from '@tanker/protocol/test-location'
import { defaultModel } from '@tanker/protocol/device-model'
import { encodeMessage } from '@tanker/protocol/message'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import { type Gateway, type GatewayOptions } from './gateway.ts'
import { startTestGateway } from './test-gateway.ts'
import { TestDevice, locationOf } from './test-device.ts'

const log = pino({ level: 'silent' })
const PHONE = '13800000001'
const OTHER = '13800000002'
let database: TestDatabase
let bus: Bus
let metrics: Registry
let gateway: Gateway
let now = Date.UTC(2026, 5, 1, 4)
const devices: TestDevice[] = []

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
  await database.pool.query(
    'TRUNCATE position, record, alarm, outbox, checkpoint, quarantine, device, truck_state, truck, organisation RESTART IDENTITY CASCADE',
  )
  await database.pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, '苏运', 'SY', '{1}')`)
  for (const [id, phone] of [PHONE, OTHER].entries()) {
    await database.pool.query(
      `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id) VALUES ($1, 1, $2, $2, $3, 'T' || right($3, 6))`,
      [id + 1, `E1234${id}`, phone],
    )
    await database.pool.query('INSERT INTO truck_state (truck_id, organisation_id) VALUES ($1, 1)', [id + 1])
  }
  gateway = await start()
})
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  await gateway.close()
})

function start(limits: GatewayOptions['limits'] = {}, name = 'a'): Promise<Gateway> {
  metrics = new Registry()
  return startTestGateway(database, { bus, log, metrics, name, now: () => now, limits })
}

async function dial(port = gateway.port, version: 2013 | 2019 = 2013): Promise<TestDevice> {
  const device = await TestDevice.connect(port, version)
  devices.push(device)
  return device
}

/** Codes that terminals keep, by phone. */
const codes = new Map<string, string>()

/** A terminal that is registered and authenticated. */
async function truck(phone = PHONE, port = gateway.port): Promise<TestDevice> {
  const device = await dial(port)
  const code = codes.get(phone) ?? (await device.register(phone)).code
  codes.set(phone, code)
  expect(await device.authenticate(phone, code)).toBe(0)
  return device
}

async function count(what: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${what}`)
  return Number(rows[0]?.n)
}

const counted = async (name: string): Promise<number> => {
  const metric = await metrics.getSingleMetric(name)?.get()
  return metric?.values.reduce((sum, value) => sum + value.value, 0) ?? 0
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 500; i += 1) {
    if (await holds()) return
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new Error('it did not come to hold within 5 seconds')
}

test('a wrong code is refused, another truck’s code too, and the right one still works', async () => {
  const device = await dial()
  const mine = await device.register(PHONE)
  const other = await device.register(OTHER)
  expect(await device.authenticate(PHONE, other.code)).toBe(1)
  expect(await device.authenticate(PHONE, '')).toBe(1)
  expect(await device.authenticate(PHONE, `${mine.code}x`)).toBe(1)
  expect(await device.authenticate(PHONE, mine.code)).toBe(0)
})

test('an acknowledged position is in the database, with its compartments, once', async () => {
  const device = await truck()
  const compartment = {
    compartment: 1,
    dataType: 'TT' as const,
    oilCode: 92,
    rawLevelMm: 800,
    levelMm: 803.4,
    waterMm: 0,
    volumeL: 4030.4,
    v20L: 3990.1,
    temperatureC: 28.1,
    densityKgM3: 731.2,
    fault: 0,
  }
  const location = locationOf({ at: now - 1_000 })
  location.tanker.compartments.push(compartment)
  const serial = device.send(PHONE, { kind: 'location-report', location })
  expect(await device.replyTo(serial)).toBe(0)
  device.send(PHONE, { kind: 'location-report', location }, serial)
  expect(await device.replyTo(serial)).toBe(0)
  const { rows } = await database.pool.query('SELECT * FROM compartment_reading')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ truck_id: 1, compartment: 1, level_mm: 803.4, volume_l: 4030.4, oil_code: 92, organisation_id: 1 })
})

test('[3.11-01] a delivery through a flow meter and the air in the cabinet are rows, also from a blind zone', async () => {
  const device = await truck()
  const meter = {
    meter: 1,
    oilCode: 92,
    mode: 2,
    answering: true,
    deliveryL: 3_004.2,
    deliveryV20L: 2_989.9,
    deliveryKg: 2_197.6,
    totalL: 1_884_201.5,
    temperatureC: 24.1,
    flowLpm: 640,
    receipt: 10_042,
  }
  const measured = (at: number) => {
    const location = locationOf({ at })
    location.tanker.meters.push(meter)
    location.tanker.environment = { temperatureC: 21.5, humidityPercent: 61.2, pressureKPa: 101.42, doorBits: 1 }
    return location
  }
  expect(await device.replyTo(device.send(PHONE, { kind: 'location-report', location: measured(now - 1_000) }))).toBe(0)
  const { body } = encodeMessage({ kind: 'location-report', location: measured(now - 60_000) }, 2013)
  expect(await device.replyTo(device.send(PHONE, { kind: 'location-batch', type: 1, items: [body.slice()] }))).toBe(0)
  const { rows: meters } = await database.pool.query('SELECT * FROM meter_reading ORDER BY at')
  expect(meters).toHaveLength(2)
  expect(meters[0]).toMatchObject({ meter: 1, mode: 2, delivery_l: 3_004.2, delivery_kg: 2_197.6, flow_lpm: 640, receipt: 10_042 })
  const { rows: air } = await database.pool.query('SELECT * FROM environment_reading ORDER BY at')
  expect(air).toHaveLength(2)
  expect(air[1]).toMatchObject({ truck_id: 1, organisation_id: 1, temperature_c: 21.5, pressure_kpa: 101.42, door_bits: 1 })
})

test('the next good frame after garbage on the same socket is answered', async () => {
  const device = await truck()
  device.raw(Uint8Array.from([0x00, 0xff, 0x7e, 0x01, 0x02, 0x7e, 0x7d, 0x09, 0x7e]))
  expect(await device.position(PHONE, { at: now })).toBe(0)
  expect(await counted('tanker_gateway_bad_frames_total')).toBeGreaterThan(0)
})

test('a frame whose checksum is wrong is kept with its bytes and never acknowledged', async () => {
  const device = await truck()
  const { id, body } = encodeMessage({ kind: 'location-report', location: locationOf({ at: now }) }, 2013)
  const frame = encodeFrame({ id, version: 2013, phone: PHONE, serial: 77, body })
  frame[frame.length - 2] = (frame[frame.length - 2] ?? 0) ^ 0x10
  device.raw(frame)
  expect(await device.position(PHONE, { at: now + 1_000 })).toBe(0)
  await until(async () => (await count('quarantine')) === 1)
  expect(await count('position')).toBe(1)
})

test('a position body that is too short is answered as a bad message and kept', async () => {
  const device = await truck()
  device.sendBody(PHONE, 0x0200, new Uint8Array(12), 9)
  expect(await device.replyTo(9)).toBe(2)
  await until(async () => (await count('quarantine')) === 1)
})

test('a phone that appears mid-connection without authenticating stores nothing', async () => {
  const device = await truck()
  device.send(OTHER, { kind: 'location-report', location: locationOf({ at: now }) })
  expect(await device.position(PHONE, { at: now })).toBe(0)
  expect(await count('position WHERE truck_id = 2')).toBe(0)
  expect(await counted('tanker_gateway_unauthenticated_total')).toBe(1)
})

test('several trucks share one socket, each authenticated separately', async () => {
  const device = await truck()
  const { code } = await device.register(OTHER)
  expect(await device.authenticate(OTHER, code)).toBe(0)
  expect(await device.position(PHONE, { at: now })).toBe(0)
  expect(await device.position(OTHER, { at: now })).toBe(0)
  expect(await count('position WHERE truck_id = 1')).toBe(1)
  expect(await count('position WHERE truck_id = 2')).toBe(1)
})

test('a reconnect replaces the older session, and the late close of the old socket changes nothing', async () => {
  const old = await truck()
  const fresh = await truck()
  await old.untilClosed()
  expect(gateway.sessions).toBe(1)
  expect(await fresh.position(PHONE, { at: now })).toBe(0)
})

test('a second connection that does not authenticate does not evict the truck', async () => {
  const first = await truck()
  const stranger = await dial()
  expect(await stranger.authenticate(PHONE, 'not-the-code-at-')).toBe(1)
  expect(await first.position(PHONE, { at: now })).toBe(0)
  expect(first.closed).toBe(false)
})

test('a truck that moved to another gateway is fenced off at the first: closed there, never acknowledged', async () => {
  const second = await start({}, 'b')
  try {
    const here = await truck()
    expect(await here.position(PHONE, { at: now })).toBe(0)
    const there = await truck(PHONE, second.port)
    expect(await here.position(PHONE, { at: now + 1_000 })).toBe('closed')
    expect(await there.position(PHONE, { at: now + 2_000 })).toBe(0)
    expect(await count('position')).toBe(2)
  } finally {
    await second.close()
  }
})

test('scenario 15: a clock a year ahead is flagged and takes the server’s time; the repeat is not stored twice', async () => {
  const device = await truck()
  const location = locationOf({ at: now + 365 * 86_400_000 })
  expect(await device.replyTo(device.send(PHONE, { kind: 'location-report', location }))).toBe(0)
  now += 5_000
  expect(await device.replyTo(device.send(PHONE, { kind: 'location-report', location }))).toBe(0)
  const { rows } = await database.pool.query<{ at: Date; flags: number }>('SELECT at, flags FROM position')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.at.getTime()).toBe(now - 5_000)
  expect((rows[0]?.flags ?? 0) & 4).toBe(4)
})

test('latitude 0/0 without a fix is stored and does not move the truck', async () => {
  const device = await truck()
  for (let i = 0; i < 3; i += 1) expect(await device.position(PHONE, { at: now + i * 10_000, lat: 31.3, lng: 120.6 })).toBe(0)
  expect(await device.position(PHONE, { at: now + 30_000, lat: 0, lng: 0, statusBits: 1 })).toBe(0)
  const { rows } = await database.pool.query<{ live: Buffer }>('SELECT live FROM truck_state WHERE truck_id = 1')
  expect(await count('position')).toBe(4)
  expect(unpackLiveRow(rows[0]?.live as Buffer)).toMatchObject({ lat: 31.3, lng: 120.6 })
})

test('coordinates out of range are stored without a fix', async () => {
  const device = await truck()
  expect(await device.position(PHONE, { at: now, lat: 190, lng: 700, headingDeg: 400 })).toBe(0)
  expect(await count('position WHERE lat = 0 AND flags & 1 = 0')).toBe(1)
})

test('a blind-zone batch is acknowledged once, every item is stored, and the live position does not go back', async () => {
  const device = await truck()
  expect(await device.position(PHONE, { at: now, lat: 31.4 })).toBe(0)
  const items = [5, 3, 4].map((minutes) => encodeLocation(locationOf({ at: now - minutes * 60_000, lat: 31 }), defaultModel))
  const serial = device.send(PHONE, { kind: 'location-batch', type: 1, items: [...items, new Uint8Array(3)] })
  expect(await device.replyTo(serial)).toBe(0)
  expect(await count('position')).toBe(4)
  const { rows } = await database.pool.query<{ last_at: Date }>('SELECT last_at FROM truck_state WHERE truck_id = 1')
  expect(rows[0]?.last_at.getTime()).toBe(now)
  await until(async () => (await count('truck_state WHERE truck_id = 1 AND rebuild_from IS NULL')) === 1)
  expect(await device.position(PHONE, { at: now + 10_000, lat: 31.4 })).toBe(0)
})

test('two frames of one second count in the order they came, and a repeat of either is stored once', async () => {
  const device = await truck()
  for (const speedKmh of [31, 12, 47, 12]) expect(await device.position(PHONE, { at: now, speedKmh, lat: 31.3 })).toBe(0)
  const { rows } = await database.pool.query<{ live: Buffer }>('SELECT live FROM truck_state WHERE truck_id = 1')
  expect(unpackLiveRow(rows[0]?.live as Buffer).speedKmh).toBe(47)
  expect(await count('position')).toBe(3)
  expect(await counted('tanker_gateway_late_total')).toBe(0)
})

test('a clock that is set back while the truck is connected is corrected from the second frame on, until it is right again', async () => {
  const device = await truck()
  const began = now
  const sends = async (aheadMs: number): Promise<void> => {
    now += 10_000
    expect(await device.position(PHONE, { at: now - 2000 + aheadMs, lat: 31.3 })).toBe(0)
  }
  for (let i = 0; i < 6; i += 1) await sends(0)
  for (let i = 0; i < 6; i += 1) await sends(-120_000)
  for (let i = 0; i < 3; i += 1) await sends(0)
  const { rows } = await database.pool.query<{ at: Date; flags: number }>('SELECT at, flags FROM position ORDER BY at')
  const seconds = rows.map(({ at }) => Math.round((at.getTime() - began) / 1000))
  const live = Array.from({ length: 15 }, (_, i) => 8 + 10 * i).filter((_, i) => i !== 6)
  // The first one is taken for a late one; the others count two seconds later than they were measured.
  expect(seconds.filter((at) => at < 0)).toEqual([-52])
  for (const [i, at] of seconds.filter((one) => one > 0).entries()) expect(Math.abs(at - Number(live[i]))).toBeLessThanOrEqual(2)
  expect(rows.filter(({ flags }) => (flags & POSITION_FLAG.clockError) !== 0)).toHaveLength(5)
  expect(await counted('tanker_gateway_late_total')).toBe(1)
})

test('stored frames that come one by one, frames sent again and a single late one are no clock that was set back', async () => {
  const device = await truck()
  const sent: number[] = []
  const sends = async (at: number): Promise<void> => {
    expect(await device.position(PHONE, { at, lat: 31.3 })).toBe(0)
  }
  for (let i = 0; i < 6; i += 1) {
    now += 10_000
    sent.push(now)
    await sends(now)
  }
  // Stored ones, faster than they were measured.
  for (let i = 0; i < 4; i += 1) {
    now += 2000
    await sends(now - 300_000 + i * 20_000)
  }
  // Not acknowledged in time: the same again, as far apart.
  for (const at of sent) {
    now += 10_000
    await sends(at)
  }
  // Every other one is stored.
  for (let i = 0; i < 4; i += 1) {
    now += 5000
    await sends(now)
    now += 5000
    await sends(now - 600_000)
  }
  const { rows } = await database.pool.query<{ flags: number }>('SELECT flags FROM position')
  expect(rows).toHaveLength(6 + 4 + 8)
  expect(rows.filter(({ flags }) => (flags & POSITION_FLAG.clockError) !== 0)).toEqual([])
})

test('a message sent in parts is put together in any order', async () => {
  const device = await truck()
  const items = Array.from({ length: 60 }, (_, i) => encodeLocation(locationOf({ at: now + i * 1_000 }), defaultModel))
  const { id, body } = encodeMessage({ kind: 'location-batch', type: 0, items }, 2013)
  const total = Math.ceil(body.length / 900)
  for (const index of [...Array(total).keys()].toReversed()) {
    device.raw(
      encodeFrame({
        id,
        version: 2013,
        phone: PHONE,
        serial: 500 + index,
        body: body.subarray(index * 900, (index + 1) * 900),
        fragment: { total, index: index + 1 },
      }),
    )
  }
  expect(await device.replyTo(500)).toBe(0)
  expect(await count('position')).toBe(60)
})

test('heartbeats are answered, and a truck that only sends heartbeats counts as heard', async () => {
  const device = await dial(gateway.port, 2019)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  expect(await device.replyTo(device.send(PHONE, { kind: 'heartbeat' }))).toBe(0)
  device.send(PHONE, { kind: 'time-query' })
  expect(await device.next((message) => message.kind === 'time-answer')).toMatchObject({
    timeUtc: new Date(now).toISOString().replace(/\D/g, '').slice(2, 14),
  })
  expect(await device.replyTo(device.send(PHONE, { kind: 'logout' }))).toBe(0)
  await device.untilClosed()
})

test('nothing is acknowledged while the database does not answer, everything afterwards', async () => {
  const device = await truck()
  const blocker = await database.pool.connect()
  try {
    await blocker.query('BEGIN')
    await blocker.query('SELECT 1 FROM truck_state WHERE truck_id = 1 FOR UPDATE')
    const serials = Array.from({ length: 20 }, (_, i) =>
      device.send(PHONE, { kind: 'location-report', location: locationOf({ at: now + i * 1_000 }) }),
    )
    await new Promise((done) => setTimeout(done, 300))
    expect(device.messages).toEqual([])
    await blocker.query('COMMIT')
    for (const serial of serials) expect(await device.replyTo(serial)).toBe(0)
  } finally {
    blocker.release()
  }
  expect(await count('position')).toBe(20)
})

test('connections cut under a group are retried with the same bytes, stored once', async () => {
  const device = await truck()
  for (let round = 0; round < 5; round += 1) {
    const serials = Array.from({ length: 10 }, (_, i) =>
      device.send(PHONE, { kind: 'location-report', location: locationOf({ at: now + (round * 10 + i) * 1_000 }) }),
    )
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tanker-a' AND datname = current_database()`,
    )
    for (const serial of serials) expect(await device.replyTo(serial)).toBe(0)
  }
  expect(await count('position')).toBe(50)
})

test('a reading that is stored though its truck’s row does not know it is acknowledged and not stored twice', async () => {
  const first = await truck()
  const report = { kind: 'location-report', location: locationOf({ at: now }) } as const
  expect(await first.replyTo(first.send(PHONE, report))).toBe(0)
  await database.pool.query('UPDATE truck_state SET last_at = NULL, state = NULL, live = NULL')
  const [again, other] = [await truck(), await truck(OTHER)]
  const repeat = again.send(PHONE, report)
  const beside = other.send(OTHER, report)
  expect([await again.replyTo(repeat), await other.replyTo(beside)]).toEqual([0, 0])
  expect(await count('position')).toBe(2)
  expect(await count('quarantine')).toBe(0)
  expect(await counted('tanker_gateway_group_refused_fast_total')).toBe(1)
})

test('one reading that the database refuses is set aside with its bytes; the others of its group are stored', async () => {
  await database.pool.query('ALTER TABLE position ADD CONSTRAINT refused_in_this_test CHECK (speed <> 777)')
  try {
    const device = await truck()
    const speeds = [10, 77.7, 20]
    const serials = speeds.map((speedKmh, i) =>
      device.send(PHONE, { kind: 'location-report', location: locationOf({ at: now + i * 1_000, speedKmh }) }),
    )
    for (const serial of serials) expect(await device.replyTo(serial)).toBe(0)
    expect(await count('position')).toBe(2)
    expect(await count('quarantine')).toBe(1)
  } finally {
    await database.pool.query('ALTER TABLE position DROP CONSTRAINT refused_in_this_test')
  }
})

test('sockets that never authenticate and sockets that fall silent are cut', async () => {
  const strict = await start({ beforeAuthenticationMs: 10_000, idleMs: 60_000 }, 'c')
  try {
    const silent = await truck(PHONE, strict.port)
    const stranger = await dial(strict.port)
    now += 11_000
    await stranger.untilClosed()
    expect(silent.closed).toBe(false)
    now += 60_000
    await silent.untilClosed()
  } finally {
    await strict.close()
  }
})

test('beyond the admission limit new sockets are refused, and those connected go on', async () => {
  const small = await start({ maxConnections: 1 }, 'd')
  try {
    const first = await truck(PHONE, small.port)
    const second = await TestDevice.connect(small.port)
    await second.untilClosed()
    expect(await first.position(PHONE, { at: now })).toBe(0)
  } finally {
    await small.close()
  }
})

test('a clean stop finishes and answers the group in flight', async () => {
  const stopping = await start({}, 'e')
  const device = await truck(PHONE, stopping.port)
  const serial = device.send(PHONE, { kind: 'location-report', location: locationOf({ at: now }) })
  await until(async () => (await counted('tanker_gateway_frames_total')) >= 3)
  await stopping.close()
  expect(await device.replyTo(serial)).toBe(0)
  expect(await count('position')).toBe(1)
})
