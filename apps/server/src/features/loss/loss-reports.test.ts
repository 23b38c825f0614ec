import { read, utils } from '@e965/xlsx'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { aDelivery, keepGiven, loadedAt, settled, unloadEnd, unloadStart, withStationFence } from './test-delivery.ts'

const events = 'cargo_monitor/event_report'
const analysis = 'cargo_monitor/data_analysis'
const minuteMs = 60_000
/** The middle of a month in Shanghai, so that the days around it are in the same one. */
const T = new Date('2026-03-15T02:00:00Z')
const later = new Date('2026-03-16T02:00:00Z')
const lastMonth = new Date('2026-02-10T02:00:00Z')
const [one, two, three] = ['苏A00001', '苏A00002', '苏B00001'] as const

/** A loss within its measuring error. */
const UNCLEAR = 'cannot-tell'

let server: TestApi
let admin: SignedIn

beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-03-20T00:00:00Z')
  await withStationFence(server)
  await server.database.pool.query(
    `INSERT INTO compartment (truck_id, compartment, capacity_l, oil_code, oil_name) SELECT id, 3, 8000, 92, '92号汽油' FROM truck`,
  )
  admin = await server.signIn('admin')
  // Domain B.3: 8000 → 7988.4, 8000 → 8003, 6000 → 5991.
  await aDelivery(server, {
    plate: one,
    startedAt: T,
    lines: [
      { compartment: 1, oilCode: 92, a1: 8000, stops: [{ a2: 7988.4, a3: 0 }], loadLevelMm: 1000, arriveLevelMm: 989.5 },
      { compartment: 2, oilCode: 0, a1: 8000, stops: [{ a2: 8003, a3: 0 }], loadLevelMm: 1000, arriveLevelMm: 1000.5 },
      { compartment: 3, oilCode: 92, a1: 6000, stops: [{ a2: 5991, a3: 0 }], loadLevelMm: 1000, arriveLevelMm: 999.5 },
    ],
  })
  await aDelivery(server, {
    plate: two,
    startedAt: later,
    lines: [
      {
        compartment: 1,
        oilCode: 92,
        a1: 8000,
        stops: [
          { a2: 7990, a3: 3990 },
          { a2: 3985, a3: 200 },
        ],
        loadLevelMm: 1000,
        arriveLevelMm: 1011,
      },
    ],
  })
  // Last month the second truck lost more by rate than the first: 3 ‰ and 1 ‰.
  for (const [plate, a2] of [
    [one, 7992],
    [two, 7976],
  ] as const)
    await aDelivery(server, { plate, startedAt: lastMonth, lines: [{ compartment: 1, oilCode: 92, a1: 8000, stops: [{ a2, a3: 0 }] }] })
  await aDelivery(server, {
    plate: three,
    startedAt: later,
    lines: [{ compartment: 1, oilCode: 92, a1: 5000, stops: [{ a2: 4980, a3: 0 }] }],
  })
  await keepGiven(server, 'meter-tickets', ticket('T1', 1, 8006), ticket('T2', 2, 8000), ticket('T3', 3, 5995))
  await keepGiven(server, 'station-gauges', gauge('G1', 92, 9960, 1), gauge('G2', 92, 4000, 2), gauge('G3', 0, 8003, 3))
  await settled(server)
  await server.database.pool.query(
    `UPDATE handover SET status = CASE WHEN truck_id = $1 THEN 'disputed' ELSE 'signed' END, signed_at = unloaded_at + interval '1 minute' * CASE WHEN truck_id = $1 THEN 30 ELSE 10 END
     WHERE trip_started_at >= $2`,
    [server.truckId(one), T],
  )
})
afterAll(() => server.close())

