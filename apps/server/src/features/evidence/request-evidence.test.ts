import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { COMMANDS } from '../../app.ts'
import { expireCommands } from '../../device-commands/command-rows.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { startPostgresBus } from '../../platform/bus/postgres-bus.ts'
import { startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { askTrucks, makeRequests } from './request-evidence.ts'
import { TERMINAL_ID } from './test-evidence.ts'

const PHONE = '13800000077'
const FOR_GOOD = { timeout: 15_000 }
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const ADDRESS = { host: 'tanker.example.com', port: 6811 }

let server: TestApi
let bus: Bus
let now: number
let tests = 0
const gateways: Gateway[] = []
const devices: TestDevice[] = []

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`UPDATE truck SET terminal_phone = $1, terminal_id = 'T' || right($1, 6) WHERE plate = '苏A00001'`, [
    PHONE,
  ])
  bus = await startPostgresBus({ url: server.database.url, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await bus.close()
  await server.close()
})
beforeEach(async () => {
  // What a truck sends twice is stored once.
  tests += 1
  now = Math.floor(server.now.getTime() / 1000) * 1000 - 60 * MINUTE_MS + tests * 10 * MINUTE_MS
  await server.database.pool.query('TRUNCATE device_command, evidence_request, device, record, alarm CASCADE')
})
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  for (const gateway of gateways.splice(0)) await gateway.close()
})

async function signedIn(): Promise<TestDevice> {
  const gateway = await startTestGateway(server.database, { bus, name: 'g1', now: () => now })
  gateways.push(gateway)
  const device = await TestDevice.connect(gateway.port, 2019)
  devices.push(device)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  return device
}

/** Reports a phone call at the wheel with two pictures. */
async function reportsPhone(device: TestDevice, sequence: number, at = now, attachments = 2): Promise<void> {
  const tail = { speedKmh: 60, altitudeM: 10, lat: 31.3, lng: 120.6, time: '261123080000', vehicleStatus: 1 }
  const mark = { terminalId: TERMINAL_ID, time: '261123080000', sequence, attachments, reserved: 0 }
  const block = { item: 0x65, alarmId: sequence, flag: 0, type: 2, level: 2, fatigue: 0, reserved: 0, ...tail, mark } as const
  expect(await device.position(PHONE, { at, safety: [block] })).toBe(0)
}

const request = () => makeRequests(server.database.db, new Date(now), new Date(now - 3_600_000))
const ask = async (): Promise<number> => {
  const asked = await askTrucks(server.database.db, new Date(now), ADDRESS)
  bus.publish('commands', '')
  return asked
}
const requests = async () =>
  (
    await server.database.pool.query<{ number: string; state: string; tries: number; sequence: number; type: number; ask_at: Date | null }>(
      `SELECT e.number, e.state, e.tries, e.sequence, e.ask_at, a.type FROM evidence_request e JOIN alarm a ON a.id = e.alarm_id ORDER BY e.sequence`,
    )
  ).rows
const states = async () => (await requests()).map(({ state }) => state)

async function asked(device: TestDevice, result: number): Promise<Record<string, unknown>> {
  const message = await device.next(({ kind }) => kind === 'request-evidence')
  if (message?.kind !== 'request-evidence') throw new Error('the truck was not asked')
  device.send(PHONE, { kind: 'terminal-reply', replySerial: device.serials.get(message) ?? 0, replyId: 0x9208, result })
  return message
}

test('a truck whose alarm has pictures is asked for them once, by the mark of the event and a number of ours', async () => {
  const device = await signedIn()
  await reportsPhone(device, 0)
  expect([await request(), await request()]).toEqual([1, 0])
  expect([await ask(), await ask()]).toEqual([1, 0])
  const [made] = await requests()
  expect(made).toMatchObject({ state: 'waiting', tries: 1, type: 13 })
  expect(made?.number).toMatch(/^[0-9a-f]{32}$/)
  expect(await asked(device, 0)).toMatchObject({
    host: ADDRESS.host,
    tcpPort: ADDRESS.port,
    alarmNumber: made?.number,
    mark: { terminalId: TERMINAL_ID, time: '261123080000', sequence: 0, attachments: 2 },
  })
  await expect.poll(states, FOR_GOOD).toEqual(['asked'])
  // The files do not come.
  now += 31 * MINUTE_MS
  expect(await ask()).toBe(1)
})

test('an alarm of many events is asked for the pictures of the first eight, and an event without any for none', async () => {
  const device = await signedIn()
  for (let i = 0; i < 10; i += 1) await reportsPhone(device, i, now + i * 1_000, i === 3 ? 0 : 1)
  now += 20_000
  expect(await request()).toBe(8)
  expect((await requests()).map(({ sequence }) => sequence)).toEqual([0, 1, 2, 4, 5, 6, 7, 8])
})

test('a truck that is away is asked when it is back, for a week', async () => {
  const device = await signedIn()
  await reportsPhone(device, 0, now - 1_000)
  await reportsPhone(device, 1)
  device.close()
  await request()
  await ask()
  now += 2 * DAY_MS
  const back = await TestDevice.connect(gateways[0]?.port ?? 0, 2019)
  devices.push(back)
  const { code } = await back.register(PHONE)
  await back.authenticate(PHONE, code)
  await asked(back, 0)
  await expect.poll(states, FOR_GOOD).toContain('asked')
  now += 6 * DAY_MS
  await ask()
  await expireCommands(server.database.pool, COMMANDS, new Date(now))
  await expect.poll(states, FOR_GOOD).toEqual(['expired', 'expired'])
})

test('a terminal that does not know the request is not asked again; one that does not answer is, some times', async () => {
  const device = await signedIn()
  await reportsPhone(device, 0)
  await request()
  await ask()
  await asked(device, 3)
  await expect.poll(states, FOR_GOOD).toEqual(['refused'])
  now += 60 * MINUTE_MS
  expect(await ask()).toBe(0)
  await server.database.pool.query(`UPDATE evidence_request SET state = 'waiting', ask_at = $1, tries = 5`, [new Date(now)])
  expect(await ask()).toBe(0)
  expect(await states()).toEqual(['expired'])
})
