import { setThresholds } from '@tanker/database/test-thresholds'
import type { FleetSnapshot, TruckCard, TruckStatusData } from '@tanker/contract/trucks'
import { TruckContexts } from '@tanker/database/truck-contexts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aLiveRow, raiseAlarm, setLive, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  anna = await server.signIn('anna')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE alarm, alarm_cleared, outbox CASCADE')
  await server.database.pool.query('UPDATE truck_state SET live = NULL, contact_at = NULL')
  await server.database.pool.query('DELETE FROM threshold_value')
})

const oil = (compartment: number, oilCode: number, volumeL: number) => ({
  compartment,
  dataType: 'TT' as const,
  oilCode,
  fault: 0,
  rawLevelMm: 1000,
  levelMm: 1000,
  waterMm: 0,
  volumeL,
  v20L: volumeL,
  temperatureC: 20,
  densityKgM3: 740,
})
const statusOf = async (plate: string) =>
  (await anna.get<TruckStatusData>('/truckStatusData')).data.trucks.find((truck) => truck.signCode === plate)

test('[3.2-01][3.2-02][3.1-06][7.2-13][9-07] GET /truckStatusData answers the fields of the truck status record for the trucks of the scope', async () => {
  await setLive(server, '苏A00001', aLiveRow(server.now, { loaded: true, compartments: [oil(1, 92, 8000.2), oil(2, 0, 500.7)] }))
  const { data } = await anna.get<TruckStatusData>('/truckStatusData', { userPri: 'forged' })
  expect(data.trucks.map((truck) => truck.signCode)).toEqual(['苏A00001', '苏A00002'])
  expect(data.trucks[0]).toEqual({
    truckId: server.truckId('苏A00001'),
    signCode: '苏A00001',
    companyName: '甲运输',
    status: 2,
    alarm: 'heavy',
    gpsTime: server.now.toISOString(),
    alarmStartTime: null,
    statusStartTime: new Date(server.now.getTime() - 60_000).toISOString(),
    speed: 60,
    area: '距苏州油库 2.9 km',
    lastInventoryMap: JSON.stringify([
      { cab: 1, oilCode: 92, vt: 8000.2 },
      { cab: 2, oilCode: 0, vt: 500.7 },
    ]),
  })
  // [9-07] each tank rounded up
  expect(data.oilCount).toEqual({ gasoline: 8001, diesel: 501, other: 0 })
  // [3.1-06]
  expect(data.truckStatusCount).toEqual([0, 1, 2, 3, 4].map((status) => ({ status, count: status === 0 || status === 2 ? 1 : 0 })))
})

test('[D-01] a sprinkler, and a truck whose compartments all hold water, carry no fuel: no litres in totals, and detection knows', async () => {
  const { pool } = server.database
  const carries = async () => {
    const id = server.truckId('苏A00001')
    return (await new TruckContexts(pool).load([id])).get(id)?.carries
  }
  await setLive(server, '苏A00001', aLiveRow(server.now, { compartments: [oil(1, -1, 6000)] }))
  expect((await anna.get<TruckStatusData>('/truckStatusData')).data.oilCount.other).toBe(6000)
  expect(await carries()).toBe('fuel')
  const { rows } = await pool.query('SELECT compartment, oil_name FROM compartment WHERE truck_id = $1', [server.truckId('苏A00001')])
  for (const change of [`UPDATE truck SET model = 'sprinkler' WHERE plate = '苏A00001'`, `UPDATE compartment SET oil_name = '水'`]) {
    await pool.query(change)
    const { data } = await anna.get<TruckStatusData>('/truckStatusData')
    expect(data.oilCount).toEqual({ gasoline: 0, diesel: 0, other: 0 })
    expect(data.trucks.find(({ signCode }) => signCode === '苏A00001')?.lastInventoryMap).toBe('[]')
    expect(await carries()).toBe('water')
    await pool.query(`UPDATE truck SET model = 'oil-tanker' WHERE plate = '苏A00001'`)
  }
  for (const row of rows)
    await pool.query('UPDATE compartment SET oil_name = $1 WHERE truck_id = $2 AND compartment = $3', [
      row.oil_name,
      server.truckId('苏A00001'),
      row.compartment,
    ])
})

