import type { RepairOrder } from '@tanker/contract/repair-orders'
import type { ReportRows } from '@tanker/contract/report-view'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
const MONITOR = 'device_monitor/other_devices/abnormal_monitor'
const RECORD = 'device_monitor/other_devices/abnormal_record'
const dayMs = 86_400_000

type Orders = { open: RepairOrder | null; former: RepairOrder[] }
const about = () => ({ truckId: server.truckId('苏A00001'), part: 'gauge' })
const read = async () => (await anna.get<Orders>('/repairOrders', about())).data
const create = (user = anna) =>
  user.send<{ id: number }>('POST', '/repairOrders', { ...about(), repairer: '张师傅', phone: '13800000000', note: '换液位仪' })
const step = (order: { id: number; version: number }, name: string, more: object = {}, user = anna) =>
  user.send('POST', '/repairOrders/step', { id: order.id, version: order.version, step: name, note: '', ...more })
const rows = async (path: string, filters: object = {}) => {
  const scope = { truckIds: [server.truckId('苏A00001')], organisationIds: [] }
  const when = {
    from: new Date(server.now.getTime() - 20 * dayMs).toISOString(),
    to: new Date(server.now.getTime() + 5 * dayMs).toISOString(),
  }
  const asked = { scope, ...(path === RECORD ? { when } : {}), ...filters }
  return (await anna.get<ReportRows>(`/reports/${path}/rows`, { filters: JSON.stringify(asked) })).data.content
}

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  await raiseAlarm(server, { plate: '苏A00001', type: ALARM.cargoDevice, startedAt: new Date(server.now.getTime() - dayMs) })
})
afterAll(() => server.close())

test('a repair order goes from new to done, with its times, and the fault lists show it', async () => {
  expect(await read()).toEqual({ open: null, former: [] })
  expect(await rows(MONITOR)).toMatchObject([{ part: 'gauge', order: 'none', repairer: null }])
  const { data } = await create()
  const [t0] = [server.now]
  expect((await read()).open).toMatchObject({
    id: data.id,
    version: 1,
    state: 'new',
    repairer: '张师傅',
    createdAt: t0.toISOString(),
    sentAt: null,
  })
  expect(await rows(MONITOR, { order: ['new'] })).toMatchObject([{ order: 'new', repairer: '张师傅' }])
  expect(await rows(MONITOR, { order: ['none', 'sent'] })).toEqual([])
  await step({ id: data.id, version: 1 }, 'send')
  await step({ id: data.id, version: 2 }, 'start')
  expect((await read()).open).toMatchObject({ version: 3, state: 'at-work', sentAt: t0.toISOString(), startedAt: t0.toISOString() })
  expect((await step({ id: data.id, version: 3 }, 'finish')).message).toContain('维修结果')
  await step({ id: data.id, version: 3 }, 'finish', { outcome: 'replaced', note: '已标定' })
  const { open, former } = await read()
  expect(open).toBeNull()
  expect(former).toMatchObject([{ state: 'done', outcome: 'replaced', resultNote: '已标定', endedAt: t0.toISOString(), cameBack: false }])
  expect(await rows(RECORD)).toMatchObject([{ order: 'done', outcome: 'replaced', repairer: '张师傅', repairedAt: t0.toISOString() }])
  expect(await rows(MONITOR)).toMatchObject([{ order: 'none' }])
})

test('a part has one open order, an outdated page changes nothing, and steps do not go back', async () => {
  const { data } = await create()
  expect((await create()).message).toBe('该车该设备已有未完成的维修单，请先完成或取消它。')
  await step({ id: data.id, version: 1 }, 'start')
  const changed = '该维修单刚刚被他人修改，请查看后再试。'
  expect((await step({ id: data.id, version: 1 }, 'finish', { outcome: 'repaired' })).message).toBe(changed)
  expect((await step({ id: data.id, version: 2 }, 'send')).message).toBe(changed)
  await step({ id: data.id, version: 2 }, 'cancel')
  expect((await step({ id: data.id, version: 3 }, 'finish', { outcome: 'repaired' })).message).toBe(changed)
  const again = await Promise.all([create(), create(), create()])
  expect(again.filter(({ resultCode }) => resultCode === 200)).toHaveLength(1)
})

test('another carrier neither sees an order nor changes it', async () => {
  const { open } = await read()
  expect((await ben.get('/repairOrders', about())).message).toBe('没有找到这辆车，请刷新列表。')
  expect((await create(ben)).message).toBe('没有找到这辆车，请刷新列表。')
  expect((await step(open!, 'cancel', {}, ben)).message).toBe('没有找到该维修单，请刷新列表。')
  expect((await read()).open).toEqual(open)
})

test('a fault within seven days of the repair is one that came back, one later is not', async () => {
  const done = server.now
  server.now = new Date(done.getTime() + 8 * dayMs)
  anna = await server.signIn('anna')
  await raiseAlarm(server, { plate: '苏A00001', type: ALARM.cargoDevice, startedAt: new Date(done.getTime() + 7 * dayMs + 1_000) })
  expect((await read()).former.find(({ state }) => state === 'done')?.cameBack).toBe(false)
  await raiseAlarm(server, { plate: '苏A00001', type: ALARM.cargoDevice, startedAt: new Date(done.getTime() + 7 * dayMs) })
  expect((await read()).former.find(({ state }) => state === 'done')?.cameBack).toBe(true)
})
