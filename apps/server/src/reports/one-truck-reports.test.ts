import { packReading, positionFlags } from '@tanker/database/packed-readings'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { aDay } from '@tanker/detection/scenarios/a-day'
import type { SpeedCurve } from '@tanker/contract/speed-curve'
import type { Reading } from '@tanker/domain/reading'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLiveRow, setLive, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

/** Histories and curves of one truck, over readings as the gateway stores them. */

let server: TestApi
let admin: SignedIn
const SPEEDS = 'driving_monitor/exception_report/gps_info_his'
const VOLTAGES = 'device_monitor/device_analysis/valtage_line'
const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`)

type Said = { readonly kmh: number; readonly sensor?: number; readonly accOn: boolean; readonly supply: number; readonly backup: number }

async function store(plate: string, time: number, { kmh, sensor, accOn, supply, backup }: Said): Promise<void> {
  const [plain] = aDay().waits(60).readings
  const { position, ...reading } = plain as Reading
  const stored: Reading = {
    ...reading,
    at: time,
    receivedAt: time + 1_000,
    position: { ...position, speedKmh: kmh, ...(sensor === undefined ? {} : { recorderSpeedKmh: sensor }), accOn },
    power: { externalV: supply, backupV: backup },
  }
  await server.database.pool.query(
    `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed)
     SELECT id, $2, 512, $3, organisation_id, $2, 31320000, 120620000, $4, 90, $5, $6 FROM truck WHERE plate = $1`,
    [plate, new Date(time), String(time), kmh * 10, positionFlags(stored), Buffer.from(packReading(stored))],
  )
}

const period = (from: string, to: string) => ({ from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` })
const ask = (path: string, filters: object, call = 'rows') =>
  admin.get<ReportRows>(`/reports/${path}/${call}`, { filters: JSON.stringify(filters), size: 100 })
const day = period('2026-11-20', '2026-11-21')

beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-11-21T00:00:00Z')
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  admin = await server.signIn('admin')
  await store('苏A00001', at('08:00:00'), { kmh: 0, accOn: false, supply: 24.5, backup: 4.1 })
  await store('苏A00001', at('08:00:10'), { kmh: 31.5, sensor: 30.2, accOn: true, supply: 27.4, backup: 4.12 })
  await store('苏A00001', at('08:00:20'), { kmh: 62, sensor: 60.9, accOn: true, supply: 20.8, backup: 4.12 })
  await store('苏A00001', at('08:00:30'), { kmh: 0, accOn: false, supply: 24.4, backup: 4.11 })
  await store('苏A00002', at('08:00:00'), { kmh: 45, accOn: true, supply: 13.2, backup: 4.0 })
})
afterAll(() => server.close())

test('[2.5-02] the speed history has every speed of one truck, by satellite and by its own sensor, the newest first', async () => {
  const { data } = await ask(SPEEDS, { truck: server.truckId('苏A00001'), when: day })
  expect(data.content.map(({ speed, recorder, ignition }) => [speed, recorder, ignition])).toEqual([
    [0, null, false],
    [62, 60.9, true],
    [31.5, 30.2, true],
    [0, null, false],
  ])
  const fast = await ask(SPEEDS, { truck: server.truckId('苏A00001'), when: day, least: 40 })
  expect(fast.data.content.map(({ speed }) => speed)).toEqual([62])
})

test('without a truck the list is of the one with the newest reading, which its view names; one of another organisation is refused', async () => {
  const plates = async () => {
    const { data } = await ask(SPEEDS, { when: day })
    return [...new Set(data.content.map(({ plate }) => (plate as { plate: string }).plate))]
  }
  const named = async (user: SignedIn) =>
    (await user.get<ReportView>(`/reports/${SPEEDS}`)).data.filters.find(({ kind }) => kind === 'truck')?.initial
  const { pool } = server.database
  await pool.query('UPDATE truck_state SET last_at = NULL')
  expect(await plates(), 'none has reported: the first by plate').toEqual(['苏A00001'])
  await setLive(server, '苏A00001', aLiveRow(new Date(at('08:00:30'))))
  await setLive(server, '苏A00002', aLiveRow(new Date(at('08:00:31'))))
  expect(await plates()).toEqual(['苏A00002'])
  expect(await named(admin)).toEqual([String(server.truckId('苏A00002'))])
  await pool.query('UPDATE truck SET enabled = false WHERE id = $1', [server.truckId('苏A00002')])
  expect(await plates(), 'a truck out of use is left out').toEqual(['苏A00001'])
  await pool.query('UPDATE truck SET enabled = true WHERE id = $1', [server.truckId('苏A00002')])
  const ben = await server.signIn('ben')
  expect(await named(ben)).toEqual([String(server.truckId('苏B00001'))])
  const filters = JSON.stringify({ truck: server.truckId('苏A00001'), when: day })
  expect((await ben.get(`/reports/${SPEEDS}/rows`, { filters })).resultCode).toBe(400)
})