const ticket = (ticketNo: string, compartment: number, v20L: number) => ({
  ticketNo,
  depotCode: '9001',
  plate: one,
  compartment,
  oilCode: compartment === 2 ? 0 : 92,
  volumeL: v20L * 1.01,
  v20L,
  loadedAt: loadedAt(T).toISOString(),
})
const gauge = (gaugeNo: string, oilCode: number, receivedV20L: number, tankNo: number) => ({
  gaugeNo,
  stationCode: '1001',
  tankNo,
  oilCode,
  startedAt: unloadStart(T, 1).toISOString(),
  endedAt: unloadEnd(T, 1).toISOString(),
  beforeL: 1000,
  afterL: 900 + receivedV20L,
  salesL: 100,
  receivedV20L,
})
const ask = async (path: string, more: object = {}, language = 'zh') => {
  const isMonth = path.endsWith('loss_month_rank')
  const filters = {
    scope: { truckIds: [], organisationIds: [server.organisationId('G')] },
    when: isMonth ? '2026-03' : { from: '2026-03-10T00:00:00Z', to: '2026-03-20T00:00:00Z' },
    ...more,
  }
  const answer = await admin.get<ReportRows>(
    `/reports/${path}/rows`,
    { filters: JSON.stringify(filters) },
    { language, localTimeZone: 'Asia/Shanghai' },
  )
  expect(answer.message).toBe('')
  return answer.data
}
const near = (value: number) => expect.closeTo(value, 4)
const plateOf = (row: Record<string, unknown>) => (row['plate'] as { plate: string }).plate
const rowOf = async (path: string, plate: string, more: object = {}) =>
  (await ask(path, more)).content.find((row) => plateOf(row) === plate)

test('[9-05] the overall loss of a trip: sums first, then rates, from the depot’s ticket to the station’s gauge', async () => {
  expect(await rowOf(`${analysis}/oil_loss/whole`, one)).toMatchObject({
    depotOut: 22_001,
    load: 22_000,
    arrive: near(21_982.4),
    unload: near(21_982.4),
    stationIn: near(21_963),
    loadDifference: near(1),
    transport: near(17.6),
    transportRate: near(0.8),
    unloading: near(19.4),
    unloadingRate: near((19.4 / 21_982.4) * 1000),
    total: near(38),
    totalRate: near((38 / 22_001) * 1000),
    quota: near((3.6 / 22_000) * 1000),
    // 14 L above the quota, but within the error of measurement, as the verdict says.
    over: 0,
    judge: UNCLEAR,
    basis: 'ticket-station',
    depot: '苏州油库',
    stations: '甲站',
  })
  const view = (await admin.get<ReportView>(`/reports/${analysis}/oil_loss/whole`)).data
  expect(
    view.columns.filter(({ name }) => ['transport', 'transportRate'].includes(name)).map(({ digits, unit }) => [digits, unit]),
  ).toEqual([
    [2, 'L'],
    [4, '‰'],
  ])
  const { totals } = await ask(`${analysis}/oil_loss/whole`)
  // 17.6 + 15 + 20 of 22000 + 8000 + 5000.
  expect(totals).toMatchObject({ transport: near(52.6), transportRate: near((52.6 / 35_000) * 1000) })
})

test('a loss beyond the error of measurement has its litres over the quota, one within it none', async () => {
  // The same 17.6 L over a quota of 3.6 L, measured to ± 6 L: three compartments of 2 / √3.
  await server.database.pool.query('UPDATE delivery_line SET uncertainty_l = 2 / sqrt(3) WHERE truck_id = $1 AND trip_started_at = $2', [
    server.truckId(one),
    T,
  ])
  const row = await rowOf(`${analysis}/oil_loss/whole`, one)
  expect(row).toMatchObject({ judge: 'loss', uncertainty: near(6), over: near(14) })
})

test('the overall loss by apparent volume, 1 % more at both ends', async () => {
  expect(await rowOf(`${analysis}/oil_loss/whole`, one, { volume: 'vt' })).toMatchObject({
    load: near(22_220),
    arrive: near(22_202.22),
    transport: near(17.78),
    transportRate: near((17.78 / 22_220) * 1000),
  })
})

