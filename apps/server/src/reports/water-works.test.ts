import type { ReportRows } from '@tanker/contract/report-view'
import type { WaterTrack } from '@tanker/contract/track'
import type { WaterMonitor } from '@tanker/contract/water-monitor'
import { noTankerReadings } from '@tanker/protocol/tanker-extension/tanker-readings'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Gateway } from '../gateway/gateway.ts'
import { TestDevice } from '../gateway/test-device.ts'
import { startTestGateway } from '../gateway/test-gateway.ts'
import { type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

const PHONE = '13800000076'
const PLATE = '苏A00001'
const SECOND = 1_000
const MINUTE = 60 * SECOND
/** A degree of latitude. */
const DEGREE_M = 111_195

let server: TestApi
let gateway: Gateway
let device: TestDevice
let anna: SignedIn
let begin = 0

type Moment = {
  readonly litres: number
  readonly manhole?: boolean
  readonly valve?: boolean
  readonly kmh?: number
}

let at = 0
let northM = 0
let drivenM = 0

/** Reports every ten seconds for so many seconds; the litres go evenly to their end. */
async function passes(seconds: number, from: number, { litres, manhole = false, valve = false, kmh = 0 }: Moment): Promise<void> {
  const steps = seconds / 10
  for (let step = 1; step <= steps; step++) {
    at += 10 * SECOND
    northM += (kmh / 3.6) * 10
    drivenM += (kmh / 3.6) * 10
    const volumeL = from + ((litres - from) * step) / steps
    const probe = { line: 0, answering: true, wet: false, uncertain: false, sealCount: 3 } as const
    const tanker = {
      ...noTankerReadings(),
      compartments: [
        {
          compartment: 1,
          dataType: 'TT' as const,
          oilCode: -1,
          fault: 0,
          rawLevelMm: volumeL / 10,
          levelMm: volumeL / 10,
          waterMm: 0,
          volumeL,
          v20L: volumeL,
          temperatureC: 18,
          densityKgM3: 998,
        },
      ],
      probes: [
        { ...probe, compartment: 1, type: 1, open: manhole },
        { ...probe, compartment: 1, type: 2, open: valve },
      ],
    }
    const position = {
      at,
      lat: 31.3 + northM / DEGREE_M,
      lng: 120.6,
      speedKmh: kmh,
      headingDeg: 0,
      extras: { mileageKm: 1_000 + drivenM / 1_000 },
    }
    server.now = new Date(at + SECOND)
    expect(await device.position(PHONE, { ...position, tanker })).toBe(0)
  }
}

beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  const truckId = server.truckId(PLATE)
  await pool.query(`UPDATE truck SET terminal_phone = $1, terminal_id = 'T' || right($1, 6), model = 'sprinkler' WHERE id = $2`, [
    PHONE,
    truckId,
  ])
  anna = await server.signIn('anna')
  // Noon in Suzhou: the works are of one day.
  begin = Date.UTC(2026, 0, 5, 4)
  at = begin
  server.now = new Date(at)
  gateway = await startTestGateway(server.database, {
    bus: server.bus,
    log: pino({ level: 'silent' }),
    now: () => server.now.getTime(),
    limits: { idleMs: 24 * 60 * MINUTE },
  })
  device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(PHONE)
  await device.authenticate(PHONE, code)
  await passes(300, 2_000, { litres: 2_000 })
  // A look into the tank is no filling.
  await passes(60, 2_000, { litres: 2_050, manhole: true })
  await passes(60, 2_050, { litres: 2_000 })
  await passes(300, 2_000, { litres: 8_000, manhole: true })
  await passes(120, 8_000, { litres: 8_000 })
  await passes(600, 8_000, { litres: 3_150, valve: true, kmh: 36 })
  // The truck has stopped: waves leave 150 litres that come to rest.
  await passes(20, 3_150, { litres: 3_150 })
  await passes(60, 3_150, { litres: 3_000 })
  await passes(600, 3_000, { litres: 3_000, kmh: 36 })
  await passes(300, 3_000, { litres: 3_000 })
}, 120_000)
afterAll(async () => {
  device.close()
  await gateway.close()
  await server.close()
})