test('[2.5-02] the speeds around a row are those of its truck in that time; six hours at most, and none of a foreign truck', async () => {
  const truckId = server.truckId('苏A00001')
  const around = { from: new Date(at('08:00:05')).toISOString(), to: new Date(at('08:00:25')).toISOString() }
  const { data, message } = await admin.get<SpeedCurve>('/trucks/speed-curve', { truckId, ...around })
  expect(data, message).toEqual({
    at: [at('08:00:10'), at('08:00:20')],
    speedKmh: [31.5, 62],
    recorderKmh: [30.2, 60.9],
    lat: [31.32, 31.32],
    lng: [120.62, 120.62],
  })
  const before = new Date(at('01:00:00')).toISOString()
  expect((await admin.get('/trucks/speed-curve', { truckId, ...around, from: before })).resultCode).toBe(400)
  const ben = await server.signIn('ben')
  expect((await ben.get('/trucks/speed-curve', { truckId, ...around })).message).toBe('没有找到这辆车，请刷新列表。')
})

test('[5.4-04] [5.4-05] three months of speeds can be asked, more cannot, and a list above 10,000 rows says what to do', async () => {
  const truck = server.truckId('苏A00001')
  expect((await ask(SPEEDS, { truck, when: period('2026-08-21', '2026-11-21') })).resultCode).toBe(200)
  expect(await ask(SPEEDS, { truck, when: period('2026-08-20', '2026-11-21') })).toMatchObject({ resultCode: 400 })
  const { data } = await admin.get<ReportView>(`/reports/${SPEEDS}`, {}, { language: 'en' })
  expect(data.longList).toEqual({ above: 10_000, says: expect.stringContaining('More than 10,000 rows') })
})

test('the curve has the speeds in time order and the ignition, which is shaded', async () => {
  const { data } = await ask(SPEEDS, { truck: server.truckId('苏A00001'), when: day }, 'chart')
  expect(data).toMatchObject([
    { speed: 0, recorder: null, ignition: false },
    { speed: 31.5, recorder: 30.2, ignition: true },
    { speed: 62, recorder: 60.9, ignition: true },
    { speed: 0, ignition: false },
  ])
})

test('[2.7-03] voltages stand beside the limit of the truck: 21 V where the supply was once above 18 V, 10.5 V elsewhere', async () => {
  const first = await ask(VOLTAGES, { truck: server.truckId('苏A00001'), when: day })
  expect(first.data.content.map(({ supply, backup, limit }) => [supply, backup, limit])).toEqual([
    [24.4, 4.11, 21],
    [20.8, 4.12, 21],
    [27.4, 4.12, 21],
    [24.5, 4.1, 21],
  ])
  const second = await ask(VOLTAGES, { truck: server.truckId('苏A00002'), when: day })
  expect(second.data.content).toMatchObject([{ supply: 13.2, backup: 4, limit: 10.5, ignition: true }])
  const standing = await ask(VOLTAGES, { truck: server.truckId('苏A00001'), when: day, ignition: ['false'] })
  expect(standing.data.content).toHaveLength(2)
})

test('[2.7-03] power modes: runs of a minute or more, the supply cut for three minutes and charged after it', async () => {
  const minute = 60_000
  const begin = at('12:00:00')
  const modes: readonly (readonly [minutes: number, said: Said])[] = [
    [5, { kmh: 0, accOn: true, supply: 27.5, backup: 4.1 }],
    [3, { kmh: 0, accOn: false, supply: 0.4, backup: 3.9 }],
    [2, { kmh: 0, accOn: true, supply: 27.2, backup: 3.98 }],
    [4, { kmh: 0, accOn: true, supply: 27.4, backup: 4.08 }],
    // Half a minute without ignition is no mode of its own.
    [0.5, { kmh: 0, accOn: false, supply: 25, backup: 4.1 }],
    [3, { kmh: 0, accOn: true, supply: 27.4, backup: 4.1 }],
    [2, { kmh: 0, accOn: false, supply: 25.1, backup: 4.1 }],
  ]
  let time = begin
  for (const [minutes, said] of modes)
    for (let end = time + minutes * minute; time < end; time += minute / 2) await store('苏A00002', time, said)
  const when = { from: new Date(begin).toISOString(), to: new Date(time).toISOString() }
  const { data } = await ask('device_monitor/device_analysis/power_his', { truck: server.truckId('苏A00002'), when })
  expect(data.content.map(({ mode, duration, supply, startBackup }) => [mode, duration, supply, startBackup])).toEqual([
    ['standby', null, 25.1, 4.1],
    ['external', 7.5 * minute, 27.4, 4.08],
    ['charging', 2 * minute, 27.2, 3.98],
    ['backup', 3 * minute, 0.4, 3.9],
    ['external', 5 * minute, 27.5, 4.1],
  ])
  // (3.9 - 3.4) / 0.7
  expect(data.content[3]?.['charge']).toBeCloseTo(71.43, 2)
  const onBattery = await ask('device_monitor/device_analysis/power_his', { truck: server.truckId('苏A00002'), when, mode: ['backup'] })
  expect(onBattery.data.content).toMatchObject([{ mode: 'backup', endBackup: 3.9 }])
})
