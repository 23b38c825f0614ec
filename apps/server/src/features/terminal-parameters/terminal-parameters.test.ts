import type { ReportRows } from '@tanker/contract/report-view'
import { terminalParameter } from '@tanker/parameters/terminal-parameters'
import { replyResults } from '@tanker/protocol/codes'
import { encodeParameter } from '@tanker/protocol/terminal-parameter'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { startPostgresBus } from '../../platform/bus/postgres-bus.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const log = pino({ level: 'silent' })
const PHONE = '13800000079'
const FOR_GOOD = { timeout: 20_000 }
const HEARTBEAT = 0x0001
const STRATEGY = 0x0020
const SERVER = 0x0013

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
const send = (values: object, more: object = {}, who = anna) =>
  who.send('POST', '/terminalParameters', { truckIds: String(truckId()), values: JSON.stringify(values), reason: '省流量', ...more })
const listOf = async (who: SignedIn, language = 'zh') => {
  const asked = {
    scope: { truckIds: [truckId()], organisationIds: [] },
    period: { from: '2026-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z' },
  }
  asked.period = {
    from: new Date(server.now.getTime() - 86_400_000).toISOString(),
    to: new Date(server.now.getTime() + 86_400_000).toISOString(),
  }
  const path = '/reports/setting/alarm_threshold/parameter/rows'
  return (await who.get<ReportRows>(path, { filters: JSON.stringify(asked) }, { language })).data?.content ?? []
}

/** A terminal that holds parameters; `refuses` those that it does not take. */
async function connected(has: Map<number, number>, refuses: ReadonlySet<number> = new Set()) {
  const gateway = await startTestGateway(server.database, { bus, log, name: 'g1', now: () => server.now.getTime() })
  gateways.push(gateway)
  const device = await TestDevice.connect(gateway.port, 2019)
  devices.push(device)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  const orders: string[] = []
  void (async () => {
    for (;;) {
      const order = await device.next(({ kind }) => kind === 'query-parameters' || kind === 'set-parameters')
      if (order === null) return
      orders.push(order.kind)
      const replySerial = device.serials.get(order) ?? 0
      if (order.kind === 'query-parameters')
        device.send(PHONE, {
          kind: 'parameters-answer',
          replySerial,
          parameters: order.ids.flatMap((id) => {
            const [parameter, value] = [terminalParameter(id), has.get(id)]
            return parameter === undefined || value === undefined ? [] : [{ id, value: encodeParameter(parameter, value) }]
          }),
        })
      if (order.kind === 'set-parameters') {
        for (const { id, value } of order.parameters)
          if (!refuses.has(id))
            has.set(
              id,
              value.reduce((sum, byte) => sum * 256 + byte, 0),
            )
        device.send(PHONE, { kind: 'terminal-reply', replySerial, replyId: 0x8103, result: replyResults.ok })
      }
    }
  })()
  return { has, orders }
}

const ends = (state: string, reason: string | null = null) =>
  expect.poll(async () => (await listOf(anna))[0], FOR_GOOD).toMatchObject({ state, reason })

