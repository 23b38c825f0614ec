import type { ReportRows } from '@tanker/contract/report-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { aDelivery, keepStationGauge, keepTicket, legStart, settled, unloadStart, withStationFence } from './test-delivery.ts'

const [one, two, three] = ['苏A00001', '苏A00002', '苏B00001'] as const
const T = new Date('2026-03-15T02:00:00Z')
const lastMonth = new Date('2026-02-10T02:00:00Z')
let server: TestApi
let admin: SignedIn

const unloadedAll = (a1: number, a2: number) => [{ compartment: 1, oilCode: 92, a1, stops: [{ a2, a3: 0 }] }]

beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-03-20T00:00:00Z')
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '客户'`)
  await withStationFence(server)
  admin = await server.signIn('admin')
  // 8000 litres on a calm gauge are known to ±20.2 L (three sigmas): 60 are a loss, −60 a gain, 15 are undecided.
  await aDelivery(server, { plate: one, startedAt: T, lines: unloadedAll(8000, 7940) })
  await aDelivery(server, { plate: two, startedAt: T, lines: unloadedAll(8000, 8060) })
  await aDelivery(server, { plate: three, startedAt: T, lines: unloadedAll(8000, 7985) })
  await aDelivery(server, { plate: one, startedAt: lastMonth, lines: unloadedAll(8000, 7992) })
  await keepTicket(server, T, { plate: one, volumeL: 8080, v20L: 8010 })
  await keepStationGauge(server, T, { plate: two, afterL: 9050, receivedV20L: 8050 })
  // Covers of the first truck: two at the station, one on the way, one of another compartment.
  for (const [compartment, at] of [
    [1, legStart(T, 1)],
    [1, unloadStart(T, 1)],
    [1, new Date(T.getTime() + 60_000)],
    [2, unloadStart(T, 1)],
  ] as const)
    await server.database.pool.query(
      `INSERT INTO record (truck_id, organisation_id, kind, started_at, object, name, properties)
       SELECT id, organisation_id, 'cover', $2, $3, 'test', '{}' FROM truck WHERE plate = $1`,
      [one, at, compartment * 100],
    )
  await server.database.pool.query(`INSERT INTO delivery_due (truck_id, from_at, to_at) VALUES ($1, $2, $2)`, [server.truckId(one), T])
  // Two alarms of the second truck's trip, one of which only the staff know, and one after it.
  const during = new Date(T.getTime() + 600_000)
  await raiseAlarm(server, { plate: two, type: 1, startedAt: during, endedAt: during })
  await raiseAlarm(server, { plate: two, type: 209, startedAt: during, endedAt: during })
  await raiseAlarm(server, { plate: two, type: 1, startedAt: new Date(T.getTime() + 40 * 3_600_000) })
  await settled(server)
})
afterAll(() => server.close())

const rowsOf = async (path: string, more: object = {}, user = admin, organisation = 'G') => {
  const filters = {
    scope: { truckIds: [], organisationIds: [server.organisationId(organisation)] },
    when: path.endsWith('loss_month_rank') ? '2026-03' : { from: '2026-03-10T00:00:00Z', to: '2026-03-20T00:00:00Z' },
    ...more,
  }
  const { data, message } = await user.get<ReportRows>(`/reports/cargo_monitor/${path}/rows`, { filters: JSON.stringify(filters) })
  expect(message).toBe('')
  return data.content
}
const byPlate = (rows: readonly Record<string, unknown>[], name: string) =>
  Object.fromEntries(rows.map((row) => [(row['plate'] as { plate: string }).plate, row[name]]))

test('loss, gain and undecided are distinguished per trip and in total', async () => {
  const verdicts = { [one]: 'loss', [two]: 'gain', [three]: 'cannot-tell' }
  for (const tab of ['whole', 'compartment', 'product'])
    expect(byPlate(await rowsOf(`data_analysis/oil_loss/${tab}`), 'judge'), tab).toEqual(verdicts)
  expect(byPlate(await rowsOf('event_report/delivery_record'), 'judge')).toEqual(verdicts)
  expect(byPlate(await rowsOf('data_analysis/oil_loss/whole', { judge: ['gain'] }), 'transport')).toEqual({ [two]: expect.closeTo(-60, 6) })
})

test('every row names who measured: without slip and station gauge the truck’s own volumes are compared', async () => {
  const bases = { [one]: 'ticket-truck', [two]: 'truck-station', [three]: 'truck-truck' }
  expect(byPlate(await rowsOf('data_analysis/oil_loss/whole'), 'basis')).toEqual(bases)
  expect(byPlate(await rowsOf('event_report/delivery_record'), 'basis')).toEqual(bases)
  // D − what was unloaded; what was loaded − T; what was loaded − what was unloaded.
  expect(byPlate(await rowsOf('data_analysis/oil_loss/whole'), 'total')).toEqual({
    [one]: expect.closeTo(8010 - 7940, 6),
    [two]: expect.closeTo(8000 - 8050, 6),
    [three]: expect.closeTo(8000 - 7985, 6),
  })
  const [measured] = await rowsOf('data_analysis/oil_loss/whole', { scope: { truckIds: [server.truckId(two)], organisationIds: [] } })
  expect(measured).toMatchObject({
    stationIn: 8050,
    unloading: expect.closeTo(10, 6),
    unloadingRate: expect.closeTo((10 / 8060) * 1000, 6),
  })
  for (const language of ['zh', 'en']) {
    const { data } = await admin.get<{ columns: { name: string; choices: { value: string; label: string }[] }[] }>(
      '/reports/cargo_monitor/event_report/delivery_record',
      {},
      { language },
    )
    const words = data.columns.find(({ name }) => name === 'basis')?.choices
    expect(words?.find(({ value }) => value === 'truck-truck')?.label).toMatch(language === 'zh' ? /车/ : /truck/i)
  }
})

test('the alarms of a trip and of a truck are counted, for customers without staff-only types', async () => {
  expect(byPlate(await rowsOf('event_report/delivery_record'), 'alarms')).toEqual({ [one]: 0, [two]: 2, [three]: 0 })
  expect(byPlate(await rowsOf('data_analysis/truck_loss'), 'alarms')).toEqual({ [one]: 0, [two]: 3, [three]: 0 })
  const carl = await server.signIn('carl')
  expect(byPlate(await rowsOf('event_report/delivery_record', {}, carl, 'A1'), 'alarms')).toEqual({ [two]: 1 })
  expect(byPlate(await rowsOf('data_analysis/truck_loss', {}, carl, 'A1'), 'alarms')).toEqual({ [two]: 2 })
})

test('the covers opened at the station are counted for their compartment alone', async () => {
  expect(byPlate(await rowsOf('event_report/station_unload'), 'openings')).toEqual({ [one]: 2, [two]: 0, [three]: 0 })
})

test('the ranking shows last month’s rate, and how many compartments are known to have lost more than their quota', async () => {
  const rows = await rowsOf('data_analysis/loss_month_rank', { dimension: 'truck' })
  expect(rows.map((row) => [row['name'], row['rate'], row['rateBefore'], row['overLines']])).toEqual([
    [one, 7.5, 1, 1],
    [three, 1.875, null, 0],
    [two, -7.5, null, 0],
  ])
})
