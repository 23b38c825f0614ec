import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { aDelivery, keepStationGauge, settled, withStationFence } from './test-delivery.ts'

let server: TestApi
const plate = '苏A00001'
const startedAt = new Date('2026-03-01T08:00:00Z')

beforeAll(async () => {
  server = await startTestApi()
  await withStationFence(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query(
    'TRUNCATE record, slip, slip_line, meter_ticket, station_gauge, delivery, delivery_line, handover, delivery_due',
  )
})

const linesOf = async () => (await server.database.pool.query('SELECT * FROM delivery_line ORDER BY compartment')).rows

test('[truth 4.6] what a gauge jumped by on the way is no loss: 8,000 aboard, 7,592 read after a jump of −400, 8 L are gone', async () => {
  await aDelivery(server, {
    plate,
    startedAt,
    lines: [{ compartment: 1, oilCode: 92, a1: 8000, stops: [{ a2: 7592, a3: 0, jumpL: -400 }] }],
  })
  await settled(server)
  const [line] = await linesOf()
  expect(line).toMatchObject({ load_v20_l: 8000, arrive_v20_l: 7592, transport_loss_l: 8, unload_v20_l: 7592, total_loss_l: 8 })
})

test('[truth 4.6] a stuck gauge: its delivery has no litres, and the other compartments get no loss from the station’s receipt', async () => {
  await aDelivery(server, {
    plate,
    startedAt,
    lines: [
      { compartment: 1, oilCode: 92, a1: 7000, stops: [{ a2: 7000, a3: 7000, unknown: true }] },
      { compartment: 2, oilCode: 92, a1: 8000, stops: [{ a2: 7990, a3: 0 }] },
    ],
  })
  await settled(server)
  await keepStationGauge(server, startedAt, { afterL: 15980, receivedV20L: 14980 })
  await settled(server)
  const [stuck, sound] = await linesOf()
  expect(stuck).toMatchObject({
    compartment: 1,
    leg: 1,
    arrive_v20_l: null,
    unload_v20_l: null,
    transport_loss_l: null,
    total_loss_l: null,
  })
  expect(sound).toMatchObject({
    compartment: 2,
    leg: 1,
    unload_v20_l: 7990,
    transport_loss_l: 10,
    unloading_loss_l: null,
    total_loss_l: 10,
  })
})