test('[2.10-13] transport losses are summed up by month, by day and by route, and lead to the deliveries that they count', async () => {
  const summary = async (by: string) => (await ask(`${analysis}/oil_loss/summary`, { by })).content
  // 17.6 + 15 + 20 of 22,000 + 8,000 + 5,000.
  expect(await summary('month')).toMatchObject([
    { name: '2026-03', deliveries: 3, load: 35_000, transport: near(52.6), transportRate: near((52.6 / 35_000) * 1000) },
  ])
  expect((await summary('day')).toSorted((a, b) => String(a['name']).localeCompare(String(b['name'])))).toMatchObject([
    { name: '2026-03-15', deliveries: 1, load: 22_000, arrive: near(21_982.4), transport: near(17.6) },
    { name: '2026-03-16', deliveries: 2, load: 13_000, transport: near(35), leads: { filters: { when: {} } } },
  ])
  const routes = await summary('route')
  expect(routes.reduce((sum, row) => sum + Number(row['transport']), 0)).toBeCloseTo(52.6, 4)
  const route = routes.find(({ name }) => name === '苏州油库 → 甲站')
  const { filters } = (route?.['leads'] ?? {}) as { filters?: object }
  expect(filters).toMatchObject({ depot: [expect.anything()], station: [expect.anything()] })
  const deliveries = (await ask(`${analysis}/oil_loss/whole`, filters)).content
  expect(deliveries).toHaveLength(Number(route?.['deliveries']))
  expect(deliveries.reduce((sum, row) => sum + Number(row['transport']), 0)).toBeCloseTo(Number(route?.['transport']), 4)
})

test('[2.10-11] each product of a station: what trucks unloaded and what its gauge counted', async () => {
  const rows = (await ask(`${analysis}/oil_loss/stations`, { scope: { truckIds: [server.truckId(one)], organisationIds: [] } })).content
  const row = (code: number) => rows.find((one) => one['station'] === '甲站' && one['product'] === code)
  expect(row(0)).toMatchObject({ deliveries: 1, trucks: 1, unload: near(8003), stationIn: near(8003), unloading: near(0) })
  // 7,988.4 + 5,991 against 9,960 + 4,000.
  expect(row(92)).toMatchObject({
    unload: near(13_979.4),
    stationIn: near(13_960),
    unloading: near(19.4),
    unloadingRate: near((19.4 / 13_979.4) * 1000),
  })
})

test('by product and by compartment: gasoline 20.6 L of 14000, diesel a gain; a split compartment counts its load once', async () => {
  const products = (await ask(`${analysis}/oil_loss/product`)).content.filter((row) => plateOf(row) === one)
  expect(products.map((row) => [row['product'], row['transport'], row['transportRate']]).toSorted()).toEqual([
    [0, near(-3), near(-0.375)],
    [92, near(20.6), near((20.6 / 14_000) * 1000)],
  ])
  const compartments = (await ask(`${analysis}/oil_loss/compartment`)).content
  expect(
    compartments
      .filter((row) => plateOf(row) === one)
      .map((row) => [row['compartment'], row['transportRate']])
      .toSorted(),
  ).toEqual([
    [1, near(1.45)],
    [2, near(-0.375)],
    [3, near(1.5)],
  ])
  // 8000 − 7990, then 3990 − 3985; 200 L came back and are no loss.
  expect(compartments.find((row) => plateOf(row) === two)).toMatchObject({
    load: 8000,
    arrive: 7985,
    unload: 7785,
    transport: 15,
    total: 15,
    basis: 'truck-truck',
  })
})

test('[9-06] a filter by absolute loss, a gain counting like a loss, and one by rate', async () => {
  const kept = async (more: object) =>
    (await ask(`${analysis}/oil_loss/compartment`, more)).content
      .filter((row) => plateOf(row) === one)
      .map((row) => row['compartment'])
      .toSorted()
  expect(await kept({ leastLoss: 3 })).toEqual([1, 2, 3])
  expect(await kept({ leastLoss: 9.1 })).toEqual([1])
  expect(await kept({ leastRate: 1.46 })).toEqual([3])
})

test('deliveries: times, transit, loss against quota', async () => {
  expect(await rowOf(`${events}/delivery_record`, one)).toMatchObject({
    leftDepot: T.toISOString(),
    arrived: new Date(T.getTime() + 60 * minuteMs).toISOString(),
    loadStarted: new Date(T.getTime() - 35 * minuteMs).toISOString(),
    transit: 60 * minuteMs,
    distance: 90,
    load: 22_000,
    loss: near(17.6),
    rate: near(0.8),
    quota: near((3.6 / 22_000) * 1000),
    // 17.6 L are above the quota, but within the error of measurement.
    judge: UNCLEAR,
    over: false,
    alarms: 0,
    driver: '陈海霞',
    state: 'done',
    stations: '甲站',
  })
  expect((await ask(`${events}/delivery_record`, { product: ['diesel'] })).content.map(plateOf)).toEqual([one])
  expect((await ask(`${events}/delivery_record`, { leastLoss: 16 })).content.map(plateOf).toSorted()).toEqual([one, three])
})

