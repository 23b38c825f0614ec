import { pino } from 'pino'
import { crc32 } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import type { MessageOfKind } from '@tanker/protocol/message'
import { fileResults } from '@tanker/protocol/messages/transparent.message'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import { type Gateway, type GatewayOptions } from '../gateway/gateway.ts'
import { startTestGateway } from '../gateway/test-gateway.ts'
import { TestDevice } from '../gateway/test-device.ts'

const log = pino({ level: 'silent' })
const PHONE = '13800000001'
/** Three parts of 800 bytes and a rest. */
const CONTENT = Buffer.from(Array.from({ length: 2_500 }, (_, i) => (i * 7) % 251))
const CRC = crc32(CONTENT)

let database: TestDatabase
let bus: Bus
let now = Date.UTC(2026, 10, 1, 4)
const gateways: Gateway[] = []
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
  await database.pool.query(
    'TRUNCATE device_command, command_file, tank_table, device, truck_state, truck, organisation RESTART IDENTITY CASCADE',
  )
  await database.pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, '苏运', 'SY', '{1}')`)
  await database.pool.query(
    `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id) VALUES (1, 1, '苏E12345', 'C1', $1, 'T' || right($1, 6))`,
    [PHONE],
  )
  await database.pool.query('INSERT INTO truck_state (truck_id, organisation_id) VALUES (1, 1)')
  await database.pool.query(
    `INSERT INTO tank_table (id, truck_id, compartment, capacity_l, tank_height_mm, levels_mm, volumes_l, send_state, synced_at)
     VALUES (1, 1, 2, 100, 10, '{0,10}', '{0,100}', 'not-sent', NULL)`,
  )
})
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  for (const gateway of gateways.splice(0)) await gateway.close()
})

async function gateway(name: string, limits: GatewayOptions['limits'] = {}): Promise<Gateway> {
  const started = await startTestGateway(database, { bus, log, name, now: () => now, limits })
  gateways.push(started)
  return started
}

/** A terminal that is signed in. */
async function truck({ port }: Gateway): Promise<TestDevice> {
  const device = await TestDevice.connect(port, 2019)
  devices.push(device)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  return device
}

async function command({ maxTries = 3, content = CONTENT } = {}): Promise<void> {
  const { rows } = await database.pool.query<{ id: number }>('INSERT INTO command_file (content) VALUES ($1) RETURNING id', [content])
  await database.pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, compartment, tank_table_id, file_id, crc32, sha256, total_bytes, max_tries, ordered_by, ordered_at)
     VALUES (1, 1, 'tank-table', 2, 1, $1, $2, sha256($6), $3, $4, 'anna', $5)`,
    [rows[0]?.id, crc32(content), content.length, maxTries, new Date(now), content],
  )
  bus.publish('commands', '')
}

type Part = Extract<MessageOfKind<'transparent-down'>, { content: 'tanker-file' }>

/** The next part that the platform sends; null when it closes the socket. */
async function part(device: TestDevice): Promise<Part> {
  const message = await device.next(({ kind }) => kind === 'transparent-down')
  if (message?.kind !== 'transparent-down' || message.content !== 'tanker-file') throw new Error('the socket was closed instead of a part')
  return message
}

/** Answers a part; resolves when the platform has acknowledged the answer. */
const answer = (device: TestDevice, { crc32: sum, total, file, subject }: Part, result: number, next = 0): Promise<number | 'closed'> =>
  device.replyTo(
    device.send(PHONE, {
      kind: 'transparent-up',
      type: 0xf6,
      content: 'tanker-file',
      version: 1,
      action: 1,
      file,
      subject,
      crc32: sum,
      total,
      result,
      next,
      data: new Uint8Array(0),
    }),
  )

/** A console that takes parts from `has` on until `until` bytes; the bytes it was sent and the last part. */
async function takes(device: TestDevice, has: number, until = CONTENT.length): Promise<{ sent: Buffer; last: Part }> {
  let last = await part(device)
  expect(last).toMatchObject({ action: 1, file: 32, subject: 2, crc32: CRC, total: CONTENT.length, offset: 0 })
  expect(last.data).toHaveLength(0)
  const pieces: Uint8Array[] = []
  let next = has
  while (next < until) {
    await answer(device, last, fileResults.goOn, next)
    last = await part(device)
    expect(last.offset).toBe(next)
    pieces.push(last.data)
    next += last.data.length
  }
  return { sent: Buffer.concat(pieces), last }
}

