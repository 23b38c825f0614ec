import type { Dashboard } from '@tanker/contract/dashboard'
import type { ReportRows } from '@tanker/contract/report-view'
import type { TruckCard } from '@tanker/contract/trucks'
import { aDay, aTruck } from '@tanker/detection/scenarios/a-day'
import { runDay } from '@tanker/detection/scenarios/run-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLiveRow, raiseAlarm, setLive, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

/** One alarm that is several openings and litres, as detection writes it, in every list that asks for one of them. */

let server: TestApi
let admin: SignedIn
const exceptions = 'cargo_monitor/exception_report'
const theftAt = () => new Date(server.now.getTime() - 3_600_000)

const onTheRoad = () => aDay().has(0, 13).waits(300).loads([7700, 7700, 6000], 60).drivesTo(30).waits(240)
const opened = onTheRoad().opens(1, 2).now(5).opens(1, 0).opens(2, 2).waits(20).flows(1, -300, 200).closes(1, 0, 2).closes(2, 2).waits(400)
const [theft] = runDay(opened.readings, aTruck()).alarmsOf(1)
const recounted = onTheRoad().skips(300).probe(1, 1, { sealCount: 9 }).probe(2, 0, { sealCount: 12 }).waits(60)
const [broken] = runDay(recounted.readings, aTruck()).alarmsOf(320)
const drained = onTheRoad().flows(2, -60, 120).waits(200).opens(2, 0).waits(40).closes(2, 0).waits(400)
const [discharge] = runDay(drained.readings, aTruck()).alarmsOf(322)

beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date('2026-11-21T02:00:00Z') // ten in the morning in Shanghai
  admin = await server.signIn('admin', { localTimeZone: 'Asia/Shanghai' })
  for (const [plate, fact] of [
    ['苏A00001', theft],
    ['苏A00002', broken],
    ['苏A00002', discharge],
  ] as const) {
    if (!fact) throw new Error('the day has no such alarm')
    const { type, object, grade, properties } = fact
    await raiseAlarm(server, { plate, type, object, grade, properties: { ...properties }, startedAt: theftAt() })
  }
  const cover = { compartment: 2, probeType: 2, judge: 'abnormal', placeKind: 'elsewhere', processState: 6, loaded: true }
  const truckId = server.truckId('苏A00001')
  await server.database.pool.query(
    `INSERT INTO record (truck_id, kind, started_at, ended_at, object, organisation_id, name, properties)
     SELECT $1, 'cover', $2, $3, 202, organisation_id, 'cover-measured', $4 FROM truck WHERE id = $1`,
    [truckId, theftAt(), new Date(theftAt().getTime() + 60_000), cover],
  )
})
afterAll(() => server.close())

const rowsOf = async (path: string, more: object = {}): Promise<ReportRows['content']> => {
  const filters = {
    scope: { truckIds: [], organisationIds: [server.organisationId('G')] },
    when: { from: new Date(server.now.getTime() - 86_400_000).toISOString(), to: server.now.toISOString() },
    ...more,
  }
  return (await admin.get<ReportRows>(`/reports/${path}/rows`, { filters: JSON.stringify(filters) })).data.content
}

test('[truth 4.9] the unsealing report shows all seals of an alarm, and finds it by each of them', async () => {
  const path = `${exceptions}/alarm_switch_cover`
  const rows = await rowsOf(path)
  expect(rows.map((row) => [row['type'], row['seals']]).toSorted()).toEqual([
    [1, '102,100,202'],
    [322, '200'],
  ])
  expect(Number(rows.find((row) => row['type'] === 1)?.['loss'])).toBeGreaterThan(280)
  const found = async (more: object) => (await rowsOf(path, more)).map((row) => row['type'])
  expect(await found({ compartment: [2], cover: ['2'] })).toEqual([1])
  expect(await found({ compartment: [2], cover: ['0'] })).toEqual([322])
  expect(await found({ compartment: [3] })).toEqual([])
})

test('a discharge that names its seals shows level and volume before and after in the unsealing report', async () => {
  const row = (await rowsOf(`${exceptions}/alarm_switch_cover`)).find(({ type }) => type === 322)
  const said = discharge?.properties
  expect(said).toMatchObject({ startVolumeL: expect.any(Number), endVolumeL: expect.any(Number) })
  expect(row).toMatchObject({
    levelBefore: said?.['startLevelMm'],
    levelAfter: said?.['endLevelMm'],
    volumeBefore: said?.['startVolumeL'],
    volumeAfter: said?.['endVolumeL'],
  })
})

test('[truth 4.9] the high-loss report finds litres that are details of an unsealing, with their compartments', async () => {
  const rows = await rowsOf(`${exceptions}/alm_high_loss`)
  const unsealing = rows.find((row) => row['type'] === 1)
  expect(unsealing).toMatchObject({ compartments: '1', grade: 'black', threshold: 2 })
  expect(Number(unsealing?.['loss'])).toBeGreaterThan(280)
  expect(Number(unsealing?.['lossRate'])).toBeGreaterThan(30)
  expect(rows.find((row) => row['type'] === 322)).toMatchObject({ compartments: '2', grade: 'black' })
  expect(rows).toHaveLength(2)
})

test('the report of seal breaks shows all counters of a break, and finds it by each compartment', async () => {
  const path = `${exceptions}/alarm_break_seal`
  expect(await rowsOf(path)).toMatchObject([{ seals: '101,200', reason: 'count', unseen: 6 }])
  expect(await rowsOf(path, { compartment: [2] })).toHaveLength(1)
  expect(await rowsOf(path, { compartment: [3] })).toEqual([])
})

test('the cover journal names the alarm behind each of its openings', async () => {
  const [row, ...others] = await rowsOf('cargo_monitor/event_report/switchCover')
  expect(others).toEqual([])
  expect(row).toMatchObject({ handled: 'unhandled', compartment: 2, cover: '2' })
})

test('[D-15] the personal center counts what its lists show: an unsealing with its litres is a high loss too', async () => {
  const { data } = await admin.get<Dashboard>('/dashboard')
  expect([data.today.unsealings?.count, data.today.highLosses?.count]).toEqual([2, 2])
})

test('the card of a truck marks every seal of an alarm', async () => {
  await setLive(server, '苏A00001', {
    ...aLiveRow(server.now),
    probes: [0, 1, 2].map((type) => ({
      compartment: type === 1 ? 3 : 2,
      type,
      at: 0,
      answering: true,
      open: false,
      wet: false,
      sealCount: 7,
      condition: 'ok',
    })),
  })
  const { data } = await admin.get<TruckCard>(`/trucks/${server.truckId('苏A00001')}/card`)
  expect(data.seals.map(({ compartment, probeType, alarmed }) => [compartment, probeType, alarmed])).toEqual([
    [2, 0, false],
    [3, 1, false],
    [2, 2, true],
  ])
})
