import { pino } from 'pino'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import { upgradeResults } from '@tanker/protocol/codes'
import type { DecodedMessage } from '@tanker/protocol/message'
import { fileResults } from '@tanker/protocol/messages/transparent.message'
import { encodeFirmwareHead } from '@tanker/protocol/tanker-extension/firmware-file'
import { encodeDeviceVersions } from '@tanker/protocol/tanker-extension/device-versions-file'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import { type Gateway } from '../gateway/gateway.ts'
import { startTestGateway } from '../gateway/test-gateway.ts'
import { TestDevice } from '../gateway/test-device.ts'

const log = pino({ level: 'silent' })
const PHONE = '13800000001'
/** Four whole parts of 0x8108 and a rest. */
const CONTENT = Buffer.from(Array.from({ length: 4_500 }, (_, i) => (i * 7) % 251))
const PARTS = 5
const SHA256 = createHash('sha256').update(CONTENT).digest()
const [OLD, NEW] = ['FW2.6.0', 'FW2.7.0']

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
  const { pool } = database
  await pool.query(
    'TRUNCATE device_command, firmware_file, command_file, device_version, device, truck_state, truck, organisation RESTART IDENTITY CASCADE',
  )
  await pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, '苏运', 'SY', '{1}')`)
  await pool.query(
    `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id) VALUES (1, 1, '苏E12345', 'C1', $1, 'T' || right($1, 6))`,
    [PHONE],
  )
  await pool.query('INSERT INTO truck_state (truck_id, organisation_id) VALUES (1, 1)')
  await pool.query('INSERT INTO command_file (id, content) VALUES (1, $1)', [CONTENT])
})
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  for (const gateway of gateways.splice(0)) await gateway.close()
})

async function gateway(name: string): Promise<Gateway> {
  const started = await startTestGateway(database, { bus, log, name, now: () => now })
  gateways.push(started)
  return started
}

/** A console that is signed in. */
async function signedIn({ port }: Gateway): Promise<TestDevice> {
  const device = await TestDevice.connect(port, 2019)
  devices.push(device)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  return device
}

async function command(device: 'console' | 'controller', maxTries = 3): Promise<void> {
  const { pool } = database
  await pool.query(
    `INSERT INTO firmware_file (id, organisation_id, device, version, maker, hardware, file_name, file_id, size_bytes, crc32, sha256, uploaded_by, uploaded_at)
     VALUES (1, 1, $1, $2, 'TKFLT', 'HW1.2', 'x.bin', 1, $3, $4, $5, 'anna', $6)`,
    [device, NEW, CONTENT.length, crc32(CONTENT), SHA256, new Date(now)],
  )
  await pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, device, firmware_id, file_name, old_version, new_version, file_id, crc32, sha256,
       total_bytes, max_tries, ordered_by, ordered_at)
     VALUES (1, 1, 'upgrade', $1, 1, 'x.bin', $2, $3, 1, $4, $5, $6, $7, 'anna', $8)`,
    [device, OLD, NEW, crc32(CONTENT), SHA256, CONTENT.length, maxTries, new Date(now)],
  )
  bus.publish('commands', '')
}

const theCommand = async () =>
  (await database.pool.query<Record<string, unknown>>('SELECT state, result, tries, acked_bytes, gateway FROM device_command')).rows[0]
const untilState = (state: string) => expect.poll(theCommand, { timeout: 10_000 }).toMatchObject({ state })
const versions = async () => (await database.pool.query('SELECT device, version, hardware FROM device_version ORDER BY 1')).rows

/** The next message of a kind; fails when the platform closes the socket. */
async function next<K extends DecodedMessage['kind']>(device: TestDevice, kind: K): Promise<Extract<DecodedMessage, { kind: K }>> {
  const message = await device.next((one) => one.kind === kind)
  if (message === null) throw new Error(`the socket was closed instead of ${kind}`)
  return message as Extract<DecodedMessage, { kind: K }>
}

/** Says what it runs, when it is asked. */
async function says(device: TestDevice, firmware: string): Promise<void> {
  await next(device, 'query-attributes')
  device.send(PHONE, {
    kind: 'attributes-answer',
    type: 6,
    maker: 'TKFLT',
    terminalModel: 'TANKER-1',
    terminalId: 'T1',
    iccid: '',
    hardware: 'HW1.2',
    firmware,
    gnss: 3,
    communication: 32,
  })
}