describe('[4.2-01][4.2-02][4.2-03] the status follows from the stored parts', () => {
  const minutes = (count: number) => new Date(server.now.getTime() - count * 60_000)

  test('never seen, or silent for ten minutes: offline', async () => {
    expect(await statusOf('苏A00001')).toMatchObject({ status: 0, alarm: 'offline', gpsTime: null, speed: null, area: '' })
    await setLive(server, '苏A00001', aLiveRow(minutes(11)))
    expect(await statusOf('苏A00001')).toMatchObject({ status: 0, statusStartTime: minutes(11).toISOString() })
  })

  test('a heartbeat alone keeps it online', async () => {
    await setLive(server, '苏A00001', aLiveRow(minutes(30)), minutes(1))
    expect(await statusOf('苏A00001')).toMatchObject({ status: 1, alarm: 'empty' })
  })

  test('standing for ten minutes: parked, and the text still says whether it is loaded', async () => {
    await setLive(
      server,
      '苏A00001',
      aLiveRow(server.now, { moving: false, speedKmh: 0, loaded: true, stoppedSince: minutes(12).getTime() }),
    )
    expect(await statusOf('苏A00001')).toMatchObject({ status: 4, alarm: 'heavy', statusStartTime: minutes(12).toISOString() })
  })

  test('an open alarm that colours the truck comes before parked, until it ends, is handled, or is a day old', async () => {
    await setLive(server, '苏A00001', aLiveRow(server.now, { moving: false, stoppedSince: minutes(12).getTime() }))
    const id = await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: minutes(5) })
    expect(await statusOf('苏A00001')).toMatchObject({ status: 3, alarm: 'alarm', alarmStartTime: minutes(5).toISOString() })
    await server.database.pool.query('UPDATE alarm SET ended_at = now() WHERE id = $1', [id])
    expect(await statusOf('苏A00001')).toMatchObject({ status: 4, alarmStartTime: null })
    await server.database.pool.query(`UPDATE alarm SET ended_at = NULL, started_at = $2 WHERE id = $1`, [id, minutes(24 * 60 + 1)])
    expect(await statusOf('苏A00001')).toMatchObject({ status: 4 })
  })

  test('an alarm that does not colour, such as overspeed, leaves the status alone', async () => {
    await setLive(server, '苏A00001', aLiveRow(server.now))
    await raiseAlarm(server, { plate: '苏A00001', type: 2 })
    expect(await statusOf('苏A00001')).toMatchObject({ status: 1 })
  })

  test('a threshold is that of the truck, else of its organisation, else of the one above, else the default', async () => {
    await setLive(server, '苏A00002', aLiveRow(minutes(20)))
    const { pool } = server.database
    expect(await statusOf('苏A00002')).toMatchObject({ status: 0 })
    await setThresholds(pool, { organisationId: server.organisationId('G') }, { statusOfflineMin: 30 })
    expect(await statusOf('苏A00002')).toMatchObject({ status: 1 })
    await setThresholds(pool, { organisationId: server.organisationId('A') }, { statusOfflineMin: 15 })
    expect(await statusOf('苏A00002')).toMatchObject({ status: 0 })
    await setThresholds(pool, { organisationId: server.organisationId('A1') }, { statusOfflineMin: 25 })
    expect(await statusOf('苏A00002')).toMatchObject({ status: 1 })
    await setThresholds(pool, { truckId: server.truckId('苏A00002') }, { statusOfflineMin: 5 })
    expect(await statusOf('苏A00002')).toMatchObject({ status: 0 })
  })
})

test('the area is the fence it stands in, else the nearest place within 30 km in the language asked, else nothing', async () => {
  await setLive(server, '苏A00001', aLiveRow(server.now, { lat: 31.3001, lng: 120.6001 }))
  expect((await statusOf('苏A00001'))?.area).toBe('油库围栏')
  await setLive(server, '苏A00001', aLiveRow(server.now, { lat: 31.42, lng: 120.7 }))
  const english = await anna.get<TruckStatusData>('/truckStatusData', {}, { language: 'en' })
  expect(english.data.trucks[0]?.area).toBe('2.2 km from 甲站')
  await setLive(server, '苏A00001', aLiveRow(server.now, { lat: 35, lng: 120.7 }))
  expect((await statusOf('苏A00001'))?.area).toBe('')
})

test('[7.2-22] GET /onlineTruck answers the trucks that are not offline', async () => {
  await setLive(server, '苏A00001', aLiveRow(server.now))
  expect((await anna.get('/onlineTruck')).data).toEqual([
    { truckId: server.truckId('苏A00001'), signCode: '苏A00001', companyName: '甲运输', gpsTime: server.now.toISOString(), speed: 60 },
  ])
})

test('[7.2-06] GET /devices/all answers a device with its type for every truck of the scope', async () => {
  expect((await anna.get('/devices/all')).data).toEqual([
    {
      id: server.truckId('苏A00001'),
      truckId: server.truckId('苏A00001'),
      signCode: '苏A00001',
      deviceType: 'tanker-1',
      code: '250800001',
      online: false,
    },
    {
      id: server.truckId('苏A00002'),
      truckId: server.truckId('苏A00002'),
      signCode: '苏A00002',
      deviceType: 'tanker-1',
      code: '250800002',
      online: false,
    },
  ])
})

