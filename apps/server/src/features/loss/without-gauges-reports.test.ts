import { read, utils } from '@e965/xlsx'
import type { ReportRows } from '@tanker/contract/report-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { aDelivery, keepStationGauge, keepTicket, settled, withStationFence } from './test-delivery.ts'

const events = 'cargo_monitor/event_report'
const analysis = 'cargo_monitor/data_analysis'
const T = new Date('2026-03-15T02:00:00Z')
/** One gauge of four, none, and a gauge in each compartment. */
const [some, none, all] = ['苏A00001', '苏A00002', '苏B00001'] as const
const noData = '无液位数据'

let server: TestApi
let admin: SignedIn

beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-03-20T00:00:00Z')
  await withStationFence(server)
  await server.database.pool.query(
    `INSERT INTO compartment (truck_id, compartment, capacity_l, oil_code, oil_name)
     SELECT id, c, 8000, 92, '92号汽油' FROM truck, generate_series(1, 4) c ON CONFLICT DO NOTHING`,
  )
  admin = await server.signIn('admin')
  const open = (compartment: number, oilCode: number) => ({ compartment, oilCode, a1: null, stops: ['opened' as const] })
  await aDelivery(server, {
    plate: some,
    startedAt: T,
    lines: [{ compartment: 1, oilCode: 92, a1: 8000, stops: [{ a2: 7990, a3: 0 }] }, open(2, 0), open(3, 95), open(4, 95)],
  })
  const later = new Date(T.getTime() + 86_400_000)
  await aDelivery(server, { plate: none, startedAt: later, lines: [open(1, 92)] })
  await aDelivery(server, {
    plate: all,
    startedAt: later,
    lines: [{ compartment: 1, oilCode: 92, a1: 5000, stops: [{ a2: 4980, a3: 0 }] }],
  })
  await keepTicket(server, T, { ticketNo: 'T2', plate: some, compartment: 2, oilCode: 0, volumeL: 6060, v20L: 6000 })
  await settled(server)
  await keepStationGauge(server, T, { gaugeNo: 'G2', oilCode: 0, afterL: 7020, receivedV20L: 5976 })
  await settled(server)
})
afterAll(() => server.close())

const filtersOf = (path: string, more: object) => ({
  scope: { truckIds: [], organisationIds: [server.organisationId('G')] },
  when: path.endsWith('loss_month_rank') ? '2026-03' : { from: '2026-03-10T00:00:00Z', to: '2026-03-20T00:00:00Z' },
  ...more,
})
const ask = async (path: string, more: object = {}, language = 'zh') => {
  const filters = JSON.stringify(filtersOf(path, more))
  const answer = await admin.get<ReportRows>(`/reports/${path}/rows`, { filters }, { language, localTimeZone: 'Asia/Shanghai' })
  expect(answer.message).toBe('')
  return answer.data
}
const byPlate = async (path: string, plate: string, more: object = {}) =>
  (await ask(path, more)).content.filter((row) => (row['plate'] as { plate: string }).plate === plate)
const words = (...names: string[]) => Object.fromEntries(names.map((name) => [name, noData]))

test('[truth 4.8] deliveries: unmeasured compartments are marked, and sums leave them out with their number', async () => {
  const path = `${events}/delivery_record`
  expect(await byPlate(path, some)).toEqual([
    expect.objectContaining({ load: 8000, arrive: 7990, unload: 7990, loss: 10, rate: 1.25, leftOut: 3, judge: 'cannot-tell' }),
  ])
  const [bare] = await byPlate(path, none)
  expect(bare).toMatchObject({
    load: null,
    loss: null,
    judge: null,
    basis: null,
    over: null,
    leftOut: 1,
    unknownCells: { ...words('load', 'arrive', 'unload', 'loss', 'rate'), judge: '无法判断', over: '无法判断' },
  })
  const [sound] = await byPlate(path, all)
  expect(sound).toMatchObject({ load: 5000, loss: 20, leftOut: null })
  expect(sound).not.toHaveProperty('unknownCells')
  const english = (await ask(path, {}, 'en')).content.find((row) => row['load'] === null)
  expect(english?.['unknownCells']).toMatchObject({ load: 'No gauge data', judge: 'Cannot be judged' })
  // 8000 + 5000 L loaded, 10 + 20 L lost: 30 / 13000; 3 + 1 compartments are not in it.
  expect((await ask(path)).totals).toMatchObject({ load: 13_000, loss: 30, rate: expect.closeTo(2.3077, 4), leftOut: 4 })
})

