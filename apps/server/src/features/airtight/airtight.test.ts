import { airtightCalls } from '@tanker/contract/endpoints/airtight'
import type { AirtightRecord } from '@tanker/contract/airtight'
import type { ReportRows } from '@tanker/contract/report-view'
import type { AirtightBox } from '@tanker/domain/reading'
import { noTankerReadings } from '@tanker/protocol/tanker-extension/tanker-readings'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const PHONE = '13800000076'
const PLATE = '苏A00001'
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const YEAR_DAYS = [364, 365, 366]

let server: TestApi
let gateway: Gateway
let device: TestDevice
let anna: SignedIn
let ben: SignedIn
let begin = 0
let at = 0

const idle: AirtightBox = {
  phase: 'idle',
  test: 'none',
  valveBits: 0,
  answering: true,
  testNo: 0,
  pressurePa: 0,
  temperatureC: 21.5,
  compartmentBits: 0,
}

const says = async (box: Partial<AirtightBox>, time = at): Promise<void> => {
  const tanker = { ...noTankerReadings(), airtight: { ...idle, ...box } }
  expect(await device.position(PHONE, { at: time, lat: 31.3, lng: 120.6, speedKmh: 0, headingDeg: 0, tanker })).toBe(0)
}

/** The readings of a hold, every ten seconds; the pressure changes evenly. */
const holdOf = (from: number, to: number, seconds: number, of: Partial<AirtightBox>): readonly Partial<AirtightBox>[] =>
  Array.from({ length: seconds / 10 + 1 }, (_, step) => ({
    ...of,
    phase: 'holding' as const,
    pressurePa: Math.round(from + ((to - from) * step * 10) / seconds),
  }))

async function passes(readings: readonly Partial<AirtightBox>[]): Promise<void> {
  for (const reading of readings) {
    at += 10 * SECOND
    await says(reading)
  }
}

/** 10,000 L may lose 250 Pa. */
const first = { test: 'positive', testNo: 41, compartmentBits: 0b01 } as const
const second = { test: 'negative', testNo: 42, compartmentBits: 0b01 } as const

beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await pool.query(`UPDATE truck SET terminal_phone = $1, terminal_id = 'T' || right($1, 6) WHERE plate = $2`, [PHONE, PLATE])
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  begin = Math.floor(Date.now() / SECOND) * SECOND - HOUR
  at = begin
  gateway = await startTestGateway(server.database, {
    bus: server.bus,
    log: pino({ level: 'silent' }),
    now: () => server.now.getTime(),
    limits: { idleMs: 24 * HOUR },
  })
  server.now = new Date(begin + HOUR)
  device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(PHONE)
  await device.authenticate(PHONE, code)
  await passes([idle, { ...first, phase: 'pressurising', valveBits: 1, pressurePa: 2_000 }])
  await passes(holdOf(4_500, 4_300, 300, first))
  await passes([{ ...first, phase: 'finished', valveBits: 2 }, idle])
  await passes(holdOf(-1_500, -1_210, 300, second))
  await passes([{ ...second, phase: 'finished' }, idle])
}, 60_000)
afterAll(async () => {
  device.close()
  await gateway.close()
  await server.close()
})

const rowsOf = async (path: string, more: object = {}, who = anna) => {
  const when = path === 'real_status' ? {} : { when: { from: new Date(begin).toISOString(), to: new Date(at).toISOString() } }
  const scope = { truckIds: [server.truckId(PLATE)], organisationIds: [] }
  const filters = JSON.stringify({ scope, ...when, ...more })
  const { data, message } = await who.get<ReportRows>(`/reports/airtight_detection/${path}/rows`, { filters }, { language: 'en' })
  expect(message).toBe('')
  return data.content
}
const recordOf = (who: SignedIn, startedAt: string) =>
  who.get<AirtightRecord>(airtightCalls.record.path, { truckId: server.truckId(PLATE), startedAt })

test('[2.9-01] a test of a box becomes a row with its verdict, and is due again in a year if it was passed', async () => {
  const [negative, positive] = await rowsOf('bz_airtight_detection')
  expect(positive).toMatchObject({
    testNo: '41',
    test: 'positive',
    compartments: '1',
    startPressure: 4.5,
    endPressure: 4.3,
    loss: 200,
    limit: 250,
    volume: 10,
    temperature: 21.5,
    duration: 300_000,
    result: 'passed',
    validity: 'valid',
  })
  expect(YEAR_DAYS).toContain(positive?.['daysLeft'])
  expect(negative).toMatchObject({ test: 'negative', startPressure: -1.5, endPressure: -1.21, loss: 290, result: 'failed', due: null })
  expect(await rowsOf('bz_airtight_detection', { result: ['failed'] })).toHaveLength(1)
  expect(await rowsOf('bz_airtight_detection', { validity: ['soon', 'expired'] })).toHaveLength(0)
})