test('[2.3-01] GET /trucks/live gives the board its fleet in arrays of one length', async () => {
  await setLive(server, '苏A00002', aLiveRow(server.now, { loaded: true, processState: 6, compartments: [oil(1, 92, 100), oil(2, 0, 50)] }))
  const { data } = await anna.get<FleetSnapshot>('/trucks/live')
  expect(data).toMatchObject({
    revision: server.now.getTime(),
    signCode: ['苏A00001', '苏A00002'],
    status: [0, 2],
    processState: [0, 6],
    lat: [null, 31.32],
    gpsTime: [null, server.now.getTime()],
    volumeL: [0, 150],
  })
})

test('[T22] each user sees the trucks of the own organisation and below, and no others', async () => {
  const plates = async (user: SignedIn) => (await user.get<TruckStatusData>('/truckStatusData')).data.trucks.map((truck) => truck.signCode)
  expect(await plates(await server.signIn('admin'))).toEqual(['苏A00001', '苏A00002', '苏B00001'])
  expect(await plates(await server.signIn('ben'))).toEqual(['苏B00001'])
  expect(await plates(await server.signIn('carl'))).toEqual(['苏A00002'])
})

describe('GET /trucks/:truckId/card', () => {
  test('a foreign truck, a missing one and nonsense get one and the same answer', async () => {
    const answers = await Promise.all(
      [server.truckId('苏B00001'), 999_999, '9999999999999', 'x'].map((id) => anna.get(`/trucks/${id}/card`, {}, { language: 'en' })),
    )
    for (const answer of answers)
      expect(answer).toMatchObject({ resultCode: 400, message: 'The truck was not found. Please refresh the list.', data: null })
  })

  test('shows compartments, seals with their alarms, the driver and the last ten events, newest first', async () => {
    await setLive(
      server,
      '苏A00001',
      aLiveRow(server.now, {
        compartments: [oil(1, 92, 8000)],
        probes: [
          { compartment: 1, type: 1, answering: true, open: true, wet: false, sealCount: 7, condition: 'ok' },
          {
            compartment: 2,
            type: 0,
            answering: true,
            open: false,
            wet: true,
            sealCount: 3,
            condition: 'long-wet',
          },
        ],
      }),
    )
    await raiseAlarm(server, { plate: '苏A00001', type: 1, object: 101, startedAt: new Date(server.now.getTime() - 1000) })
    for (let i = 0; i < 12; i += 1) {
      await server.database.db
        .insertInto('record')
        .values({
          truck_id: server.truckId('苏A00001'),
          kind: 'cover',
          started_at: new Date(server.now.getTime() - (i + 2) * 1000),
          object: 101,
          organisation_id: server.organisationId('A'),
          name: 'cover-opened',
          properties: '{}',
        })
        .execute()
    }
    const { data } = await anna.get<TruckCard>(`/trucks/${server.truckId('苏A00001')}/card`)
    expect(data).toMatchObject({ signCode: '苏A00001', status: 3, driverName: '陈海霞', driverPhone: '19900001001', model: 'oil-tanker' })
    expect(data.compartments).toMatchObject([
      { compartment: 1, oilName: '92号汽油', capacityL: 10_000, volumeL: 8000, at: server.now.toISOString() },
      { compartment: 2, oilName: '0号柴油', volumeL: null, at: null },
    ])
    expect(data.seals).toMatchObject([
      { compartment: 1, probeType: 1, open: true, condition: 'ok', alarmed: true, sealCount: 7 },
      { compartment: 2, probeType: 0, condition: 'long-wet', alarmed: false },
    ])
    expect(data.events).toHaveLength(10)
    expect(data.events.slice(0, 2)).toMatchObject([
      { kind: 'alarm', name: '1', grade: 'red' },
      { kind: 'record', name: 'cover', grade: null },
    ])
  })
})

