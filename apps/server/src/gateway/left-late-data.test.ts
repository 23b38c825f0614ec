import type pg from 'pg'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '@tanker/database/test-database'
import { TruckContexts } from '@tanker/database/truck-contexts'
import { unpackLiveRow } from '@tanker/database/live-row'
import type { Reading } from '@tanker/domain/reading'
import type { Bus } from '../platform/bus/bus.ts'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import { watchOffline } from './offline-watch.ts'
import { type Gateway } from './gateway.ts'
import { TestDevice } from './test-device.ts'
import { endOfDay, factsOf, prepareTrucks, readings, untilJudged, uploadTo } from './test-late-day.ts'
import { startTestGateway } from './test-gateway.ts'

// What a truck sends late is judged although it hangs up, its gateway crashes or another one has it next.

const log = pino({ level: 'silent' })
const PHONES = ['13800000001', '13800000002', '13800000003'] as const
const [IN_ORDER, LATE, OTHER] = PHONES
/** Each test plays a day or several. */
const SLOW_MS = 120_000
let database: TestDatabase
let bus: Bus
let now = endOfDay
const gateways: Gateway[] = []
const devices: TestDevice[] = []
const locks: pg.PoolClient[] = []
const codes = new Map<string, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  bus = await startPostgresBus({ url: database.url, log })
})
afterAll(async () => {
  await bus.close()
  await database.close()
})
beforeEach(async () => {
  now = endOfDay
  codes.clear()
  await prepareTrucks(database, PHONES)
})
afterEach(async () => {
  while (locks.length > 0) await unlock()
  for (const device of devices.splice(0)) device.close()
  for (const gateway of gateways.splice(0)) await gateway.close()
})

async function start(name: string, metrics = new Registry()): Promise<Gateway> {
  const gateway = await startTestGateway(database, { bus, log, name, metrics, now: () => now, uptime: () => performance.now() })
  gateways.push(gateway)
  return gateway
}

async function stop(gateway: Gateway): Promise<void> {
  gateways.splice(gateways.indexOf(gateway), 1)
  await gateway.close()
}

async function signIn(gateway: Gateway, phone: string): Promise<TestDevice> {
  const device = await TestDevice.connect(gateway.port)
  devices.push(device)
  const code = codes.get(phone) ?? (await device.register(phone)).code
  codes.set(phone, code)
  expect(await device.authenticate(phone, code)).toBe(0)
  return device
}

/** The middle of the day comes last: a theft, and the way to it, in a blind zone. */
const third = Math.floor(readings.length / 3)
const seen: readonly Reading[][] = [readings.slice(0, third), readings.slice(third * 2)]
const blind: readonly Reading[][] = [readings.slice(third, third * 2)]

/** What the day concludes when it comes in order. */
async function inOrder(gateway: Gateway): Promise<string[]> {
  const device = await signIn(gateway, IN_ORDER)
  await uploadTo(device, IN_ORDER, [readings])
  device.close()
  const facts = await factsOf(database, 1)
  expect(facts.some((fact) => fact.startsWith('alarm 1 '))).toBe(true)
  return facts
}

async function lock(statement: string): Promise<void> {
  const client = await database.pool.connect()
  await client.query('BEGIN')
  await client.query(statement)
  locks.push(client)
}
async function unlock(): Promise<void> {
  const client = locks.pop()
  await client?.query('ROLLBACK')
  client?.release()
}

/** Resolves when so many statements with these words wait for a lock in our database. */
const waiting = (words: string, count = 1): Promise<void> =>
  expect
    .poll(
      async () =>
        (
          await database.pool.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'`,
            [words],
          )
        ).rowCount,
      { timeout: 30_000, interval: 20 },
    )
    .toBe(count)

const rebuilds = async (metrics: Registry): Promise<number> =>
  (await metrics.getSingleMetric('tanker_gateway_rebuilds_total')?.get())?.values[0]?.value ?? 0

test(
  '[truth 4.1] a truck that uploads its blind zone and hangs up is judged without coming back, and its row on the screens follows',
  async () => {
    const gateway = await start('a')
    const expected = await inOrder(gateway)
    const device = await signIn(gateway, LATE)
    await uploadTo(device, LATE, [...seen, ...blind])
    device.close()
    await expect.poll(() => gateway.sessions).toBe(0)
    await untilJudged(database, 2)
    expect(await factsOf(database, 2)).toEqual(expected)
    const { rows } = await database.pool.query<{ live: Buffer }>('SELECT live FROM truck_state WHERE truck_id IN (1, 2) ORDER BY truck_id')
    const [one, two] = rows.map((row) => unpackLiveRow(row.live))
    expect(two).toEqual(one)
  },
  SLOW_MS,
)

