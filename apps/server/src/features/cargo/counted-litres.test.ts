import type { LevelCurve } from '@tanker/contract/level-curve'
import type { LevelTrend } from '@tanker/contract/level-trend'
import type { ReportRows } from '@tanker/contract/report-view'
import type { TankInventory } from '@tanker/contract/tank-inventory'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import type { CompartmentReading } from '@tanker/domain/reading'
import { ellipticTable } from '@tanker/domain/tank/tank-table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const PLATE = '苏A00001'
let server: TestApi
let gateway: Gateway
let admin: SignedIn
let device: TestDevice
let phone: string
let truckId: number

/** Domain B.1: a = 1.1 m, b = 0.8 m, L = 2.9 m; its hand-checked case is 803.4 mm, 4030.364 L. */
const table = ellipticTable({ halfWidthM: 1.1, halfHeightM: 0.8, lengthM: 2.9 }, 10)
const byHand = 4030.4
const gauge = {
  rod: { xMm: 0, yMm: 0 },
  zeroMm: 0,
  lowLevelMm: 0,
  lowLevelCompMm: 0,
  offsets: [],
  floatKgM2: 0,
  floatCalibrationKgM3: 840,
  waterBlindMm: 5,
}
/** What the terminal makes of the same raw level. */
const sent: CompartmentReading = {
  compartment: 1,
  dataType: 'TT',
  oilCode: 92,
  rawLevelMm: 803.4,
  levelMm: 700,
  waterMm: 0,
  volumeL: 3400,
  v20L: 3366,
  temperatureC: 30,
  densityKgM3: 745,
  fault: 0,
}
const minutesAgo = (minutes: number): Date => new Date(server.now.getTime() - minutes * 60_000)

beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  truckId = server.truckId(PLATE)
  const { rows } = await pool.query<{ terminal_phone: string; terminal_id: string }>(
    'SELECT terminal_phone, terminal_id FROM truck WHERE id = $1',
    [truckId],
  )
  phone = rows[0]?.terminal_phone ?? ''
  await setSource('platform')
  await pool.query(`UPDATE compartment SET gauge = $2, blind_level_mm = 40 WHERE truck_id = $1 AND compartment = 1`, [truckId, gauge])
  await pool.query(
    `INSERT INTO tank_table (truck_id, compartment, serial, effective_at, capacity_l, tank_height_mm, levels_mm, volumes_l)
     VALUES ($1, 1, 'B1', $2, 8000, 1600, $3, $4)`,
    [truckId, minutesAgo(100_000), table.levelsMm, table.volumesL],
  )
  gateway = await startTestGateway(server.database, { bus: server.bus, now: () => server.now.getTime() })
  admin = await server.signIn('admin')
  device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(phone, rows[0]?.terminal_id)
  expect(await device.authenticate(phone, code)).toBe(0)
}, 60_000)
afterAll(async () => {
  device.close()
  await gateway.close()
  await server.close()
})

/** Whose litres count, from the beginning on. */
async function setSource(source: 'console' | 'platform'): Promise<void> {
  const { pool } = server.database
  await pool.query('ALTER TABLE truck DISABLE TRIGGER truck_volume_source')
  await pool.query('UPDATE truck SET volume_source = $2 WHERE id = $1', [truckId, source])
  await pool.query('ALTER TABLE truck ENABLE TRIGGER truck_volume_source')
}

const send = async (minutes: number): Promise<void> => {
  const at = Math.floor(minutesAgo(minutes).getTime() / 1000) * 1000
  const tanker = { compartments: [sent], probes: [], events: [], meters: [], tilt: { axialDeg: 0, lateralDeg: 0 } }
  expect(await device.position(phone, { at, tanker })).toBe(0)
}

async function record(kind: string, minutes: number, object: number, properties: object, endedAt: Date | null = null): Promise<void> {
  await server.database.pool.query(
    `INSERT INTO record (truck_id, kind, started_at, object, organisation_id, name, ended_at, properties)
     SELECT id, $2, $3, $4, organisation_id, '', $5, $6 FROM truck WHERE id = $1`,
    [truckId, kind, minutesAgo(minutes), object, endedAt, properties],
  )
}

const report = async (name: string, more: object): Promise<readonly Record<string, unknown>[]> => {
  const filters = { scope: { truckIds: [truckId], organisationIds: [] }, ...more }
  const { data, message } = await admin.get<ReportRows | null>(`/reports/cargo_monitor/event_report/${name}/rows`, {
    filters: JSON.stringify(filters),
  })
  expect(message).toBe('')
  return data?.content ?? []
}
const history = () => report('tank_inventory', { when: { from: minutesAgo(120).toISOString(), to: minutesAgo(-1).toISOString() } })

