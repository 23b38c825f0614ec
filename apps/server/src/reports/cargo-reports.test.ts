import { setThresholds } from '@tanker/database/test-thresholds'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { DATA_TYPES, DEVICE_EVENTS, type Reading } from '@tanker/domain/reading'
import { OPENING_PLACES, PROBE_FAULTS } from '@tanker/domain/facts/seal-facts'
import { LOADING_KINDS, EMPTYING_BREACHES } from '@tanker/domain/facts/cargo-alarm-facts'
import { GAUGE_TROUBLES } from '@tanker/domain/facts/equipment-facts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aLiveRow, raiseAlarm, setLive, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { aReading, storeReadings, storeRecord } from '../platform/http/test-readings.ts'

let server: TestApi
let admin: SignedIn
const events = 'cargo_monitor/event_report'
const exceptions = 'cargo_monitor/exception_report'
const analysis = 'cargo_monitor/data_analysis'
const minutesAgo = (minutes: number) => new Date(server.now.getTime() - minutes * 60_000)
const ids: Record<string, string> = {}

type RecordGiven = Omit<Parameters<typeof storeRecord>[1], 'plate' | 'fence'> & { readonly plate?: string; readonly fenceId?: number }
const addRecord = ({ plate = '苏A00001', fenceId, ...given }: RecordGiven) =>
  storeRecord(server, { ...given, plate, fence: fenceId === undefined ? null : { id: fenceId, name: '油库围栏' } })
const addReading = (plate: string, reading: Reading) => storeReadings(server, plate, [reading])

const compartmentReading = (compartment: number, more: Partial<Reading['compartments'][number]> = {}) => ({
  compartment,
  dataType: 'TT' as const,
  oilCode: 92,
  rawLevelMm: 1001.5,
  levelMm: 1000,
  waterMm: 3,
  volumeL: 5000,
  v20L: 4962.5,
  temperatureC: 25.4,
  densityKgM3: 742.1,
  fault: 0,
  ...more,
})

const filtersOf = (more: object = {}) => ({
  scope: { truckIds: [], organisationIds: [server.organisationId('G')] },
  when: { from: minutesAgo(24 * 60).toISOString(), to: minutesAgo(0).toISOString() },
  ...more,
})
/** Lists of what is now ask for no period. */
const nowOf = (more: object = {}) => ({ scope: filtersOf().scope, ...more })
const answerTo = async (path: string, filters: object, user = admin): Promise<ReportRows> => {
  const answer = await user.get<ReportRows | null>(`/reports/${path}/rows`, { filters: JSON.stringify(filters) })
  if (answer.data === null)
    throw new Error(`${path}: ${answer.message}; ${server.lines.filter((line) => line.includes('"err"')).at(-1) ?? ''}`)
  return answer.data
}
const rowsOf = async (path: string, filters: object, user = admin) => (await answerTo(path, filters, user)).content
/** How many rows are left under each of these filters. */
const counts = async (path: string, base: object, asked: readonly object[]) =>
  Promise.all(asked.map(async (more) => (await rowsOf(path, { ...base, ...more })).length))