test(
  '[truth 4.1] a truck that hangs up in the middle of its rebuild is judged to the end',
  async () => {
    const gateway = await start('a')
    const expected = await inOrder(gateway)
    const device = await signIn(gateway, LATE)
    await uploadTo(device, LATE, [...seen, ...blind])
    await lock('LOCK TABLE checkpoint IN ACCESS EXCLUSIVE MODE')
    await waiting('FROM checkpoint')
    device.close()
    await expect.poll(() => gateway.sessions).toBe(0)
    await unlock()
    await untilJudged(database, 2)
    expect(await factsOf(database, 2)).toEqual(expected)
  },
  SLOW_MS,
)

test(
  '[truth 4.1] late data that a gateway left behind are judged by the next one, under any name',
  async () => {
    const first = await start('a')
    const expected = await inOrder(first)
    for (const name of ['b', 'a']) {
      const gateway = gateways[0] ?? (await start('a'))
      await database.pool.query(
        'DELETE FROM position WHERE truck_id = 2; UPDATE truck_state SET last_at = NULL, state = NULL WHERE truck_id = 2',
      )
      const device = await signIn(gateway, LATE)
      await uploadTo(device, LATE, [...seen, ...blind])
      await stop(gateway)
      expect((await database.pool.query('SELECT FROM truck_state WHERE rebuild_from IS NOT NULL')).rowCount).toBe(1)
      await start(name)
      await untilJudged(database, 2)
      expect(await factsOf(database, 2)).toEqual(expected)
      const { rows } = await database.pool.query('SELECT rebuild_wanted_at FROM truck_state WHERE truck_id = 2')
      expect(rows).toEqual([{ rebuild_wanted_at: null }])
    }
  },
  SLOW_MS,
)

test(
  '[truth 4.1] a truck that connects while it is judged takes over, and no fact is lost',
  async () => {
    const first = await start('a')
    const expected = await inOrder(first)
    const device = await signIn(first, LATE)
    const last = readings.at(-1) as Reading
    const day = [...seen, ...blind].map((part) => part.filter((reading) => reading !== last))
    await uploadTo(device, LATE, day)
    await stop(first)
    await lock('LOCK TABLE checkpoint IN ACCESS EXCLUSIVE MODE')
    const metrics = new Registry()
    const second = await start('b', metrics)
    await waiting('FROM checkpoint')
    // Its state is read by the claim, and its own rebuild begins after the other one.
    const again = await signIn(second, LATE)
    const sent = uploadTo(again, LATE, [[last]])
    await unlock()
    await sent
    await untilJudged(database, 2)
    expect(await factsOf(database, 2)).toEqual(expected)
    expect(again.closed).toBe(false)
    expect(await rebuilds(metrics)).toBe(1)
  },
  SLOW_MS,
)

/** Marks trucks as those of a gateway that is gone. */
const leave = (truckIds: readonly number[]): Promise<unknown> =>
  database.pool.query(
    `UPDATE truck_state SET rebuild_from = '2000-01-01', rebuild_wanted_at = now(), gateway = 'gone' WHERE truck_id = ANY ($1::int4[])`,
    [truckIds],
  )

test(
  '[truth 4.1] of two gateways one judges a truck, and trucks of a living gateway are left alone',
  async () => {
    const first = await start('a')
    for (const phone of PHONES) await uploadTo(await signIn(first, phone), phone, [readings.slice(0, 400)])
    await stop(first)
    await leave([1, 2])
    await leave([3])
    await database.pool.query(
      `INSERT INTO gateway_process (name, alive_at) VALUES ('alive', now() + interval '1 hour'); UPDATE truck_state SET gateway = 'alive' WHERE truck_id = 3`,
    )
    const [one, two] = [new Registry(), new Registry()]
    await Promise.all([start('b', one), start('c', two)])
    await untilJudged(database, 1)
    await untilJudged(database, 2)
    await expect.poll(async () => (await rebuilds(one)) + (await rebuilds(two))).toBe(2)
    const { rows } = await database.pool.query('SELECT truck_id, gateway FROM truck_state WHERE rebuild_from IS NOT NULL')
    expect(rows).toEqual([{ truck_id: 3, gateway: 'alive' }])
  },
  SLOW_MS,
)

test(
  '[truth 4.1] a truck whose rebuild takes long keeps no other waiting',
  async () => {
    const gateway = await start('a')
    for (const phone of PHONES) await uploadTo(await signIn(gateway, phone), phone, [readings.slice(0, 400)])
    await stop(gateway)
    await leave([1, 2, 3])
    // The first one cannot be stored, wherever it stands in the row.
    await lock('SELECT FROM record WHERE truck_id = 1 FOR UPDATE')
    await start('b')
    await untilJudged(database, 2)
    await untilJudged(database, 3)
    await waiting('INSERT INTO record')
    await unlock()
    await untilJudged(database, 1)
  },
  SLOW_MS,
)

