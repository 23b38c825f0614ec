import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { curvesOf } from './curves.ts'

/** Curves over lists of any length, as the charts ask for them. */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const start = Date.parse('2026-11-20T00:00:00Z')
const at = (seconds: number): Date => new Date(start + seconds * 1_000)
const PLATE = { x: 'at', y: ['value'], by: 'plate' } as const

/** Readings of some trucks, ten seconds apart, each with the number of its second. */
const readings = (trucks: number, each: number) => sql`
  SELECT json_build_object('truckId', truck, 'plate', 'T' || truck) AS plate, ${at(0)}::timestamptz + make_interval(secs => 10 * n) AS at, n AS value
  FROM generate_series(1, ${trucks}::int) AS truck, generate_series(0, ${each - 1}::int) AS n`
const curves = (rows: ReturnType<typeof readings>, bounds?: Parameters<typeof curvesOf>[4]) =>
  curvesOf(rows, PLATE, { isJson: true }, { read: database.db }, bounds)

test('readings that fit are all drawn, at their times, with the trucks that they are of', async () => {
  expect(await curves(readings(2, 2))).toEqual(
    expect.arrayContaining([
      { at: at(0), value: 0, plate: { truckId: 1, plate: 'T1' } },
      { at: at(10), value: 1, plate: { truckId: 1, plate: 'T1' } },
      { at: at(0), value: 0, plate: { truckId: 2, plate: 'T2' } },
      { at: at(10), value: 1, plate: { truckId: 2, plate: 'T2' } },
    ]),
  )
})

test('of each part of a long period the least and the greatest value stay, in the order in which they were measured', async () => {
  // 4,000 s in 200 parts of 20 s: the seconds 0 to 19 are the first part, and so on.
  const rows = sql`SELECT ${at(0)}::timestamptz + make_interval(secs => n) AS at,
      CASE n WHEN 5 THEN 30 WHEN 12 THEN 3 WHEN 25 THEN 3 WHEN 31 THEN 30 ELSE 24 END AS value,
      CASE WHEN n < 20 THEN NULL ELSE 4.5 END AS backup, n BETWEEN 30 AND 35 AS ignition
    FROM generate_series(0, 4000) AS n`
  const answer = await curvesOf(rows, { x: 'at', y: ['value', 'backup'], shade: 'ignition' }, { isJson: false }, { read: database.db })
  expect(answer.slice(0, 6)).toEqual([
    { at: at(0), value: 30, backup: null, ignition: false },
    { at: at(19), value: 3, backup: null, ignition: false },
    { at: at(20), value: 3, backup: 4.5, ignition: true },
    { at: at(39), value: 30, backup: 4.5, ignition: true },
    { at: at(40), value: 24, backup: 4.5, ignition: false },
    { at: at(59), value: 24, backup: 4.5, ignition: false },
  ])
  // The last second begins a part of its own.
  expect(answer).toHaveLength(401)
})

test('eight trucks have curves, nine have none, also where the newest readings are of few of them', async () => {
  expect(new Set((await curves(readings(8, 3))).map(({ plate }) => JSON.stringify(plate)))).toHaveLength(8)
  expect(await curves(readings(9, 3))).toEqual([])
  expect(await curves(readings(9, 3), { maxLookedAt: 4, maxRows: 100 })).toEqual([])
})

test('many trucks are known from the newest readings, without reading all; few trucks with too many readings are refused', async () => {
  // The bound of all rows would refuse them: it is not reached.
  expect(await curves(readings(40, 100), { maxLookedAt: 50, maxRows: 100 })).toEqual([])
  await expect(curves(readings(2, 51), { maxLookedAt: 50, maxRows: 100 })).rejects.toMatchObject({
    text: { en: 'The curves are of more than 100 rows. Please choose a shorter period or fewer trucks.' },
  })
  expect(await curves(readings(2, 50), { maxLookedAt: 50, maxRows: 100 })).toHaveLength(100)
})

test('of no readings there is no curve', async () => {
  expect(await curves(readings(0, 1))).toEqual([])
})