test('[D-29] over its quota is a proven loss only, and a trip on its way has no verdict', async () => {
  const { pool } = server.database
  const first = `truck_id = (SELECT id FROM truck WHERE plate = '${one}') AND trip_started_at = '${T.toISOString()}'`
  const shown = async () => {
    const { judge, over } = (await rowOf(`${events}/delivery_record`, one)) ?? {}
    return [judge, over]
  }
  const overs = async (over: string) => (await ask(`${events}/delivery_record`, { over: [over] })).content.map(plateOf)
  expect(await overs('yes')).not.toContain(one)
  await pool.query(`UPDATE delivery SET judge = 'loss' WHERE ${first}`)
  expect(await shown()).toEqual(['loss', true])
  expect(await overs('yes')).toContain(one)
  await pool.query(`UPDATE delivery SET state = 'transit' WHERE ${first}`)
  expect(await shown()).toEqual([null, null])
  expect(await overs('yes')).not.toContain(one)
  await pool.query(`UPDATE delivery SET state = 'done', judge = '${UNCLEAR}' WHERE ${first}`)
})

test('split unloadings: parts in order, with the rest and the loss after each', async () => {
  const { content } = await ask(`${events}/split_unload_record`)
  expect(
    content.map((row) => [row['sequence'], row['loaded'], row['part'], row['remaining'], row['sum'], row['difference']]).toSorted(),
  ).toEqual([
    [1, 8000, 4000, 3990, 4000, 10],
    [2, 8000, 3785, 200, 7785, 15],
  ])
})

test('station unloadings: waiting, duration, and whether it was finished', async () => {
  const { content } = await ask(`${events}/station_unload`)
  const first = content.find((row) => plateOf(row) === one && row['compartment'] === 1)
  expect(first).toMatchObject({
    stationCode: '1001',
    waited: 5 * minuteMs,
    duration: 20 * minuteMs,
    unload: 7988.4,
    rate: 400,
    emptied: true,
    finish: 'finished',
  })
  // What stayed after the first station went on; the 200 L after the second did not.
  expect(
    content
      .filter((row) => plateOf(row) === two)
      .map((row) => [row['left'], row['finish']])
      .toSorted(),
  ).toEqual([
    [200, 'unfinished'],
    [3990, 'finished'],
  ])
})

test('station gauges: two tanks share what the truck unloaded of the product in the ratio of what each took', async () => {
  const { content, totals } = await ask(`${events}/atg_unload`)
  const truck = (13_979.4 * 9960) / 13_960
  expect(content.find((row) => row['number'] === 'G1')).toMatchObject({
    truck: one,
    received: 9960,
    receivedV20: 9960,
    truckV20: near(truck),
    difference: near(truck - 9960),
    rate: near(((truck - 9960) / truck) * 1000),
    match: 'matched',
  })
  expect(totals).toMatchObject({ difference: near(19.4), rate: near((19.4 / 21_982.4) * 1000) })
})

test('operations: volume, duration and place', async () => {
  const { content } = await ask(`${events}/operation_record`, { kind: ['unloading'], compartment: [1] })
  expect(content.find((row) => plateOf(row) === one)).toMatchObject({
    kind: 'unloading',
    placeKind: 'station',
    compartment: 1,
    product: 92,
    duration: 20 * minuteMs,
    startV20: 7988.4,
    endV20: 0,
    moved: near(8068.28),
    movedV20: near(7988.4),
    startTemperature: 26,
    rate: 400,
  })
})

test('trucks: trips count once, the highest rate of a trip, trips over quota', async () => {
  expect(await rowOf(`${analysis}/truck_loss`, one)).toMatchObject({
    trips: 1,
    distance: 90,
    load: 22_000,
    arrive: near(21_982.4),
    loss: near(17.6),
    rate: near(0.8),
    highestRate: near(0.8),
    overTrips: 1,
  })
  expect(await rowOf(`${analysis}/truck_loss`, one, { product: ['diesel'] })).toMatchObject({ load: 8000, loss: near(-3), overTrips: 0 })
})

