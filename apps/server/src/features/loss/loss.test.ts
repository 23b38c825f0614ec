import type { MeterTicketRow, SlipRow, StationGaugeRow } from '@tanker/contract/integration'
import { TruckContexts } from '@tanker/database/truck-contexts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { makeIntegrationKey } from '../../platform/access/integration-keys.ts'
import { settleDeliveries } from './settle-deliveries.ts'
import { aDelivery, legStart, loadedAt, settled, unloadEnd, unloadStart, withStationFence } from './test-delivery.ts'

let server: TestApi
let admin: SignedIn
let key: string
const T = new Date('2026-03-01T08:00:00Z')
const plate = '苏A00001'

beforeAll(async () => {
  server = await startTestApi()
  await withStationFence(server)
  await server.database.pool.query(
    `INSERT INTO compartment (truck_id, compartment, capacity_l, oil_code, oil_name) SELECT id, 3, 8000, 92, '92号汽油' FROM truck`,
  )
  admin = await server.signIn('admin')
  key = (
    await makeIntegrationKey(server.database.db, { organisationId: server.organisationId('G'), name: 'ERP', userId: null }, server.now)
  ).key
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query(
    'TRUNCATE record, slip, slip_line, meter_ticket, station_gauge, delivery, delivery_line, handover, delivery_due',
  )
})

