import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TankTablesInForce } from './tank-tables-in-force.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
const trucks = [1, 2, 3, 4]
/** Rows of each table. */
const rowsEach = 10

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  await pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, '苏运', 'SY', '{1}')`)
  await pool.query(
    `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id, volume_source)
     SELECT n, 1, 'E' || n, n, '1380000000' || n, 'T' || n, 'platform' FROM unnest($1::int[]) AS n`,
    [trucks],
  )
  await pool.query(
    `INSERT INTO tank_table (truck_id, compartment, serial, effective_at, capacity_l, tank_height_mm, levels_mm, volumes_l)
     SELECT n, 1, 'S' || n, '2026-01-01', 900, 900, (SELECT array_agg(l * 100) FROM generate_series(0, $2 - 1) AS l),
       (SELECT array_agg(l * 100 * n) FROM generate_series(0, $2 - 1) AS l) FROM unnest($1::int[]) AS n`,
    [trucks, rowsEach],
  )
})
afterAll(() => database.close())

/** The litres at 100 mm that a load has for each truck. */
const slopes = (loaded: Awaited<ReturnType<TankTablesInForce['load']>>) =>
  [...loaded].map(([truckId, tables]) => [truckId, tables[0]?.table.volumesL[1]])
const all = trucks.map((truckId) => [truckId, truckId * 100])

test('tables are kept by their rows: at the bound those asked for longest ago go, and every load has all of its own', async () => {
  const asked: unknown[] = []
  const pool = new Proxy(database.pool, {
    get: (target, name) =>
      name === 'query'
        ? (query: pg.QueryConfig<[number[]]>) => {
            if (query.name === 'tank-table-rows') asked.push(...(query.values?.[0] ?? []))
            return target.query(query)
          }
        : Reflect.get(target, name),
  })
  const tables = new TankTablesInForce(() => pool, 2 * rowsEach)
  expect(slopes(await tables.load([1, 2]))).toEqual(all.slice(0, 2))
  expect(tables.keptRows).toBe(2 * rowsEach)
  // The first is asked for again, so the second goes for the third.
  expect(slopes(await tables.load([1]))).toEqual(all.slice(0, 1))
  await tables.load([3])
  expect(asked).toHaveLength(3)
  await tables.load([1, 3])
  expect(asked).toHaveLength(3)
  expect(slopes(await tables.load(trucks))).toEqual(all)
  expect(asked).toHaveLength(5)
  expect(tables.keptRows).toBe(2 * rowsEach)
})

test('loads at the same time take no table from each other', async () => {
  // The rows of the first load wait until the second is done, which lets all go that was kept.
  let release = (): void => undefined
  const held = new Promise<void>((done) => (release = done))
  let isFirst = true
  const pool = new Proxy(database.pool, {
    get: (target, name) =>
      name === 'query'
        ? async (query: pg.QueryConfig) => {
            if (query.name === 'tank-table-rows' && isFirst) {
              isFirst = false
              await held
            }
            return target.query(query)
          }
        : Reflect.get(target, name),
  })
  const tables = new TankTablesInForce(() => pool, rowsEach)
  const first = tables.load([1, 2])
  await expect.poll(() => isFirst).toBe(false)
  expect(slopes(await tables.load([3, 4]))).toEqual(all.slice(2))
  release()
  expect(slopes(await first)).toEqual(all.slice(0, 2))
  expect(slopes(await tables.load(trucks))).toEqual(all)
  expect(tables.keptRows).toBe(rowsEach)
})
