import { hashPassword } from '@tanker/contract/password'
import type { ReportRows } from '@tanker/contract/report-view'
import { replyResults, statusBits, terminalCommands } from '@tanker/protocol/codes'
import type { Message } from '@tanker/protocol/message'
import { fileActions, fileResults } from '@tanker/protocol/messages/transparent.message'
import { noTankerReadings } from '@tanker/protocol/tanker-extension/tanker-readings'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { startPostgresBus } from '../../platform/bus/postgres-bus.ts'
import { aLiveRow, PASSWORD, setLive, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const log = pino({ level: 'silent' })
const PHONE = '13800000079'
const FOR_GOOD = { timeout: 20_000 }
const ORDERS = new Set(['transparent-down', 'location-query', 'tracking-control', 'confirm-alarm', 'terminal-control', 'vehicle-control'])

let server: TestApi
let bus: Bus
let anna: SignedIn
let ben: SignedIn
const gateways: Gateway[] = []
const devices: TestDevice[] = []
let code = ''

beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await pool.query(`UPDATE truck SET terminal_phone = $1, terminal_id = 'T' || right($1, 6) WHERE id = $2`, [PHONE, truckId()])
  bus = await startPostgresBus({ url: server.database.url, log })
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
})
afterAll(async () => {
  await bus.close()
  await server.close()
})
beforeEach(async () => {
  code = ''
  await server.database.pool.query('TRUNCATE device_command, device CASCADE')
})
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  for (const gateway of gateways.splice(0)) await gateway.close()
})

const truckId = (plate = '苏A00001'): number => server.truckId(plate)
const pwd = hashPassword('anna', PASSWORD)
const order = (command: string, more: object = {}, who = anna) =>
  who.send('POST', '/remoteControl', { truckIds: String(truckId()), command, reason: '核实', ...more })
const listOf = async (who: SignedIn, language = 'zh') => {
  const day = 86_400_000
  const period = { from: new Date(server.now.getTime() - day).toISOString(), to: new Date(server.now.getTime() + day).toISOString() }
  const filters = JSON.stringify({ scope: { truckIds: [truckId()], organisationIds: [] }, period })
  const { data } = await who.get<ReportRows>('/reports/setting/alarm_threshold/remote/rows', { filters }, { language })
  return (data?.content ?? []).toSorted((one, other) => Number(other['id']) - Number(one['id']))
}
const newest = async () => (await listOf(anna))[0]

const locationWith = (bits: number): Extract<Message, { kind: 'location-answer' }>['location'] => ({
  alarmBits: 0,
  statusBits: bits | statusBits.located,
  lat: 31.234567,
  lng: 120.654321,
  altitudeM: 10,
  speedKmh: 0,
  headingDeg: 0,
  time: '260105080000',
  extras: {},
  safety: [],
  tanker: noTankerReadings(),
  raw: [],
})

type Behaviour = { readonly doors?: 'obey' | 'ignore'; readonly silent?: boolean; readonly keepsFiles?: boolean }

type Heard = NonNullable<Awaited<ReturnType<TestDevice['next']>>>

/** A terminal of the truck; `heard`: what it was ordered. */
async function connected({ doors = 'obey', silent = false, keepsFiles = false }: Behaviour = {}): Promise<readonly Heard[]> {
  const gateway = gateways[0] ?? (await startTestGateway(server.database, { bus, log, name: 'g1', now: () => server.now.getTime() }))
  if (gateways.length === 0) gateways.push(gateway)
  const device = await TestDevice.connect(gateway.port, 2019)
  devices.push(device)
  // A terminal keeps its code: it registers once.
  code ||= (await device.register(PHONE)).code
  expect(await device.authenticate(PHONE, code)).toBe(0)
  const heard: Heard[] = []
  void (async () => {
    for (;;) {
      const one = await device.next(({ kind }) => ORDERS.has(kind))
      if (one === null) return
      heard.push(one)
      if (silent) continue
      const replySerial = device.serials.get(one) ?? 0
      if (one.kind === 'location-query') device.send(PHONE, { kind: 'location-answer', replySerial, location: locationWith(0) })
      else if (one.kind === 'transparent-down' && one.content === 'tanker-file')
        device.send(PHONE, { ...one, kind: 'transparent-up', result: keepsFiles ? fileResults.refused : fileResults.finished, next: 0 })
      else if (one.kind === 'vehicle-control') {
        const wants = one.items?.[0]?.parameter === 1
        const locked = doors === 'obey' ? wants : !wants
        device.send(PHONE, { kind: 'vehicle-control-answer', replySerial, location: locationWith(locked ? statusBits.doorsLocked : 0) })
      } else {
        const replyId = { 'tracking-control': 0x8202, 'confirm-alarm': 0x8203, 'terminal-control': 0x8105 }[one.kind as 'confirm-alarm']
        device.send(PHONE, { kind: 'terminal-reply', replySerial, replyId, result: replyResults.ok })
      }
    }
  })()
  return heard
}
const ends = (expected: object) => expect.poll(newest, FOR_GOOD).toMatchObject(expected)

