import type { LevelCurve } from '@tanker/contract/level-curve'
import type { ReportRows, ReportView, SharedChoices } from '@tanker/contract/report-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { seedFacts } from './test-facts.ts'
import { monthAt, zonedMonth } from './zoned-month.ts'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
const dayMs = 86_400_000

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await seedFacts(server)
  admin = await server.signIn('admin')
  anna = await server.signIn('anna')
})
afterAll(() => server.close())

test('[5.4-02] tank inventory and its export reach back seven days and no further', async () => {
  const path = '/reports/cargo_monitor/event_report/tank_inventory'
  const scope = { truckIds: [], organisationIds: [server.organisationId('G')] }
  const asked = (days: number) => {
    const from = new Date(server.now.getTime() - days * dayMs)
    return { scope, when: { from: from.toISOString(), to: new Date(from.getTime() + dayMs).toISOString() } }
  }
  const rows = (days: number, language: string) =>
    admin.get<ReportRows>(`${path}/rows`, { filters: JSON.stringify(asked(days)) }, { language })
  expect((await rows(7, 'zh')).resultCode).toBe(200)
  expect((await rows(7.1, 'zh')).message).toBe('只能查询最近 7 天的数据，请调整开始时间。')
  expect((await rows(7.1, 'en')).message).toBe('Only the last 7 days can be asked for. Please choose a later start.')
  const { scope: whom, when } = asked(8)
  const exported = await admin.send('POST', `${path}/export`, { scope: JSON.stringify(whom), when: JSON.stringify(when) })
  expect(exported.message).toBe('只能查询最近 7 天的数据，请调整开始时间。')
})

test('a month begins and ends where the user is, across a change of the clock too', () => {
  expect(zonedMonth('2026-11', 'Asia/Shanghai')).toMatchObject({
    from: new Date('2026-10-31T16:00:00.000Z'),
    to: new Date('2026-11-30T15:59:59.999Z'),
    previousFrom: new Date('2026-09-30T16:00:00.000Z'),
  })
  // Clocks in Berlin go forward within March and back within October.
  expect(zonedMonth('2026-03', 'Europe/Berlin')).toMatchObject({
    from: new Date('2026-02-28T23:00:00.000Z'),
    to: new Date('2026-03-31T21:59:59.999Z'),
  })
  expect(zonedMonth('2026-01', 'UTC').previousFrom).toEqual(new Date('2025-12-01T00:00:00.000Z'))
  expect(monthAt(new Date('2026-10-31T16:30:00Z'), 'Asia/Shanghai')).toBe('2026-11')
})

test('filters offer the places that a carrier shares with the group above, and its own drivers alone', async () => {
  const choices = async (user: SignedIn, kind: string) =>
    (await user.get<SharedChoices>(`/reports/choices/${kind}`)).data.map(({ name }) => name)
  expect(await choices(anna, 'depot')).toEqual(['苏州油库'])
  expect(await choices(anna, 'driver')).toEqual(['陈海霞'])
  const ben = await server.signIn('ben')
  expect(await choices(ben, 'station')).toEqual([])
  expect(await choices(ben, 'driver')).toEqual([])
})

test('the curve around a row has every compartment of the truck, and none of a foreign one', async () => {
  const around = { from: new Date(server.now.getTime() - 600_000).toISOString(), to: server.now.toISOString() }
  const { data } = await anna.get<LevelCurve>('/trucks/level-curve', { truckId: server.truckId('苏A00001'), ...around })
  expect(data.map(({ compartment, levelMm, volumeL }) => [compartment, levelMm, volumeL])).toEqual([
    [1, [900.4, 900.4], [5000.1, 5000.1]],
    [2, [900.4, 900.4], [5000.1, 5000.1]],
  ])
  expect((await anna.get('/trucks/level-curve', { truckId: server.truckId('苏B00001'), ...around })).message).toBe(
    '没有找到这辆车，请刷新列表。',
  )
})

