import type { boardDrivers, TruckTrail, TruckTrip } from '@tanker/contract/board'
import { POSITION_FLAG } from '@tanker/database/packed-readings'
import type { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  ;[anna, ben] = await Promise.all([server.signIn('anna'), server.signIn('ben')])
})
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('TRUNCATE record, position, slip, slip_line CASCADE'))

const minutesAgo = (count: number) => new Date(server.now.getTime() - count * 60_000)
const { located, clockError } = POSITION_FLAG

type FixGiven = { readonly at: Date; readonly lat: number; readonly lng?: number; readonly kmh: number; readonly flags?: number }

async function drove(plate: string, fixes: readonly FixGiven[]): Promise<void> {
  await server.database.db
    .insertInto('position')
    .values(
      fixes.map(({ at, lat, lng = 120.7, kmh, flags = located }, index) => ({
        truck_id: server.truckId(plate),
        at,
        kind: 0x0200,
        digest: String(index),
        organisation_id: server.organisationId(plate === '苏B00001' ? 'B' : 'A'),
        received_at: at,
        lat: Math.round(lat * 1e6),
        lng: Math.round(lng * 1e6),
        speed: kmh * 10,
        heading: 0,
        flags,
        packed: Buffer.alloc(32),
      })),
    )
    .execute()
}

async function record(
  kind: string,
  startedAt: Date,
  given: { endedAt?: Date; object?: number; fence?: string; place?: [number, number]; properties?: object },
) {
  const { db } = server.database
  const fence =
    given.fence === undefined ? null : await db.selectFrom('fence').where('name', '=', given.fence).select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('record')
    .values({
      truck_id: server.truckId('苏A00001'),
      kind,
      started_at: startedAt,
      ended_at: given.endedAt ?? null,
      object: given.object ?? 0,
      organisation_id: server.organisationId('A'),
      name: kind,
      fence_id: fence?.id ?? null,
      fence_name: given.fence ?? null,
      lat: given.place?.[0] ?? null,
      lng: given.place?.[1] ?? null,
      properties: JSON.stringify(given.properties ?? {}),
    })
    .execute()
}

const trailOf = async (plate = '苏A00001') => (await anna.get<TruckTrail>(`/trucks/${server.truckId(plate)}/trail`)).data
const tripOf = async () => (await anna.get<TruckTrip>(`/trucks/${server.truckId('苏A00001')}/trip`)).data

describe('the trail of a truck', () => {
  test('[D-07] [delight 3] it is the last two hours, oldest first, with its gaps, its openings and its operations', async () => {
    await drove('苏A00001', [
      { at: minutesAgo(121), lat: 31.1, kmh: 50 },
      { at: minutesAgo(120), lat: 31.11, kmh: 51 },
      { at: minutesAgo(110), lat: 31.2, kmh: 52 },
      { at: minutesAgo(106), lat: 31.22, kmh: 0 },
      { at: minutesAgo(0), lat: 31.4, kmh: 12.5 },
    ])
    const place: [number, number] = [31.22, 120.7]
    await record('cover', minutesAgo(105), { object: 101, place, endedAt: minutesAgo(104) })
    await record('operation', minutesAgo(103), { object: 2, place, properties: { direction: 'unloading' } })
    await record('cover', minutesAgo(130), { object: 101, place })
    await record('cover', minutesAgo(90), { object: 101 })
    await record('parking', minutesAgo(80), { place })
    const trail = await trailOf()
    expect(trail.at).toEqual([120, 110, 106, 0].map((count) => minutesAgo(count).getTime()))
    expect(trail.lat).toEqual([31.11, 31.2, 31.22, 31.4])
    expect(trail.lng).toEqual([120.7, 120.7, 120.7, 120.7])
    expect(trail.speedKmh).toEqual([51, 52, 0, 12.5])
    expect(trail.gaps).toEqual([1, 3])
    expect(trail.marks.map(({ name, object, lat, lng }) => [name, object, lat, lng])).toEqual([
      ['cover', 101, 31.22, 120.7],
      ['operation', 2, 31.22, 120.7],
    ])
  })

  test('readings without a fix and with a wrong clock are no part of it', async () => {
    await drove('苏A00001', [
      { at: minutesAgo(3), lat: 31.1, kmh: 50 },
      { at: minutesAgo(2), lat: 0, lng: 0, kmh: 0, flags: 0 },
      { at: minutesAgo(1), lat: 31.3, kmh: 50, flags: located | clockError },
    ])
    expect((await trailOf()).lat).toEqual([31.1])
  })

  test('a truck that never reported has an empty one; a foreign truck and nonsense have none', async () => {
    expect(await trailOf()).toEqual({ at: [], lat: [], lng: [], speedKmh: [], gaps: [], marks: [] })
    for (const id of [server.truckId('苏B00001'), 999_999, 'x'])
      for (const what of ['trail', 'trip']) expect((await anna.get(`/trucks/${id}/${what}`)).resultCode).toBe(400)
    expect((await ben.get(`/trucks/${server.truckId('苏B00001')}/trail`)).resultCode).toBe(200)
  })
})