const theCommand = async () => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `SELECT o.state, o.result, o.tries, o.acked_bytes, o.crc_match, o.gateway, t.send_state, t.synced_at
     FROM device_command o LEFT JOIN tank_table t ON t.id = o.tank_table_id ORDER BY o.id DESC LIMIT 1`,
  )
  return rows[0]
}
const untilState = (state: string) => expect.poll(theCommand, { timeout: 10_000 }).toMatchObject({ state })

test('a file is sent part by part and installed, and the command and its table show that', async () => {
  const device = await truck(await gateway('a'))
  await command()
  const { sent, last } = await takes(device, 0)
  expect(sent).toEqual(CONTENT)
  await answer(device, last, fileResults.beingPutToUse)
  expect(await theCommand()).toMatchObject({ state: 'synchronizing', send_state: 'synchronizing', tries: 1, acked_bytes: 2_500 })
  await answer(device, last, fileResults.finished)
  expect(await theCommand()).toMatchObject({ state: 'done', send_state: 'synced', synced_at: new Date(now), crc_match: true, result: null })
})

test('a command waits for its truck, and is sent when it connects', async () => {
  const a = await gateway('a')
  await command()
  expect(await theCommand()).toMatchObject({ state: 'waiting', tries: 0 })
  const device = await truck(a)
  expect((await takes(device, 0)).sent).toEqual(CONTENT)
})

test('after a lost connection the transfer resumes where the console is, within the same attempt', async () => {
  const a = await gateway('a')
  const first = await truck(a)
  await command()
  await takes(first, 0, 1_600)
  first.close()
  const second = await truck(a)
  const { sent, last } = await takes(second, 1_600)
  expect(sent).toEqual(CONTENT.subarray(1_600))
  await answer(second, last, fileResults.finished)
  expect(await theCommand()).toMatchObject({ state: 'done', tries: 1 })
})

test('a console that had finished before a server crash is not sent anything again', async () => {
  const device = await truck(await gateway('a'))
  await command()
  await takes(device, 0)
  // The console finishes, and its report is lost with the server.
  device.close()
  await gateways.pop()?.close()
  const again = await truck(await gateway('b'))
  const asked = await part(again)
  expect(asked.data).toHaveLength(0)
  await answer(again, asked, fileResults.finished)
  expect(await theCommand()).toMatchObject({ state: 'done', tries: 1, gateway: 'b' })
  expect(again.messages.filter(({ kind }) => kind === 'transparent-down')).toEqual([])
})

test('of two gateways only the one that has the truck sends; the command moves with the truck', async () => {
  const [a, b] = [await gateway('a'), await gateway('b')]
  const atA = await truck(a)
  await command()
  const { last } = await takes(atA, 0, 800)
  expect(await theCommand()).toMatchObject({ gateway: 'a' })
  const atB = await truck(b)
  const { sent } = await takes(atB, 800, 1_600)
  expect(sent).toEqual(CONTENT.subarray(800, 1_600))
  // What the old connection still says changes nothing any more.
  void answer(atA, last, fileResults.finished)
  await expect.poll(theCommand).toMatchObject({ gateway: 'b', state: 'sending' })
})

test('after a timeout the console is asked what it has and the transfer retried; after the last attempt the command fails', async () => {
  const device = await truck(await gateway('a'))
  await command({ maxTries: 2 })
  await takes(device, 0, 800)
  now += 16_000
  const { last } = await takes(device, 800, 1_600)
  expect(await theCommand()).toMatchObject({ state: 'sending', tries: 2, send_state: 'sending' })
  expect(last.offset).toBe(800)
  now += 16_000
  await untilState('failed')
  expect(await theCommand()).toMatchObject({ result: 'no-answer', tries: 2, send_state: 'sync-failed', synced_at: null })
})

