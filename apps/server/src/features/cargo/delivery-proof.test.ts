import type { DeliveryCurve, DeliveryProof } from '@tanker/contract/delivery-proof'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import {
  aDelivery,
  keepStationGauge,
  keepTicket,
  legEnd,
  legStart,
  loadedAt,
  settled,
  unloadEnd,
  unloadStart,
  withStationFence,
} from '../loss/test-delivery.ts'

const plate = '苏A00001'
const T = new Date('2026-03-15T02:00:00Z')
const without = new Date('2026-03-16T02:00:00Z')
const minuteMs = 60_000
let server: TestApi
let admin: SignedIn

beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-03-20T00:00:00Z')
  await withStationFence(server)
  admin = await server.signIn('admin')
  for (const startedAt of [T, without])
    await aDelivery(server, {
      plate,
      startedAt,
      lines: [
        { compartment: 1, oilCode: 92, a1: 8000, stops: [{ a2: 7940, a3: 10 }] },
        { compartment: 2, oilCode: 0, a1: 6000, stops: [{ a2: 6003, a3: 0 }] },
      ],
    })
  await keepTicket(server, T, { plate, volumeL: 8100, v20L: 8004 })
  await keepStationGauge(server, T, { afterL: 8900, receivedV20L: 7925 })
  await settled(server)
  const during = new Date(T.getTime() + 10 * minuteMs)
  for (const type of [1, 209]) await raiseAlarm(server, { plate, type, startedAt: during, endedAt: during })
  await raiseAlarm(server, { plate, type: 1, startedAt: new Date(T.getTime() + 12 * 60 * minuteMs) })
  await server.database.pool.query(
    `UPDATE alarm SET handled_at = $1, handled_by = (SELECT id FROM app_user WHERE user_name = 'anna'), handle_result = '误报' WHERE type = 1 AND started_at = $2`,
    [server.now, during],
  )
  await server.database.pool.query(
    `INSERT INTO record (truck_id, organisation_id, kind, started_at, object, name, ended_at, properties)
     SELECT id, organisation_id, 'ledger', $1, 1, 'ledger', $1,
       jsonb_build_object('entry', 'loading', 'compartment', 1, 'v20L', 8000, 'volumeL', 8080, 'balanceV20L', 8000) FROM truck WHERE plate = $2`,
    [loadedAt(T), plate],
  )
})
afterAll(() => server.close())

const asked = (tripStartedAt = T) => ({ truckId: server.truckId(plate), tripStartedAt: tripStartedAt.toISOString() })

test('[D-10] the curve of a trip reaches from before its loading to after its last unloading, with its marks and the readings of its sums', async () => {
  const { data } = await admin.get<DeliveryCurve>('/trucks/delivery-curve', asked())
  // Loading begins 15 minutes before it ends; ten minutes stand at both sides.
  expect(data.from).toBe(new Date(loadedAt(T).getTime() - 25 * minuteMs).toISOString())
  expect(data.to).toBe(new Date(legEnd(T, 1).getTime() + 10 * minuteMs).toISOString())
  expect(data.marks).toEqual([
    { at: T.getTime(), kind: 'left-depot', compartment: null },
    { at: legStart(T, 1).getTime(), kind: 'arrived', compartment: null },
    { at: legEnd(T, 1).getTime(), kind: 'left-station', compartment: null },
  ])
  expect(data.anchors.filter(({ compartment }) => compartment === 1)).toEqual([
    { at: T.getTime(), kind: 'loaded', compartment: 1, v20L: 8000 },
    { at: unloadStart(T, 1).getTime(), kind: 'arrived', compartment: 1, v20L: 7940 },
    { at: unloadEnd(T, 1).getTime(), kind: 'unloaded', compartment: 1, v20L: 10 },
  ])
  // 0.84 ‰ of 8000 L is the sigma of the loss, which is a difference of two readings: 6.72 / √2.
  expect(data.compartments.map(({ compartment, sigmaL }) => [compartment, sigmaL])).toEqual([
    [1, 4.75],
    [2, 3.56],
  ])
})

test('[D-10] the period of a trip that goes on ends now', async () => {
  const startedAt = new Date(server.now.getTime() - 30 * minuteMs)
  await aDelivery(server, {
    plate,
    startedAt,
    lines: [{ compartment: 1, oilCode: 92, a1: 5000, stops: [{ a2: 5000, a3: 0 }] }],
    done: false,
  })
  await settled(server)
  const { data } = await admin.get<DeliveryCurve>('/trucks/delivery-curve', asked(startedAt))
  expect(data.to).toBe(new Date(server.now.getTime() + 10 * minuteMs).toISOString())
  expect(data.anchors).toEqual([{ at: startedAt.getTime(), kind: 'loaded', compartment: 1, v20L: 5000 }])
})

