import type { ReportRows } from '@tanker/contract/report-view'
import { MAX_WAITING_TEXTS } from '@tanker/contract/truck-texts'
import type { TruckCard } from '@tanker/contract/trucks'
import type { Message } from '@tanker/protocol/message'
import { replyResults } from '@tanker/protocol/codes'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { startPostgresBus } from '../../platform/bus/postgres-bus.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const log = pino({ level: 'silent' })
const PHONE = '13800000079'
const FOR_GOOD = { timeout: 20_000 }
type SentText = Extract<Message, { kind: 'send-text' }>

let server: TestApi
let bus: Bus
let anna: SignedIn
let ben: SignedIn
const gateways: Gateway[] = []
const devices: TestDevice[] = []

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
beforeEach(() => server.database.pool.query('TRUNCATE device_command, device CASCADE'))
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  for (const gateway of gateways.splice(0)) await gateway.close()
})

const truckId = (plate = '苏A00001'): number => server.truckId(plate)
const send = (text: string, more: object = {}, who = anna) =>
  who.send('POST', '/truckTexts', { truckIds: String(truckId()), text, ...more })
const listOf = async (who: SignedIn, language = 'zh') => {
  const day = 86_400_000
  const period = { from: new Date(server.now.getTime() - day).toISOString(), to: new Date(server.now.getTime() + day).toISOString() }
  const filters = JSON.stringify({ scope: { truckIds: [truckId()], organisationIds: [] }, period })
  const { data } = await who.get<ReportRows>('/reports/airtight_detection/text_send/rows', { filters }, { language })
  return (data?.content ?? []).toSorted((one, other) => Number(other['id']) - Number(one['id']))
}

/** A terminal that takes texts, or answers with another result, and nothing else; `texts`: what came, `orders`: of every kind. */
async function connected(version: 2013 | 2019 = 2019, result: number = replyResults.ok) {
  const gateway = await startTestGateway(server.database, { bus, log, name: 'g1', now: () => server.now.getTime() })
  gateways.push(gateway)
  const device = await TestDevice.connect(gateway.port, version)
  devices.push(device)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  const texts: SentText[] = []
  const orders: string[] = []
  void (async () => {
    for (;;) {
      const order = await device.next(({ kind }) => kind === 'send-text' || kind === 'query-parameters')
      if (order === null) return
      orders.push(order.kind)
      if (order.kind !== 'send-text') continue
      texts.push(order)
      device.send(PHONE, { kind: 'terminal-reply', replySerial: device.serials.get(order) ?? 0, replyId: 0x8300, result })
    }
  })()
  return { texts, orders }
}
const newest = async () => (await listOf(anna))[0]

test('a text is shown and read out as soon as its truck is connected; the list says when the terminal took it', async () => {
  expect((await send('请减速行驶', { urgent: 'yes' })).resultCode).toBe(200)
  expect(await newest()).toMatchObject({ state: 'waiting', text: '请减速行驶', grade: 'urgent', way: 'both', operator: 'anna' })
  const { texts } = await connected()
  await expect.poll(newest, FOR_GOOD).toMatchObject({ state: 'done', reason: null, tries: 1 })
  // JT/T 808-2019: urgent is 10, shown is bit 2, read out is bit 3; the type is a notice.
  expect(texts).toMatchObject([{ flag: 0b1110, textType: 1, text: '请减速行驶' }])
  expect(await listOf(ben)).toEqual([])
})

test('a terminal of 2013 gets the bits of its edition, and no type', async () => {
  await send('请停车休息', { show: 'no' })
  const { texts } = await connected(2013)
  await expect.poll(newest, FOR_GOOD).toMatchObject({ state: 'done', way: 'speak', grade: 'notice' })
  expect(texts).toMatchObject([{ flag: 0b1000, text: '请停车休息' }])
  await send('紧急', { urgent: 'yes', speak: 'no' })
  await expect.poll(newest, FOR_GOOD).toMatchObject({ state: 'done', way: 'show', grade: 'urgent' })
  expect(texts[1]).toMatchObject({ flag: 0b0101 })
})

test('a terminal that does not know texts refuses, and the list says so', async () => {
  await send('请减速')
  await connected(2019, replyResults.unsupported)
  await expect.poll(newest, FOR_GOOD).toMatchObject({ state: 'failed', reason: 'refused' })
})