test('a wrong checksum restarts the transfer; wrong again at the last attempt the command fails', async () => {
  const device = await truck(await gateway('a'))
  await command({ maxTries: 2 })
  const { last } = await takes(device, 0)
  await answer(device, last, fileResults.wrongChecksum)
  const second = await takes(device, 0)
  expect(second.sent).toEqual(CONTENT)
  await answer(device, second.last, fileResults.wrongChecksum)
  expect(await theCommand()).toMatchObject({ state: 'failed', result: 'checksum', tries: 2, crc_match: false, send_state: 'sync-failed' })
})

test.each([
  ['the table', fileResults.tableUnusable, 'table', 'table-failed'],
  ['the pipe volume', fileResults.pipeUnusable, 'pipe', 'pipe-failed'],
  ['the command', fileResults.refused, 'refused', 'sync-failed'],
  ['such a file', fileResults.noSuchFile, 'no-such-file', 'sync-failed'],
])('a console that cannot take %s is not asked again', async (_, result, reason, sendState) => {
  const device = await truck(await gateway('a'))
  await command()
  const { last } = await takes(device, 0)
  await answer(device, last, result)
  expect(await theCommand()).toMatchObject({ state: 'failed', result: reason, tries: 1, send_state: sendState })
})

test('a console that does not support the message is asked once', async () => {
  const device = await truck(await gateway('a'))
  await command()
  const message = await device.next(({ kind }) => kind === 'transparent-down')
  expect(message).not.toBeNull()
  // The gateway's messages to this socket so far: registration, authentication, and this one.
  for (let serial = 1; serial <= 10; serial += 1)
    device.send(PHONE, { kind: 'terminal-reply', replySerial: serial, replyId: 0x8900, result: 3 })
  await untilState('failed')
  expect(await theCommand()).toMatchObject({ result: 'refused' })
})

test('a repeated answer sends nothing twice', async () => {
  const device = await truck(await gateway('a'))
  await command()
  const { last } = await takes(device, 0, 800)
  await answer(device, last, fileResults.goOn, 800)
  await answer(device, last, fileResults.goOn, 800)
  await answer(device, last, fileResults.goOn, 800)
  const next = await part(device)
  expect(next.offset).toBe(800)
  expect(device.messages.filter(({ kind }) => kind === 'transparent-down')).toEqual([])
})

test('an answer about another file changes nothing', async () => {
  const device = await truck(await gateway('a'))
  await command()
  const asked = await part(device)
  await answer(device, { ...asked, crc32: 1 }, fileResults.finished)
  await answer(device, { ...asked, subject: 3 }, fileResults.finished)
  expect(await theCommand()).toMatchObject({ state: 'sending' })
})

test('one truck gets one command at a time, the next after the first has ended', async () => {
  const device = await truck(await gateway('a'))
  await command()
  const { last } = await takes(device, 0)
  await database.pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, compartment, file_id, crc32, sha256, total_bytes, max_tries, ordered_by, ordered_at)
     SELECT truck_id, organisation_id, kind, 3, file_id, crc32, sha256, total_bytes, 3, 'anna', ordered_at FROM device_command`,
  )
  bus.publish('commands', '')
  await answer(device, last, fileResults.finished)
  expect(await part(device)).toMatchObject({ subject: 3, offset: 0 })
})

test('a command that ends while the open commands are read is not sent once more', async () => {
  const device = await truck(await gateway('a'))
  for (let round = 0; round < 30; round += 1) {
    await command()
    const { last } = await takes(device, 0)
    // A read of the open commands is under way whenever the end is stored.
    const hints = setInterval(() => bus.publish('commands', ''), 1)
    await answer(device, last, fileResults.finished)
    await untilState('done')
    await expect.poll(async () => (await database.pool.query(`SELECT FROM device_command WHERE state <> 'done'`)).rowCount).toBe(0)
    clearInterval(hints)
    expect(device.messages.filter(({ kind }) => kind === 'transparent-down')).toEqual([])
  }
})

test('T29 bytes that differ from those ordered are not sent', async () => {
  const a = await gateway('a')
  await command()
  await database.pool.query('UPDATE command_file SET content = $1', [Buffer.from(CONTENT).reverse()])
  const device = await truck(a)
  await untilState('failed')
  expect(await theCommand()).toMatchObject({ result: 'tampered', send_state: 'sync-failed' })
  expect(device.messages.filter(({ kind }) => kind === 'transparent-down')).toEqual([])
})
