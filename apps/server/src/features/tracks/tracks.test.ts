import type { LevelTrend } from '@tanker/contract/level-trend'
import { MAX_TRACK_POINTS, type TruckTrack } from '@tanker/contract/track'
import { packReading, POSITION_FLAG } from '@tanker/database/packed-readings'
import type { Reading } from '@tanker/domain/reading'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { aReading, storeReadings } from '../../platform/http/test-readings.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name IN ('客户', '调度员')`)
  ;[anna, ben] = await Promise.all([server.signIn('anna'), server.signIn('ben')])
})
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('TRUNCATE record, position CASCADE'))

const { located, clockError, resent } = POSITION_FLAG
const at = (second: number): Date => new Date(server.now.getTime() - 3_600_000 + second * 1000)

type Given = {
  readonly second: number
  readonly lat?: number
  readonly lng?: number
  readonly kmh?: number
  readonly flags?: number
  readonly km?: number
}

/** A reading with these flags; its odometer only where it is given. */
const given = ({ second, lat = 32, lng = 120, kmh = 36, flags = located, km }: Given, index = 0): Reading => {
  const sent = aReading(at(second), {
    digest: BigInt(index),
    resent: (flags & resent) !== 0,
    clockError: (flags & clockError) !== 0,
  })
  const position = { ...sent.position, lat, lng, speedKmh: kmh, located: (flags & located) !== 0 }
  return { ...sent, position: km === undefined ? position : { ...position, mileageKm: km } }
}

const drove = (plate: string, points: readonly Given[]): Promise<void> =>
  storeReadings(
    server,
    plate,
    points.map((point, index) => given(point, index)),
  )

const period = (hours = 2) => ({
  from: new Date(server.now.getTime() - hours * 3_600_000).toISOString(),
  to: server.now.toISOString(),
})
const read = (user: SignedIn, plate: string, hours?: number) => user.get<TruckTrack>(`/tracks/${server.truckId(plate)}`, period(hours))
const sums = (column: readonly number[]): number[] => {
  let sum = 0
  return column.map((one) => (sum += one))
}

describe('the track of a truck', () => {
  test('has every position once, oldest first, also those without a fix and those uploaded late; those with a wrong clock are left out', async () => {
    await drove('苏A00001', [
      { second: 10, lat: 32.0001, lng: 120.5, kmh: 61.5, km: 1000.4 },
      { second: 0, lat: 32, lng: 120.4, kmh: 60, km: 1000.2 },
      { second: 20, lat: 0, lng: 0, kmh: 0, flags: 0 },
      { second: 30, lat: 32.0003, lng: 120.6, kmh: 62, flags: located | resent, km: 1000.9 },
      { second: 40, lat: 33, lng: 121, flags: located | clockError },
    ])
    const { data } = await read(anna, '苏A00001')
    expect(data.signCode).toBe('苏A00001')
    expect(sums(data.atMs)).toEqual([0, 10, 20, 30].map((second) => at(second).getTime()))
    expect(sums(data.lat)).toEqual([32_000_000, 32_000_100, 0, 32_000_300])
    expect(sums(data.lng)).toEqual([120_400_000, 120_500_000, 0, 120_600_000])
    expect(data.kmh10).toEqual([600, 615, 0, 620])
    expect(data.headingDeg).toEqual([90, 90, 90, 90])
    // The console without a fix sent no odometer: the last value stays.
    expect(sums(data.km10)).toEqual([10_002, 10_004, 10_004, 10_009])
    expect(data.flags.map((flags) => flags & (located | resent))).toEqual([located, located, 0, located | resent])
    expect(data).toMatchObject({ morePoints: false, moreStops: false, stops: [] })
  })

  test('[5.4-01] is read over at most three days, ends included', async () => {
    await drove('苏A00001', [{ second: 0 }])
    expect((await read(anna, '苏A00001', 72)).resultCode).toBe(200)
    const long = await read(anna, '苏A00001', 72.01)
    expect(long.resultCode).toBe(400)
    expect(long.message).toContain('3 天')
    const exactly = { from: at(0).toISOString(), to: at(0).toISOString() }
    expect((await anna.get<TruckTrack>(`/tracks/${server.truckId('苏A00001')}`, exactly)).data.atMs).toHaveLength(1)
  })

  test('is answered for the own trucks only, and refused without the permission', async () => {
    await drove('苏B00001', [{ second: 0 }])
    expect((await read(ben, '苏B00001')).data.atMs).toHaveLength(1)
    const foreign = await read(ben, '苏A00001')
    const missing = await ben.get('/tracks/999999', period())
    expect([foreign.resultCode, foreign.message]).toEqual([missing.resultCode, missing.message])
    expect((await ben.get('/tracks/x', period())).resultCode).toBe(missing.resultCode)
    const water = await server.signIn('water')
    expect((await read(water, '苏A00001')).resultCode).toBe(401)
  })

  test('names its stops: those in the period, those that reach into it and the one that lasts', async () => {
    const { db } = server.database
    const stop = (startedSecond: number, endedSecond: number | null, fenceName: string | null) => ({
      truck_id: server.truckId('苏A00001'),
      kind: 'parking',
      started_at: at(startedSecond),
      ended_at: endedSecond === null ? null : at(endedSecond),
      object: 0,
      organisation_id: server.organisationId('A'),
      name: '',
      lat: 32,
      lng: 120,
      fence_name: fenceName,
      properties: JSON.stringify({ accOn: startedSecond > 0, loaded: true }),
    })
    await db
      .insertInto('record')
      .values([stop(-9_000, -8_000, 'before'), stop(-4_000, -3_500, '油库'), stop(100, 700, null), stop(3_000, null, '油站')])
      .execute()
    const { data } = await read(anna, '苏A00001', 2)
    expect(data.stops.map(({ startedAt, endedAt, place, accOn, loaded }) => [startedAt, endedAt, place, accOn, loaded])).toEqual([
      [at(-4_000).toISOString(), at(-3_500).toISOString(), '油库', false, true],
      [at(100).toISOString(), at(700).toISOString(), expect.any(String), true, true],
      [at(3_000).toISOString(), null, '油站', true, true],
    ])
  })

  test('its tanks have litres over the same time', async () => {
    await drove('苏A00001', [{ second: 0 }, { second: 60 }])
    const { data } = await anna.get<LevelTrend>(`/tracks/${server.truckId('苏A00001')}/tanks`, period())
    expect(data.readings).toBe(2)
    expect(data.speed.speedKmh).toEqual([36, 36])
  })

  test('of more than the most it answers the oldest and says that there are more', async () => {
    const { pool } = server.database
    const sent = Buffer.from(packReading(given({ second: 0, km: 100 })))
    await pool.query(
      `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed)
       SELECT $1, $2::timestamptz + n * interval '0.8 s', 512, n, $3, $2::timestamptz, 32000000 + n, 120000000, 100, 0, 1, $4
       FROM generate_series(0, $5::int + 4) AS n`,
      [server.truckId('苏A00001'), new Date(server.now.getTime() - 71 * 3_600_000), server.organisationId('A'), sent, MAX_TRACK_POINTS],
    )
    const { data } = await read(anna, '苏A00001', 72)
    expect(data.morePoints).toBe(true)
    expect(data.atMs).toHaveLength(MAX_TRACK_POINTS)
    expect(sums(data.lat).at(-1)).toBe(32_000_000 + MAX_TRACK_POINTS - 1)
  })
})
