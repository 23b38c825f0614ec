import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { startPostgresBus } from '../../platform/bus/postgres-bus.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const log = pino({ level: 'silent' })
const PHONE = '13800000077'
const DAY_MS = 86_400_000
const FOR_GOOD = { timeout: 15_000 }

let server: TestApi
let bus: Bus
let anna: SignedIn
let ben: SignedIn
let now: number
const gateways: Gateway[] = []
const devices: TestDevice[] = []

beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await pool.query(`UPDATE truck SET terminal_phone = $1, terminal_id = 'T' || right($1, 6) WHERE id = $2`, [PHONE, truck()])
  bus = await startPostgresBus({ url: server.database.url, log })
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
})
afterAll(async () => {
  await bus.close()
  await server.close()
})
beforeEach(async () => {
  now = server.now.getTime()
  await server.database.pool.query('TRUNCATE device_command, device_version, device CASCADE')
})
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  for (const gateway of gateways.splice(0)) await gateway.close()
})

const truck = (): number => server.truckId('苏A00001')
const ask = (who: SignedIn, ...ids: readonly number[]) =>
  who.send<{ trucks: number }>('POST', '/deviceVersions/query', { truckIds: ids.join() })
const commands = async () =>
  (
    await server.database.pool.query<Record<string, unknown>>(
      'SELECT truck_id, kind, state, result, tries, ordered_by FROM device_command ORDER BY id',
    )
  ).rows

async function signedIn(): Promise<TestDevice> {
  const gateway = await startTestGateway(server.database, { bus, log, name: 'g1', now: () => now })
  gateways.push(gateway)
  const device = await TestDevice.connect(gateway.port, 2019)
  devices.push(device)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  return device
}

test('a truck that is asked for its versions answers once it is connected, and what it says is stored', async () => {
  expect(await ask(anna, truck())).toMatchObject({ data: { trucks: 1 } })
  expect(await ask(anna, truck())).toMatchObject({ data: { trucks: 0 } })
  expect(await commands()).toEqual([
    { truck_id: truck(), kind: 'version-query', state: 'waiting', result: null, tries: 0, ordered_by: 'anna' },
  ])
  const device = await signedIn()
  expect(await device.next(({ kind }) => kind === 'query-attributes')).not.toBeNull()
  device.send(PHONE, {
    kind: 'attributes-answer',
    type: 2,
    maker: 'TKFLT',
    terminalModel: 'TK-1',
    terminalId: 'T000077',
    iccid: '0'.repeat(20),
    hardware: 'HW1.2',
    firmware: 'FW2.7.0',
    gnss: 3,
    communication: 32,
  })
  await expect.poll(commands, FOR_GOOD).toMatchObject([{ state: 'done', result: null, tries: 1 }])
  await expect
    .poll(async () => (await server.database.pool.query('SELECT truck_id, device, version FROM device_version')).rows, FOR_GOOD)
    .toEqual([{ truck_id: truck(), device: 'console', version: 'FW2.7.0' }])
})

test('a console that does not answer is asked as often as declared, then the command fails', async () => {
  await ask(anna, truck())
  await signedIn()
  for (const tries of [1, 2, 3]) {
    await expect.poll(commands, FOR_GOOD).toMatchObject([{ state: 'sending', tries }])
    now += 16_000
  }
  await expect.poll(commands, FOR_GOOD).toMatchObject([{ state: 'failed', result: 'no-answer', tries: 3 }])
})

test('what did not connect for a week is not asked any more, by any gateway, and may be asked again', async () => {
  await ask(anna, truck())
  now += 8 * DAY_MS
  await signedIn()
  await expect.poll(commands, FOR_GOOD).toMatchObject([{ state: 'failed', result: 'expired', tries: 0 }])
  expect(await ask(anna, truck())).toMatchObject({ data: { trucks: 1 } })
})

test('trucks of others are refused as if they did not exist, all or none', async () => {
  const before = await commands()
  const { resultCode } = await ask(ben, truck())
  expect(resultCode).not.toBe(200)
  expect(await commands()).toEqual(before)
})
