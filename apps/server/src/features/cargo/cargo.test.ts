import type { Flow, Operations } from '@tanker/contract/flow-change'
import type { LevelTrend, LitreLedger } from '@tanker/contract/level-trend'
import type { TankInventory } from '@tanker/contract/tank-inventory'
import type { CompartmentReading } from '@tanker/domain/reading'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aLiveRow, raiseAlarm, setLive, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { aReading, storeReadings, storeRecord } from '../../platform/http/test-readings.ts'

const GRANTED = ['real_tank_inventory', 'level_trend', 'flow_change'].map((name) => `cargo_monitor/event_report/${name}`)

let server: TestApi
let anna: SignedIn
let ben: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, f FROM role, unnest($1::text[]) AS f WHERE name = '调度员' ON CONFLICT DO NOTHING`,
    [GRANTED],
  )
  ;[anna, ben] = await Promise.all([server.signIn('anna'), server.signIn('ben')])
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE alarm, alarm_cleared, outbox, record, position, tank_table CASCADE')
  await server.database.pool.query('UPDATE truck_state SET live = NULL, contact_at = NULL')
})

const gauge = (compartment: number, changed: Partial<CompartmentReading> = {}): CompartmentReading => ({
  compartment,
  dataType: 'TT',
  oilCode: compartment === 2 ? 0 : 92,
  fault: 0,
  rawLevelMm: 1001,
  levelMm: 1000,
  waterMm: 0,
  volumeL: 5000,
  v20L: 4980,
  temperatureC: 23.4,
  densityKgM3: 741.2,
  ...changed,
})

const hour = (hours: number): Date => new Date(server.now.getTime() - hours * 3_600_000)

const PROBE = { compartment: 1, type: 0, line: 0, answering: true, open: false, wet: false, uncertain: false, sealCount: 1 }

const store = (plate: string, readings: readonly { at: Date; speedKmh?: number; compartments: readonly CompartmentReading[] }[]) =>
  storeReadings(
    server,
    plate,
    readings.map(({ at, speedKmh = 0, compartments }, index) => {
      const { position } = aReading(at)
      const standing = { ...position, speedKmh, headingDeg: 0 }
      return aReading(at, { digest: BigInt(index), position: standing, compartments, probes: [PROBE] })
    }),
  )

const record = (given: Parameters<typeof storeRecord>[1]) => storeRecord(server, given)

describe('tank inventory', () => {
  const inventory = async (user: SignedIn, query: Record<string, string | number | readonly (string | number)[]>) =>
    (await user.get<TankInventory>('/cargo/tank-inventory', query)).data

  test('[3.9-01] every compartment of the chosen trucks with its gauge readings, ullage and water by its table', async () => {
    await server.database.db
      .insertInto('tank_table')
      .values({
        truck_id: server.truckId('苏A00001'),
        compartment: 1,
        effective_at: hour(1),
        capacity_l: 9800,
        tank_height_mm: 1600,
        levels_mm: [0, 100, 1600],
        volumes_l: [0, 250, 9800],
        synced_at: hour(1),
      })
      .execute()
    await setLive(
      server,
      '苏A00001',
      aLiveRow(server.now, { axialDeg: 1.25, lateralDeg: -0.5, compartments: [gauge(1, { waterMm: 40 }), gauge(2, { fault: 7 })] }),
    )
    const { trucks, tanks } = await inventory(anna, { truckIds: server.truckId('苏A00001') })
    expect(trucks).toMatchObject({ signCode: ['苏A00001'], at: [server.now.getTime()], tiltAxialDeg: [1.25], tiltLateralDeg: [-0.5] })
    expect(trucks.area).toEqual(['距苏州油库 2.9 km'])
    expect(tanks).toEqual({
      truck: [0, 0],
      compartment: [1, 2],
      oilCode: [92, 0],
      oilName: ['92号汽油', '0号柴油'],
      capacityL: [9800, 10_000],
      rawLevelMm: [1001, 1001],
      levelMm: [1000, 1000],
      volumeL: [5000, 5000],
      // 250 L + 900 mm of 6.3667 L/mm, less 100 L of water; the second tank has no table.
      consoleL: [5000, null],
      platformL: [5880, null],
      v20L: [4980, 4980],
      temperatureC: [23.4, 23.4],
      densityKgM3: [741.2, 741.2],
      waterMm: [40, 0],
      // 40 mm of the first row of 100 mm and 250 L.
      waterL: [100, 0],
      fault: [0, 7],
    })
  })

  test('[9-07] totals by product round each tank up before adding: 1000.2 + 2000.7 L of gasoline are 3002', async () => {
    await setLive(server, '苏A00001', aLiveRow(server.now, { compartments: [gauge(1, { volumeL: 1000.2 }), gauge(2, { volumeL: 300.1 })] }))
    await setLive(
      server,
      '苏A00002',
      aLiveRow(server.now, { compartments: [gauge(1, { volumeL: 2000.7 }), gauge(2, { volumeL: 10.5, oilCode: -1 })] }),
    )
    const all = await inventory(anna, { organisationIds: server.organisationId('A') })
    expect(all.totals).toEqual({ gasoline: 3002, diesel: 301, other: 11 })
    const diesel = await inventory(anna, { organisationIds: server.organisationId('A'), products: 'diesel' })
    expect(diesel.totals).toEqual({ gasoline: 0, diesel: 301, other: 0 })
    expect(diesel.trucks.signCode).toEqual(['苏A00001'])
  })

  test('a truck that never reported shows its compartments without values', async () => {
    const { trucks, tanks } = await inventory(anna, { truckIds: server.truckId('苏A00002') })
    expect(trucks.at).toEqual([null])
    expect(tanks.volumeL).toEqual([null, null])
    expect(tanks.waterL).toEqual([null, null])
  })

  test('a product that differs from base data shows its code, and a compartment known only from the gauge is shown', async () => {
    await setLive(server, '苏A00001', aLiveRow(server.now, { compartments: [gauge(1, { oilCode: 95 }), gauge(5)] }))
    const { tanks } = await inventory(anna, { truckIds: server.truckId('苏A00001') })
    expect(tanks.compartment).toEqual([1, 2, 5])
    expect(tanks.oilName).toEqual(['', '0号柴油', ''])
    expect(tanks.capacityL[2]).toBe(0)
  })

  test('[5.4-06] an organisation or a truck must be chosen, and tanks of another carrier are not visible', async () => {
    expect((await anna.get('/cargo/tank-inventory')).message).toContain('请选择组织或车辆')
    expect((await ben.get('/cargo/tank-inventory', { truckIds: server.truckId('苏A00001') })).message).toContain('没有找到这辆车')
    expect((await ben.get('/cargo/tank-inventory', { organisationIds: server.organisationId('A') })).message).toContain('没有找到所选组织')
    expect((await inventory(ben, { organisationIds: server.organisationId('B') })).trucks.signCode).toEqual(['苏B00001'])
  })

  test('a role without the screen is refused', async () => {
    const carl = await server.signIn('carl')
    for (const path of ['tank-inventory', 'level-trend', 'litre-ledger', 'operations', 'flow'])
      expect((await carl.get(`/cargo/${path}`)).resultCode).toBe(401)
  })
})

describe('level trend', () => {
  const trend = (user: SignedIn, query: Record<string, string | number | readonly number[]> = {}) =>
    user.get<LevelTrend>('/cargo/level-trend', {
      truckId: server.truckId('苏A00001'),
      from: hour(24).toISOString(),
      to: server.now.toISOString(),
      ...query,
    })

  test('[2.10-01] the curves of each compartment and the speed, with events, oldest first', async () => {
    await store('苏A00001', [
      { at: hour(3), speedKmh: 61.5, compartments: [gauge(1), gauge(2)] },
      { at: hour(2), compartments: [gauge(1, { levelMm: 900.5, volumeL: 4500.5 }), gauge(2, { fault: 2 })] },
    ])
    await record({ plate: '苏A00001', kind: 'cover', startedAt: hour(2.5), endedAt: hour(2.4), object: 101, properties: { probeType: 1 } })
    await record({ plate: '苏A00001', kind: 'driving', startedAt: hour(2.5), object: 0, properties: {} })
    const alarm = await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: hour(2.2), object: 101, settled: false })
    const { data } = await trend(anna)
    expect(data).toMatchObject({ signCode: '苏A00001', readings: 2, moreEvents: false })
    expect(data.compartments.map(({ compartment, capacityL }) => [compartment, capacityL])).toEqual([
      [1, 10_000],
      [2, 10_000],
    ])
    const times = [hour(3).getTime(), hour(2).getTime()]
    expect(data.compartments[0]).toMatchObject({ at: times, levelMm: [1000, 900.5], volumeL: [5000, 4500.5], temperatureC: [23.4, 23.4] })
    // A gauge out of order breaks the line.
    expect(data.compartments[1]).toMatchObject({ at: times, volumeL: [5000, null], v20L: [4980, null] })
    expect(data.speed).toEqual({ at: times, speedKmh: [61.5, 0] })
    expect(data.events.map(({ key }) => key)).toEqual([`cover ${hour(2.5).getTime()} 101`, `alarm ${alarm}`])
    expect((await trend(anna, { compartments: [2] })).data.compartments.map(({ compartment }) => compartment)).toEqual([2])
  })

  test('at most seven days, from before to, and only a truck of the own organisation', async () => {
    expect((await trend(anna, { from: hour(24 * 7).toISOString() })).resultCode).toBe(200)
    expect((await trend(anna, { from: hour(24 * 7 + 1).toISOString() })).message).toContain('不能超过 7 天')
    expect((await trend(anna, { to: hour(25).toISOString() })).message).toContain('开始时间不能晚于结束时间')
    expect((await trend(ben)).message).toContain('没有找到这辆车')
    expect((await trend(anna, { truckId: 999_999 })).message).toContain('没有找到这辆车')
  })

  test('a week of readings every fifteen seconds is downsampled and keeps the one outlier', async () => {
    const count = (7 * 24 * 3600) / 15
    const odd = 17_771
    await store(
      '苏A00001',
      Array.from({ length: count }, (_, index) => ({
        at: new Date(hour(24 * 7).getTime() + index * 15_000),
        compartments: [1, 2].map((compartment) =>
          gauge(compartment, { volumeL: index === odd && compartment === 2 ? 1234.5 : 5000 + (index % 7) }),
        ),
      })),
    )
    const { data } = await trend(anna, { from: hour(24 * 7).toISOString() })
    expect(data.readings).toBe(count)
    expect(data.compartments[0]?.at.length).toBeLessThan(5000)
    expect(data.compartments[1]?.volumeL.filter((volume) => volume === 1234.5)).toHaveLength(1)
  }, 60_000)
})

describe('litre ledger', () => {
  const ledger = (user: SignedIn, truck = '苏A00001') =>
    user.get<LitreLedger>('/cargo/litre-ledger', {
      truckId: server.truckId(truck),
      from: hour(24).toISOString(),
      to: server.now.toISOString(),
    })

  test('the ledger of each compartment, oldest first, each entry with its readings', async () => {
    const entry = (compartment: number, startedHours: number, entryName: string, v20L: number, balanceV20L: number) =>
      record({
        plate: '苏A00001',
        kind: 'ledger',
        startedAt: hour(startedHours),
        endedAt: hour(startedHours - 0.5),
        object: compartment,
        properties: {
          compartment,
          entry: entryName,
          v20L,
          volumeL: v20L + 1,
          balanceV20L,
          from: hour(startedHours).toISOString(),
          to: hour(startedHours - 0.5).toISOString(),
          tripStartedAt: null,
        },
      })
    await entry(2, 9, 'loading', 8000, 8000)
    await entry(1, 8, 'loading', 9000, 9000)
    await entry(1, 4, 'unexplained', -12.5, 8987.5)
    await entry(1, 3, 'no such entry', 1, 1)
    const { data } = await ledger(anna)
    expect(data.entries.map(({ compartment, entry: kind, v20L, balanceV20L }) => [compartment, kind, v20L, balanceV20L])).toEqual([
      [1, 'loading', 9000, 9000],
      [1, 'unexplained', -12.5, 8987.5],
      [2, 'loading', 8000, 8000],
    ])
    expect(data.entries[1]).toMatchObject({ from: hour(4).toISOString(), to: hour(3.5).toISOString(), volumeL: -11.5, tripStartedAt: null })
    expect((await ledger(ben)).message).toContain('没有找到这辆车')
    expect((await ledger(ben, '苏B00001')).data.entries).toEqual([])
  })
})

describe('flow', () => {
  const startedAt = () => hour(5)
  const endedAt = () => new Date(hour(5).getTime() + 4 * 60_000)
  const operate = () =>
    record({
      plate: '苏A00001',
      kind: 'operation',
      startedAt: startedAt(),
      endedAt: endedAt(),
      object: 1,
      properties: { compartment: 1, oilCode: 92, direction: 'unloading', startVolumeL: 5000, endVolumeL: 2900, averageLpm: 525 },
    })

  test('an operation minute by minute from its gauge, beside the steps that detection found', async () => {
    await operate()
    await record({
      plate: '苏A00001',
      kind: 'flow-step',
      startedAt: new Date(startedAt().getTime() + 125_000),
      object: 1,
      properties: { compartment: 1, opStartedAt: startedAt().toISOString(), rateLpm: 100, beforeLpm: 700, step: 'drop', volumeL: 3590 },
    })
    const volumes = [5000, 4300, 3600, 3500, 2900]
    await store(
      '苏A00001',
      volumes.map((volumeL, minutes) => ({
        at: new Date(startedAt().getTime() + minutes * 60_000),
        compartments: [gauge(1, { volumeL }), gauge(2)],
      })),
    )
    const list = await anna.get<Operations>('/cargo/operations', {
      truckIds: server.truckId('苏A00001'),
      from: hour(24).toISOString(),
      to: server.now.toISOString(),
    })
    expect(list.data.rows).toEqual([
      {
        truckId: server.truckId('苏A00001'),
        signCode: '苏A00001',
        compartment: 1,
        oilCode: 92,
        direction: 'unloading',
        startedAt: startedAt().toISOString(),
        endedAt: endedAt().toISOString(),
        place: '',
        movedL: 2100,
        averageLpm: 525,
        steps: 1,
      },
    ])
    const { data } = await anna.get<Flow>('/cargo/flow', {
      truckId: server.truckId('苏A00001'),
      compartment: 1,
      startedAt: startedAt().toISOString(),
    })
    expect(data.minutes.map(({ rateLpm, movedL, step }) => [rateLpm, movedL, step])).toEqual([
      [700, 700, null],
      [700, 1400, null],
      [100, 1500, 'drop'],
      [600, 2100, null],
    ])
    expect(data.detected).toEqual([
      { at: new Date(startedAt().getTime() + 125_000).toISOString(), step: 'drop', rateLpm: 100, beforeLpm: 700 },
    ])
  })

  test('an operation that goes on is shown until its last reading, and the minute under way is no drop', async () => {
    const began = server.now.getTime() - 5 * 60_000
    await record({
      plate: '苏A00001',
      kind: 'operation',
      startedAt: new Date(began),
      endedAt: null,
      object: 1,
      properties: { compartment: 1, oilCode: 92, direction: 'unloading', startVolumeL: 5000 },
    })
    // 700 L a minute, the last reading 90 s before now.
    await store(
      '苏A00001',
      [0, 60, 120, 180, 210].map((seconds) => ({
        at: new Date(began + seconds * 1000),
        compartments: [gauge(1, { volumeL: 5000 - (seconds * 700) / 60 }), gauge(2)],
      })),
    )
    const { data } = await anna.get<Flow>('/cargo/flow', {
      truckId: server.truckId('苏A00001'),
      compartment: 1,
      startedAt: new Date(began).toISOString(),
    })
    expect(data.minutes.map(({ rateLpm, movedL, step }) => [rateLpm, movedL, step])).toEqual([
      [700, 700, null],
      [700, 1400, null],
      [700, 2100, null],
      [700, 2450, null],
    ])
  })

  test('[5.4-03] at most 31 days, and flows of another carrier’s trucks are not visible', async () => {
    await operate()
    const asked = { from: hour(24 * 31).toISOString(), to: server.now.toISOString() }
    const organisationIds = server.organisationId('A')
    expect((await anna.get<Operations>('/cargo/operations', { organisationIds, ...asked })).data.rows).toHaveLength(1)
    expect((await anna.get('/cargo/operations', { organisationIds, ...asked, from: hour(24 * 31 + 1).toISOString() })).message).toContain(
      '31 天',
    )
    expect((await ben.get('/cargo/operations', { organisationIds, ...asked })).message).toContain('没有找到所选组织')
    const one = { truckId: server.truckId('苏A00001'), compartment: 1, startedAt: startedAt().toISOString() }
    expect((await ben.get('/cargo/flow', one)).message).toContain('没有找到这辆车')
    expect((await anna.get('/cargo/flow', { ...one, compartment: 2 })).message).toContain('没有找到这次作业')
  })
})