describe('[D-09] the running trip of a truck', () => {
  const stationId = async () =>
    (await server.database.db.selectFrom('place').where('name', '=', '甲站').select('id').executeTakeFirstOrThrow()).id

  async function slip(startedAt: Date, slipNo: string, stops: readonly number[]): Promise<void> {
    const { pool } = server.database
    const depot = await server.database.db.selectFrom('place').where('kind', '=', 'depot').select('id').executeTakeFirstOrThrow()
    const { rows } = await pool.query<{ id: number }>(
      `WITH sender AS (INSERT INTO integration_key (organisation_id, name, key_hash) VALUES ($1, $2, $3::text::bytea) RETURNING id)
       INSERT INTO slip (sender_id, organisation_id, slip_no, truck_id, driver_name, escort, customer, depot_id, planned_at, trip_started_at, body)
       SELECT sender.id, $1, $2, $4, '', '', '', $5, $6, $6, '{}' FROM sender RETURNING id`,
      [server.organisationId('A'), slipNo, slipNo, server.truckId('苏A00001'), depot.id, startedAt],
    )
    for (const [index, station] of stops.entries())
      await pool.query(
        `INSERT INTO slip_line (slip_id, stop, station_id, compartment, oil_code, oil_name, customer) VALUES ($1, $2, $3, $4, 92, '92号汽油', '')`,
        [rows[0]?.id, index + 1, station, index + 1],
      )
  }
  const trip = (startedAt: Date, endedAt?: Date) =>
    record('trip', startedAt, {
      ...(endedAt === undefined ? {} : { endedAt }),
      fence: '油库围栏',
      properties: {
        lines: [
          { compartment: 1, oilCode: 92, loadL: 8000.5 },
          { compartment: 2, oilCode: 0, loadL: null },
        ],
      },
    })
  /** 60 km/h northwards to 31.3, which is 0.1 degrees (11,119 m) south of the station. */
  const northwards = (untilMinutesAgo = 0) =>
    Array.from({ length: 30 }, (_, index) => ({
      at: minutesAgo(29 - index + untilMinutesAgo),
      lat: 31.3 - (29 - index) / 111.195,
      kmh: 60,
    }))

  test('it names slip, load, depot and the station ahead, with its straight line and the arrival at the speed of the last half hour', async () => {
    const startedAt = minutesAgo(60)
    await trip(startedAt)
    await slip(startedAt, 'S-1', [await stationId()])
    await drove('苏A00001', northwards())
    const { trip: running, since } = await tripOf()
    expect(since).toBe(new Date(startedAt.getTime() - 12 * 3_600_000).toISOString())
    expect(running).toMatchObject({
      startedAt: startedAt.toISOString(),
      depotName: '苏州油库',
      slipNos: ['S-1'],
      load: [
        { oilCode: 92, oilName: '92号汽油', volumeL: 8000.5 },
        { oilCode: 0, oilName: '0号柴油', volumeL: null },
      ],
      stations: [{ name: '甲站', arrivedAt: null, leftAt: null, distanceM: 11_120 }],
      noEstimate: null,
      estimate: { meanKmh: 60 },
    })
    const arrival = Date.parse(running?.estimate?.arrivalAt ?? '')
    expect((arrival - server.now.getTime()) / 60_000).toBeCloseTo(11.12, 1)
  })

  test('a station that was reached has its time and no distance; while the truck is there no arrival elsewhere is given', async () => {
    const startedAt = minutesAgo(60)
    await trip(startedAt)
    const { rows } = await server.database.pool.query<{ id: number }>(
      `INSERT INTO place (organisation_id, kind, name, code, lat, lng) VALUES ($1, 'station', '乙站', '1002', 31.5, 120.7) RETURNING id`,
      [server.organisationId('A')],
    )
    await slip(startedAt, 'S-2', [await stationId(), rows[0]?.id ?? 0])
    await server.database.pool.query(
      `INSERT INTO fence (organisation_id, kind, name, place_id, shape) SELECT $1, 'station', '甲站围栏', $2, '{"shape":"circle","lat":31.4,"lng":120.7,"radiusM":100}' WHERE NOT EXISTS (SELECT FROM fence WHERE name = '甲站围栏')`,
      [server.organisationId('A1'), await stationId()],
    )
    await record('trip-leg', minutesAgo(10), { object: 1, fence: '甲站围栏', properties: { tripStartedAt: startedAt.getTime() } })
    await drove('苏A00001', northwards())
    const atStation = (await tripOf()).trip
    expect(atStation?.stations).toMatchObject([
      { name: '甲站', arrivedAt: minutesAgo(10).toISOString(), leftAt: null, distanceM: null },
      { name: '乙站', arrivedAt: null, distanceM: 22_239 },
    ])
    expect(atStation).toMatchObject({ estimate: null, noEstimate: 'at-station' })
    await server.database.pool.query(`UPDATE record SET ended_at = $1 WHERE kind = 'trip-leg'`, [minutesAgo(2)])
    expect((await tripOf()).trip?.estimate).not.toBeNull()

    // Inside the fence of the next station it is there, though no leg says so yet.
    await server.database.pool.query(
      `INSERT INTO fence (organisation_id, kind, name, place_id, shape, status) VALUES ($1, 'station', '乙站围栏', $2, '{"shape":"circle","lat":31.3,"lng":120.7,"radiusM":200}', 'approved')`,
      [server.organisationId('A'), rows[0]?.id],
    )
    expect((await tripOf()).trip).toMatchObject({ estimate: null, noEstimate: 'inside' })
  })

  test('nothing is invented: without a slip no station ahead, after silence no arrival', async () => {
    const startedAt = minutesAgo(60)
    await trip(startedAt)
    await drove('苏A00001', northwards(6))
    expect((await tripOf()).trip).toMatchObject({ slipNos: [], stations: [], estimate: null, noEstimate: null })
    await slip(startedAt, 'S-3', [await stationId()])
    expect((await tripOf()).trip).toMatchObject({ estimate: null, noEstimate: 'silent' })
  })

  test('a truck whose last trip has ended is on none, and the time since then is the present', async () => {
    expect(await tripOf()).toEqual({ since: null, trip: null })
    await trip(minutesAgo(300), minutesAgo(40))
    expect(await tripOf()).toEqual({ since: minutesAgo(40).toISOString(), trip: null })
    await trip(minutesAgo(20))
    expect(await tripOf()).toMatchObject({ since: minutesAgo(40).toISOString(), trip: { startedAt: minutesAgo(20).toISOString() } })
  })
})

test('[D-39] drivers of the own organisations are listed with the truck they drive', async () => {
  const drivers = async (user: SignedIn) => (await user.get<z.infer<typeof boardDrivers>>('/board/drivers')).data
  expect(await drivers(anna)).toMatchObject([{ name: '陈海霞', truckId: server.truckId('苏A00001') }])
  expect(await drivers(ben)).toEqual([])
  expect((await (await server.signIn('carl')).get('/board/drivers')).resultCode).toBe(401)
})