describe('[D-06] a seal on the card is marked for what is wrong now', () => {
  const probe = (compartment: number, open: boolean) =>
    ({ compartment, type: 1, answering: true, open, wet: false, sealCount: 7, condition: 'ok' }) as const
  const minutesAgo = (count: number) => new Date(server.now.getTime() - count * 60_000)
  const sealsOf = async () =>
    (await anna.get<TruckCard>(`/trucks/${server.truckId('苏A00001')}/card`)).data.seals.map(({ compartment, alarmed, shouldBeShut }) => ({
      compartment,
      alarmed,
      shouldBeShut,
    }))
  const aTrip = (startedAt: Date, endedAt: Date | null) =>
    server.database.db
      .insertInto('record')
      .values({
        truck_id: server.truckId('苏A00001'),
        kind: 'trip',
        started_at: startedAt,
        ended_at: endedAt,
        object: 0,
        organisation_id: server.organisationId('A'),
        name: 'trip',
        properties: '{}',
      })
      .execute()
  beforeEach(() => server.database.pool.query('TRUNCATE record CASCADE'))

  test('an unhandled alarm of the running trip or its loading marks its seal, one of an earlier trip no more', async () => {
    await setLive(server, '苏A00001', aLiveRow(server.now, { probes: [probe(1, false), probe(2, false), probe(3, false)] }))
    await raiseAlarm(server, { plate: '苏A00001', type: 1, object: 101, startedAt: minutesAgo(200), settled: false })
    await raiseAlarm(server, { plate: '苏A00001', type: 1, object: 201, startedAt: minutesAgo(70), settled: false })
    await raiseAlarm(server, { plate: '苏A00001', type: 1, object: 301, startedAt: minutesAgo(20), settled: false })
    const marked = async () => (await sealsOf()).filter(({ alarmed }) => alarmed).map(({ compartment }) => compartment)
    // Without a trip the last day counts.
    expect(await marked()).toEqual([1, 2, 3])
    await aTrip(minutesAgo(300), minutesAgo(100))
    expect(await marked()).toEqual([2, 3])
    await aTrip(minutesAgo(60), null)
    expect(await marked()).toEqual([2, 3])
    await server.database.pool.query(`UPDATE record SET ended_at = $1 WHERE ended_at IS NULL`, [minutesAgo(30)])
    expect(await marked()).toEqual([3])
    await server.database.pool.query('UPDATE alarm SET handled_at = now()')
    expect(await marked()).toEqual([])
  })

  test('a cover that is open should be shut while the truck drives, not while it stands, and not on a truck with water', async () => {
    const wrong = async () => (await sealsOf()).filter(({ shouldBeShut }) => shouldBeShut).map(({ compartment }) => compartment)
    const probes = [probe(1, true), probe(2, false)]
    await setLive(server, '苏A00001', aLiveRow(server.now, { probes }))
    expect(await wrong()).toEqual([1])
    await setLive(server, '苏A00001', aLiveRow(server.now, { probes, moving: false, speedKmh: 0 }))
    expect(await wrong()).toEqual([])
    await setLive(server, '苏A00001', aLiveRow(server.now, { probes }))
    await server.database.pool.query(`UPDATE truck SET model = 'sprinkler' WHERE plate = '苏A00001'`)
    expect(await wrong()).toEqual([])
    await server.database.pool.query(`UPDATE truck SET model = 'oil-tanker' WHERE plate = '苏A00001'`)
  })
})

test('[1-07] GET /map/places gives the places and fences of the scope and those that the group shares', async () => {
  const { data } = await anna.get<{ kind: string; name: string; fenceName?: string; outline: number[][] }[]>('/map/places')
  expect(data.map((place) => [place.name, place.fenceName])).toEqual([
    ['苏州油库', '油库围栏'],
    ['甲站', undefined],
  ])
  expect(data[0]?.outline).toHaveLength(48)
  const ben = await server.signIn('ben')
  expect((await ben.get<{ name: string }[]>('/map/places')).data.map((place) => place.name)).toEqual(['苏州油库'])
})

test('GET /organisations gives the tree of the scope, parents first, without a parent above it', async () => {
  expect((await anna.get('/organisations')).data).toEqual([
    { id: server.organisationId('A'), parentId: null, name: '甲运输', shortName: '', code: 'A' },
    { id: server.organisationId('A1'), parentId: server.organisationId('A'), name: '甲客户', shortName: '', code: 'A1' },
  ])
})

test('[3.3-06][6-04][7.2-21][7.3-05] GET /heartBeatInfo shows super administrators only which trucks have been silent for a quarter of an hour', async () => {
  const minutesAgo = (count: number) => new Date(server.now.getTime() - count * 60_000)
  await setLive(server, '苏A00001', aLiveRow(minutesAgo(40)), minutesAgo(16))
  await setLive(server, '苏A00002', aLiveRow(minutesAgo(40)), minutesAgo(14))
  const boss = await server.signIn('admin')
  expect((await boss.get<unknown[]>('/heartBeatInfo')).data).toEqual([
    {
      truckId: server.truckId('苏A00001'),
      companyName: '甲运输',
      signCode: '苏A00001',
      heartTime: minutesAgo(16).toISOString(),
      gpsTime: minutesAgo(40).toISOString(),
    },
  ])
  expect((await anna.get('/heartBeatInfo')).resultCode).toBe(401)
})