/** Takes and answers so many parts of the package; their numbers, and what they hold. */
async function takes(device: TestDevice, count = PARTS): Promise<{ indexes: number[]; bytes: Buffer }> {
  const indexes: number[] = []
  const pieces: Uint8Array[] = []
  while (indexes.length < count) {
    const part = await next(device, 'fragment')
    expect([part.id, part.total]).toEqual([0x8108, PARTS])
    indexes.push(part.index)
    pieces.push(part.body)
    device.send(PHONE, { kind: 'terminal-reply', replySerial: device.serials.get(part) ?? -1, replyId: part.id, result: 0 })
  }
  return { indexes, bytes: Buffer.concat(pieces) }
}

const ends = (device: TestDevice, result: number): Promise<number | 'closed'> =>
  device.replyTo(device.send(PHONE, { kind: 'upgrade-result', type: 0, result }))

test('a console gets its firmware part by part and restarts; the upgrade is done only when it reports the new version', async () => {
  const a = await gateway('a')
  const device = await signedIn(a)
  await command('console')
  await says(device, OLD)
  const { indexes, bytes } = await takes(device)
  expect(indexes).toEqual([1, 2, 3, 4, 5])
  expect(bytes.subarray(-CONTENT.length)).toEqual(CONTENT)
  await untilState('synchronizing')
  // It restarts with the new firmware, and first reports the result.
  device.close()
  const again = await signedIn(a)
  expect(await ends(again, upgradeResults.ok)).toBe(0)
  expect(await theCommand()).toMatchObject({ state: 'synchronizing' })
  await says(again, NEW)
  await untilState('done')
  expect(await theCommand()).toMatchObject({ tries: 1, acked_bytes: CONTENT.length, result: null })
  expect(await versions()).toMatchObject([{ device: 'console', version: NEW }])
})

test('F31 a package interrupted at any point restarts within the same attempt, and is never complete without the console’s report', async () => {
  let served = await gateway('a')
  await command('console')
  for (let cut = 0; cut <= PARTS; cut += 1) {
    const device = await signedIn(served)
    await says(device, OLD)
    // Once it has all of it, it is only asked.
    if (cut < PARTS) expect((await takes(device, cut)).indexes).toEqual([1, 2, 3, 4, 5].slice(0, cut))
    else await takes(device)
    if (cut === PARTS) await untilState('synchronizing')
    expect(await theCommand()).toMatchObject({ tries: 1, result: null })
    expect((await theCommand())?.['state']).not.toBe('done')
    device.close()
    // Every other time the server goes with it, and another one takes over.
    if (cut % 2 === 1) {
      await gateways.pop()?.close()
      served = await gateway(`after ${cut}`)
    }
  }
  const last = await signedIn(served)
  await says(last, NEW)
  await untilState('done')
  expect(last.messages.filter(({ kind }) => kind === 'fragment')).toEqual([])
})

test('F31 a package that the console could not install is sent again; after the last attempt the upgrade fails and the version stays', async () => {
  const device = await signedIn(await gateway('a'))
  await command('console', 2)
  for (const attempt of [1, 2]) {
    await says(device, OLD)
    await takes(device)
    await untilState('synchronizing')
    expect(await theCommand()).toMatchObject({ tries: attempt })
    expect(await ends(device, upgradeResults.failed)).toBe(0)
  }
  expect(await theCommand()).toMatchObject({ state: 'failed', result: 'device', tries: 2 })
  await expect.poll(versions, { timeout: 5_000 }).toMatchObject([{ device: 'console', version: OLD }])
})

test('a console that reports success but runs the old version has not been upgraded', async () => {
  const device = await signedIn(await gateway('a'))
  await command('console', 2)
  await says(device, OLD)
  await takes(device)
  await ends(device, upgradeResults.ok)
  await says(device, OLD)
  await untilState('synchronizing')
  now += 130_000
  await says(device, OLD)
  expect((await takes(device)).indexes[0]).toBe(1)
  await ends(device, upgradeResults.ok)
  await says(device, OLD)
  await untilState('synchronizing')
  now += 130_000
  await untilState('failed')
  expect(await theCommand()).toMatchObject({ result: 'version', tries: 2 })
})

test('missing parts are sent again when the console asks for them', async () => {
  const device = await signedIn(await gateway('a'))
  await command('console')
  await says(device, OLD)
  const first = await next(device, 'fragment')
  const originalSerial = device.serials.get(first) ?? -1
  for (let index = 2; index <= PARTS; index += 1) {
    const part = await next(device, 'fragment')
    if (index !== 3) device.send(PHONE, { kind: 'terminal-reply', replySerial: originalSerial + index - 1, replyId: part.id, result: 0 })
  }
  device.send(PHONE, { kind: 'terminal-resend-request', originalSerial, missing: [1, 3] })
  expect((await takes(device, 2)).indexes).toEqual([1, 3])
  await untilState('synchronizing')
})