test(
  '[truth 4.1] hundreds of trucks whose rebuild fails keep no other waiting',
  async () => {
    const gateway = await start('a')
    await uploadTo(await signIn(gateway, LATE), LATE, [readings.slice(0, 400)])
    await stop(gateway)
    const { pool } = database
    const broken = Array.from({ length: 250 }, (_, index) => 1_000 + index)
    await pool.query(
      `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id)
       SELECT n, 1, 'B' || n, 'B' || n, '1390000' || n, 'B' || n FROM unnest($1::int[]) AS n`,
      [broken],
    )
    await pool.query('INSERT INTO truck_state (truck_id, organisation_id) SELECT n, 1 FROM unnest($1::int[]) AS n ON CONFLICT DO NOTHING', [
      broken,
    ])
    // Bytes that are no reading.
    await pool.query(
      `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed)
       SELECT n, $2, 512, 1, 1, $2, 0, 0, 0, 0, 0, '' FROM unnest($1::int[]) AS n`,
      [broken, new Date(endOfDay)],
    )
    await leave(broken)
    await leave([2])
    await start('b')
    await untilJudged(database, 2)
    const { rows } = await pool.query('SELECT count(*)::int AS waiting FROM truck_state WHERE rebuild_from IS NOT NULL')
    expect(rows).toEqual([{ waiting: broken.length }])
  },
  SLOW_MS,
)

test('[D-02] facts known only from late data do not pop up; a frame overtaken by a minute does', async () => {
  const gateway = await start('a')
  const base = readings[0] as Reading
  const at = (ms: number, sos: boolean): Reading => ({ ...base, at: ms, position: { ...base.position, alarmBits: sos ? 1 : 0 } })
  const sosOf = async (truckId: number): Promise<{ live: boolean }[]> =>
    (await database.pool.query<{ live: boolean }>('SELECT live FROM alarm WHERE truck_id = $1 AND type = 201', [truckId])).rows
  for (const [phone, lateMs] of [
    [LATE, 300_000],
    [OTHER, 60_000],
  ] as const) {
    const device = await signIn(gateway, phone)
    now = endOfDay
    await uploadTo(device, phone, [[at(now - 600_000, false)], [at(now, false)]])
    now += 1_000
    await uploadTo(device, phone, [[at(endOfDay - lateMs, true)]])
    device.close()
    await untilJudged(database, PHONES.indexOf(phone) + 1)
  }
  expect([await sosOf(2), await sosOf(3)]).toEqual([[{ live: false }], [{ live: true }]])
})

test(
  '[D-02] an alarm on screens whose start late data move stays on screens, and one raised while they waited is raised again',
  async () => {
    const gateway = await start('a')
    const device = await signIn(gateway, LATE)
    await uploadTo(device, LATE, [readings.slice(0, 400)])
    await uploadTo(device, LATE, [readings.slice(400)])
    // The day's opening as it looked before the late data came: it began five seconds later. Another alarm came while they waited.
    await database.pool.query(
      `INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties)
       SELECT 2, 1, type, started_at + interval '5 seconds', object, name, grade, true, properties FROM alarm WHERE type = 1 ORDER BY started_at LIMIT 1`,
    )
    await database.pool.query(`
      DELETE FROM alarm WHERE type = 1 AND NOT live;
      UPDATE alarm SET live = true, inserted_at = now() + interval '1 hour' WHERE type <> 1;
      DELETE FROM outbox`)
    const morning = readings[20] as Reading
    await uploadTo(device, LATE, [[{ ...morning, at: morning.at + 1_000 }]])
    await untilJudged(database, 2)
    const { rows } = await database.pool.query<{ type: number; live: boolean; gone: boolean; what: string[] }>(
      `SELECT type, live, superseded_at IS NOT NULL AS gone, ARRAY(SELECT what FROM outbox WHERE alarm_id = alarm.id ORDER BY seq) AS what
       FROM alarm WHERE live ORDER BY type, started_at`,
    )
    expect(rows.filter(({ type }) => type === 1)).toEqual([
      { type: 1, live: true, gone: false, what: ['raised'] },
      { type: 1, live: true, gone: true, what: ['superseded'] },
    ])
    const others = rows.filter(({ type }) => type !== 1)
    expect(others.length).toBeGreaterThan(0)
    for (const { what } of others) expect(what).toEqual(['raised'])
  },
  SLOW_MS,
)

test(
  '[truth 4.1] the offline alarm of a truck that hung up stays when its late data are judged',
  async () => {
    const gateway = await start('a')
    const device = await signIn(gateway, LATE)
    await uploadTo(device, LATE, [readings.slice(0, 300)])
    await stop(gateway)
    now += 3_600_000
    const { pool } = database
    await watchOffline({ connection: database, bus, now: () => now }, new TruckContexts(database.pool))
    const offline = async (): Promise<unknown[]> =>
      (await pool.query('SELECT superseded_at, ended_at FROM alarm WHERE truck_id = 2 AND type = 7 ORDER BY started_at DESC LIMIT 1')).rows
    expect(await offline()).toEqual([{ superseded_at: null, ended_at: null }])
    await leave([2])
    await start('b')
    await untilJudged(database, 2)
    expect(await offline()).toEqual([{ superseded_at: null, ended_at: null }])
  },
  SLOW_MS,
)