test('[truth 5] every screen shows the litres computed by the platform according to B.1', async () => {
  await record('operation', 50, 1, { direction: 'unloading', oilCode: 92 }, minutesAgo(40))
  await record('cover', 45, 101, { compartment: 1, probeType: 1, volumeBeforeL: 4000, loaded: true })
  await send(35)
  await send(30)
  const period = { from: minutesAgo(60).toISOString(), to: minutesAgo(-1).toISOString() }
  const live = (await admin.get<FleetSnapshot>('/trucks/live')).data
  const now = (await admin.get<TankInventory>('/cargo/tank-inventory', { truckIds: [truckId] })).data
  const trend = (await admin.get<LevelTrend>('/cargo/level-trend', { truckId, ...period })).data
  const curve = (await admin.get<LevelCurve>('/trucks/level-curve', { truckId, ...period })).data
  expect({
    live: live.volumeL[live.truckId.indexOf(truckId)],
    tank: [now.tanks.volumeL[0], now.tanks.levelMm[0], now.tanks.platformL[0], now.tanks.consoleL[0]],
    trend: trend.compartments[0]?.volumeL,
    curve: curve[0]?.volumeL,
    history: (await history()).map(({ level, volume, rawLevel }) => [rawLevel, level, volume]),
    cover: (await report('useing_open', {})).map(({ volume, change }) => [volume, Number(change).toFixed(1)]),
    emptying: (await report('empty', {})).map(({ level, volume }) => [level, volume]),
  }).toEqual({
    live: byHand,
    tank: [byHand, 803.4, byHand, 3400],
    trend: [byHand, byHand],
    curve: [byHand, byHand],
    history: [
      [803.4, 803.4, byHand],
      [803.4, 803.4, byHand],
    ],
    cover: [[byHand, '30.4']],
    emptying: [[803.4, byHand]],
  })
  // V20 keeps the factor of the terminal.
  expect((await history()).map(({ v20 }) => v20)).toEqual([3990.1, 3990.1])
})

test('[truth 5] each change of the source is stored, up to a limit the newest', async () => {
  const { pool } = server.database
  const formers = async () =>
    (await pool.query<{ source: string }>('SELECT source FROM former_volume_source WHERE truck_id = $1 ORDER BY until_at', [truckId])).rows
  for (const source of ['console', 'platform', 'console', 'platform'])
    await pool.query('UPDATE truck SET volume_source = $2 WHERE id = $1', [truckId, source])
  expect((await formers()).map(({ source }) => source)).toEqual(['platform', 'console', 'platform', 'console'])
  // The same again is no change.
  await pool.query(`UPDATE truck SET volume_source = 'platform' WHERE id = $1`, [truckId])
  expect(await formers()).toHaveLength(4)
  for (let turn = 0; turn < 70; turn += 1)
    await pool.query('UPDATE truck SET volume_source = $2 WHERE id = $1', [truckId, turn % 2 === 0 ? 'console' : 'platform'])
  expect((await formers()).length).toBeLessThanOrEqual(64)
  await pool.query('DELETE FROM former_volume_source WHERE truck_id = $1', [truckId])
})

test(
  '[truth 5] what counted when a reading came stays with it; later readings are the terminal’s once its litres count',
  { timeout: 60_000 },
  async () => {
    await setSource('console')
    server.bus.publish('context', String(truckId))
    await expect
      .poll(
        async () => {
          await send(20 - (await history()).length / 60)
          return (await history())[0]?.['volume']
        },
        { timeout: 30_000 },
      )
      .toBe(3400)
    const volumes = (await history()).map(({ volume }) => volume)
    expect(volumes.slice(-2)).toEqual([byHand, byHand])
  },
)

test('[truth 5] a reading that comes late counts by the source of its own time', { timeout: 60_000 }, async () => {
  await server.database.pool.query(`INSERT INTO former_volume_source (truck_id, until_at, source) VALUES ($1, $2, 'platform')`, [
    truckId,
    minutesAgo(50),
  ])
  server.bus.publish('context', String(truckId))
  const at = (minutes: number) => minutesAgo(minutes).toISOString()
  const between = async (from: number, to: number) =>
    (await report('tank_inventory', { when: { from: at(from), to: at(to) } })).map(({ volume }) => volume)
  let minutes = 110
  await expect
    .poll(
      async () => {
        await send((minutes -= 0.1))
        return (await between(minutes + 0.04, minutes - 0.04))[0]
      },
      { timeout: 30_000 },
    )
    .toBe(byHand)
  await send(49)
  expect(await between(49.5, 48.5)).toEqual([3400])
})
