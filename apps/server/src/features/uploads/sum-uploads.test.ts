import { afterAll, beforeEach, expect, test } from 'vitest'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import { packReading, positionFlags } from '@tanker/database/packed-readings'
import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import type { Reading } from '@tanker/domain/reading'
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts'
import { sumUploads } from './sum-uploads.ts'

let database: TestDatabase
const opened: TestDatabase[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  opened.push(database)
})
afterAll(() => Promise.all(opened.map((one) => one.close())))

const noon = Date.parse('2026-03-10T04:00:00Z')
const s = 1_000
const min = 60 * s
let digest = 0n

type Given = {
  at: number
  received?: number
  kmh?: number
  ignition?: boolean
  resent?: boolean
  levels?: boolean
  truck?: number
  located?: boolean
}

/** Readings as the gateway stores them. */
async function store(readings: readonly Given[]): Promise<void> {
  for (const { at, received = at + s, kmh = 60, ignition = true, resent = false, levels = false, truck = 1, located = true } of readings) {
    digest += 1n
    const reading: Reading = {
      at,
      receivedAt: received,
      clockError: false,
      resent,
      kind: 0x0200,
      digest,
      position: { lat: 31, lng: 120, altitudeM: 5, speedKmh: kmh, headingDeg: 0, located, accOn: ignition, alarmBits: 0, statusBits: 0 },
      compartments: levels
        ? [
            {
              compartment: 1,
              dataType: 'LC',
              oilCode: 92,
              rawLevelMm: 1,
              levelMm: 1,
              waterMm: 0,
              volumeL: 1,
              v20L: 1,
              temperatureC: 1,
              densityKgM3: 1,
              fault: 0,
            },
          ]
        : [],
      probes: levels
        ? [{ compartment: 1, type: 0, line: 0, answering: true, open: false, wet: false, uncertain: false, sealCount: 0 }]
        : [],
      events: [],
      safety: [],
    }
    await database.pool.query(
      `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed)
       VALUES ($1, $2, 512, $3, 1, $4, 31000000, 120000000, $5, 0, $6, $7)`,
      [truck, new Date(at), digest.toString(), new Date(received), kmh * 10, positionFlags(reading), packReading(reading)],
    )
  }
}
const every = (ms: number, from: number, count: number, more: Partial<Given> = {}): Given[] =>
  Array.from({ length: count }, (_, index) => ({ at: from + index * ms, ...more }))
const sum = (now = noon + 3 * 60 * min) => sumUploads(database.db, new Date(now))
/** As the job runs it: while another process does, not at all. */
const sumAlone = () => withAdvisoryLock(database.pool, ADVISORY_LOCKS.uploadSums, () => sum())
const hours = async () =>
  (await database.pool.query('SELECT received, positions, levels, seals, resent, late, missing FROM upload_hour ORDER BY truck_id, hour'))
    .rows
const gaps = async () => (await database.pool.query('SELECT started_at, ended_at, missing, moving FROM upload_gap ORDER BY ended_at')).rows

test('each kind is counted by the hour, and what came from the device’s memory or late stands beside it', async () => {
  await store([
    ...every(10 * s, noon, 6, { levels: true }),
    { at: noon + 60 * s, located: false },
    { at: noon + 70 * s, received: noon + 90 * min, resent: true },
  ])
  await sum()
  expect(await hours()).toEqual([{ received: 8, positions: 7, levels: 6, seals: 6, resent: 1, late: 1, missing: 0 }])
})

test('a silence while driving misses as many readings as usually fit into it, and none with the ignition off', async () => {
  await store([...every(10 * s, noon, 30), ...every(10 * s, noon + 290 * s + 120 * s, 10)])
  await store([...every(10 * s, noon, 10, { truck: 2 }), ...every(10 * s, noon + 30 * min, 3, { truck: 2, ignition: false })])
  await sum()
  expect((await hours()).map(({ received, missing }) => [received, missing])).toEqual([
    [40, 11],
    [13, 0],
  ])
  expect(await gaps()).toEqual([{ started_at: new Date(noon + 290 * s), ended_at: new Date(noon + 410 * s), missing: 11, moving: true }])
})

test('a truck set to report every minute misses nothing when it does', async () => {
  await store([...every(min, noon, 30), ...every(3 * min, noon + 31 * min, 8, { kmh: 0 })])
  await sum()
  expect((await hours()).map(({ missing }) => missing)).toEqual([0])
})

test('a silence over the hour counts in the hour in which it ends', async () => {
  await store([...every(10 * s, noon + 50 * min, 31), ...every(10 * s, noon + 65 * min, 10)])
  await sum()
  expect((await hours()).map(({ received, missing }) => [received, missing])).toEqual([
    [31, 0],
    [10, 59],
  ])
})

test('what was late fills its gap when it comes, in its own hour and in the one after it', async () => {
  await store([...every(10 * s, noon + 55 * min, 10), ...every(10 * s, noon + 65 * min, 10)])
  await sum(noon + 70 * min)
  expect((await hours()).map(({ missing }) => missing)).toEqual([0, 50])
  await store(every(10 * s, noon + 55 * min + 100 * s, 50, { received: noon + 90 * min, resent: true }))
  expect(await sum(noon + 91 * min)).toBeGreaterThan(0)
  expect((await hours()).map(({ received, missing, late }) => [received, missing, late])).toEqual([
    [30, 0, 20],
    [40, 0, 30],
  ])
  expect(await gaps()).toEqual([])
})

test('the sums are the same however often and in however many parts they are made', async () => {
  await store([...every(10 * s, noon, 100), ...every(10 * s, noon + 40 * min, 100), ...every(30 * s, noon + 100 * min, 20, { kmh: 0 })])
  await sum(noon + 30 * min)
  await sum(noon + 31 * min)
  await sum()
  const inParts = [await hours(), await gaps()]
  await database.pool.query('TRUNCATE upload_hour, upload_gap, upload_cursor')
  await Promise.all([sumAlone(), sumAlone()])
  await sum()
  expect([await hours(), await gaps()]).toEqual(inParts)
  // Nothing new: nothing is recomputed.
  expect(await sum(noon + 25 * 60 * min)).toBe(0)
})