describe('terminal parameters', () => {
  test('are set on a truck as soon as it is connected; old value, new value and what was read back stand in the list', async () => {
    expect((await send({ [HEARTBEAT]: 90, [STRATEGY]: 2 })).resultCode).toBe(200)
    expect(await listOf(anna)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    const truck = await connected(
      new Map([
        [HEARTBEAT, 60],
        [STRATEGY, 0],
      ]),
    )
    await ends('done')
    expect(truck.orders).toEqual(['query-parameters', 'set-parameters', 'query-parameters'])
    expect([...truck.has]).toEqual([
      [HEARTBEAT, 90],
      [STRATEGY, 2],
    ])
    const rows = await listOf(anna)
    expect(
      rows.map(({ parameter, old, new: fresh, readBack, operator, note }) => [parameter, old, fresh, readBack, operator, note]),
    ).toEqual(
      expect.arrayContaining([
        ['1', '60 秒', '90 秒', '90 秒', 'anna', '省流量'],
        ['32', '定时汇报', '定时和定距汇报', '定时和定距汇报', 'anna', '省流量'],
      ]),
    )
    expect((await listOf(anna, 'en')).find(({ parameter }) => parameter === '32')).toMatchObject({ old: 'Time', new: 'Time and distance' })
    expect(await listOf(ben)).toEqual([])
    const { rows: history } = await server.database.pool.query(
      `SELECT action, new FROM change_log WHERE entity = 'terminal_parameters' ORDER BY id DESC LIMIT 1`,
    )
    expect(history).toEqual([{ action: 'send', new: { [HEARTBEAT]: 90, [STRATEGY]: 2, reason: '省流量' } }])
  })

  test('that were changed are set to what they were before, by the row of the change; what was as wanted already is no change', async () => {
    await send({ [HEARTBEAT]: 90, [STRATEGY]: 2 })
    const truck = await connected(
      new Map([
        [HEARTBEAT, 60],
        [STRATEGY, 2],
      ]),
    )
    await ends('done')
    const changed = async () => {
      const day = 86_400_000
      const period = { from: new Date(server.now.getTime() - day).toISOString(), to: new Date(server.now.getTime() + day).toISOString() }
      const filters = JSON.stringify({ scope: { truckIds: [truckId()], organisationIds: [] }, period, source: ['terminal'] })
      const path = '/reports/setting/alarm_threshold/modify_record/rows'
      const all = (await anna.get<ReportRows>(path, { filters }, { language: 'zh' })).data?.content ?? []
      const changeOf = ({ id }: { readonly id?: unknown }): number => Number(String(id).split('-')[0])
      // The clock of the tests stands still: the newest change has the greatest number.
      return all.filter((one) => changeOf(one) === Math.max(...all.map(changeOf)))
    }
    const [row, ...others] = await changed()
    expect(others).toEqual([])
    expect(row).toMatchObject({ source: 'terminal', old: '60 秒', new: '90 秒', state: 'done', mode: 'set' })
    const restored = { changeId: String(row?.['id']).split('-')[0] ?? '', name: String(HEARTBEAT), reason: '流量够用' }
    expect((await ben.send('POST', '/parameterChanges/restore', restored)).resultCode).not.toBe(200)
    expect((await anna.send('POST', '/parameterChanges/restore', restored)).resultCode).toBe(200)
    await expect.poll(() => truck.has.get(HEARTBEAT), FOR_GOOD).toBe(60)
    await expect
      .poll(async () => (await changed())[0], FOR_GOOD)
      .toMatchObject({ old: '90 秒', new: '60 秒', mode: 'restored', note: '流量够用' })
  })

  test('that the terminal acknowledges and does not keep end as not the same when read back', async () => {
    await send({ [HEARTBEAT]: 120 })
    await connected(new Map([[HEARTBEAT, 60]]), new Set([HEARTBEAT]))
    await ends('failed', 'read-back')
    expect((await listOf(anna))[0]).toMatchObject({ old: '60 秒', new: '120 秒', readBack: '60 秒' })
  })

  test('outside their range, secret, cutting the truck off or unknown are refused with their name; nothing is ordered', async () => {
    const message = async (values: object, more: object = {}) => (await send(values, more)).message
    expect(await message({ [HEARTBEAT]: 0 })).toBe('心跳发送间隔：1至3600秒，整数。')
    expect(await message({ [SERVER]: '10.0.0.1' })).toBe(`参数 ${SERVER} 不能由平台下发。`)
    expect(await message({ 59_999: 1 })).toBe('参数 59999 不能由平台下发。')
    expect(await message({})).toBe('请填写 1 至 20 个参数。')
    expect(await message([])).toBe('参数：不是“编号: 数值”的 JSON 文本。')
    expect(await message({ [HEARTBEAT]: 90 }, { truckIds: `${truckId()},${truckId('苏B00001')}` })).toBe('没有找到这辆车，请刷新列表。')
    expect(await listOf(anna)).toEqual([])
  })

  test('are not sent to a truck that others are being sent to', async () => {
    await send({ [HEARTBEAT]: 90 })
    expect((await send({ [HEARTBEAT]: 120 })).message).toBe('苏A00001 已有参数正在下发，请等待其结束。')
    expect(await listOf(anna)).toHaveLength(1)
  })
})