test('[truth 4.8] loss analysis: a compartment without a gauge has ticket, receipt and their difference, and no verdict', async () => {
  const rows = await byPlate(`${analysis}/oil_loss/compartment`, some)
  const of = (compartment: number) => rows.find((row) => row['compartment'] === compartment)
  expect(of(1)).toMatchObject({ load: 8000, transport: 10, total: 10, leftOut: null })
  expect(of(2)).toMatchObject({
    depotOut: 6000,
    stationIn: 5976,
    total: 24,
    totalRate: 4,
    load: null,
    transport: null,
    over: null,
    judge: null,
    basis: 'ticket-station',
    leftOut: 1,
    unknownCells: {
      ...words('load', 'arrive', 'unload', 'loadDifference', 'transport', 'transportRate', 'uncertainty', 'over'),
      judge: '无法判断',
    },
  })
  expect(of(3)).toMatchObject({ total: null, basis: null, unknownCells: expect.objectContaining(words('total', 'totalRate')) })
  // Of the trip: 10 L of 8000 by the gauge; 10 + 24 L of 8000 + 6000 in all.
  expect(await byPlate(`${analysis}/oil_loss/whole`, some)).toEqual([
    expect.objectContaining({ transport: 10, transportRate: 1.25, total: 34, totalRate: expect.closeTo(2.4286, 4), leftOut: 3 }),
  ])
  // At least 20 L: 24 L by papers.
  const least = await byPlate(`${analysis}/oil_loss/compartment`, some, { leastLoss: 20 })
  expect(least.map((row) => row['compartment'])).toEqual([2])
})

test('[truth 4.8] a station’s list has the unloading, without a statement on emptying', async () => {
  const rows = await byPlate(`${events}/station_unload`, none)
  expect(rows).toEqual([
    expect.objectContaining({
      compartment: 1,
      unload: null,
      emptied: null,
      finish: null,
      openings: 1,
      leftOut: 1,
      unknownCells: { ...words('arrive', 'left', 'unload', 'rate'), emptied: '无法判断', finish: '无法判断' },
    }),
  ])
  expect((await ask(`${events}/station_unload`)).totals).toMatchObject({ unload: 12_970, leftOut: 4 })
  expect(await byPlate(`${events}/station_unload`, none, { finish: ['unfinished'] })).toEqual([])
})

test('[truth 4.8] what a station’s gauge received is not compared with litres that the truck did not measure', async () => {
  const [row] = (await ask(`${events}/atg_unload`)).content
  expect(row).toMatchObject({ received: 6020, receivedV20: 5976, truckV20: null, difference: null, leftOut: 1 })
  expect(row?.['unknownCells']).toEqual(words('truckV20', 'difference', 'rate'))
})

test('[truth 4.8] handovers, trucks and ranks count the delivery and leave its litres out', async () => {
  expect(await byPlate('handover/deliveries', some)).toEqual([
    expect.objectContaining({ compartments: '1, 2, 3, 4', load: 8000, unload: 7990, depotOut: 6000, stationIn: 5976, leftOut: 3 }),
  ])
  expect(await byPlate('handover/deliveries', none)).toEqual([expect.objectContaining({ load: null, unload: null, leftOut: 1 })])
  const { content, totals } = await ask(`${analysis}/handover_analysis`)
  expect(content).toEqual([
    expect.objectContaining({ handovers: 3, load: null, unload: null, ticketsMissing: 2, gaugesMissing: 2, leftOut: 4 }),
  ])
  expect(totals).toMatchObject({ leftOut: 4 })
  expect(await byPlate(`${analysis}/truck_loss`, none)).toEqual([
    expect.objectContaining({
      trips: 1,
      load: null,
      loss: null,
      rate: null,
      leftOut: 1,
      unknownCells: words('load', 'arrive', 'loss', 'rate', 'highestRate'),
    }),
  ])
  expect(await byPlate(`${analysis}/truck_loss`, some)).toEqual([expect.objectContaining({ load: 8000, loss: 10, rate: 1.25, leftOut: 3 })])
  const ranks = (await ask(`${analysis}/loss_month_rank`)).content
  // 20 of 5000, 10 of 8000, and one of which nothing is known.
  expect(ranks.map(({ name, rank, loss, leftOut }) => [name, rank, loss, leftOut]).toSorted()).toEqual(
    [
      [none, null, null, 1],
      [some, 2, 10, 3],
      [all, 1, 20, null],
    ].toSorted(),
  )
})

test('[truth 4.8] the exported file has the same texts, and its sums leave the litres out', async () => {
  const path = `${events}/delivery_record`
  const exported = async (language: string): Promise<unknown[][]> => {
    const filters = Object.entries(filtersOf(path, {})).map(([name, value]) => [name, JSON.stringify(value)])
    const response = await fetch(`${server.url}/api/reports/${path}/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: admin.cookie, 'header-id': admin.headerId },
      body: new URLSearchParams({ ...Object.fromEntries(filters), fields: 'plate,load,loss,judge,leftOut', language }),
    })
    const [sheet = {}] = Object.values(read(Buffer.from(await response.arrayBuffer())).Sheets)
    return utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: null }).slice(1)
  }
  expect((await exported('zh')).find(([plate]) => plate === none)).toEqual([none, noData, noData, '无法判断', 1])
  expect((await exported('en')).find(([plate]) => plate === none)).toEqual([none, 'No gauge data', 'No gauge data', 'Cannot be judged', 1])
  expect((await exported('zh')).find(([plate]) => plate === some)).toEqual([some, 8000, 10, '误差范围内', 3])
})
