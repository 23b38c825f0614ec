import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '@tanker/database/test-database'
import type { Reading } from '@tanker/domain/reading'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import { keepDaysOf } from '../platform/jobs/kinds-of-data.ts'
import { removeOldData } from '../features/retention/remove-old-data.ts'
import { type Gateway } from './gateway.ts'
import { startTestGateway } from './test-gateway.ts'
import { TestDevice } from './test-device.ts'
import { endOfDay, factsOf, prepareTrucks, readings, untilJudged, uploadTo } from './test-late-day.ts'

const log = pino({ level: 'silent' })
const PHONES = ['13800000001', '13800000002'] as const
let database: TestDatabase
let bus: Bus
let gateway: Gateway
let device: TestDevice

beforeAll(async () => {
  database = await createTestDatabase()
  bus = await startPostgresBus({ url: database.url, log })
})
afterAll(async () => {
  await bus.close()
  await database.close()
})
beforeEach(async () => {
  await prepareTrucks(database, PHONES)
  gateway = await startTestGateway(database, { bus, log, name: 'late', now: () => endOfDay })
  device = await TestDevice.connect(gateway.port)
  for (const phone of PHONES) {
    const { code } = await device.register(phone)
    await device.authenticate(phone, code)
  }
})
afterEach(async () => {
  device.close()
  await gateway.close()
})

const upload = (phone: string, chunks: readonly (readonly Reading[])[]): Promise<void> => uploadTo(device, phone, chunks)
const rebuilt = (truckId: number): Promise<void> => untilJudged(database, truckId)
const facts = (truckId: number): Promise<string[]> => factsOf(database, truckId)

/** Whole days in which parts come late, in another order, and some twice. */
function disturbed(seed: number): Reading[][] {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const chunks: Reading[][] = Array.from({ length: 14 }, () => [])
  for (const [i, reading] of readings.entries()) {
    const part = Math.floor((i / readings.length) * 10)
    chunks[part + (part % 3 === 1 ? 1 + next(3) : 0)]?.push(reading)
    if (next(25) === 0) chunks[Math.min(13, part + next(4))]?.push(reading)
  }
  for (const chunk of chunks) if (next(2) === 0) chunk.reverse()
  return chunks.filter((chunk) => chunk.length > 0)
}

test('scenario 10: a day re-uploaded late, out of order and partly twice gives the facts of the day in order, and no pop-ups', async () => {
  await upload(PHONES[0], [readings])
  await upload(PHONES[1], disturbed(7))
  await rebuilt(1)
  await rebuilt(2)
  const inOrder = await facts(1)
  expect(inOrder.length).toBeGreaterThan(20)
  expect(inOrder.some((fact) => fact.startsWith('alarm 1 '))).toBe(true)
  expect(await facts(2)).toEqual(inOrder)
  const { rows } = await database.pool.query<{ positions: string; live: string }>(
    `SELECT (SELECT count(*) FROM position WHERE truck_id = 2) AS positions, (SELECT count(*) FROM alarm WHERE live AND superseded_at IS NULL) AS live`,
  )
  expect(rows[0]).toEqual({ positions: String(readings.length), live: '0' })
}, 60_000)

/** One more reading from the morning: the rest of the day is detected again. */
async function sendLate(afterMs: number): Promise<void> {
  const morning = readings[20]
  if (!morning) throw new Error('the day has a morning')
  await upload(PHONES[0], [[{ ...morning, at: morning.at + afterMs }]])
  await rebuilt(1)
}

test('[L11] late data that explain alarms away mark them superseded, delete none of them, and notify the web consoles', async () => {
  await upload(PHONES[0], [readings])
  await rebuilt(1)
  await database.pool
    .query(`INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties, handled_at)
    SELECT 1, 1, 2, started_at + interval '1 second', object, 'overspeed-began', 'red', true, '{}', handled_at
    FROM (VALUES (8, NULL), (9, now())) AS made (object, handled_at), (SELECT started_at FROM alarm WHERE type = 1 LIMIT 1) AS a`)
  await sendLate(1_000)
  const { rows } = await database.pool.query(
    `SELECT object, superseded_at IS NOT NULL AS superseded, ARRAY(SELECT what FROM outbox WHERE alarm_id = alarm.id) AS published
     FROM alarm WHERE type = 2 AND object IN (8, 9) ORDER BY object`,
  )
  expect(rows).toEqual([
    { object: 8, superseded: true, published: ['superseded'] },
    { object: 9, superseded: true, published: ['superseded'] },
  ])
  // Once: a second rebuild has nothing to say about them.
  await sendLate(2_000)
  expect((await database.pool.query(`SELECT what FROM outbox WHERE what = 'superseded'`)).rowCount).toBe(2)
}, 60_000)

test('[L11] a superseded alarm that is found again is raised again under its id, a handled one is not raised', async () => {
  await upload(PHONES[0], [readings])
  await rebuilt(1)
  const { rows: before } = await database.pool.query<{ id: string }>(
    `UPDATE alarm SET superseded_at = now(), live = true, handled_at = CASE WHEN id = (SELECT max(id) FROM alarm) THEN now() END WHERE truck_id = 1 RETURNING id`,
  )
  expect(before.length).toBeGreaterThan(1)
  await database.pool.query('DELETE FROM outbox')
  await sendLate(1_000)
  const { rows: after } = await database.pool.query<{ id: string; live: boolean; handled: boolean; published: string[] }>(
    `SELECT id, live, handled_at IS NOT NULL AS handled, ARRAY(SELECT what FROM outbox WHERE alarm_id = alarm.id) AS published
     FROM alarm WHERE truck_id = 1 AND superseded_at IS NULL`,
  )
  expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted())
  // What was found so late pops up nowhere.
  for (const { live, handled, published } of after) {
    expect(live).toBe(false)
    expect(published).toEqual(handled ? [expect.stringMatching(/changed|ended/)] : ['raised'])
  }
}, 60_000)

test('[M14] late data of a time whose readings were removed are stored, and what was found then stays', async () => {
  const dayMs = 86_400_000
  await upload(PHONES[0], [readings])
  await rebuilt(1)
  const before = await facts(1)
  expect(before.length).toBeGreaterThan(20)
  device.close()
  await gateway.close()
  const later = endOfDay + 500 * dayMs
  expect((await removeOldData(database, keepDaysOf(''), () => new Date(later)))?.problems).toEqual({})
  gateway = await startTestGateway(database, { bus, log, now: () => later })
  device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(PHONES[0])
  await device.authenticate(PHONES[0], code)
  await sendLate(1_000)
  // One of yesterday and one of two months ago: what lies before is not touched by the rebuild that they make either.
  const last = readings.at(-1)
  if (!last) throw new Error('the day has an end')
  await upload(PHONES[0], [[{ ...last, at: later - 1_000 }], [{ ...last, at: later - dayMs }], [{ ...last, at: later - 61 * dayMs }]])
  await rebuilt(1)
  expect((await facts(1)).filter((fact) => before.includes(fact))).toEqual(before)
  expect((await database.pool.query('SELECT FROM position WHERE truck_id = 1')).rowCount).toBe(4)
}, 60_000)