test('a position is queried and stands in the list; close reports and the alarms of the terminal are ordered without a password', async () => {
  const heard = await connected()
  expect((await order('locate')).resultCode).toBe(200)
  await ends({ state: 'done', command: 'locate', answer: '31.234567, 120.654321 · 0 km/h', operator: 'anna', note: '核实' })
  expect((await order('track')).resultCode).toBe(200)
  await ends({ state: 'done', command: 'track', answer: null })
  expect((await order('clear-alarms')).resultCode).toBe(200)
  await ends({ state: 'done', command: 'clear-alarms' })
  expect(heard).toMatchObject([
    { kind: 'location-query' },
    { kind: 'tracking-control', intervalS: 5, validityS: 600 },
    // Bits 0, 3, 20, 21, 22, 27 and 28.
    { kind: 'confirm-alarm', replySerial: 0, alarmBits: 0x18700009 },
  ])
  expect(await listOf(ben)).toEqual([])
})

test('a restart needs the own password and goes to one truck', async () => {
  expect((await order('restart')).message).toBe('请输入您的登录密码。')
  expect((await order('restart', { pwd: hashPassword('anna', 'wrong') })).message).toBe('密码错误，请重新输入。')
  expect((await order('restart', { pwd, truckIds: `${truckId()},${truckId('苏A00002')}` })).message).toBe('该指令每次只能下发一辆车。')
  expect(await listOf(anna)).toEqual([])
  const heard = await connected()
  expect((await order('restart', { pwd })).resultCode).toBe(200)
  await ends({ state: 'done', command: 'restart', tries: 1 })
  expect(heard).toMatchObject([{ kind: 'terminal-control', command: terminalCommands.reset }])
})

test('old files are cleared with the own password; a console that refuses is said to', async () => {
  expect((await order('clear-files')).message).toBe('请输入您的登录密码。')
  const heard = await connected()
  expect((await order('clear-files', { pwd })).resultCode).toBe(200)
  await ends({ state: 'done', command: 'clear-files', tries: 1 })
  expect(heard.filter(({ kind }) => kind === 'transparent-down')).toMatchObject([{ action: fileActions.clear, file: 0, total: 0 }])
  for (const device of devices.splice(0)) device.close()
  await connected({ keepsFiles: true })
  await order('clear-files', { pwd })
  await ends({ state: 'failed', command: 'clear-files', reason: 'refused' })
})

test('a restart that was sent before the connection was lost is not sent again: whether it was done is unknown', async () => {
  const heard = await connected({ silent: true })
  await order('restart', { pwd })
  await expect.poll(() => heard.length, FOR_GOOD).toBe(1)
  for (const device of devices.splice(0)) device.close()
  const again = await connected()
  await ends({ state: 'failed', reason: 'unknown' })
  expect(again).toEqual([])
  // A question may be asked again.
  for (const device of devices.splice(0)) device.close()
  const mute = await connected({ silent: true })
  await order('locate')
  await expect.poll(() => mute.length, FOR_GOOD).toBe(1)
  for (const device of devices.splice(0)) device.close()
  await connected()
  await ends({ state: 'done', command: 'locate' })
})

test('doors are locked and unlocked on a standing truck only; doors that stay as they were are a failure', async () => {
  await setLive(server, '苏A00001', aLiveRow(server.now, { moving: true, speedKmh: 40 }))
  expect((await order('lock-doors', { pwd })).message).toBe('苏A00001 正在行驶，停车后才能下发。')
  await setLive(server, '苏A00001', aLiveRow(server.now, { moving: false, speedKmh: 0 }))
  const heard = await connected()
  expect((await order('lock-doors', { pwd })).resultCode).toBe(200)
  await ends({ state: 'done', command: 'lock-doors' })
  expect(heard).toMatchObject([{ kind: 'vehicle-control', items: [{ type: 1, parameter: 1 }] }])
  for (const device of devices.splice(0)) device.close()
  await connected({ doors: 'ignore' })
  expect((await order('unlock-doors', { pwd })).resultCode).toBe(200)
  await ends({ state: 'failed', command: 'unlock-doors', reason: 'read-back' })
})

test('an order that waits is not given twice, is stopped, and is dropped after five minutes', async () => {
  const before = server.now
  await order('locate')
  expect((await order('locate')).message).toBe('苏A00001 已有相同指令等待执行。')
  const controlId = String((await newest())?.['id'])
  expect((await ben.send('POST', '/remoteControl/stop', { controlId })).resultCode).not.toBe(200)
  expect((await anna.send('POST', '/remoteControl/stop', { controlId })).resultCode).toBe(200)
  expect((await anna.send('POST', '/remoteControl/stop', { controlId })).message).toBe('没有正在发送的内容，请刷新列表。')
  await order('track')
  server.now = new Date(before.getTime() + 301_000)
  const heard = await connected()
  await ends({ state: 'failed', command: 'track', reason: 'expired' })
  expect(heard).toEqual([])
  server.now = before
  const { rows } = await server.database.pool.query(
    `SELECT action, new FROM change_log WHERE entity = 'remote_control' AND row_id = $1 ORDER BY id`,
    [controlId],
  )
  expect(rows).toMatchObject([
    { action: 'send', new: { truck: truckId(), command: 'locate', reason: '核实' } },
    { action: 'change', new: { state: 'stopped' } },
  ])
})

test('a foreign truck, an unknown command, no reason and too many trucks are refused', async () => {
  expect((await order('locate', { truckIds: String(truckId('苏B00001')) })).message).toBe('没有找到这辆车，请刷新列表。')
  expect((await order('factory-reset')).resultCode).toBe(400)
  expect((await order('locate', { reason: '  ' })).resultCode).toBe(400)
  const many = Array.from({ length: 51 }, (_, index) => index + 1).join(',')
  expect((await order('locate', { truckIds: many })).message).toBe('一次最多 50 辆车。')
})