test('[1-10] the monthly ranking: the highest rate first, with the change of rank since last month', async () => {
  const ranks = async (dimension: string) =>
    (await ask(`${analysis}/loss_month_rank`, { dimension })).content.map((row) => [
      row['rank'],
      row['name'],
      row['rankChange'],
      row['rate'],
      row['trips'],
    ])
  // 20 of 5000, 15 of 8000, 17.6 of 22000; in February 3 ‰ and 1 ‰.
  expect(await ranks('truck')).toEqual([
    [1, three, null, near(4), 1],
    [2, two, -1, near(1.875), 1],
    [3, one, -1, near(0.8), 1],
  ])
  expect(await ranks('depot')).toEqual([[1, '苏州油库', 0, near((52.6 / 35_000) * 1000), 3]])
  expect((await ranks('organisation')).map(([, name]) => name)).toEqual(['乙运输', '甲客户', '甲运输'])
  expect((await ranks('driver')).map(([, name]) => name)).toEqual(['陈海霞'])
  expect((await ranks('station')).map(([, name]) => name)).toEqual(['甲站'])
})

test('[9-09] level differences fall into buckets of 1 mm with half-unit edges, below −10 and above 10 one each', async () => {
  const { content } = await ask(`${analysis}/level_change`)
  const found = content.map((row) => [row['difference'], row['bucket']])
  // −10.5 and −0.5 belong to the bucket above their edge, 0.5 likewise; 11 is beyond.
  expect(found).toEqual(
    expect.arrayContaining([
      [-10.5, '-10'],
      [0.5, '+01'],
      [-0.5, '+00'],
      [11, '+11'],
    ]),
  )
  const view = (await admin.get<ReportView>(`/reports/${analysis}/level_change`)).data
  const labels = view.columns.find(({ name }) => name === 'bucket')?.choices.map(({ label }) => label)
  expect(labels).toHaveLength(23)
  expect([labels?.[0], labels?.[1], labels?.[21], labels?.[22]]).toEqual(['< -10', '-10', '10', '> 10'])
  const histogram = await admin.get<Record<string, unknown>[]>(`/reports/${analysis}/level_change/chart`, {
    filters: JSON.stringify({
      scope: { truckIds: [], organisationIds: [server.organisationId('G')] },
      when: { from: T.toISOString(), to: later.toISOString() },
    }),
  })
  expect(histogram.data.map((bar) => bar['bucket'])).toEqual(
    view.columns.find(({ name }) => name === 'bucket')?.choices.map(({ value }) => value),
  )
  // −0.5 and the zero of the third truck share a bucket.
  expect(histogram.data.map((bar) => bar['readings'])).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(content.find((row) => row['difference'] === 0.5)).toMatchObject({
    temperatureChange: -2,
    v20Change: near(3),
    depotLevel: 1000,
    stationLevel: 1000.5,
  })
})

test('[D-17] handovers by station: sums of the compartments that both sides measured, how many were left out, disputes and the time to sign', async () => {
  const { content } = await ask(`${analysis}/handover_analysis`)
  expect(content).toMatchObject([
    {
      station: { name: '甲站' },
      handovers: 4,
      depotOut: 22_001,
      load: 22_000,
      unload: near(21_982.4),
      ticketsMissing: 3,
      gaugesMissing: 3,
      stationIn: near(21_963),
      depotDifference: near(1),
      stationDifference: near(19.4),
      rate: near((19.4 / 21_982.4) * 1000),
      disputes: 1,
      disputeRate: 25,
      signing: (30 + 10 + 10 + 10) * 15_000,
    },
  ])
})

test('[D-36] lists show the short names of stations, depots and organisations, and the whole name of one without', async () => {
  const { pool } = server.database
  await pool.query(`UPDATE place SET short_name = '甲' WHERE name = '甲站'`)
  await pool.query(`UPDATE organisation SET short_name = '甲客' WHERE name = '甲客户'`)
  const whole = await rowOf(`${analysis}/oil_loss/whole`, one)
  const delivery = await rowOf(`${events}/delivery_record`, one)
  const organisations = (await ask(`${analysis}/oil_loss/whole`)).content.map((row) => row['organisation'])
  await pool.query(`UPDATE place SET short_name = ''`)
  await pool.query(`UPDATE organisation SET short_name = ''`)
  expect(whole).toMatchObject({ stations: '甲', depot: '苏州油库' })
  expect(delivery).toMatchObject({ stations: '甲', depot: { name: '苏州油库' } })
  expect(organisations.toSorted()).toEqual(['乙运输', '甲客', '甲运输'].toSorted())
  expect(await rowOf(`${events}/delivery_record`, one)).toMatchObject({ stations: '甲站' })
})

