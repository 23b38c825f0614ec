import { packReading } from '@tanker/database/packed-readings'
import type { Reading } from '@tanker/domain/reading'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { aDelivery, keepGiven, loadedAt, settled, unloadEnd, unloadStart, withStationFence } from './test-delivery.ts'

let server: TestApi
const plate = '苏A00001'
const startedAt = new Date('2026-03-01T08:00:00Z')

beforeAll(async () => {
  server = await startTestApi()
  await withStationFence(server)
  await server.database.pool.query(
    `INSERT INTO compartment (truck_id, compartment, capacity_l, oil_code, oil_name)
     SELECT id, c, 8000, 92, '92号汽油' FROM truck, generate_series(1, 4) c ON CONFLICT DO NOTHING`,
  )
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query(
    'TRUNCATE record, slip, slip_line, meter_ticket, station_gauge, delivery, delivery_line, handover, delivery_due, position',
  )
})

const send = async (kind: Parameters<typeof keepGiven>[1], ...rows: object[]): Promise<void> => {
  await keepGiven(server, kind, ...rows)
  await settled(server)
}
const slip = (compartments: readonly number[], oilCode = 92) =>
  send('slips', {
    slipNo: 'P1',
    plate,
    depotCode: '9001',
    plannedAt: startedAt.toISOString(),
    lines: compartments.map((compartment) => ({ stop: 1, stationCode: '1001', compartment, oilCode })),
  })
const ticket = (compartment: number, v20L: number, oilCode = 92) =>
  send('meter-tickets', {
    ticketNo: `T${compartment}`,
    depotCode: '9001',
    plate,
    compartment,
    oilCode,
    volumeL: v20L + 70,
    v20L,
    loadedAt: loadedAt(startedAt).toISOString(),
    slipNo: 'P1',
  })
const received = (receivedV20L: number, leg = 1, oilCode = 92, afterL = 1000 + receivedV20L + 60) =>
  send('station-gauges', {
    gaugeNo: `G${leg}/${oilCode}`,
    stationCode: '1001',
    tankNo: 1,
    oilCode,
    startedAt: unloadStart(startedAt, leg).toISOString(),
    endedAt: unloadEnd(startedAt, leg).toISOString(),
    beforeL: 1000,
    afterL,
    receivedV20L,
  })
const ungauged = (compartment: number, stops: readonly ('opened' | null)[] = ['opened'], oilCode = 92) => ({
  compartment,
  oilCode,
  a1: null,
  stops,
})
const linesOf = async () => (await server.database.pool.query('SELECT * FROM delivery_line ORDER BY compartment, leg')).rows
const delivery = async () => (await server.database.pool.query('SELECT * FROM delivery')).rows[0]

test('[truth 4.8] without a gauge: 7,000 L by ticket, 6,976 L by the station: the line has both and their difference, 24 L', async () => {
  await aDelivery(server, { plate, startedAt, lines: [ungauged(1)] })
  await settled(server)
  expect(await linesOf()).toMatchObject([
    { compartment: 1, leg: 1, station_name: '甲站', load_l: null, load_v20_l: null, unload_v20_l: null, total_loss_l: null, openings: 1 },
  ])
  await slip([1])
  await ticket(1, 7000)
  await received(6976)
  const [line] = await linesOf()
  expect(line).toMatchObject({
    slip_no: 'P1',
    basis: 'ticket-station',
    judge: 'cannot-tell',
    load_v20_l: null,
    arrive_v20_l: null,
    unload_v20_l: null,
    depot_out_l: 7070,
    depot_out_v20_l: 7000,
    station_in_v20_l: 6976,
    load_difference_l: null,
    transport_loss_l: null,
    unloading_loss_l: null,
    total_loss_l: 24,
    // 7070 − (6976 + 60)
    total_loss_vt_l: 34,
    over_quota_l: null,
  })
  expect(await delivery()).toMatchObject({
    state: 'done',
    unknown_compartments: 1,
    load_v20_l: null,
    base_v20_l: null,
    transport_loss_l: null,
    over_quota_l: null,
    total_loss_l: 24,
    basis: 'ticket-station',
  })
})

