import type { Dashboard } from '@tanker/contract/dashboard'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-11-21T02:00:00Z') // ten in the morning in Shanghai
  anna = await server.signIn('anna', { localTimeZone: 'Asia/Shanghai' })
})
afterAll(() => server.close())

const at = (text: string) => new Date(text)
const read = async (who: SignedIn) => (await who.get<Dashboard>('/dashboard')).data

const trip = async (plate: string, startedAt: string, endedAt: string, lossL: number, loads: number[]): Promise<void> => {
  const truckId = server.truckId(plate)
  await server.database.pool.query(
    `INSERT INTO record (truck_id, kind, started_at, object, organisation_id, name, ended_at, properties)
     SELECT $1, 'trip', $2, 0, organisation_id, 'trip-ended', $3, $4 FROM truck WHERE id = $1`,
    [truckId, startedAt, endedAt, { transitLossV20L: lossL, lines: loads.map((loadV20L, i) => ({ compartment: i + 1, loadV20L })) }],
  )
}

test('[2.2-03][9-10] the personal center counts the last thirty days of the user’s zone, today among them', async () => {
  await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: at('2026-11-20T16:30:00Z') }) // half past midnight: today
  await raiseAlarm(server, { plate: '苏A00001', type: 2, startedAt: at('2026-11-20T15:30:00Z') }) // half past eleven: yesterday
  await raiseAlarm(server, { plate: '苏A00002', type: 202, startedAt: at('2026-10-22T16:10:00Z') }) // the first of the thirty days
  await raiseAlarm(server, { plate: '苏A00002', type: 202, startedAt: at('2026-10-22T15:50:00Z') }) // the day before
  await raiseAlarm(server, { plate: '苏A00001', type: 213, startedAt: at('2026-11-20T17:30:00Z') }) // a finished emptying counts for nothing
  await trip('苏A00001', '2026-11-20T17:00:00Z', '2026-11-21T01:00:00Z', 12.5, [8000, 6000])
  await trip('苏A00001', '2026-11-19T17:00:00Z', '2026-11-20T01:00:00Z', 7.5, [6000])
  const data = await read(anna)
  expect(data.days).toHaveLength(30)
  expect([data.days[0]?.day, data.days[29]?.day]).toEqual(['2026-10-23', '2026-11-21'])
  expect(data.days[0]?.alarms).toEqual({ cargo: 1 })
  expect(data.days[28]).toEqual({ day: '2026-11-20', alarms: { driving: 1 }, lossL: 7.5, loadedL: 6000 })
  expect(data.days[29]).toEqual({ day: '2026-11-21', alarms: { seal: 1 }, lossL: 12.5, loadedL: 14_000 })
  expect(data.today).toEqual({ tripsBegun: 1, unloadings: 0, unsealings: 1, highLosses: 0 })
  expect(data.trucksByLoss).toEqual([{ truckId: server.truckId('苏A00001'), signCode: '苏A00001', lossL: 20, loadedL: 20_000 }])
  expect(data.trucksByAlarms.map(({ signCode, count }) => [signCode, count])).toEqual([
    ['苏A00001', 2],
    ['苏A00002', 1],
  ])
  expect(data.unhandled.map(({ type }) => type).toSorted((a, b) => a - b)).toEqual([1, 2, 202])
})

test('[truth 4.9] a door event within an unsealing is not counted twice, but still listed for handling', async () => {
  const before = await read(anna)
  const startedAt = at('2026-11-20T18:00:00Z')
  const unsealing = { type: 1, startedAt: startedAt.getTime() + 20_000, object: 100 }
  await raiseAlarm(server, { plate: '苏A00001', type: 210, startedAt, properties: { partOf: unsealing } })
  await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: new Date(unsealing.startedAt), object: 100 })
  const after = await read(anna)
  expect(after.days[29]?.alarms['seal']).toBe((before.days[29]?.alarms['seal'] ?? 0) + 1)
  expect(after.today.unsealings).toBe(before.today.unsealings + 1)
  const ofTruck = (data: Dashboard) => data.trucksByAlarms.find(({ signCode }) => signCode === '苏A00001')?.count ?? 0
  expect(ofTruck(after)).toBe(ofTruck(before) + 1)
  expect(after.unhandled.find(({ type }) => type === 210)?.count).toBe(1)
})

test('events of another organisation’s trucks are not counted', async () => {
  const ben = await server.signIn('ben')
  const data = await read(ben)
  expect(data.unhandled).toEqual([])
  expect(data.trucksByLoss).toEqual([])
  expect(data.fleet.trucks).toBe(1)
})