beforeAll(async () => {
  server = await startTestApi()
  const { db } = server.database
  const customer = await db.selectFrom('role').where('name', '=', '客户').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('role_grant')
    .values(
      [`${events}/switchCover`, `${exceptions}/alm_high_loss`, `${analysis}/adnormal_month_summary`].map((granted) => ({
        role_id: customer.id,
        permission: granted,
      })),
    )
    .execute()
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

describe('seals and covers', () => {
  const cover = {
    compartment: 2,
    probeType: 1,
    processState: 6,
    loaded: true,
    judge: 'abnormal',
    placeKind: 'elsewhere',
    sealCountBefore: 7,
    sealCountAfter: 8,
    levelBeforeMm: 900,
    levelAfterMm: 880,
    volumeBeforeL: 5000,
    volumeAfterL: 4937.5,
    temperatureBeforeC: 20.5,
    temperatureAfterC: 20.4,
    altitudeM: 12,
    endPlace: { lat: 31.31, lng: 120.61, fenceName: '油库围栏' },
  }

  beforeAll(async () => {
    await addRecord({ kind: 'cover', startedAt: minutesAgo(60), endedAt: minutesAgo(50), object: 201, speedKmh: 15, properties: cover })
    const normal = { ...cover, compartment: 1, probeType: 0, judge: 'normal', placeKind: 'trip-station', processState: 8, loaded: false }
    await addRecord({
      plate: '苏A00002',
      kind: 'cover',
      startedAt: minutesAgo(40),
      endedAt: minutesAgo(39),
      object: 100,
      properties: normal,
    })
    const door = { ...normal, compartment: 0, probeType: 13, judge: 'pending', placeKind: 'park' }
    await addRecord({ kind: 'cover', startedAt: minutesAgo(30), object: 13, properties: door })
    const fault = { compartment: 1, probeType: 0, fault: 'chatter', loaded: true }
    await addRecord({ plate: '苏A00002', kind: 'seal-fault', startedAt: minutesAgo(39.5), object: 100, properties: fault })
    ids['opening'] = await raiseAlarm(server, {
      plate: '苏A00001',
      type: 1,
      object: 201,
      startedAt: minutesAgo(60),
      endedAt: minutesAgo(50),
      properties: { compartment: 2, probeType: 1, placeKind: 'elsewhere' },
    })
    const change = { compartment: 2, probeType: 1, line: 1, action: 'opened', processState: 6, levelMm: 900, volumeL: 5000, sealCount: 8 }
    await addRecord({ kind: 'seal-change', startedAt: minutesAgo(60), object: 201, properties: { ...change, loaded: true, resent: true } })
    await addRecord({
      kind: 'seal-change',
      startedAt: minutesAgo(50),
      object: 201,
      properties: { ...change, action: 'closed', loaded: true, resent: false },
    })
  })

  test('[3.10-01] [4.5-12] [4.5-13] an opening shows both ends, the sensor, the process, the seal and how its alarm was handled', async () => {
    await admin.send('POST', '/alarms/handle', {
      alarmIds: ids['opening'] ?? '',
      handleResult: '属实，已处罚',
      exceptionType: 'human',
      confirm: 'confirmed',
    })
    const rows = await rowsOf(`${events}/switchCover`, filtersOf({ compartment: [2] }))
    expect(rows).toMatchObject([
      {
        plate: { plate: '苏A00001' },
        organisation: '甲运输',
        compartment: 2,
        cover: '1',
        judge: 'abnormal',
        startedAt: minutesAgo(60).toISOString(),
        endedAt: minutesAgo(50).toISOString(),
        duration: 600_000,
        place: { lat: 31.3, lng: 120.6 },
        closePlace: { name: '油库围栏', lat: 31.31, lng: 120.61 },
        placeKind: 'elsewhere',
        loaded: true,
        processState: '6',
        sensorState: 'closed',
        speed: 15,
        heading: 90,
        altitude: 12,
        serial: '250800001',
        levelBefore: 900,
        levelAfter: 880,
        volumeBefore: 5000,
        volumeAfter: 4937.5,
        volumeChange: -62.5,
        temperatureBefore: 20.5,
        temperatureAfter: 20.4,
        sealCountBefore: 7,
        sealCountAfter: 8,
        handled: 'handled',
        handleResult: '属实，已处罚',
        exceptionType: 'human',
        handler: 'admin',
      },
    ])
  })

  test('an opening without an alarm shows that, and a probe fault is shown instead of open or closed', async () => {
    const rows = await rowsOf(`${events}/switchCover`, filtersOf())
    expect(rows.map((row) => [row['cover'], row['sensorState'], row['handled'], row['duration']])).toEqual([
      ['13', 'open', 'none', null],
      ['0', 'chatter', 'none', 60_000],
      ['1', 'closed', 'handled', 600_000],
    ])
  })

  test('each filter of the openings includes and excludes', async () => {
    const asked = [
      { cover: ['0', '13'] },
      { judge: ['abnormal'] },
      { judge: ['pending', 'normal'] },
      { place: ['trip-station'] },
      { seconds: 61 },
      { compartment: [3] },
    ]
    expect(await counts(`${events}/switchCover`, filtersOf(), asked)).toEqual([2, 1, 2, 1, 1, 0])
    expect(await counts(`${events}/switchcover_his`, filtersOf(), asked.slice(0, 3))).toEqual([2, 1, 2])
    const history = (await admin.get<ReportView>(`/reports/${events}/switchcover_his`)).data
    expect(history.columns.map((column) => column.name)).not.toContain('handleResult')
    expect(history.actions.map(({ name }) => name)).toEqual(['open-detail'])
  })

  test('box doors have their own list, visible to no other organisation', async () => {
    expect(await rowsOf(`${events}/box_door`, filtersOf())).toMatchObject([
      { cover: '13', judge: 'pending', placeKind: 'park', endedAt: null },
    ])
    expect(await counts(`${events}/box_door`, filtersOf(), [{ judge: ['normal'] }, { door: ['31'] }, { door: ['13'] }])).toEqual([0, 0, 1])
    expect(
      await rowsOf(`${events}/box_door`, { ...filtersOf(), scope: { truckIds: [], organisationIds: [server.organisationId('B')] } }),
    ).toEqual([])
  })

  test('a box door with two sensors is one row; the independent sensor alone is one too, and is shown in full when asked for', async () => {
    const alone = { ...filtersOf(), when: { from: minutesAgo(7 * 24 * 60).toISOString(), to: minutesAgo(6 * 24 * 60).toISOString() } }
    const at = (s: number) => new Date(minutesAgo(6.5 * 24 * 60).getTime() + s * 1000)
    const door = { ...cover, compartment: 1, judge: 'normal' }
    const openings = [
      { object: 113, at: at(0) },
      { object: 131, at: at(5) },
      { object: 131, at: at(11) },
      { object: 231, at: at(20) },
    ]
    for (const { object, at: startedAt } of openings)
      await addRecord({
        kind: 'cover',
        startedAt,
        endedAt: new Date(startedAt.getTime() + 3_000),
        object,
        properties: { ...door, compartment: Math.floor(object / 100), probeType: object % 100 },
      })
    const seen = async (more: object) =>
      (await rowsOf(`${events}/box_door`, { ...alone, ...more })).map((row) => `${row['box']}:${row['cover']}`).toReversed()
    expect(await seen({})).toEqual(['1:13', '1:31', '2:31'])
    expect(await seen({ door: ['31'] })).toEqual(['1:31', '1:31', '2:31'])
    expect(await seen({ door: ['13', '31'] })).toHaveLength(4)
  })

  test('the journal shows every change of a seal, and which data came late', async () => {
    const rows = await rowsOf(`${events}/switch_cover_flow`, filtersOf())
    expect(rows.map((row) => [row['action'], row['resent']])).toEqual([
      ['closed', false],
      ['opened', true],
    ])
    expect(rows[1]).toMatchObject({
      compartment: 2,
      probe: '1',
      line: 1,
      processState: '6',
      level: 900,
      volume: 5000,
      sealCount: 8,
      loaded: true,
    })
    expect(
      await counts(`${events}/switch_cover_flow`, filtersOf(), [
        { action: ['opened'] },
        { action: ['wet'] },
        { probe: ['1'] },
        { compartment: [1] },
      ]),
    ).toEqual([1, 0, 2, 0])
  })

  test('covers in use are those open now and those opened while driving with a load', async () => {
    const driving = { ...cover, placeKind: 'moving' }
    await addRecord({
      plate: '苏B00001',
      kind: 'cover',
      startedAt: minutesAgo(20),
      endedAt: minutesAgo(15),
      object: 201,
      properties: driving,
    })
    await addReading('苏B00001', aReading(minutesAgo(10), { compartments: [compartmentReading(2, { volumeL: 4900 })] }))
    const rows = await rowsOf(`${events}/useing_open`, nowOf())
    expect(rows.map((row) => [row['cover'], row['why']])).toEqual([
      ['13', 'open'],
      ['1', 'moving'],
    ])
    expect(rows[1]).toMatchObject({ open: 300_000, volume: 4900, change: -100, loaded: true, plate: { plate: '苏B00001' } })
    expect(rows[0]).toMatchObject({ driver: '陈海霞 19900001001', loaded: false })
    expect(Number(rows[0]?.['open'])).toBeGreaterThanOrEqual(30 * 60_000)
    expect(await counts(`${events}/useing_open`, nowOf(), [{ why: ['open'] }, { load: ['true'] }, { cover: ['0'] }])).toEqual([1, 1, 0])
  })

  test('[6] a customer sees the openings of the own trucks alone, without the organisation', async () => {
    const carl = await server.signIn('carl')
    const rows = await rowsOf(
      `${events}/switchCover`,
      { ...filtersOf(), scope: { truckIds: [], organisationIds: [server.organisationId('A1')] } },
      carl,
    )
    expect(rows.map((row) => row['cover'])).toEqual(['0'])
    expect(rows[0]).not.toHaveProperty('organisation')
    expect((await carl.get(`/reports/${events}/box_door/rows`, { filters: JSON.stringify(filtersOf()) })).resultCode).toBe(401)
  })

  test('an emergency valve operation shows its action, cause and correctness', async () => {
    const valve = { probeType: 30, action: 'cut', reason: 'interlock', processState: 6, loaded: true, moving: true, judge: 'normal' }
    await addRecord({ kind: 'valve', startedAt: minutesAgo(45), endedAt: minutesAgo(44), object: 30, speedKmh: 55, properties: valve })
    const opened = { ...valve, probeType: 28, action: 'opened', reason: 'unknown', judge: 'abnormal' }
    await addRecord({ kind: 'valve', startedAt: minutesAgo(43), object: 28, properties: opened })
    const path = `${events}/emergency_shut_off_valve`
    expect((await rowsOf(path, filtersOf()))[1]).toMatchObject({
      valve: '30',
      action: 'cut',
      reason: 'interlock',
      duration: 60_000,
      speed: 55,
    })
    expect(await counts(path, filtersOf(), [{ action: ['opened'] }, { reason: ['button'] }, { judge: ['abnormal', 'normal'] }])).toEqual([
      1, 0, 2,
    ])
  })

  test('the analysis counts openings by truck, and by hour and place', async () => {
    const trip = { properties: {} }
    await addRecord({ kind: 'trip', startedAt: minutesAgo(90), ...trip })
    await addRecord({ kind: 'trip', startedAt: minutesAgo(55), ...trip })
    const rows = await rowsOf(`${analysis}/switch_cover_analysis/trucks`, filtersOf())
    const byPlate = Object.fromEntries(rows.map((row) => [(row['plate'] as { plate: string }).plate, row]))
    expect(byPlate['苏A00001']).toMatchObject({
      total: 2,
      elsewhere: 2,
      abnormal: 1,
      abnormalRate: 50,
      trips: 2,
      perTrip: 1,
      manhole: 1,
      door: 1,
    })
    expect(byPlate['苏A00001']).toMatchObject({ duration: 600_000 })
    expect(byPlate['苏B00001']).toMatchObject({ total: 1, moving: 1, abnormalRate: 100, trips: 0, perTrip: null, duration: 300_000 })
    expect(byPlate['苏A00002']).toMatchObject({ total: 1, station: 1, abnormal: 0, abnormalRate: 0, api: 1 })
    const totals = (await answerTo(`${analysis}/switch_cover_analysis/trucks`, filtersOf())).totals
    expect(totals).toMatchObject({ total: 4, abnormal: 2, abnormalRate: 50 })
    const cells = await rowsOf(`${analysis}/switch_cover_analysis/hours`, filtersOf())
    const cell = (place: string) => cells.find((row) => row['place'] === place)
    const hourOf = (at: Date) => at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit' }).slice(0, 2)
    expect(cells.reduce((sum, row) => sum + Number(row['count']), 0)).toBe(4)
    expect(cell('elsewhere')).toMatchObject({ hour: hourOf(minutesAgo(60)), count: 1, abnormal: 1, abnormalRate: 100 })
    expect(cell('trip-station')).toMatchObject({ hour: hourOf(minutesAgo(40)), count: 1, abnormal: 0 })
    const chart = await admin.get<Record<string, unknown>[]>(`/reports/${analysis}/switch_cover_analysis/hours/chart`, {
      filters: JSON.stringify(filtersOf()),
    })
    expect(chart.data).toHaveLength(4)
  })
})

describe('emptying', () => {
  test('unloaded compartments not proven empty are listed as open; proven ones only on request', async () => {
    const unloading = (compartment: number) => ({ compartment, oilCode: 92, direction: 'unloading' })
    const operation = { kind: 'operation', startedAt: minutesAgo(30), endedAt: minutesAgo(20) }
    for (const compartment of [1, 2, 3]) await addRecord({ ...operation, object: compartment, properties: unloading(compartment) })
    // An earlier unloading of the same compartment, and a loading, are nothing to wait for.
    await addRecord({ ...operation, startedAt: minutesAgo(300), endedAt: minutesAgo(290), object: 1, properties: unloading(1) })
    await addRecord({ plate: '苏B00001', ...operation, object: 1, properties: { ...unloading(1), direction: 'loading' } })
    const emptying = { kind: 'emptying', startedAt: minutesAgo(19), endedAt: minutesAgo(14) }
    const proven = { compartment: 2, oilCode: 92, ok: true, proof: 'probe', residualL: 0.5, residualMm: 1 }
    await addRecord({ ...emptying, object: 2, properties: proven })
    await addRecord({
      ...emptying,
      object: 3,
      properties: { ...proven, compartment: 3, ok: false, proof: null, residualL: 35, residualMm: 12 },
    })
    const left = [compartmentReading(1, { volumeL: 61, levelMm: 14 }), compartmentReading(3, { volumeL: 35, levelMm: 12 })]
    await addReading('苏A00001', aReading(minutesAgo(5), { compartments: left }))

    const path = `${events}/empty`
    const rows = (await rowsOf(path, nowOf())).toSorted((a, b) => Number(a['compartment']) - Number(b['compartment']))
    expect(rows).toMatchObject([
      { compartment: 1, state: 'waiting', product: 92, volume: 61, level: 14, mode: 'fence', unloadedAt: minutesAgo(20).toISOString() },
      { compartment: 3, state: 'not-emptied', volume: 35 },
    ])
    expect(Number(rows[0]?.['since'])).toBeGreaterThanOrEqual(20 * 60_000)
    expect(
      await counts(path, nowOf(), [{ state: ['emptied'] }, { state: ['waiting', 'emptied', 'not-emptied'] }, { station: [1] }]),
    ).toEqual([1, 3, 0])

    const records = await answerTo(`${events}/empty_record`, filtersOf())
    expect(records.totals).toEqual({ residue: 35.5 })
    expect(records.content.toSorted((a, b) => Number(a['compartment']) - Number(b['compartment']))).toMatchObject([
      { compartment: 2, result: 'emptied', proof: 'probe', duration: 300_000, residue: 0.5 },
      { compartment: 3, result: 'not-emptied', proof: null, residue: 35, level: 12 },
    ])
    expect(
      await counts(`${events}/empty_record`, filtersOf(), [{ result: ['emptied'] }, { proof: ['level'] }, { compartment: [3] }]),
    ).toEqual([1, 0, 1])
  })

  test('[4.4-08] [4.5-14] alarms of what is left show compartments and litres, and whether they have ended', async () => {
    const fence = await server.database.db.selectFrom('fence').select(['id', 'place_id']).executeTakeFirstOrThrow()
    const unfinished = { residualL: 120.5, compartments: [1, 3], stationFenceId: fence.id }
    await raiseAlarm(server, { plate: '苏A00001', type: 207, startedAt: minutesAgo(12), properties: unfinished })
    await raiseAlarm(server, {
      plate: '苏A00001',
      type: 208,
      startedAt: minutesAgo(11),
      endedAt: minutesAgo(9),
      properties: { ...unfinished, compartments: [1], residualL: 20 },
    })
    await raiseAlarm(server, {
      plate: '苏A00001',
      type: 213,
      startedAt: minutesAgo(9),
      endedAt: minutesAgo(9),
      properties: { durationS: 60 },
      grade: 'yellow',
    })
    await server.database.db.updateTable('alarm').set({ fence_id: fence.id }).where('type', '=', 207).execute()
    const path = `${exceptions}/alarm_not_empty`
    const { content, totals } = await answerTo(path, filtersOf())
    expect(content.map((row) => [row['type'], row['ended'], row['compartments'], row['residue'], row['duration']])).toEqual([
      [213, 'ended', null, null, 0],
      [208, 'ended', '1', 20, 120_000],
      [207, 'not-ended', '1, 3', 120.5, null],
    ])
    expect(totals).toEqual({ residue: 140.5 })
    const asked = [
      { type: ['207'] },
      { compartment: [3] },
      { ended: ['ended'] },
      { grade: ['yellow'] },
      { station: [fence.place_id ?? 0] },
      { station: [99] },
    ]
    expect(await counts(path, filtersOf(), asked)).toEqual([1, 1, 2, 1, 1, 0])
  })

  test('an emptying that broke a rule shows which', async () => {
    const broken = { compartment: 2, breach: 'valve-reopened', emptyS: 90, residualL: 4, processState: 0 }
    await raiseAlarm(server, { plate: '苏A00002', type: 330, startedAt: minutesAgo(8), endedAt: minutesAgo(8), properties: broken })
    const path = `${exceptions}/empty_record_alarm`
    expect(await rowsOf(path, filtersOf())).toMatchObject([
      { compartment: 2, processState: '0', breach: 'valve-reopened', emptying: 90_000, residue: 4 },
    ])
    expect(await counts(path, filtersOf(), [{ breach: ['too-short'] }, { breach: ['valve-reopened'] }, { compartment: [1] }])).toEqual([
      0, 1, 0,
    ])
  })
})

describe('inventory, meters and air', () => {
  const at = () => minutesAgo(200)

  beforeAll(async () => {
    const compartments = [compartmentReading(1), compartmentReading(2, { oilCode: 0, dataType: 'LB', fault: 3 })]
    await addReading('苏A00002', aReading(at(), { compartments, tilt: { axialDeg: 1.25, lateralDeg: -0.5 } }))
    const meter = {
      meter: 1,
      oilCode: 92,
      mode: 1,
      answering: true,
      deliveryL: 1200.5,
      deliveryV20L: 1190.2,
      deliveryKg: 880,
      totalL: 90_000,
      temperatureC: 26.5,
      flowLpm: 640,
      receipt: 7788,
    }
    const air = { temperatureC: 65, humidityPercent: 40, pressureKPa: 124.5, doorBits: 1 }
    await addReading('苏A00002', aReading(minutesAgo(3), { meters: [{ ...meter, flowLpm: 10 }], environment: air }))
    await addReading(
      '苏A00002',
      aReading(minutesAgo(2), {
        meters: [meter, { ...meter, meter: 2, mode: 0 }],
        environment: { ...air, temperatureC: 20, pressureKPa: 97.3 },
      }),
    )
    await addReading(
      '苏A00002',
      aReading(minutesAgo(120), { environment: { ...air, temperatureC: 21, humidityPercent: 90, pressureKPa: 101.325 } }),
    )
    await setLive(server, '苏A00002', aLiveRow(minutesAgo(2)))
  })

  test('[3.9-01] [5.4-02] the inventory shows every field of a gauge, at most seven days long and back', async () => {
    const path = `${events}/tank_inventory`
    const day = { when: { from: minutesAgo(210).toISOString(), to: minutesAgo(190).toISOString() } }
    const rows = (await rowsOf(path, filtersOf(day))).toSorted((a, b) => Number(a['compartment']) - Number(b['compartment']))
    expect(rows).toMatchObject([
      {
        plate: { plate: '苏A00002' },
        at: at().toISOString(),
        compartment: 1,
        product: 92,
        dataType: 'TT',
        rawLevel: 1001.5,
        level: 1000,
        volume: 5000,
        v20: 4962.5,
        fill: 50,
        temperature: 25.4,
        density: 742.1,
        water: 3,
        axial: 1.25,
        lateral: -0.5,
        place: { lat: 31.3, lng: 120.6 },
        speed: 42,
        fault: '0',
      },
      { compartment: 2, product: 0, dataType: 'LB', fault: 'faulty' },
    ])
    const asked = [
      { compartment: [2] },
      { product: ['gasoline'] },
      { product: ['other'] },
      { dataType: ['LB', 'FF'] },
      { fault: ['faulty'] },
    ]
    expect(await counts(path, filtersOf(day), asked)).toEqual([1, 1, 0, 1, 1])
    const back = (days: number) => ({
      when: { from: minutesAgo(days * 24 * 60 + 1).toISOString(), to: minutesAgo(days * 24 * 60 - 10).toISOString() },
    })
    const refused = await admin.get(`/reports/${path}/rows`, { filters: JSON.stringify(filtersOf(back(7))) })
    expect(refused).toMatchObject({ resultCode: 400 })
    expect(await rowsOf(path, filtersOf(back(6)))).toEqual([])
  })

  test('[3.9-02] the fifteen data types have words in both languages', async () => {
    const view = async (language: string) =>
      (await admin.get<ReportView>(`/reports/${events}/tank_inventory`, {}, { language })).data.columns.find(
        ({ name }) => name === 'dataType',
      )
    const [zh, en] = [await view('zh'), await view('en')]
    expect(zh?.choices.map(({ value }) => value).toSorted()).toEqual([...DATA_TYPES].toSorted())
    expect(zh?.choices.find(({ value }) => value === 'TT')?.label).toBe('TT 定时上报')
    expect(en?.choices.find(({ value }) => value === 'TT')?.label).toBe('TT Timed')
  })

  test('[3.11-01] a flow meter shows its newest reading alone', async () => {
    const path = `${events}/meter_status`
    const rows = (await rowsOf(path, nowOf())).toSorted((a, b) => Number(a['meter']) - Number(b['meter']))
    expect(rows).toMatchObject([
      {
        meter: 1,
        mode: 1,
        product: 92,
        delivery: 1200.5,
        compensated: 1190.2,
        mass: 880,
        total: 90_000,
        flow: 640,
        temperature: 26.5,
        receipt: '7788',
        valid: true,
      },
      { meter: 2, mode: 0 },
    ])
    expect(await counts(path, nowOf(), [{ mode: ['0'] }, { mode: ['3'] }])).toEqual([1, 0])
  })

  test('[3.11-01] a metered unloading shows receipt, volumes, mass, means and the gauge beside it', async () => {
    const delivery = {
      meter: 1,
      receipt: 7788,
      oilCode: 92,
      rawL: 5010,
      v20L: 4975.5,
      massKg: 3690,
      averageTemperatureC: 26.4,
      averageLpm: 501,
      gaugeL: 5020,
      differenceL: -10,
      valid: true,
    }
    await addRecord({ kind: 'meter-delivery', startedAt: minutesAgo(150), endedAt: minutesAgo(140), object: 1, properties: delivery })
    await addRecord({
      kind: 'meter-delivery',
      startedAt: minutesAgo(130),
      endedAt: minutesAgo(129),
      object: 1,
      properties: { ...delivery, oilCode: 0, valid: false, rawL: 90 },
    })
    const { db } = server.database
    const place = await db.selectFrom('place').where('kind', '=', 'station').select(['id', 'organisation_id']).executeTakeFirstOrThrow()
    const fence = await db
      .insertInto('fence')
      .values({
        organisation_id: place.organisation_id,
        kind: 'station',
        place_id: place.id,
        name: '甲站围栏',
        shape: JSON.stringify({ shape: 'circle', lat: 31.4, lng: 120.7, radiusM: 100 }),
        status: 'approved',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('record')
      .set({ fence_id: fence.id })
      .where('kind', '=', 'meter-delivery')
      .where('started_at', '=', minutesAgo(150))
      .execute()
    const path = `${events}/meter_unload`
    const { content, totals } = await answerTo(path, filtersOf())
    expect(content[1]).toMatchObject({
      meter: 1,
      receipt: '7788',
      customer: '甲客户',
      product: 92,
      raw: 5010,
      compensated: 4975.5,
      mass: 3690,
      temperature: 26.4,
      flow: 501,
      gauge: 5020,
      difference: -10,
      valid: true,
      duration: 600_000,
    })
    expect(totals).toMatchObject({ raw: 5100 })
    expect(
      await counts(path, filtersOf(), [{ customer: '甲客' }, { customer: '乙' }, { product: ['diesel'] }, { valid: ['true'] }]),
    ).toEqual([1, 0, 1, 1])
  })

  test('pressure is counted from the atmosphere, and judged by the limits of the truck', async () => {
    const path = `${events}/bz_pressure`
    const rows = await rowsOf(path, filtersOf())
    expect(rows.map((row) => [Number(row['gauge']).toFixed(3), row['absolute'], row['state']])).toEqual([
      ['-4.025', 97.3, 'under'],
      ['23.175', 124.5, 'over'],
      ['0.005', 101.33, 'normal'],
    ])
    expect(await counts(path, filtersOf(), [{ state: ['over'] }, { state: ['over', 'under'] }, { least: 0 }, { least: 30 }])).toEqual([
      1, 2, 2, 0,
    ])
    // [D-27] The curve is of the whole period, not of the page.
    const chart = await admin.get<Record<string, unknown>[]>(`/reports/${path}/chart`, { filters: JSON.stringify(filtersOf()) })
    expect(chart.data.map(({ gauge }) => Number(gauge).toFixed(3)).toSorted()).toEqual(['-4.025', '0.005', '23.175'])
    expect(chart.data.map(({ at }) => at)).toEqual(chart.data.map(({ at }) => at).toSorted())
    const { pool } = server.database
    await setThresholds(pool, { organisationId: server.organisationId('G') }, { pressureHighKPa: 10, pressureLowKPa: -5 })
    await setThresholds(pool, { organisationId: server.organisationId('A') }, { pressureHighKPa: 25 })
    expect((await rowsOf(path, filtersOf())).map((row) => row['state'])).toEqual(['normal', 'normal', 'normal'])
  })

  test('temperature and humidity are judged, over time and now', async () => {
    const path = `${events}/temp_humidity`
    expect((await rowsOf(path, filtersOf())).map((row) => [row['temperature'], row['state'], row['boxOpen']])).toEqual([
      [20, 'normal', true],
      [65, 'hot', true],
      [21, 'humid', true],
    ])
    expect(await counts(path, filtersOf(), [{ state: ['hot', 'cold'] }, { state: ['dry'] }])).toEqual([1, 0])
    expect(await rowsOf(`${events}/real_temp_humidity`, nowOf())).toMatchObject([
      { plate: { plate: '苏A00002' }, temperature: 20, humidity: 40, state: 'normal' },
    ])
    await setLive(server, '苏A00002', aLiveRow(minutesAgo(120)))
    expect(await rowsOf(`${events}/real_temp_humidity`, nowOf())).toMatchObject([{ temperature: 21, state: 'offline' }])
    expect(await counts(`${events}/real_temp_humidity`, nowOf(), [{ state: ['offline'] }, { state: ['normal'] }])).toEqual([1, 0])
  })

  test('a power cut shows how long and how far, and both places', async () => {
    const cut = { durationS: 240, distanceM: 850, lowestV: 3.71, loaded: true, endPlace: { lat: 31.4, lng: 120.7, fenceName: null } }
    await addRecord({ kind: 'power-cut', startedAt: minutesAgo(80), endedAt: minutesAgo(76), properties: cut })
    await addRecord({
      plate: '苏B00001',
      kind: 'power-cut',
      startedAt: minutesAgo(70),
      properties: { ...cut, distanceM: 0, loaded: false, endPlace: null },
    })
    const path = `${events}/switch_electricity`
    expect(await rowsOf(path, filtersOf())).toMatchObject([
      { plate: { plate: '苏B00001' }, duration: null, endPlace: null },
      { duration: 240_000, distance: 850, lowest: 3.71, loaded: true, endPlace: { lat: 31.4 } },
    ])
    expect(await counts(path, filtersOf(), [{ seconds: 240 }, { seconds: 241 }, { metres: 850 }, { load: ['false'] }])).toEqual([
      1, 0, 1, 1,
    ])
  })

  test('a change of product shows what was left of the old one', async () => {
    const change = { compartment: 1, oldOilCode: 92, newOilCode: 0, residueL: 180, by: 'console', mixRisk: 'high' }
    await addRecord({ kind: 'product-change', startedAt: minutesAgo(100), object: 1, properties: change })
    const path = `${events}/switch_variety`
    expect(await rowsOf(path, filtersOf())).toMatchObject([{ compartment: 1, old: 92, new: 0, residue: 180, by: 'console', risk: 'high' }])
    expect(await counts(path, filtersOf(), [{ risk: ['high'] }, { risk: ['none'] }, { by: ['slip'] }, { compartment: [1] }])).toEqual([
      1, 0, 0, 1,
    ])
  })
})

describe('alarms about cargo', () => {
  test('[4.4-01] a water alarm shows which sensor saw the water', async () => {
    const seen = { compartment: 1, oilCode: 92, sensor: 'gauge', waterMm: 18, riseMm: 6.5, processState: 6 }
    await raiseAlarm(server, { plate: '苏A00001', type: 3, startedAt: minutesAgo(35), endedAt: minutesAgo(34), properties: seen })
    await raiseAlarm(server, { plate: '苏A00001', type: 3, startedAt: minutesAgo(33), properties: { compartment: 2, probeType: 6 } })
    const path = `${exceptions}/alarm_pipe_water`
    const rows = await rowsOf(path, filtersOf())
    expect(rows[1]).toMatchObject({
      sensor: 'gauge',
      water: 18,
      rise: 6.5,
      product: 92,
      processState: '6',
      ended: 'ended',
      duration: 60_000,
    })
    expect(rows[0]).toMatchObject({ sensor: '6', water: null, ended: 'not-ended' })
    expect(await counts(path, filtersOf(), [{ sensor: ['6'] }, { sensor: ['5'] }, { compartment: [1] }, { ended: ['ended'] }])).toEqual([
      1, 0, 1, 1,
    ])
  })

  test('a high loss shows litres, rate and limit; an unauthorised unloading its litres', async () => {
    const fromAt = minutesAgo(100)
    const trip = {
      loss: 61.25,
      lossRate: 12.3456,
      highLossRateThreshold: 2,
      startTime: fromAt.getTime(),
      endTime: minutesAgo(70).getTime(),
    }
    await raiseAlarm(server, {
      plate: '苏A00002',
      type: 202,
      startedAt: minutesAgo(90),
      endedAt: minutesAgo(70),
      properties: { ...trip, startArea: '苏州油库', endArea: '甲站' },
    })
    const discharge = { compartment: 1, lossV20L: 55, fromAt: fromAt.getTime() }
    await raiseAlarm(server, { plate: '苏A00001', type: 322, startedAt: minutesAgo(80), endedAt: minutesAgo(80), properties: discharge })
    const path = `${exceptions}/alm_high_loss`
    const { content, totals } = await answerTo(path, filtersOf())
    expect(content).toMatchObject([
      {
        type: 322,
        loss: 55,
        lossRate: null,
        threshold: null,
        from: fromAt.toISOString(),
        to: minutesAgo(80).toISOString(),
        during: 1_200_000,
      },
      { type: 202, loss: 61.25, lossRate: 12.3456, threshold: 2, from: fromAt.toISOString(), during: 1_800_000, startArea: '苏州油库' },
    ])
    expect(totals).toEqual({ loss: 116.25 })
    expect(await counts(path, filtersOf(), [{ loss: 60 }, { rate: 12.3456 }, { rate: 12.4 }, { type: ['322'] }])).toEqual([1, 1, 0, 1])
    const view = (await admin.get<ReportView>(`/reports/${path}`)).data.columns
    expect(view.find(({ name }) => name === 'loss')).toMatchObject({ digits: 2 })
    expect(view.find(({ name }) => name === 'lossRate')).toMatchObject({ digits: 4, unit: '‰' })
    const carl = await server.signIn('carl')
    const own = await rowsOf(path, { ...filtersOf(), scope: { truckIds: [], organisationIds: [server.organisationId('A1')] } }, carl)
    expect(own.map((row) => row['type'])).toEqual([202])
    expect(own[0]).not.toHaveProperty('organisation')
  })

  test('[4.5-15] a seal break shows how, and may be confirmed or refuted', async () => {
    const housing = { compartment: 0, probeType: 24, reason: 'housing', loaded: true, sealCount: 4, unseenOpenings: 0 }
    const first = await raiseAlarm(server, { plate: '苏A00001', type: 320, startedAt: minutesAgo(28), grade: 'black', properties: housing })
    const counted = { ...housing, compartment: 1, probeType: 0, reason: 'count', unseenOpenings: 3 }
    await raiseAlarm(server, { plate: '苏A00001', type: 320, startedAt: minutesAgo(27), properties: counted })
    await admin.send('POST', '/alarms/handle', {
      alarmIds: first,
      handleResult: '误报',
      exceptionType: 'equipment',
      confirm: 'non-abnormal',
    })
    const path = `${exceptions}/alarm_break_seal`
    expect(await rowsOf(path, filtersOf())).toMatchObject([
      { reason: 'count', unseen: 3, confirm: 'unconfirmed', handled: false },
      {
        reason: 'housing',
        seal: '24',
        grade: 'black',
        confirm: 'non-abnormal',
        handled: true,
        exceptionType: 'equipment',
        handler: 'admin',
      },
    ])
    const asked = [
      { confirm: ['non-abnormal'] },
      { confirm: ['confirmed'] },
      { handled: 'unhandled' },
      { reason: ['count'] },
      { grade: ['red'] },
    ]
    expect(await counts(path, filtersOf(), asked)).toEqual([1, 0, 1, 1, 1])
  })

  test('an abnormal loading shows the planned and the loaded volume', async () => {
    const loading = {
      compartment: 2,
      oilCode: 92,
      planOilCode: 0,
      kind: 'wrong-product',
      startVolumeL: 100.5,
      endVolumeL: 5200,
      planL: 5000,
      slipNo: 'PS-1',
    }
    await raiseAlarm(server, { plate: '苏A00001', type: 321, startedAt: minutesAgo(26), endedAt: minutesAgo(20), properties: loading })
    const path = `${exceptions}/bz_abnormal_oil_loading`
    const { content, totals } = await answerTo(path, filtersOf())
    expect(content).toMatchObject([{ kind: 'wrong-product', product: 92, planned: 0, loaded: 5099.5, plan: 5000, slip: 'PS-1' }])
    expect(totals).toEqual({ loaded: 5099.5 })
    expect(await counts(path, filtersOf(), [{ kind: ['over-fill'] }, { kind: ['wrong-product'] }, { compartment: [1] }])).toEqual([0, 1, 0])
  })

  test('alarms of devices, of pressure and of the air show their worst value and the limit', async () => {
    const jump = { compartment: 1, kind: 'level-jump', extreme: 412.5, limit: 200, faultCode: 0, processState: 6 }
    await raiseAlarm(server, { plate: '苏A00001', type: 329, startedAt: minutesAgo(25), properties: jump })
    await raiseAlarm(server, { plate: '苏A00001', type: 331, startedAt: minutesAgo(24), properties: { kind: 'storm', count: 34 } })
    const devices = `${exceptions}/device_alarm`
    expect(await rowsOf(devices, filtersOf())).toMatchObject([
      { kind: 'storm', extreme: 34, compartment: null },
      { kind: 'level-jump', extreme: 412.5, limit: 200, compartment: 1, faultCode: null },
    ])
    expect(await counts(devices, filtersOf(), [{ kind: ['storm'] }, { kind: ['stuck'] }, { compartment: [1] }])).toEqual([1, 0, 1])

    const over = { kind: 'over', limit: 20, extreme: 24.6, processState: 6 }
    await raiseAlarm(server, { plate: '苏A00001', type: 326, startedAt: minutesAgo(23), properties: over })
    const pressures = `${exceptions}/alarm_high_pressure`
    expect(await rowsOf(pressures, filtersOf())).toMatchObject([{ kind: 'over', extreme: 24.6, limit: 20, processState: '6' }])
    expect(await counts(pressures, filtersOf(), [{ kind: ['under'] }, { kind: ['over'] }])).toEqual([0, 1])

    await raiseAlarm(server, {
      plate: '苏A00001',
      type: 327,
      startedAt: minutesAgo(22),
      properties: { kind: 'humid', limit: 85, extreme: 91.2 },
    })
    const air = `${exceptions}/alarm_temp_hum`
    expect(await rowsOf(air, filtersOf())).toMatchObject([{ kind: 'humid', extreme: 91.2, limit: 85 }])
    expect(await counts(air, filtersOf(), [{ kind: ['hot'] }, { kind: ['humid', 'dry'] }])).toEqual([0, 1])
  })

  test('a device event shows the card that was used', async () => {
    const event = { event: 'repair-card', compartment: 0, text: '王师傅', card: '0099', loaded: false }
    await addRecord({ kind: 'device-event', startedAt: minutesAgo(21), object: 5, properties: event })
    const path = `${exceptions}/device_event`
    expect(await rowsOf(path, filtersOf())).toMatchObject([{ event: 'repair-card', compartment: null, detail: '王师傅', card: '0099' }])
    expect(await counts(path, filtersOf(), [{ event: ['repair-card'] }, { event: ['seals-armed'] }])).toEqual([1, 0])
  })
})

describe('analyses of abnormal events', () => {
  // A month of its own, so that nothing else of this file counts. In Shanghai April began at 16:00 UTC of the day before.
  const april = { month: '2026-04' }
  const at = (text: string) => new Date(text)
  const raise = (plate: string, type: number, startedAt: Date, more: object = {}) =>
    raiseAlarm(server, { plate, type, startedAt, endedAt: startedAt, ...more })

  beforeAll(async () => {
    const first = await raise('苏A00001', 1, at('2026-03-31T16:30:00Z'), { grade: 'black' }) // 1 April, half past midnight
    await raise('苏A00001', 210, at('2026-04-10T02:00:00Z'))
    const second = await raise('苏A00001', 202, at('2026-04-11T02:30:00Z'), { grade: 'yellow' })
    await raise('苏A00001', 213, at('2026-04-11T03:00:00Z')) // information only
    await raise('苏A00002', 329, at('2026-04-12T02:15:00Z'))
    await raise('苏A00001', 3, at('2026-03-15T00:00:00Z'))
    await raise('苏A00002', 209, at('2026-05-12T02:15:00Z')) // for the staff alone
    await raise('苏A00002', 211, at('2026-05-12T02:15:00Z'))
    await raise('苏A00001', 1, at('2026-03-31T15:30:00Z')) // still March in Shanghai
    await raise('苏B00001', 320, at('2026-03-20T00:00:00Z'))
    await raise('苏B00001', 1, at('2026-02-20T00:00:00Z'))
    const { db } = server.database
    const done = { handled_at: new Date(), handle_result: '属实', exception_type: 'human' as const, confirm: 'confirmed' as const }
    await db.updateTable('alarm').set(done).where('id', '=', first).execute()
    await db
      .updateTable('alarm')
      .set({ ...done, exception_type: 'equipment', confirm: 'non-abnormal' })
      .where('id', '=', second)
      .execute()
    const fence = await db.selectFrom('fence').where('kind', '=', 'depot').select('id').executeTakeFirstOrThrow()
    await db.updateTable('alarm').set({ fence_id: fence.id }).where('id', '=', second).execute()
    await db.updateTable('alarm').set({ speed_kmh: 40 }).where('id', '=', first).execute()
  })

  test('[4.4-11] the month summary counts kinds by organisation, with the handled rate and the change to the month before', async () => {
    const path = `${analysis}/adnormal_month_summary`
    const { content, totals } = await answerTo(path, { ...nowOf(), ...april })
    const byName = Object.fromEntries(content.map((row) => [String(row['name']), row]))
    expect(Object.keys(byName).toSorted()).toEqual(['乙运输', '甲客户', '甲运输'].toSorted())
    expect(byName['甲运输']).toMatchObject({
      month: '2026-04',
      unsealing: 2,
      highLoss: 1,
      notEmpty: 0,
      water: 0,
      total: 3,
      handled: 2,
      before: 2,
      change: 50,
    })
    expect(byName['甲运输']?.['handledRate']).toBeCloseTo(66.6667, 3)
    expect(byName['甲客户']).toMatchObject({ device: 1, total: 1, handled: 0, handledRate: 0, before: 0, change: null })
    expect(byName['乙运输']).toMatchObject({ total: 0, handledRate: null, before: 1, change: -100 })
    expect(totals).toMatchObject({ total: 4, handled: 2, handledRate: 50, before: 3 })
    expect(totals?.['change']).toBeCloseTo(33.3333, 3)
    const trucks = (await answerTo(path, { ...nowOf(), ...april, by: 'truck' })).content
    expect(trucks.map((row) => [row['name'], row['total']]).slice(0, 2)).toEqual([
      ['苏A00001', 3],
      ['苏A00002', 1],
    ])
    expect(await rowsOf(path, { ...nowOf(), month: '2026-01' })).toEqual([])
  })

  test('[4.4-10] alarms at the API threshold count for the staff, and are unknown to a customer', async () => {
    const path = `${analysis}/adnormal_month_summary`
    const may = { scope: { truckIds: [], organisationIds: [server.organisationId('A1')] }, month: '2026-05' }
    expect(await rowsOf(path, may)).toMatchObject([{ name: '甲客户', device: 2, total: 2 }])
    const [own] = await rowsOf(path, may, await server.signIn('carl'))
    expect(own).toMatchObject({ device: 1, total: 1 })
    expect(own).not.toHaveProperty('organisation')
  })

  test('shares sum up to a hundred for every grouping', async () => {
    const path = `${analysis}/adnormal_proportion`
    const when = { from: '2026-03-31T16:00:00Z', to: '2026-04-30T15:59:59Z' }
    const shares = async (by: string, more: object = {}) => {
      const rows = await rowsOf(path, { ...nowOf(), when, by, ...more })
      expect(rows.reduce((sum, row) => sum + Number(row['share']), 0)).toBeCloseTo(100, 9)
      return Object.fromEntries(rows.map((row) => [String(row['key']), Number(row['share'])]))
    }
    expect(await shares('kind')).toEqual({ 'kind:unsealing': 50, 'kind:loss': 25, 'kind:device': 25 })
    expect(await shares('kind', { kind: ['loss'] })).toEqual({ 'kind:loss': 100 })
    expect(await shares('cause')).toEqual({ 'cause:human': 25, 'cause:equipment': 25, 'cause:none': 50 })
    expect(await shares('place')).toEqual({ 'place:depot': 25, 'place:moving': 25, 'place:elsewhere': 50 })
    expect(await shares('hour')).toEqual({ 'hour:00': 25, 'hour:10': 75 })
    expect(await shares('grade')).toEqual({ 'grade:black': 25, 'grade:yellow': 25, 'grade:red': 50 })
    const grades = await rowsOf(path, { ...nowOf(), when, by: 'grade' })
    expect(grades.find((row) => row['key'] === 'grade:black')).toMatchObject({ count: 1, confirmed: 1, nonAbnormal: 0, unhandled: 0 })
  })
})

test.each([
  ['what an emptying broke', `${exceptions}/empty_record_alarm`, 'breach', EMPTYING_BREACHES],
  ['what was wrong with a loading', `${exceptions}/bz_abnormal_oil_loading`, 'kind', LOADING_KINDS],
  ['what a cargo device does wrong', `${exceptions}/device_alarm`, 'kind', GAUGE_TROUBLES],
  ['the fault of a probe', `${events}/switchCover`, 'sensorState', PROBE_FAULTS.filter((fault) => fault !== '')],
  ['where a cover was opened', `${events}/switchCover`, 'placeKind', OPENING_PLACES],
  [
    'data that a device reported about itself',
    `${exceptions}/device_event`,
    'event',
    DEVICE_EVENTS.filter((event) => event !== 'driver-signed-in' && event !== 'driver-signed-out'),
  ],
] as const)('every code of detection for %s has its words', async (_, path, name, codes) => {
  const { columns } = (await admin.get<ReportView>(`/reports/${path}`)).data
  const words = columns.find((column) => column.name === name)?.choices.map(({ value }) => value)
  expect(words).toEqual(expect.arrayContaining([...codes]))
})

test('[4.5-18] a wet/dry sensor is dry, wet, long dry, long wet or in abnormal conversion', async () => {
  const wordsOf = async (path: string, name: string, language: 'zh' | 'en') => {
    const { columns } = (await admin.get<ReportView>(`/reports/${path}`, {}, { language })).data
    const choices = columns.find((column) => column.name === name)?.choices ?? []
    return new Map(choices.map(({ value, label }) => [value, label]))
  }
  for (const [language, words] of [
    ['zh', ['变干', '变湿', '长干', '长湿', '转换异常']],
    ['en', ['Became dry', 'Became wet', 'Long dry', 'Long wet', 'Conversion abnormal']],
  ] as const) {
    const changes = await wordsOf(`${events}/switch_cover_flow`, 'action', language)
    const states = await wordsOf(`${events}/switchCover`, 'sensorState', language)
    expect(
      ['dry', 'wet'].map((value) => changes.get(value)).concat(['long-dry', 'long-wet', 'uncertain'].map((value) => states.get(value))),
    ).toEqual(words)
  }
})