const rowsOf = async (path: string, more: object = {}) => {
  const when = { from: new Date(begin).toISOString(), to: new Date(at + MINUTE).toISOString() }
  const period = path === 'sprinkler_real_inventory' ? {} : path.endsWith('/months') ? { month: '2026-01' } : { when }
  const filters = JSON.stringify({ scope: { truckIds: [server.truckId(PLATE)], organisationIds: [] }, ...period, ...more })
  const { data, message } = await anna.get<ReportRows>(`/reports/monitor/${path}/rows`, { filters, size: 200 }, { language: 'en' })
  expect(message).toBe('')
  return data
}

test('a filling and a spraying are works with their litres; a look into the tank is none', async () => {
  await expect.poll(async () => (await rowsOf('sprinkler_statistics/works')).content.length, { timeout: 10_000 }).toBe(2)
  const { content } = await rowsOf('sprinkler_statistics/works')
  const [sprayed, filled] = content
  expect(filled).toMatchObject({ work: 'fill', distance: 0 })
  expect(sprayed).toMatchObject({ work: 'spray' })
  // 2,000 to 8,000 litres; 8,000 to 3,000 once the waves are gone.
  expect(Math.abs(Number(filled?.['litres']) - 6_000)).toBeLessThan(30)
  expect(Math.abs(Number(sprayed?.['litres']) - 5_000)).toBeLessThan(30)
  // Ten minutes at 36 km/h.
  expect(Math.abs(Number(sprayed?.['distance']) - 6)).toBeLessThan(0.2)
  expect(Math.abs(Number(sprayed?.['duration']) - 600 * SECOND)).toBeLessThanOrEqual(30 * SECOND)
  expect((await rowsOf('sprinkler_statistics/works', { work: ['fill'] })).content).toHaveLength(1)
})

test('the day and the month have their sums', async () => {
  const { content } = await rowsOf('sprinkler_statistics/days')
  expect(content).toHaveLength(1)
  const [day] = content
  expect(day).toMatchObject({ span: '2026-01-05', fills: 1 })
  // Half of the twelve kilometres.
  expect(Math.abs(Number(day?.['distance']) - 12)).toBeLessThan(0.5)
  expect(Math.abs(Number(day?.['coverage']) - 50)).toBeLessThan(3)
  expect(Math.abs(Number(day?.['used']) - 5)).toBeLessThan(0.03)
  const months = await rowsOf('sprinkler_statistics/months')
  expect(months.content).toMatchObject([{ span: '2026-01', fills: 1 }])
})

test('the history says when it sprayed, and what stands in the tank now is its newest reading', async () => {
  const { content } = await rowsOf('sprinkler_inventory')
  const spraying = content.filter(({ sprays }) => sprays === true)
  expect(Math.abs(spraying.length - 60)).toBeLessThanOrEqual(3)
  expect(spraying.every(({ speed }) => Number(speed) === 36 || Number(speed) === 0)).toBe(true)
  const [now] = (await rowsOf('sprinkler_real_inventory')).content
  expect(now).toMatchObject({ volume: 3_000, compartment: 1 })
})