test('[truth 4.8] one gauge of four: the measured compartment is judged separately, the others share the rest of the station’s receipt', async () => {
  await aDelivery(server, {
    plate,
    startedAt,
    lines: [{ compartment: 1, oilCode: 92, a1: 8000, stops: [{ a2: 7990, a3: 0 }] }, ungauged(2), ungauged(3), ungauged(4, ['opened'], 0)],
  })
  await slip([1, 2, 3])
  await ticket(1, 8005)
  await ticket(2, 6000)
  await ticket(3, 4000)
  // 7,990 of it out of compartment 1; the other 9,950 in the ratio 6 : 4.
  await received(17_940)
  const lines = await linesOf()
  expect(lines.map((line) => [line.compartment, line.depot_out_v20_l, line.load_v20_l, line.unload_v20_l, line.station_in_v20_l])).toEqual([
    [1, 8005, 8000, 7990, null],
    [2, 6000, null, null, 5970],
    [3, 4000, null, null, 3980],
    [4, null, null, null, null],
  ])
  expect(lines.map((line) => [line.load_difference_l, line.transport_loss_l, line.unloading_loss_l, line.total_loss_l])).toEqual([
    [5, 10, null, 15],
    [null, null, null, 30],
    [null, null, null, 20],
    [null, null, null, null],
  ])
  // 8005 + 6000 + 4000 − 17940 = 65; transport loss and rate of compartment 1 alone.
  expect(await delivery()).toMatchObject({
    unknown_compartments: 3,
    load_v20_l: 8000,
    base_v20_l: 8000,
    arrive_v20_l: 7990,
    unload_v20_l: 7990,
    transport_loss_l: 10,
    total_loss_l: 65,
  })
})

test('[truth 4.8] a ticket without a station’s gauge, or the other way round, is one paper: no loss is computed', async () => {
  await aDelivery(server, { plate, startedAt, lines: [ungauged(1), ungauged(2, ['opened'], 0)] })
  await ticket(1, 7000)
  await received(5000, 1, 0)
  expect((await linesOf()).map((line) => [line.depot_out_v20_l, line.station_in_v20_l, line.total_loss_l, line.basis])).toEqual([
    [7000, null, null, 'ticket-truck'],
    [null, 5000, null, 'truck-station'],
  ])
  expect(await delivery()).toMatchObject({ total_loss_l: null, unknown_compartments: 2, judge: 'cannot-tell' })
})

test('[truth 4.8] two ungauged compartments in one tank with one ticket: their shares are unknown', async () => {
  await aDelivery(server, { plate, startedAt, lines: [ungauged(1), ungauged(2)] })
  await ticket(1, 7000)
  await received(12_000)
  expect((await linesOf()).map((line) => [line.depot_out_v20_l, line.station_in_v20_l, line.total_loss_l])).toEqual([
    [7000, null, null],
    [null, null, null],
  ])
})

test('[truth 4.8] split over two stations the difference is for the whole compartment, once both stations reported', async () => {
  await aDelivery(server, { plate, startedAt, lines: [ungauged(1, ['opened', 'opened'])] })
  await ticket(1, 8000)
  await received(4000)
  expect((await linesOf()).map((line) => [line.leg, line.first, line.station_in_v20_l, line.total_loss_l])).toEqual([
    [1, true, 4000, null],
    [2, false, null, null],
  ])
  await received(3982, 2)
  expect((await linesOf()).map((line) => [line.leg, line.depot_out_v20_l, line.station_in_v20_l, line.total_loss_l])).toEqual([
    [1, 8000, 4000, 18],
    [2, null, 3982, null],
  ])
  expect(await delivery()).toMatchObject({ total_loss_l: 18, unknown_compartments: 1 })
})