test('of two gateways only the one that has the truck sends the package; it restarts on the gateway that the truck moved to', async () => {
  const [a, b] = [await gateway('a'), await gateway('b')]
  const atA = await signedIn(a)
  await command('console')
  await says(atA, OLD)
  await takes(atA, 2)
  const atB = await signedIn(b)
  await says(atB, OLD)
  expect((await takes(atB, 1)).indexes).toEqual([1])
  expect(await theCommand()).toMatchObject({ gateway: 'b', tries: 1 })
})

test('T29 firmware exchanged after the command is not sent, and no device is shown with it', async () => {
  const a = await gateway('a')
  await command('console')
  await database.pool.query('UPDATE command_file SET content = $1', [Buffer.from(CONTENT).reverse()])
  const device = await signedIn(a)
  await untilState('failed')
  expect(await theCommand()).toMatchObject({ result: 'tampered' })
  expect(device.messages.filter(({ kind }) => kind === 'fragment')).toEqual([])
  expect(await versions()).toEqual([])
})

test('F31 a controller’s firmware is a file of the extension: interrupted at each part it resumes where the console is, and completes when the console reports it', async () => {
  const a = await gateway('a')
  await command('controller')
  const whole = Buffer.concat([encodeFirmwareHead({ maker: 'TKFLT', hardware: 'HW1.2', version: NEW, bytes: CONTENT.length }), CONTENT])
  let has = 0
  while (has < whole.length) {
    const device = await signedIn(a)
    const asked = await next(device, 'transparent-down')
    if (asked.content !== 'tanker-file') throw new Error('not a file')
    expect(asked).toMatchObject({ action: 1, file: 33, subject: 0, total: whole.length, crc32: crc32(whole), offset: 0 })
    const answer = (result: number, wanted = 0): Promise<number | 'closed'> => {
      const { crc32: sum, total, file } = asked
      const about = { version: 1, action: 1, file, subject: 0, crc32: sum, total } as const
      const data = new Uint8Array(0)
      return device.replyTo(
        device.send(PHONE, { kind: 'transparent-up', type: 0xf6, content: 'tanker-file', ...about, result, next: wanted, data }),
      )
    }
    await answer(fileResults.goOn, has)
    const part = await next(device, 'transparent-down')
    if (part.content !== 'tanker-file') throw new Error('not a file')
    expect(part.offset).toBe(has)
    expect(Buffer.from(part.data)).toEqual(whole.subarray(has, has + 800))
    has += part.data.length
    expect(await theCommand()).toMatchObject({ state: 'sending', tries: 1 })
    if (has < whole.length) device.close()
    else {
      await answer(fileResults.beingPutToUse)
      expect([(await theCommand())?.['state'], await versions()]).toEqual(['synchronizing', []])
      await answer(fileResults.finished)
    }
  }
  expect(await theCommand()).toMatchObject({ state: 'done' })
  expect(await versions()).toEqual([{ device: 'controller', version: NEW, hardware: '' }])
})

test('a truck that signs in is asked for the version of its console, then of its attached devices', async () => {
  const device = await signedIn(await gateway('a'))
  await says(device, OLD)
  const asked = await next(device, 'transparent-down')
  expect(asked).toMatchObject({ content: 'tanker-file', action: 2, file: 36 })
  const data = encodeDeviceVersions([
    { device: 'console', maker: 'X', hardware: 'X', version: 'X' },
    { device: 'controller', maker: 'TKFLT', hardware: 'CB2', version: 'CT1.4.2' },
    { device: 'gauge', maker: '', hardware: '', version: '' },
  ])
  const file = { file: 36, subject: 0, crc32: crc32(data), total: data.length, result: fileResults.finished, next: 0, data }
  device.send(PHONE, { kind: 'transparent-up', type: 0xf6, content: 'tanker-file', version: 1, action: 2, ...file })
  await expect.poll(versions, { timeout: 5_000 }).toEqual([
    { device: 'console', version: OLD, hardware: 'HW1.2' },
    { device: 'controller', version: 'CT1.4.2', hardware: 'CB2' },
  ])
})

test('a version reported before an upgrade ended does not count after it', async () => {
  const device = await signedIn(await gateway('a'))
  await says(device, OLD)
  await expect.poll(versions, { timeout: 5_000 }).toHaveLength(1)
  await database.pool.query(`UPDATE device_version SET version = $1, reported_at = $2`, [NEW, new Date(now + 1_000)])
  device.close()
  await gateways.pop()?.close()
  const again = await signedIn(await gateway('b'))
  await says(again, OLD)
  // Heard: it is asked on.
  await next(again, 'transparent-down')
  again.close()
  await gateways.pop()?.close()
  expect(await versions()).toMatchObject([{ version: NEW }])
})
