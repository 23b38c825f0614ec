import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** `driven_piece` is the records of the kind `driven` as columns, after any statement on records. */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const query = async (text: string, ...values: unknown[]) => (await database.pool.query<Record<string, unknown>>(text, values)).rows

const statement = fc.record({
  does: fc.constantFrom('write', 'write', 'write', 'delete', 'rename', 'move'),
  truck: fc.nat(2),
  kind: fc.constantFrom('driven', 'driven', 'parking'),
  hour: fc.nat(3),
  metres: fc.nat(90_000),
  driver: fc.constantFrom('王师傅', null),
})
type Statement = typeof statement extends fc.Arbitrary<infer S> ? S : never

async function run({ does, truck, kind, hour, metres, driver }: Statement): Promise<void> {
  const at = new Date(Date.UTC(2026, 10, 20, hour))
  const key = [truck, kind, at] as const
  const properties = JSON.stringify({
    distanceM: metres,
    drivingS: 60,
    maxKmh: 50.5,
    loaded: metres % 2 === 0,
    fromKm: null,
    driverName: driver,
  })
  if (does === 'write')
    await query(
      `INSERT INTO record (truck_id, kind, started_at, object, organisation_id, name, properties, fence_id) VALUES ($1, $2, $3, 0, 1, 'test', $4, $5)
       ON CONFLICT (truck_id, kind, started_at, object) DO UPDATE SET properties = excluded.properties, fence_id = excluded.fence_id`,
      ...key,
      properties,
      metres % 3 === 0 ? null : 7,
    )
  if (does === 'delete') await query('DELETE FROM record WHERE truck_id = $1 AND kind = $2 AND started_at >= $3', ...key)
  // Beyond what the product does: its keys never change.
  if (does === 'rename')
    await query(
      `UPDATE record SET kind = CASE kind WHEN 'driven' THEN 'parking' ELSE 'driven' END, object = object + 100 * (1 + abs(hashint4(object)) % 1000)
       WHERE truck_id = $1 AND kind = $2 AND started_at = $3`,
      ...key,
    )
  if (does === 'move') await query('UPDATE record SET organisation_id = $2 WHERE truck_id = $1', truck, 1 + (metres % 2))
}

const EXPECTED = `SELECT truck_id, started_at, object, organisation_id, ended_at, fence_id, fence_name, (properties ->> 'distanceM')::float8 AS distance_m,
  (properties ->> 'drivingS')::float8 AS driving_s, (properties ->> 'maxKmh')::float8 AS max_kmh, (properties ->> 'fromKm')::float8 AS from_km,
  (properties ->> 'toKm')::float8 AS to_km, (properties ->> 'loaded')::boolean AS loaded, properties ->> 'driverName' AS driver_name
  FROM record WHERE kind = 'driven' ORDER BY 1, 2, 3`

test('pieces of driving follow their records through every order of statements', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { maxLength: 25 }), async (statements) => {
      await query('TRUNCATE record')
      expect(await query('SELECT * FROM driven_piece')).toEqual([])
      for (const one of statements) await run(one)
      expect(await query('SELECT * FROM driven_piece ORDER BY 1, 2, 3')).toEqual(await query(EXPECTED))
    }),
    { numRuns: 25 },
  )
})