test('[2.9-01] the record of a test shows its pressures; another organisation finds none', async () => {
  const [, row] = await rowsOf('bz_airtight_detection')
  const startedAt = String(row?.['startedAt'])
  const { data } = await recordOf(anna, startedAt)
  expect(data).toMatchObject({ truck: { plate: PLATE }, testNo: 41, compartments: [1], lossPa: 200, limitPa: 250, result: 'passed' })
  expect(data.curve.at).toHaveLength(45) // the two before, 31 of the hold, and two minutes behind it
  expect(Math.max(...data.curve.pressurePa)).toBe(4_500)
  expect(data.dueAt?.slice(0, 4)).toBe(String(new Date(startedAt).getUTCFullYear() + 1))
  const refused = await recordOf(ben, startedAt)
  expect([refused.resultCode, refused.message]).toEqual([400, '没有找到这次检测，请刷新列表。'])
})

test('[2.9-01] the status shows what a box says now, with the seconds of a hold', async () => {
  expect(await rowsOf('real_status')).toMatchObject([{ phase: 'idle', pressure: 0, lastResult: 'failed', validity: 'untested', due: null }])
  const third = { ...second, testNo: 43 }
  await passes(holdOf(-1_500, -1_460, 120, third))
  const [now] = await rowsOf('real_status')
  expect(now).toMatchObject({ phase: 'holding', test: 'negative', pressure: -1.46, compartments: '1', held: 120_000, lastResult: null })
  expect(await rowsOf('real_status', { phase: ['idle'] })).toEqual([])
  const { data } = await anna.get<{ curve: { pressurePa: number[] } }>(airtightCalls.pressure.path, { truckId: server.truckId(PLATE) })
  expect(data.curve.pressurePa.at(-1)).toBe(-1_460)
  await passes(holdOf(-1_460, -1_400, 180, third).slice(1))
  await passes([idle])
})

test('a truck is due a year after the oldest of the tests that all of its compartments passed', async () => {
  const both = { compartmentBits: 0b10 } as const
  await passes([...holdOf(4_500, 4_400, 300, { ...both, test: 'positive', testNo: 44 }), idle])
  expect(await rowsOf('real_status')).toMatchObject([{ validity: 'untested' }])
  await passes([...holdOf(-1_500, -1_400, 300, { ...both, test: 'negative', testNo: 45 }), idle])
  const [now] = await rowsOf('real_status')
  const tests = await rowsOf('bz_airtight_detection', { result: ['passed'] })
  expect(tests.map(({ testNo }) => testNo)).toEqual(['45', '44', '43', '41'])
  expect(now).toMatchObject({ validity: 'valid', due: tests.at(-1)?.['due'] })
})

test('readings that come late change the verdict that was given without them', async () => {
  const late = holdOf(4_500, 4_100, 300, { test: 'positive', testNo: 46, compartmentBits: 0b01 })
  const heldFrom = at + 10 * SECOND
  // The box broke off at first sight: only the begin and the idle box behind it were heard.
  await passes(late.slice(0, 3))
  at = heldFrom + 310 * SECOND
  await says(idle)
  const newest = async () => (await rowsOf('bz_airtight_detection')).find(({ testNo }) => testNo === '46')
  expect(await newest()).toMatchObject({ result: 'broken-off' })
  for (const [step, reading] of late.entries()) if (step > 2) await says(reading, heldFrom + step * 10 * SECOND)
  await expect.poll(async () => (await newest())?.['result'], { timeout: 20_000 }).toBe('failed')
  expect(await newest()).toMatchObject({ loss: 400, limit: 250 })
  // What leaks is due at once: its passed test of before counts no more.
  const heldAt = (await newest())?.['startedAt']
  expect(await rowsOf('real_status')).toMatchObject([{ validity: 'expired', due: heldAt }])
  const dues = new Map((await rowsOf('bz_airtight_detection')).map(({ testNo, due }) => [testNo, due]))
  expect([dues.get('41'), dues.get('46')]).toEqual([null, null])
  expect(dues.get('43')).not.toBeNull()
  // Nor on paper.
  const before = (await rowsOf('bz_airtight_detection')).find(({ testNo }) => testNo === '41')
  expect((await recordOf(anna, String(before?.['startedAt']))).data).toMatchObject({ result: 'passed', dueAt: null })
})
