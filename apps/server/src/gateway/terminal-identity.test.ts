import { Writable } from 'node:stream'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '@tanker/database/test-database'
import { encodeFrame } from '@tanker/protocol/frame'
import { encodeMessage } from '@tanker/protocol/message'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import type { Gateway, GatewayOptions } from './gateway.ts'
import { TestDevice, terminalIdOf } from './test-device.ts'
import { startTestGateway } from './test-gateway.ts'

const PHONE = '13800000001'
const OTHER = '13800000002'
/** Two addresses of this machine. */
const [HERE, ELSEWHERE] = ['127.0.0.1', '127.0.0.2']
const SILENCE = 'silence'
const REFUSED = 4

let database: TestDatabase
let bus: Bus
let metrics: Registry
let gateway: Gateway
let logged: string[] = []
let now = Date.UTC(2026, 5, 1, 4)
const devices: TestDevice[] = []

/** The history is never emptied: rows of the test before end here. */
let loggedUpTo = '0'

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
  logged = []
  await database.pool.query(
    'TRUNCATE position, record, alarm, outbox, checkpoint, quarantine, device, truck_state, truck, organisation RESTART IDENTITY CASCADE',
  )
  const { rows } = await database.pool.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM change_log')
  loggedUpTo = rows[0]?.id ?? '0'
  await database.pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, '苏运', 'SY', '{1}')`)
  await enter(1, PHONE, terminalIdOf(PHONE))
  await enter(2, OTHER, terminalIdOf(OTHER))
  gateway = await start()
})
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  await gateway.close()
})

/** A truck as base data has it. */
async function enter(id: number, phone: string, terminalId: string): Promise<void> {
  await database.pool.query(
    `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id) VALUES ($1, 1, $4, $5, $2, $3)`,
    [id, phone, terminalId, `E1234${id}`, `C${id}`],
  )
  await database.pool.query('INSERT INTO truck_state (truck_id, organisation_id) VALUES ($1, 1)', [id])
}

function start(given: Partial<GatewayOptions> = {}): Promise<Gateway> {
  metrics = new Registry()
  const log = pino({ level: 'trace' }, new Writable({ write: (line, _, done) => (logged.push(String(line)), done()) }))
  return startTestGateway(database, { bus, log, metrics, now: () => now, ...given })
}

async function dial(from = HERE, port = gateway.port): Promise<TestDevice> {
  const device = await TestDevice.connect(port, 2013, from)
  devices.push(device)
  return device
}

const unanswered = async (): Promise<number> => {
  const metric = await metrics.getSingleMetric('tanker_gateway_unanswered_total')?.get()
  return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0
}

/** What is answered to a registration: its code, the refusal, or silence. */
async function answerTo(device: TestDevice, phone: string, terminalId = terminalIdOf(phone)): Promise<string | number> {
  const before = await unanswered()
  let answer: string | number = SILENCE
  device.register(phone, terminalId).then(
    ({ result, code }) => (answer = result === 0 ? code : result),
    () => undefined,
  )
  await expect.poll(async () => answer !== SILENCE || (await unanswered()) > before, { timeout: 10_000 }).toBe(true)
  return answer
}

async function letIn(phone = PHONE, from = HERE): Promise<{ device: TestDevice; code: string }> {
  const device = await dial(from)
  const { result, code } = await device.register(phone)
  expect(result).toBe(0)
  expect(await device.authenticate(phone, code)).toBe(0)
  return { device, code }
}

const alarms = async () =>
  (
    await database.pool.query(
      `SELECT truck_id, properties->>'kind' AS kind, properties->>'address' AS address FROM alarm WHERE type = 332 ORDER BY id`,
    )
  ).rows
const bound = async () =>
  (
    await database.pool.query<{ terminal_id: string; maker: string; model: string }>(
      'SELECT terminal_id, maker, model FROM device WHERE truck_id = 1',
    )
  ).rows[0]
const release = async (): Promise<void> => {
  await database.pool.query('DELETE FROM device WHERE truck_id = 1')
  await database.pool.query('UPDATE truck_state SET epoch = epoch + 1 WHERE truck_id = 1')
  bus.publish('terminals', PHONE)
}

test('[H1] [T26] only the announced terminal can register a truck that was just added', async () => {
  const stranger = await dial(ELSEWHERE)
  expect(await answerTo(stranger, PHONE, 'STRANGE')).toBe(REFUSED)
  expect(await bound()).toBeUndefined()
  await expect.poll(alarms).toMatchObject([{ truck_id: 1, kind: 'other-terminal', address: ELSEWHERE }])
  const { device } = await letIn()
  expect(await device.position(PHONE, { at: now })).toBe(0)
  expect(await bound()).toMatchObject({ terminal_id: terminalIdOf(PHONE), maker: 'TEST', model: 'M1' })
})

test('[H1] where base data gives no terminal id the console code announces the terminal', async () => {
  await enter(3, '13800000003', '')
  const device = await dial()
  expect(await answerTo(device, '13800000003', 'T000003')).toBe(REFUSED)
  expect(await answerTo(device, '13800000003', 'C3')).toMatch(/^[\w-]{16}$/)
})

test('[H1] [T26] the right terminal id from another address gets no code while the truck is connected: its session stays, an alarm is raised', async () => {
  const { device, code } = await letIn()
  const thief = await dial(ELSEWHERE)
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await answerTo(thief, PHONE)).toBe(SILENCE)
  expect(await device.position(PHONE, { at: now })).toBe(0)
  await expect.poll(alarms).toMatchObject([{ truck_id: 1, kind: 'other-address', address: ELSEWHERE }])
  expect(await device.authenticate(PHONE, code)).toBe(0)
})

test('[H1] alarms about a terminal are at most one an hour, and more come when it goes on', async () => {
  const stranger = await dial(ELSEWHERE)
  for (let attempt = 0; attempt < 4; attempt += 1) expect(await answerTo(stranger, PHONE, 'STRANGE')).toBe(REFUSED)
  await expect.poll(alarms).toHaveLength(1)
  now += 3_601_000
  expect(await answerTo(await dial(ELSEWHERE), PHONE, 'STRANGE')).toBe(REFUSED)
  await expect.poll(alarms).toHaveLength(2)
})

test('[H1] a terminal that lost its code gets a new one once its dead session is past its idle time, not before', async () => {
  const { device, code } = await letIn()
  expect(await device.position(PHONE, { at: now })).toBe(0)
  device.close()
  await expect.poll(() => gateway.sessions).toBe(0)
  expect(await answerTo(await dial(), PHONE)).toBe(SILENCE)
  now += 181_000
  const again = await answerTo(await dial(), PHONE)
  expect(again).toMatch(/^[\w-]{16}$/)
  expect(again).not.toBe(code)
  expect(await alarms()).toEqual([])
})

test('[H1] a terminal that says goodbye (0x0003) may register again at once', async () => {
  const { device } = await letIn()
  expect(await device.position(PHONE, { at: now })).toBe(0)
  now += 1_000
  expect(await device.replyTo(device.send(PHONE, { kind: 'logout' }))).toBe(0)
  await expect.poll(async () => (await database.pool.query('SELECT left_at FROM device')).rows[0].left_at).not.toBeNull()
  expect(await answerTo(await dial(), PHONE)).toMatch(/^[\w-]{16}$/)
})

test('[H1] [T26] who registers in place of a silent truck loses it when the truck comes back with its code, and an alarm is raised', async () => {
  const { device, code } = await letIn()
  expect(await device.position(PHONE, { at: now })).toBe(0)
  device.close()
  await expect.poll(() => gateway.sessions).toBe(0)
  now += 3_600_000
  const { device: thief, code: stolen } = await letIn(PHONE, ELSEWHERE)
  expect(await thief.position(PHONE, { at: now })).toBe(0)
  const back = await dial()
  expect(await back.authenticate(PHONE, code)).toBe(0)
  await thief.untilClosed()
  await expect.poll(alarms).toMatchObject([{ kind: 'two-terminals', address: HERE }])
  expect(await (await dial(ELSEWHERE)).authenticate(PHONE, stolen)).toBe(1)
  expect(await back.position(PHONE, { at: now + 1_000 })).toBe(0)
})

test('[H1] a registration with a lost answer does no harm: the terminal’s code stays valid, without an alarm', async () => {
  const { device, code } = await letIn()
  device.close()
  await expect.poll(() => gateway.sessions).toBe(0)
  now += 3_600_000
  expect(await answerTo(await dial(), PHONE)).toMatch(/^[\w-]{16}$/)
  expect(await (await dial()).authenticate(PHONE, code)).toBe(0)
  expect(await alarms()).toEqual([])
})

test('[H1] while enrolment is open any terminal registers, once, and the change history has it; after its time none does', async () => {
  const open = () => database.pool.query('UPDATE truck SET enrolment_until = $1 WHERE id = 1', [new Date(now + 600_000)])
  await open()
  bus.publish('terminals', PHONE)
  now += 601_000
  expect(await answerTo(await dial(), PHONE, 'NEW1')).toBe(REFUSED)
  await open()
  now += 590_000
  expect(await answerTo(await dial(), PHONE, 'NEW1')).toMatch(/^[\w-]{16}$/)
  expect(await bound()).toMatchObject({ terminal_id: 'NEW1' })
  expect(await answerTo(await dial(), PHONE, 'NEW2')).toBe(REFUSED)
  const { rows } = await database.pool.query(
    `SELECT user_id, old, new FROM change_log WHERE entity = 'truck' AND row_id = 1 AND id > ${loggedUpTo} ORDER BY id`,
  )
  expect(rows).toEqual([{ user_id: null, old: {}, new: { terminal: 'NEW1 TEST M1' } }])
})

test('[H1] of registrations at the same time one gets a code, and this code works', async () => {
  const dialled = await Promise.all(Array.from({ length: 8 }, () => dial()))
  const given: string[] = []
  for (const device of dialled)
    device.register(PHONE).then(
      ({ code }) => given.push(code),
      () => undefined,
    )
  await expect.poll(async () => given.length + (await unanswered()), { timeout: 10_000 }).toBe(8)
  expect(given).toHaveLength(1)
  expect(await (await dial()).authenticate(PHONE, String(given[0]))).toBe(0)
})

test('[H1] release ends the session at once, the old code is wrong, and the announced terminal registers again', async () => {
  const { device, code } = await letIn()
  await release()
  await device.untilClosed()
  expect(await (await dial()).authenticate(PHONE, code)).toBe(1)
  const { code: fresh } = await letIn()
  expect(fresh).not.toBe(code)
})

test('[L9] the database keeps no code, only its hash, and no log line has one', async () => {
  const { device, code } = await letIn()
  await device.authenticate(PHONE, code)
  await device.authenticate(PHONE, `${code}x`)
  const { rows } = await database.pool.query('SELECT row_to_json(device)::text AS stored FROM device')
  expect(JSON.stringify(rows)).not.toContain(code)
  expect(logged.join('')).not.toContain(code)
  const [{ matches }] = (await database.pool.query(`SELECT code_hash = sha256(convert_to($1, 'UTF8')) AS matches FROM device`, [code])).rows
  expect(matches).toBe(true)
})

test('[L12] a registration with NUL and control characters is answered, and kept without them', async () => {
  const device = await dial()
  const { id, body } = encodeMessage(
    {
      kind: 'registration',
      province: 32,
      city: 500,
      maker: 'TEST',
      terminalModel: 'M1',
      terminalId: terminalIdOf(PHONE),
      plateColour: 2,
      plate: '苏E\u0000\u0001',
    },
    2013,
  )
  const withControls = body.slice()
  withControls.set([0x00, 0x07], 6) // within the maker
  withControls.set([0x1b, 0x00, 0x41], 12) // within the model
  device.raw(encodeFrame({ id, version: 2013, phone: PHONE, serial: 77, body: withControls }))
  const answer = await device.next((message) => message.kind === 'registration-answer')
  expect(answer).toMatchObject({ result: 0, replySerial: 77 })
  const { maker, model } = (await bound()) ?? {}
  expect(`${maker}${model}`).not.toMatch(/\p{Cc}/u)
  device.sendBody(OTHER, 0x0100, new Uint8Array(37), 78)
  expect(await device.next((message) => message.kind === 'registration-answer' && message.replySerial === 78)).toMatchObject({
    result: REFUSED,
  })
})

test('[H2] wrong codes of others do not delay a truck: a right code is accepted at once, from the same address too', async () => {
  const { code } = await registered()
  for (const from of [HERE, ELSEWHERE]) {
    for (let sockets = 0; sockets < 3; sockets += 1) {
      const stranger = await dial(from)
      for (let guess = 0; guess < 9; guess += 1) stranger.send(PHONE, { kind: 'authentication', authCode: `guess-${sockets}-${guess}` })
    }
  }
  expect(await (await dial(HERE)).authenticate(PHONE, code)).toBe(0)
})

test('[H2] 130 wrong codes for invented phones from an address that a truck shares do not keep it out', async () => {
  const { code } = await registered()
  for (let sockets = 0; sockets < 13; sockets += 1) {
    const stranger = await dial()
    for (let guess = 0; guess < 10; guess += 1)
      stranger.send(`1377${sockets}${guess}`.padEnd(11, '0'), { kind: 'authentication', authCode: 'wrong' })
    await stranger.untilClosed()
  }
  const device = await dial()
  expect(await device.authenticate(PHONE, code)).toBe(0)
  expect(await device.position(PHONE, { at: now })).toBe(0)
})

test('[H2] the seventh wrong code gets no answer; a right one after it is accepted', async () => {
  const { code } = await registered()
  const device = await dial()
  for (let guess = 0; guess < 6; guess += 1) expect(await device.authenticate(PHONE, 'wrong')).toBe(1)
  const serial = device.send(PHONE, { kind: 'authentication', authCode: 'wrong' })
  expect(await device.authenticate(PHONE, code)).toBe(0)
  expect(device.messages.filter((message) => message.kind === 'platform-reply' && message.replySerial === serial)).toEqual([])
  now += 61_000
  expect(await (await dial()).authenticate(PHONE, 'wrong')).toBe(1)
})

test('[H3] a socket is cut at its tenth failure; a truck that is let in and repeats 0x0102 with wrong codes is no exception', async () => {
  const stranger = await dial(ELSEWHERE)
  for (let guess = 0; guess < 400; guess += 1)
    stranger.send(`1366000${String(guess).padStart(4, '0')}`, { kind: 'authentication', authCode: 'wrong' })
  await stranger.untilClosed()
  expect(stranger.messages.length).toBeLessThanOrEqual(10)
  const { device } = await letIn()
  for (let guess = 0; guess < 400; guess += 1) device.send(PHONE, { kind: 'authentication', authCode: 'wrong' })
  await device.untilClosed()
  expect(device.messages.length).toBeLessThanOrEqual(10)
})

test('[H3] a relay with more trucks than failures are allowed is not cut for a few that are unknown', async () => {
  const relay = await dial()
  const mine = await relay.register(PHONE)
  const other = await relay.register(OTHER)
  for (let unknown = 0; unknown < 7; unknown += 1) await relay.authenticate(`1355000000${unknown}`, 'x')
  expect(await relay.authenticate(PHONE, mine.code)).toBe(0)
  expect(await relay.authenticate(OTHER, other.code)).toBe(0)
  expect(relay.closed).toBe(false)
})

test('[H3] an address whose failures wait opens few sockets; where a truck is connected from it a few more', async () => {
  const flood = async (from: string): Promise<number> => {
    let taken = 0
    for (let socket = 0; socket < 60; socket += 1) {
      const stranger = await dial(from)
      for (let guess = 0; guess < 10; guess += 1)
        stranger.send(`13${String(socket * 10 + guess).padStart(9, '0')}`, { kind: 'authentication', authCode: 'x' })
      await stranger.untilClosed()
      if (stranger.messages.length > 0) taken += 1
    }
    return taken
  }
  const alone = await flood('127.0.0.7')
  expect(alone).toBeLessThanOrEqual(15)
  const { device } = await letIn()
  expect(await flood(HERE)).toBeGreaterThan(alone)
  expect(device.closed).toBe(false)
  now += 61_000
  const later = await dial('127.0.0.7')
  expect(await later.authenticate(PHONE, 'wrong')).toBe(1)
})

test('[H3] frames of an unauthenticated socket are limited by a budget', async () => {
  const stranger = await dial(ELSEWHERE)
  const { id, body } = encodeMessage({ kind: 'heartbeat' }, 2013)
  const one = encodeFrame({ id, version: 2013, phone: PHONE, serial: 1, body })
  stranger.raw(Buffer.concat(Array.from({ length: 3_000 }, () => one)))
  await stranger.untilClosed()
  expect((await metrics.getSingleMetric('tanker_gateway_refused_total')?.get())?.values).toMatchObject([
    { labels: { reason: 'frames-before-admission' }, value: 1 },
  ])
})

/** A truck whose terminal has its code and is not connected. */
async function registered(): Promise<{ code: string }> {
  const device = await dial()
  const { code } = await device.register(PHONE)
  device.close()
  return { code }
}