test('[2.3-02] the monitor says what the truck has done today, what it does now, and since when; others do not see it', async () => {
  const monitor = async (user = anna) => (await user.get<WaterMonitor>('/board/water')).data.trucks
  const [parked] = await monitor()
  expect(parked).toMatchObject({ state: 'parked', waterL: 3_000, sprays: false, spraysSince: null, fills: 1 })
  expect(Math.abs(Number(parked?.filledL) - 6_000)).toBeLessThan(30)
  expect(Math.abs(Number(parked?.sprayedL) - 5_000)).toBeLessThan(30)
  expect(Math.abs(Number(parked?.sprayedKm) - 6)).toBeLessThan(0.2)
  expect(Math.abs(Number(parked?.workS) - 600)).toBeLessThanOrEqual(30)
  // Twenty minutes at 36 km/h.
  expect(Math.abs(Number(parked?.drivenKm) - 12)).toBeLessThan(0.5)
  expect(await monitor(await server.signIn('ben'))).toEqual([])

  const opened = at
  await passes(120, 3_000, { litres: 2_400, valve: true })
  await expect.poll(async () => (await monitor())[0]?.spraysSince).toBeGreaterThan(opened)
  const [spraying] = await monitor()
  expect(spraying).toMatchObject({ state: 'spraying', waterL: 2_400, sprays: true })
  expect(Number(spraying?.spraysSince) - opened).toBeLessThanOrEqual(60 * SECOND)
  // Counted once it has ended.
  expect(spraying?.workS).toBe(parked?.workS)

  const heard = server.now
  server.now = new Date(heard.getTime() + 2 * 60 * MINUTE)
  expect((await monitor())[0]).toMatchObject({ state: 'offline', sprays: null, spraysSince: null })
  server.now = heard
})

describe('the playback of water trucks (2.3-02)', () => {
  const played = (period: { from: number; to: number }, user = anna) =>
    user.get<WaterTrack>(`/tracks/${server.truckId(PLATE)}/water`, {
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
    })

  test('has the track, the tanks and every work with its water; the one under way has none yet', async () => {
    const { data } = await played({ from: begin, to: at })
    expect(data.track.atMs.length).toBe((at - begin) / 10_000)
    expect(data.tanks.compartments.find(({ compartment }) => compartment === 1)?.volumeL).toContain(3_000)
    const [filled, sprayed, underWay] = data.works
    expect(data.works).toHaveLength(3)
    expect(filled).toMatchObject({ work: 'fill', meters: 0 })
    expect(sprayed).toMatchObject({ work: 'spray' })
    expect(Math.abs(Number(sprayed?.litres) - 5_000)).toBeLessThan(30)
    expect(Math.abs(Number(sprayed?.meters) - 6_000)).toBeLessThan(200)
    expect(underWay).toMatchObject({ work: 'spray', endedAt: null, litres: null, meters: null })
  })

  test('a work that only touches the time is there whole, one beside it is not', async () => {
    const { works } = (await played({ from: begin, to: at })).data
    const sprayed = works[1]
    const [startedAt, endedAt] = [Date.parse(sprayed?.startedAt ?? ''), Date.parse(sprayed?.endedAt ?? '')]
    const inside = { from: startedAt + MINUTE, to: startedAt + 2 * MINUTE }
    expect((await played(inside)).data.works).toEqual([sprayed])
    expect((await played({ from: endedAt + SECOND, to: endedAt + MINUTE })).data.works).toEqual([])
    expect((await played({ from: endedAt, to: endedAt + MINUTE })).data.works).toEqual([sprayed])
  })

  test('is for water trucks of the own organisation only', async () => {
    const trucks = async (user: SignedIn) =>
      (await user.get<{ signCode: string }[]>('/tracks/water-trucks')).data.map(({ signCode }) => signCode)
    const ben = await server.signIn('ben')
    expect(await trucks(anna)).toEqual([PLATE])
    expect(await trucks(ben)).toEqual([])
    const missing = await anna.get(`/tracks/999999/water`, { from: new Date(begin).toISOString(), to: new Date(at).toISOString() })
    const foreign = await played({ from: begin, to: at }, ben)
    const fuel = await anna.get(`/tracks/${server.truckId('苏A00002')}/water`, {
      from: new Date(begin).toISOString(),
      to: new Date(at).toISOString(),
    })
    expect([foreign.message, fuel.message]).toEqual([missing.message, missing.message])
  })
})

test('a truck that carries fuel is in none of these lists', async () => {
  await server.database.pool.query(`UPDATE truck SET model = 'oil-tanker' WHERE id = $1`, [server.truckId(PLATE)])
  for (const path of ['sprinkler_statistics/works', 'sprinkler_statistics/days', 'sprinkler_inventory', 'sprinkler_real_inventory'])
    expect((await rowsOf(path)).content, path).toEqual([])
  expect((await anna.get<WaterMonitor>('/board/water')).data.trucks).toEqual([])
})