test('a proof has the sums, the papers, the ledger and the alarms of its trip, and who made it', async () => {
  const { data } = await admin.get<DeliveryProof>('/cargo/delivery-proof', asked())
  expect(data).toMatchObject({
    truck: { plate, organisation: '甲运输' },
    depot: '苏州油库',
    stations: '甲站',
    leftDepotAt: T.toISOString(),
    // 8000 − 7940 and 6000 − 6003.
    transportLossL: expect.closeTo(57, 6),
    baseV20L: 14_000,
    judge: 'loss',
    leftOut: 0,
    slips: [],
    tickets: [{ ticketNo: 'T1', compartment: 1, volumeL: 8100, v20L: 8004 }],
    gauges: [{ gaugeNo: 'G1', tankNo: 1, leg: 1, receivedV20L: 7925 }],
    ledger: [{ compartment: 1, entry: 'loading', v20L: 8000, balanceV20L: 8000 }],
    madeAt: server.now.toISOString(),
    more: false,
  })
  expect(data.madeBy).not.toBe('')
  expect(data.lines.map(({ compartment, transportLossL, ticketV20L }) => [compartment, transportLossL, ticketV20L])).toEqual([
    [1, expect.closeTo(60, 6), 8004],
    [2, expect.closeTo(-3, 6), null],
  ])
  // The alarm twelve hours later is of no trip.
  expect(data.alarms.map(({ type, result, handler }) => [type, result, handler !== '']).toSorted()).toEqual([
    [1, '误报', true],
    [209, '', false],
  ])
})

test('a proof of a trip under way has no verdict, as its list', async () => {
  const startedAt = new Date(server.now.getTime() - 90 * minuteMs)
  const lines = [{ compartment: 1, oilCode: 92, a1: 5000, stops: [{ a2: 4900, a3: 0 }] }]
  await aDelivery(server, { plate, startedAt, lines, done: false })
  await settled(server)
  await server.database.pool.query(
    `UPDATE delivery SET transport_loss_l = 100, over_quota_l = 90, unknown_compartments = 0, judge = 'loss' WHERE trip_started_at = $1`,
    [startedAt],
  )
  const proof = (await admin.get<DeliveryProof>('/cargo/delivery-proof', asked(startedAt))).data
  expect(proof).toMatchObject({ state: 'transit', judge: null, overQuotaL: null })
})

test('what a proof does not have is empty, never made up', async () => {
  const { data } = await admin.get<DeliveryProof>('/cargo/loss-proof', asked(without))
  expect(data).toMatchObject({ slipNo: '', escort: '', slips: [], tickets: [], gauges: [], ledger: [], alarms: [] })
  expect(data.curve.compartments.every(({ at }) => at.length === 0)).toBe(true)
})

test('a proof has the rights and the scope of its list: no foreign truck, no alarm of the staff for a customer, no call without the screen', async () => {
  const ben = await server.signIn('ben')
  for (const path of ['/cargo/delivery-proof', '/cargo/loss-proof', '/trucks/delivery-curve'])
    expect((await ben.get(path, asked())).data, path).toBeNull()
  const { pool } = server.database
  await pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, 'cargo_monitor/data_analysis/oil_loss' FROM role WHERE name = '客户'`,
  )
  await pool.query(`UPDATE delivery SET organisation_id = (SELECT id FROM organisation WHERE code = 'A1') WHERE trip_started_at = $1`, [T])
  await pool.query(`UPDATE truck SET organisation_id = (SELECT id FROM organisation WHERE code = 'A1') WHERE plate = $1`, [plate])
  await pool.query(`UPDATE alarm SET organisation_id = (SELECT id FROM organisation WHERE code = 'A1')`)
  const carl = await server.signIn('carl')
  const own = await carl.get<DeliveryProof>('/cargo/loss-proof', asked())
  expect(own.data.alarms.map(({ type }) => type)).toEqual([1])
  expect((await carl.get('/cargo/delivery-proof', asked())).resultCode).toBe(401)
  expect((await admin.get('/cargo/delivery-proof', asked(new Date('2026-01-01T00:00:00Z')))).message).toContain('没有找到这次配送')
})