test('a text that has not arrived in time is dropped: a minute before the end it still goes, after it no more', async () => {
  const before = server.now
  await send('前方拥堵', { validMin: 10 })
  await send('仓库已换', { validMin: 12 })
  server.now = new Date(before.getTime() + 11 * 60_000)
  const { texts } = await connected()
  await expect
    .poll(async () => (await listOf(anna)).map(({ state, reason }) => [state, reason]), FOR_GOOD)
    .toEqual([
      ['done', null],
      ['failed', 'expired'],
    ])
  expect(texts.map(({ text }) => text)).toEqual(['仓库已换'])
  server.now = before
})

test('a text goes before an order that waits for the same truck', async () => {
  await anna.send('POST', '/terminalParameters', { truckIds: String(truckId()), values: '{"1":90}', reason: 'x' })
  await send('请靠边停车')
  const { orders } = await connected()
  await expect.poll(() => orders, FOR_GOOD).toEqual(['send-text', 'query-parameters'])
  await expect.poll(newest, FOR_GOOD).toMatchObject({ state: 'done' })
})

test('a text that waits is stopped and does not go any more; one that has arrived cannot be stopped', async () => {
  await send('请等待')
  const id = String((await newest())?.['id'])
  expect((await ben.send('POST', '/truckTexts/stop', { textIds: id })).resultCode).not.toBe(200)
  expect(await anna.send('POST', '/truckTexts/stop', { textIds: id })).toMatchObject({ resultCode: 200, data: { texts: 1 } })
  expect((await anna.send('POST', '/truckTexts/stop', { textIds: id })).message).toBe('没有正在发送的内容，请刷新列表。')
  expect(await newest()).toMatchObject({ state: 'stopped' })
  const { rows } = await server.database.pool.query(
    `SELECT action, old, new FROM change_log WHERE entity = 'truck_text' AND row_id = $1 ORDER BY id`,
    [id],
  )
  expect(rows).toMatchObject([
    { action: 'send', new: { text: '请等待', truck: truckId(), validMin: 60 } },
    { action: 'change', old: { state: 'waiting' }, new: { state: 'stopped' } },
  ])
})

test('what no terminal shows, an empty text, neither way, a foreign truck, and one text too many are refused; nothing is ordered', async () => {
  const message = async (text: string, more: object = {}) => (await send(text, more)).message
  expect(await message('注意🚚安全')).toBe('文本：终端无法显示 🚚，请修改。')
  expect(await message('请减速', { show: 'no', speak: 'no' })).toBe('请选择“屏幕显示”或“语音播报”。')
  expect((await send('   ')).resultCode).toBe(400)
  expect((await send('长'.repeat(201))).resultCode).toBe(400)
  expect((await send('两\n行')).resultCode).toBe(400)
  expect((await send('请减速', { validMin: 0 })).resultCode).toBe(400)
  expect(await message('请减速', { truckIds: `${truckId()},${truckId('苏B00001')}` })).toBe('没有找到这辆车，请刷新列表。')
  expect(await listOf(anna)).toEqual([])
  for (let sent = 0; sent < MAX_WAITING_TEXTS; sent += 1) expect((await send(`第${sent}条`)).resultCode).toBe(200)
  expect(await message('又一条')).toBe('苏A00001 已有 10 条文本等待下发，请先中止旧的。')
  expect(await listOf(anna)).toHaveLength(MAX_WAITING_TEXTS)
})

test('the last texts are offered again, each once, and none of another organisation', async () => {
  for (const text of ['甲', '乙', '甲']) await send(text)
  expect((await anna.get('/truckTexts/recent')).data).toEqual(['甲', '乙'])
  expect((await ben.get('/truckTexts/recent')).data).toEqual([])
})

test('the truck card offers a text to those who may send one', async () => {
  const mayText = async () => (await anna.get<TruckCard>(`/trucks/${truckId()}/card`)).data?.mayText
  expect(await mayText()).toBe(true)
  const { pool } = server.database
  await pool.query(`DELETE FROM role_grant WHERE permission IN ('*', 'texts:send')`)
  expect(await mayText()).toBe(false)
  expect((await send('请减速')).resultCode).toBe(401)
})