test('[truth 4.8] undelivered product may still be aboard: on the road there is a line and no loss', async () => {
  await aDelivery(server, { plate, startedAt, lines: [ungauged(1)], done: false })
  await ticket(1, 7000)
  expect(await linesOf()).toMatchObject([{ leg: 0, depot_out_v20_l: 7000, load_v20_l: null, total_loss_l: null, station_id: null }])
  expect(await delivery()).toMatchObject({ state: 'transit', load_v20_l: null, unknown_compartments: 1 })
  // Back at the depot with it: the station got half.
  await aDelivery(server, { plate, startedAt, lines: [ungauged(1)] })
  await server.database.pool.query(`UPDATE record SET properties = properties || '{"outcome": "returned-loaded"}' WHERE kind = 'trip'`)
  await received(3500)
  expect(await linesOf()).toMatchObject([{ leg: 1, depot_out_v20_l: 7000, station_in_v20_l: 3500, total_loss_l: null }])
})

test('[truth 4.8] without cover sensors the slip says at which station a compartment was unloaded, and of which product it is', async () => {
  await aDelivery(server, {
    plate,
    startedAt,
    lines: [{ compartment: 1, oilCode: 92, a1: 8000, stops: [{ a2: 7990, a3: 0 }] }, ungauged(2, [null], 92)],
  })
  await send('slips', {
    slipNo: 'P1',
    plate,
    depotCode: '9001',
    plannedAt: startedAt.toISOString(),
    lines: [1, 2].map((compartment) => ({ stop: 1, stationCode: '1001', compartment, oilCode: compartment === 1 ? 92 : 95 })),
  })
  await ticket(2, 5000, 95)
  await received(4990, 1, 95)
  expect((await linesOf())[1]).toMatchObject({ compartment: 2, leg: 1, oil_code: 95, station_name: '甲站', total_loss_l: 10 })
})

/** A reading of the departure with gauges in these compartments. */
const reports = async (...compartments: number[]): Promise<void> => {
  const reading: Reading = {
    at: startedAt.getTime(),
    receivedAt: startedAt.getTime(),
    clockError: false,
    resent: false,
    kind: 0x0200,
    digest: 1n,
    position: { lat: 31.3, lng: 120.6, altitudeM: 5, speedKmh: 0, headingDeg: 0, located: true, accOn: true, alarmBits: 0, statusBits: 0 },
    compartments: compartments.map((compartment) => ({
      compartment,
      dataType: 'FF',
      oilCode: 92,
      rawLevelMm: 10,
      levelMm: 10,
      waterMm: 0,
      volumeL: 0,
      v20L: 0,
      temperatureC: 20,
      densityKgM3: 740,
      fault: 0,
    })),
    probes: [],
    events: [],
    safety: [],
  }
  await server.database.pool.query(
    `INSERT INTO position (truck_id, organisation_id, at, received_at, kind, digest, lat, lng, speed, heading, flags, packed)
     SELECT id, organisation_id, $2, $2, 1, 1, 0, 0, 0, 0, 0, $3 FROM truck WHERE plate = $1`,
    [plate, startedAt, Buffer.from(packReading(reading))],
  )
}

test('[truth 4.8] a slip that comes after the departure: its compartment without a gauge gets a line, an empty one with a gauge none', async () => {
  await reports(1, 3)
  await aDelivery(server, {
    plate,
    startedAt,
    lines: [{ compartment: 1, oilCode: 92, a1: 8000, stops: [{ a2: 7990, a3: 0 }] }],
  })
  await slip([1, 2, 3])
  await ticket(2, 6000)
  expect((await linesOf()).map((line) => [line.compartment, line.leg, line.load_v20_l, line.depot_out_v20_l])).toEqual([
    [1, 1, 8000, null],
    [2, 1, null, 6000],
  ])
  expect(await delivery()).toMatchObject({ unknown_compartments: 1, load_v20_l: 8000 })
})