test('[D-17] the totals of a list compare the same rows: those without one of the two values are counted beside', async () => {
  const handed = await ask('handover/deliveries')
  // One of four handovers has tickets and station gauges of all its compartments.
  expect(handed.totals).toMatchObject({ depotOut: near(22_001), load: near(22_000), unload: near(21_982.4), stationIn: near(21_963) })
  expect(handed.leftOut).toEqual({ depotOut: 3, load: 3, unload: 3, stationIn: 3 })
  const before = await ask(`${events}/delivery_record`)
  expect(before.leftOut).toBeUndefined()
  // 22000 + 8000 + 5000 were loaded, 21982.4 + 4000 + 3785 + 4980 unloaded.
  expect(before.totals).toMatchObject({ load: near(35_000), unload: near(34_747.4) })
  await aDelivery(server, {
    plate: three,
    startedAt: new Date('2026-03-19T20:00:00Z'),
    lines: [{ compartment: 1, oilCode: 92, a1: 4000, stops: [{ a2: 3990, a3: 0 }] }],
    done: false,
  })
  await settled(server)
  const after = await ask(`${events}/delivery_record`)
  expect(after.content.map((row) => row['load'])).toContain(4000)
  expect(after.totals).toEqual(before.totals && { ...before.totals, distance: expect.any(Number) })
  expect(after.leftOut).toEqual({ load: 1, arrive: 1, unload: 1 })
  const filters = JSON.stringify({
    scope: { truckIds: [], organisationIds: [server.organisationId('G')] },
    when: { from: '2026-03-10T00:00:00Z', to: '2026-03-20T00:00:00Z' },
  })
  // In the database as in memory.
  const counted = (await admin.get<ReportRows>(`/reports/${events}/delivery_record/count`, { filters })).data
  expect(counted.leftOut).toEqual(after.leftOut)
  expect(counted.totals).toMatchObject({ load: near(35_000), unload: near(34_747.4) })
})

test('[D-17] the papers of some compartments are not summed beside the litres of all', async () => {
  const { pool } = server.database
  const key = [server.truckId(one), T]
  await pool.query(`UPDATE delivery_line SET depot_out_v20_l = NULL WHERE truck_id = $1 AND trip_started_at = $2 AND compartment = 3`, key)
  const { content, totals } = await ask('handover/deliveries')
  const row = content.find((found) => plateOf(found) === one)
  const analysed = (await ask(`${analysis}/handover_analysis`)).content[0]
  await pool.query(`UPDATE delivery_line SET depot_out_v20_l = 5995 WHERE truck_id = $1 AND trip_started_at = $2 AND compartment = 3`, key)
  expect(row).toMatchObject({ depotOut: 16_006, load: 22_000 })
  // 16006 L of two compartments and 22000 L of three are in no total.
  expect(totals).toMatchObject({ depotOut: 0, load: 0, unload: near(21_982.4) })
  expect(analysed).toMatchObject({ depotOut: 16_006, load: 16_000 })
})

test('an exported list says what was picked in its chart, and holds those rows alone', async () => {
  const body = new URLSearchParams({
    scope: JSON.stringify({ truckIds: [], organisationIds: [server.organisationId('G')] }),
    when: JSON.stringify({ from: '2026-03-10T00:00:00Z', to: '2026-03-20T00:00:00Z' }),
    fields: 'plate,loss',
    picked: JSON.stringify({ plate: String(server.truckId(two)) }),
  })
  const response = await fetch(`${server.url}/api/reports/${analysis}/truck_loss/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: admin.cookie, 'header-id': admin.headerId },
    body,
  })
  const [sheet = {}] = Object.values(read(Buffer.from(await response.arrayBuffer())).Sheets)
  const lines = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: null }).map(([first]) => first)
  expect(lines.filter((line) => [one, two, three].some((plate) => plate === line))).toEqual([two])
  expect(lines).toContain(`车牌号：${two}`)
})