const send = async (kind: string, ...rows: object[]): Promise<void> => {
  const response = await fetch(`${server.url}/api/integration/${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', language: 'en' },
    body: JSON.stringify({ rows }),
  })
  const answer = (await response.json()) as { resultCode: number; data: { problems: { en: string }[] } }
  if (answer.resultCode !== 200) throw new Error(answer.data.problems.map(({ en }) => en).join(' '))
}
const slip = (slipNo: string, changed: Partial<SlipRow> = {}) => ({
  slipNo,
  plate,
  depotCode: '9001',
  plannedAt: T.toISOString(),
  driverName: '陈海霞',
  escort: '周师傅',
  lines: [1, 2, 3].map((compartment) => ({ stop: 1, stationCode: '1001', compartment, oilCode: compartment === 2 ? 0 : 92 })),
  ...changed,
})
const ticket = (ticketNo: string, compartment: number, v20L: number, changed: Partial<MeterTicketRow> = {}) => ({
  ticketNo,
  depotCode: '9001',
  plate,
  compartment,
  oilCode: compartment === 2 ? 0 : 92,
  volumeL: v20L * 1.01,
  v20L,
  loadedAt: loadedAt(T).toISOString(),
  ...changed,
})
const gauge = (gaugeNo: string, oilCode: number, receivedV20L: number, changed: Partial<StationGaugeRow> = {}) => ({
  gaugeNo,
  stationCode: '1001',
  tankNo: 1,
  oilCode,
  startedAt: new Date(unloadStart(T, 1).getTime() - 300_000).toISOString(),
  endedAt: new Date(unloadEnd(T, 1).getTime() + 600_000).toISOString(),
  beforeL: 1000,
  afterL: 1000 + receivedV20L,
  receivedV20L,
  ...changed,
})
/** Domain B.3: three lines 8000 → 7988.4, 8000 → 8003.0, 6000 → 5991.0, each unloaded to the last drop. */
const threeLines = [
  { compartment: 1, oilCode: 92, a1: 8000, stops: [{ a2: 7988.4, a3: 0 }] },
  { compartment: 2, oilCode: 0, a1: 8000, stops: [{ a2: 8003, a3: 0 }] },
  { compartment: 3, oilCode: 92, a1: 6000, stops: [{ a2: 5991, a3: 0 }] },
]
const overTwoStations = {
  compartment: 1,
  oilCode: 92,
  a1: 8000,
  stops: [
    { a2: 7990, a3: 3990 },
    { a2: 3985, a3: 0 },
  ],
}
const lines = async () =>
  (
    await server.database.db
      .selectFrom('delivery_line')
      .selectAll()
      .orderBy('trip_started_at')
      .orderBy('leg')
      .orderBy('compartment')
      .execute()
  ).map((line) => ({ ...line }))
const delivery = () => server.database.db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow()

test('A1 8000.00 and A2 7988.40 are 11.60 L; three lines are 17.60 L of 22000, 0.8 ‰, not the mean of their rates (domain B.3)', async () => {
  await aDelivery(server, { plate, startedAt: T, lines: threeLines })
  await settled(server)
  expect((await lines()).map((line) => [line.compartment, line.transport_loss_l, line.basis, line.judge])).toEqual([
    [1, expect.closeTo(11.6, 6), 'truck-truck', 'cannot-tell'],
    [2, expect.closeTo(-3, 6), 'truck-truck', 'cannot-tell'],
    [3, expect.closeTo(9, 6), 'truck-truck', 'cannot-tell'],
  ])
  const sums = await delivery()
  expect(sums).toMatchObject({
    state: 'done',
    basis: 'truck-truck',
    base_v20_l: 22_000,
    transport_loss_l: expect.closeTo(17.6, 6),
    judge: 'cannot-tell',
  })
  expect(((sums.transport_loss_l ?? 0) / (sums.base_v20_l ?? 1)) * 1000).toBeCloseTo(0.8, 6)
  // 90 km: gasoline 0.2 ‰, diesel 0.1 ‰: 1.6 + 0.8 + 1.2 L.
  expect(sums.quota_l).toBeCloseTo(3.6, 6)
  expect(sums.over_quota_l).toBeCloseTo(14, 6)
})

test('with the depot’s tickets and the station’s gauges all four losses of domain B.3 are reported, with their basis', async () => {
  await aDelivery(server, { plate, startedAt: T, lines: threeLines })
  await send('slips', slip('P1'))
  await send('meter-tickets', ticket('T1', 1, 8006), ticket('T2', 2, 8000), ticket('T3', 3, 5995))
  // Gasoline of compartments 1 and 3 went into one tank: 7988.4 + 5991 = 13979.4 unloaded, 13960 received.
  await send('station-gauges', gauge('G1', 92, 13_960), gauge('G2', 0, 8003))
  await settled(server)
  const [first, second, third] = await lines()
  expect(first).toMatchObject({
    slip_no: 'P1',
    driver_name: '陈海霞',
    depot_name: '苏州油库',
    station_name: '甲站',
    basis: 'ticket-station',
    load_difference_l: 6,
    transport_loss_l: expect.closeTo(11.6, 6),
    unloading_loss_l: expect.closeTo((19.4 * 7988.4) / 13_979.4, 6),
    total_loss_l: expect.closeTo(8006 - (13_960 * 7988.4) / 13_979.4, 6),
    load_temperature_c: 28,
    arrive_temperature_c: 26,
    emptied: true,
  })
  expect(second).toMatchObject({ load_difference_l: 0, unloading_loss_l: 0, total_loss_l: -3 })
  expect(third?.load_difference_l).toBe(-5)
  const sums = await delivery()
  // D − T: 8006 + 8000 + 5995 − 13960 − 8003
  expect(sums.total_loss_l).toBeCloseTo(38, 6)
  expect(sums).toMatchObject({ basis: 'ticket-station', slip_no: 'P1', escort: '周师傅' })
})

test('slip, tickets and gauges may come before the trip, in any order, with the same result', async () => {
  const pieces = [
    () => send('slips', slip('P1')),
    () => send('meter-tickets', ticket('T1', 1, 8006), ticket('T2', 2, 8000), ticket('T3', 3, 5995)),
    () => send('station-gauges', gauge('G1', 92, 13_960), gauge('G2', 0, 8003)),
    () => aDelivery(server, { plate, startedAt: T, lines: threeLines }),
  ]
  const results: unknown[] = []
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
    [1, 3, 0, 2],
  ]) {
    await server.database.pool.query(
      'TRUNCATE record, slip, slip_line, meter_ticket, station_gauge, delivery, delivery_line, handover, delivery_due',
    )
    for (const index of order) {
      await pieces[index]?.()
      await settled(server)
    }
    results.push({ lines: await lines(), sums: { ...(await delivery()), slip_id: 0 } })
  }
  expect(results[1]).toEqual(results[0])
  expect(results[2]).toEqual(results[0])
  expect(results[3]).toEqual(results[0])
})

test('a compartment split over two stations counts its load once, and what goes on is no loss', async () => {
  await aDelivery(server, {
    plate,
    startedAt: T,
    lines: [overTwoStations],
  })
  await settled(server)
  expect((await lines()).map((line) => [line.leg, line.first, line.load_v20_l, line.transport_loss_l, line.total_loss_l])).toEqual([
    [1, true, 8000, 10, 10],
    [2, false, 3990, 5, 5],
  ])
  expect(await delivery()).toMatchObject({
    load_v20_l: 8000,
    base_v20_l: 8000,
    arrive_v20_l: 7985,
    unload_v20_l: 7985,
    transport_loss_l: 15,
    total_loss_l: 15,
  })
})

test('a delivery ends with the last unloading at the last station, also where it was not the last compartment', async () => {
  await aDelivery(server, {
    plate,
    startedAt: T,
    lines: [overTwoStations, { compartment: 2, oilCode: 0, a1: 8000, stops: [{ a2: 7995, a3: 0 }] }],
  })
  await settled(server)
  const all = await lines()
  const timesOf = (column: 'unload_started_at' | 'unload_ended_at') => all.flatMap((line) => line[column]?.getTime() ?? [])
  const { unload_started_at, unload_ended_at } = await delivery()
  expect(all.map(({ leg, compartment }) => [leg, compartment])).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
  ])
  expect(unload_ended_at).toEqual(all[2]?.unload_ended_at)
  expect(unload_ended_at?.getTime()).toBe(Math.max(...timesOf('unload_ended_at')))
  expect(unload_started_at?.getTime()).toBe(Math.min(...timesOf('unload_started_at')))
})

test('a loss beyond three sigmas is reported as a loss, an undelivered residue is in the total', async () => {
  await aDelivery(server, { plate, startedAt: T, lines: [{ compartment: 1, oilCode: 92, a1: 8000, stops: [{ a2: 7940, a3: 30 }] }] })
  await settled(server)
  const [line] = await lines()
  expect(line).toMatchObject({ transport_loss_l: 60, total_loss_l: 90, judge: 'loss', emptied: true })
  expect(line?.uncertainty_l).toBeCloseTo(6.72, 6)
  expect(line?.over_quota_l).toBeCloseTo(58.4, 6)
})

test('of two slips the one with the compartments, products and time of the trip is matched, and the slip goes on with its legs', async () => {
  await send(
    'slips',
    slip('P1', { plannedAt: new Date(T.getTime() - 3 * 3_600_000).toISOString(), lines: slip('').lines.slice(0, 1) as never }),
    slip('P2'),
  )
  await aDelivery(server, { plate, startedAt: T, lines: threeLines, done: false })
  await settled(server)
  const slips = () => server.database.db.selectFrom('slip').select(['slip_no', 'state', 'match']).orderBy('slip_no').execute()
  expect(await slips()).toEqual([
    { slip_no: 'P1', state: 'open', match: null },
    { slip_no: 'P2', state: 'running', match: 'auto' },
  ])
  expect(await delivery()).toMatchObject({ state: 'transit', slip_no: 'P2', transport_loss_l: null })
  await aDelivery(server, { plate, startedAt: T, lines: threeLines })
  await settled(server)
  expect((await slips())[1]).toEqual({ slip_no: 'P2', state: 'done', match: 'auto' })
  const delivered = await server.database.db
    .selectFrom('slip_line')
    .where('delivered_at', 'is not', null)
    .select('compartment')
    .orderBy('compartment')
    .execute()
  expect(delivered.map(({ compartment }) => compartment)).toEqual([1, 2, 3])
  await expect(send('slips', slip('P2', { escort: '另一人' }))).rejects.toThrow('The delivery of P2 is closed and cannot be changed.')
})

const hoursAfter = (hours: number): string => new Date(T.getTime() + hours * 3_600_000).toISOString()
const only = (...compartments: number[]) => ({
  lines: slip('').lines.filter(({ compartment }) => compartments.includes(compartment)) as never,
})
const slipStates = async () =>
  (await server.database.db.selectFrom('slip').select(['slip_no', 'state']).orderBy('slip_no').execute()).map(({ slip_no, state }) => [
    slip_no,
    state,
  ])

test('two slips of one load belong to one delivery: each is done with it, and each line bears the number of its slip', async () => {
  await send('slips', slip('P1', only(1, 2)), slip('P2', { ...only(3), plannedAt: hoursAfter(1), escort: '吴师傅' }))
  await aDelivery(server, { plate, startedAt: T, lines: threeLines })
  await settled(server)
  expect(await slipStates()).toEqual([
    ['P1', 'done'],
    ['P2', 'done'],
  ])
  expect(await delivery()).toMatchObject({ slip_no: 'P1、P2', escort: '周师傅' })
  expect((await lines()).map((line) => line.slip_no)).toEqual(['P1', 'P1', 'P2'])
  const { rows } = await server.database.pool.query('SELECT count(*)::int AS n FROM slip_line WHERE delivered_at IS NOT NULL')
  expect(rows).toEqual([{ n: 3 }])
})

test('two slips planned near each other for two trips stay with the trip that carries what each names', async () => {
  await send('slips', slip('P1', only(1, 2)), slip('P2', { ...only(3), plannedAt: hoursAfter(2) }))
  await aDelivery(server, { plate, startedAt: T, lines: threeLines.slice(0, 2) })
  await aDelivery(server, { plate, startedAt: new Date(T.getTime() + 4 * 3_600_000), lines: threeLines.slice(2) })
  await settled(server)
  expect(await slipStates()).toEqual([
    ['P1', 'done'],
    ['P2', 'done'],
  ])
  expect((await lines()).map((line) => [line.compartment, line.slip_no])).toEqual([
    [1, 'P1'],
    [2, 'P1'],
    [3, 'P2'],
  ])
})

test('of two trucks at a station the gauge belongs to the one whose volume is most alike; a second tank takes the rest', async () => {
  const other = '苏A00002'
  const one = (a1: number) => [{ compartment: 1, oilCode: 92, a1, stops: [{ a2: a1, a3: 0 }] }]
  await aDelivery(server, { plate, startedAt: T, lines: one(8000) })
  await aDelivery(server, { plate: other, startedAt: T, lines: one(5000) })
  await send('station-gauges', gauge('G1', 92, 4980), gauge('G2', 92, 6000), gauge('G3', 92, 1990, { tankNo: 2 }), gauge('G4', 0, 8000))
  await settled(server)
  const { rows } = await server.database.pool.query(
    'SELECT gauge_no, plate, state FROM (SELECT g.gauge_no, t.plate, g.state FROM station_gauge g LEFT JOIN truck t ON t.id = g.truck_id) x ORDER BY 1',
  )
  expect(rows).toEqual([
    { gauge_no: 'G1', plate: other, state: 'matched' },
    { gauge_no: 'G2', plate, state: 'matched' },
    { gauge_no: 'G3', plate, state: 'matched' },
    { gauge_no: 'G4', plate: null, state: 'unmatched' },
  ])
  expect((await lines()).map((line) => line.station_in_v20_l).toSorted()).toEqual([4980, 7990])
})

test('a gauge outside 15 minutes before and 30 after the unloading is not matched; a user can match it, and the user is recorded', async () => {
  await aDelivery(server, { plate, startedAt: T, lines: threeLines })
  const late = new Date(unloadEnd(T, 1).getTime() + 31 * 60_000)
  await send(
    'station-gauges',
    gauge('G1', 92, 13_900, { startedAt: late.toISOString(), endedAt: new Date(late.getTime() + 600_000).toISOString() }),
  )
  await settled(server)
  expect((await delivery()).basis).toBe('truck-truck')
  const { id } = await server.database.db.selectFrom('station_gauge').select('id').executeTakeFirstOrThrow()
  const match = { kind: 'station-gauges', id, truckId: server.truckId(plate), tripStartedAt: T.toISOString(), leg: 1 }
  const ben = await server.signIn('ben')
  expect((await ben.send('PUT', '/cargoMatch', match)).resultCode).toBe(401)
  expect((await admin.send('PUT', '/cargoMatch', { ...match, tripStartedAt: legStart(T, 5).toISOString() })).resultCode).toBe(400)
  expect((await admin.send('PUT', '/cargoMatch', match)).resultCode).toBe(200)
  await settled(server)
  expect((await lines())[0]).toMatchObject({ basis: 'truck-station' })
  const { rows } = await server.database.pool.query(`SELECT user_id, old, new FROM change_log WHERE action = 'match' AND row_id = $1`, [id])
  expect(rows).toEqual([
    {
      user_id: admin.userId,
      old: { truckId: null, tripStartedAt: null, match: 'unmatched' },
      new: { truckId: server.truckId(plate), tripStartedAt: T.toISOString(), leg: 1 },
    },
  ])
  expect((await admin.send('PUT', '/cargoMatch', { kind: 'station-gauges', id })).resultCode).toBe(200)
  await settled(server)
  expect((await lines())[0]).toMatchObject({ basis: 'truck-truck' })
})

test('a signed delivery accepts no manual match, and none can be removed from it', async () => {
  await aDelivery(server, { plate, startedAt: T, lines: threeLines })
  await send('meter-tickets', ticket('T1', 1, 8006))
  const early = new Date(loadedAt(T).getTime() - 3 * 3_600_000).toISOString()
  await send('meter-tickets', ticket('T2', 2, 8000, { loadedAt: early }))
  await settled(server)
  await server.database.pool.query(`UPDATE handover SET status = 'signed', signed_at = now()`)
  const rows = await server.database.db.selectFrom('meter_ticket').select(['id', 'ticket_no']).orderBy('ticket_no').execute()
  const match = (id: number) => ({ kind: 'meter-tickets', id, truckId: server.truckId(plate), tripStartedAt: T.toISOString() })
  expect((await admin.send('PUT', '/cargoMatch', match(rows[1]?.id ?? 0))).resultCode).toBe(400)
  expect((await admin.send('PUT', '/cargoMatch', { kind: 'meter-tickets', id: rows[0]?.id ?? 0 })).resultCode).toBe(400)
  await settled(server)
  expect((await lines()).map((line) => line.depot_out_v20_l)).toEqual([8006, null, null])
})

test('tickets of another loading more than two hours away stay unmatched, unless they name the slip', async () => {
  await aDelivery(server, { plate, startedAt: T, lines: threeLines })
  const early = new Date(loadedAt(T).getTime() - 3 * 3_600_000).toISOString()
  await send('meter-tickets', ticket('T1', 1, 8006, { loadedAt: early }))
  await settled(server)
  expect((await lines())[0]?.depot_out_v20_l).toBeNull()
  await send('slips', slip('P1'))
  await send('meter-tickets', ticket('T1', 1, 8006, { loadedAt: early, slipNo: 'P1' }))
  await settled(server)
  expect((await lines())[0]?.depot_out_v20_l).toBe(8006)
})

test('a corrected ticket changes the loss until the handover is signed, and a trip that detection takes back is gone', async () => {
  await aDelivery(server, { plate, startedAt: T, lines: threeLines })
  await send('meter-tickets', ticket('T1', 1, 8006))
  await settled(server)
  await send('meter-tickets', ticket('T1', 1, 8004))
  await settled(server)
  expect((await lines())[0]?.load_difference_l).toBe(4)
  const handovers = () => server.database.db.selectFrom('handover').select(['leg', 'status']).execute()
  expect(await handovers()).toEqual([{ leg: 1, status: 'pending' }])
  await server.database.pool.query(`UPDATE handover SET status = 'signed', signed_at = now()`)
  await expect(send('meter-tickets', ticket('T1', 1, 8000))).rejects.toThrow('closed')
  await server.database.pool.query(`UPDATE handover SET status = 'pending', signed_at = NULL`)
  await server.database.pool.query(`DELETE FROM record`)
  await settled(server)
  expect(await lines()).toEqual([])
  expect(await handovers()).toEqual([])
  expect(await server.database.db.selectFrom('delivery').selectAll().execute()).toEqual([])
})

test('a trip that cannot be settled does not block others, and is settled once possible', async () => {
  const other = '苏A00002'
  const settleOnce = () => settleDeliveries(server.database.pool)
  // More metres than a number can be.
  await server.database.pool.query(
    `INSERT INTO record (truck_id, organisation_id, kind, started_at, object, name, properties)
     SELECT id, organisation_id, 'trip', $2, 0, 'trip', '{"distanceM": 1e400, "lines": [{"compartment": 1, "oilCode": 92, "loadL": 8080, "loadV20L": 8000}]}' FROM truck WHERE plate = $1`,
    [plate, T],
  )
  await aDelivery(server, { plate: other, startedAt: T, lines: threeLines.slice(0, 1) })
  const first = await settleOnce()
  expect(first.failed).toHaveLength(1)
  expect(first.taken).toBeGreaterThan(0)
  const settledTrucks = async () =>
    (await server.database.db.selectFrom('delivery').select('truck_id').execute()).map((row) => row.truck_id)
  expect(await settledTrucks()).toEqual([server.truckId(other)])
  expect(await settleOnce()).toMatchObject({ taken: 0, failed: [{}] })
  await server.database.pool.query(`DELETE FROM record WHERE truck_id = $1`, [server.truckId(plate)])
  await aDelivery(server, { plate, startedAt: T, lines: threeLines })
  await settled(server)
  expect((await settledTrucks()).toSorted()).toEqual([server.truckId(plate), server.truckId(other)].toSorted())
})

test('the gateway knows the slip that is planned around now: depot, stations in order, what each compartment takes', async () => {
  const planned = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const line = { stationCode: '1001', oilCode: 92, plannedL: 4000 }
  await send(
    'slips',
    slip('P1', {
      plannedAt: planned(1),
      lines: [
        { ...line, stop: 1, compartment: 1 },
        { ...line, stop: 1, compartment: 3 },
        { ...line, stop: 2, compartment: 1 },
      ] as never,
    }),
    slip('P2', { plannedAt: planned(3) }),
    slip('P0', { plannedAt: planned(-30) }),
  )
  const context = (await new TruckContexts(server.database.pool).load([server.truckId(plate)])).get(server.truckId(plate))
  const places = new Map((await server.database.db.selectFrom('place').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]))
  expect(context?.slip).toEqual({
    slipNo: 'P1',
    depotPlaceId: places.get('9001'),
    loads: [
      { compartment: 1, oilCode: 92, volumeL: 8000 },
      { compartment: 3, oilCode: 92, volumeL: 4000 },
    ],
    stops: [
      { placeId: places.get('1001'), compartments: [1, 3] },
      { placeId: places.get('1001'), compartments: [1] },
    ],
  })
})

test('the gateway knows the slips of one load as one, the running ones first; a slip of another load is not among them', async () => {
  const planned = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const line = { stationCode: '1001', oilCode: 92, plannedL: 4000, stop: 1 }
  const known = async () => (await new TruckContexts(server.database.pool).load([server.truckId(plate)])).get(server.truckId(plate))?.slip
  await send(
    'slips',
    slip('P1', { plannedAt: planned(1), lines: [{ ...line, compartment: 1 }] as never }),
    slip('P2', { plannedAt: planned(2), lines: [{ ...line, compartment: 3 }] as never }),
    slip('P3', { plannedAt: planned(3.5), lines: [{ ...line, compartment: 2 }] as never }),
  )
  const place = await server.database.db.selectFrom('place').select('id').where('code', '=', '1001').executeTakeFirstOrThrow()
  expect(await known()).toMatchObject({
    slipNo: 'P1、P2',
    loads: [
      { compartment: 1, volumeL: 4000 },
      { compartment: 3, volumeL: 4000 },
    ],
    // What two slips want at one station is one stop.
    stops: [{ placeId: place.id, compartments: [1, 3] }],
  })
  await server.database.pool.query(`UPDATE slip SET state = 'running' WHERE slip_no = 'P3'`)
  expect((await known())?.slipNo).toBe('P3')
})
