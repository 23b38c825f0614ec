import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestConsole, type TestConsole } from '../http/test-console.ts'
import { aDelivery, settled, withStationFence } from './test-delivery.ts'

let server: TestConsole
const plate = '苏A00001'
const startedAt = new Date('2026-03-01T08:00:00Z')

beforeAll(async () => {
  server = await startTestConsole()
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
