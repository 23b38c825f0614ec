import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aLiveRow, setLive, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const [mine, second, foreign] = ['苏A00001', '苏A00002', '苏B00001'] as const

let server: TestApi
let anna: SignedIn
const grant = (role: string) =>
  server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, 'monitor/track_map' FROM role WHERE name = $1 ON CONFLICT DO NOTHING`,
    [role],
  )
beforeAll(async () => {
  server = await startTestApi()
  // Noon in Shanghai.
  server.now = new Date('2026-11-21T04:00:00Z')
  await grant('调度员')
  anna = await server.signIn('anna')
})
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('TRUNCATE record, driven_piece CASCADE'))

const hoursAgo = (count: number) => new Date(server.now.getTime() - count * 3_600_000)

/** A piece of driving, as detection writes it. */
const drove = (fromHours: number, toHours: number, distanceM: number, toKm: number) =>
  server.database.pool.query(
    `INSERT INTO record (truck_id, kind, started_at, ended_at, object, organisation_id, name, properties)
     SELECT id, 'driven', $2, $3, 0, organisation_id, 'driven', $4 FROM truck WHERE plate = $1`,
    [
      mine,
      hoursAgo(fromHours),
      hoursAgo(toHours),
      JSON.stringify({ distanceM, drivingS: 600, maxKmh: 60, loaded: false, fromKm: null, toKm, driverId: null, driverName: null }),
    ],
  )
const kmOf = async (plate: string, user = anna) => (await user.get<{ km: number }>(`/trucks/${server.truckId(plate)}/driven`)).data?.km

test('[2.3-02] a truck drove since midnight what its pieces say, and while it drives what its odometer adds', async () => {
  await drove(12.5, 12.2, 9_000, 980)
  await drove(6, 5, 12_500, 995)
  await drove(2, 1, 3_200, 998.4)
  await setLive(server, mine, aLiveRow(server.now, { moving: false, mileageKm: 1000 }))
  // 12.5 + 3.2; the piece of yesterday does not count.
  expect(await kmOf(mine)).toBe(15.7)
  await setLive(server, mine, aLiveRow(server.now, { moving: true, mileageKm: 1000 }))
  expect(await kmOf(mine)).toBe(17.3)
  // The odometer was set back.
  await setLive(server, mine, aLiveRow(server.now, { moving: true, mileageKm: 3 }))
  expect(await kmOf(mine)).toBe(15.7)
  expect(await kmOf(second)).toBe(0)
})

test('a truck of another carrier has no kilometres', async () => {
  expect((await anna.get(`/trucks/${server.truckId(foreign)}/driven`)).resultCode).toBe(400)
})

test('the live track map alone lets a role read the fleet and its trails, and no other board', async () => {
  const carl = await server.signIn('carl')
  const codes = async () => [
    (await carl.get('/trucks/live')).resultCode,
    (await carl.get('/board/drivers')).resultCode,
    (await carl.get('/board/safety')).resultCode,
  ]
  expect(await codes()).toEqual([401, 401, 401])
  await grant('客户')
  await expect.poll(codes).toEqual([200, 200, 401])
})