test('[5.4-10] the verdict of an alarm can be changed only after it was handled', async () => {
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  const judge = () => anna.send('POST', '/alarms/confirm', { alarmIds: id, confirm: 'non-abnormal' })
  expect(await judge()).toMatchObject({ resultCode: 409, message: '所选记录尚未处理，请先处理。' })
  await anna.send('POST', '/alarms/handle', { alarmIds: id, handleResult: '属实', exceptionType: 'human', confirm: 'confirmed' })
  expect(await judge()).toMatchObject({ resultCode: 200, data: { confirmed: 1 } })
  const { rows } = await server.database.pool.query<{ confirm: string }>('SELECT confirm FROM alarm WHERE id = $1', [id])
  expect(rows).toEqual([{ confirm: 'non-abnormal' }])
  // The same again is no change; who changed it, when and from what is kept.
  expect(await judge()).toMatchObject({ resultCode: 200 })
  const { rows: changes } = await server.database.pool.query(
    `SELECT action, old, new, user_id, at FROM change_log WHERE entity = 'alarm' AND row_id = $1 ORDER BY id`,
    [id],
  )
  const by = { user_id: anna.userId, at: server.now }
  expect(changes).toEqual([
    { ...by, action: 'handle', old: null, new: { handleResult: '属实', exceptionType: 'human', confirm: 'confirmed' } },
    { ...by, action: 'confirm', old: { confirm: 'confirmed' }, new: { confirm: 'non-abnormal' } },
  ])
  const ben = await server.signIn('ben')
  expect((await ben.send('POST', '/alarms/confirm', { alarmIds: id, confirm: 'confirmed' })).message).toBe('没有找到这条报警，请刷新列表。')
})

test('an impossible alarm id is refused as invalid input', async () => {
  const huge = '99999999999999999999'
  const more = { handleResult: '误报', exceptionType: 'equipment', confirm: 'non-abnormal' }
  expect((await anna.send('POST', '/alarms/handle', { alarmIds: huge, ...more })).resultCode).toBe(400)
  expect((await anna.send('POST', '/alarms/confirm', { alarmIds: `1,${huge}`, confirm: 'confirmed' })).resultCode).toBe(400)
  const path = '/reports/cargo_monitor/exception_report/alarm_switch_cover/rows'
  expect((await anna.get(path, { fromAlarm: '9999999999999999999' })).resultCode).toBe(400)
})

test('[5.4-08] handling without a row is refused, and a batch is handled as one', async () => {
  const more = { handleResult: '误报', exceptionType: 'equipment', confirm: 'non-abnormal' }
  expect((await anna.send('POST', '/alarms/handle', { alarmIds: '', ...more })).resultCode).toBe(400)
  const ids = [await raiseAlarm(server, { plate: '苏A00001', type: 1 }), await raiseAlarm(server, { plate: '苏A00002', type: 1 })]
  expect((await anna.send('POST', '/alarms/handle', { alarmIds: ids.join(','), ...more })).data).toEqual({ handled: 2 })
})

test('[9-06] a list shows only losses of so many litres and more', async () => {
  const path = 'cargo_monitor/exception_report/alarm_switch_cover'
  const asked = (least: number) => ({
    scope: { truckIds: [], organisationIds: [server.organisationId('G')] },
    when: { from: new Date(server.now.getTime() - dayMs).toISOString(), to: server.now.toISOString() },
    leastLoss: least,
  })
  const { data: view } = await admin.get<ReportView>(`/reports/${path}`)
  const litres = view.filters.find(({ kind, unit }) => kind === 'number' && unit === 'L')
  const rows = async (least: number) => {
    const { leastLoss, ...others } = asked(least)
    const filters = JSON.stringify({ ...others, [litres?.name ?? '']: leastLoss })
    return (await admin.get<ReportRows>(`/reports/${path}/rows`, { filters })).data.content.map((row) => row['loss'])
  }
  expect(new Set(await rows(4938))).toEqual(new Set([4938, 4938.5]))
  expect(await rows(4938.51)).toEqual([])
})
