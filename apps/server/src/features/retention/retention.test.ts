import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts'
import { createPositionPartitions } from '../../gateway/position-partitions.ts'
import { readSettings } from '../../settings.ts'
import { loadSmallWorld } from '../../platform/http/test-api.ts'
import { DATA_KINDS, KINDS_OF_DATA, keepDaysOf } from '../../platform/jobs/kinds-of-data.ts'
import { removeOldData } from './remove-old-data.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-11-22T19:17:00Z')
const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS)
const keep = keepDaysOf('')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await loadSmallWorld(database)
})
afterAll(() => database.close())

const count = async (table: string): Promise<number> =>
  Number((await database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n)
const insertPosition = (at: Date, receivedAt = at) =>
  database.pool.query(
    `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed) VALUES (1, $1, 0, 1, 1, $2, 0, 0, 0, 0, 0, '')`,
    [at, receivedAt],
  )
const partitionOf = (day: number): string => `position_${daysAgo(day).toISOString().slice(0, 10).replaceAll('-', '_')}`
const positionTables = async (): Promise<string[]> =>
  (
    await database.pool.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'position'::regclass`,
    )
  ).rows.map(({ name }) => name)

describe('[M14] all data have a bound', () => {
  test('days of positions go as whole partitions; the day of the cut-off and what came early or late stay as they should', async () => {
    for (const day of [500, 402, 401, 400]) await createPositionPartitions(database.db, daysAgo(day))
    const before = await positionTables()
    const old = daysAgo(402)
    await insertPosition(old)
    const kept = daysAgo(399)
    await insertPosition(kept)
    // A day that never had a partition, a clock that runs years ahead and came long ago, and one that came today.
    await insertPosition(daysAgo(1_000))
    await insertPosition(new Date('2099-01-01T00:00:00Z'), daysAgo(500))
    await insertPosition(new Date('2098-01-01T00:00:00Z'), daysAgo(1))
    const run = await removeOldData(database, keep, () => now)
    const after = await positionTables()
    const dropped = before.filter((name) => !after.includes(name))
    const cutOffDay = partitionOf(400)
    expect(dropped.length).toBeGreaterThan(0)
    expect(dropped.every((name) => name < cutOffDay)).toBe(true)
    expect(after).toContain(cutOffDay)
    expect(after.filter((name) => /^position_\d/.test(name) && name < cutOffDay)).toEqual([])
    const { rows } = await database.pool.query<{ at: Date }>('SELECT at FROM position ORDER BY at')
    expect(rows.map(({ at }) => at.toISOString())).toEqual([kept.toISOString(), '2098-01-01T00:00:00.000Z'])
    expect(run?.problems).toEqual({})
    expect(run?.removed.positions).toBeGreaterThanOrEqual(2)
  })

  test('a partition read by a long export is skipped without blocking other queries, and the next run drops it', async () => {
    await createPositionPartitions(database.db, daysAgo(450))
    await insertPosition(daysAgo(450))
    const reader = new pg.Client({ connectionString: database.url })
    await reader.connect()
    await reader.query('BEGIN')
    await reader.query('SELECT * FROM position LIMIT 1')
    const removing = removeOldData(database, keep, () => now, 20)
    const waitingDrops = async (): Promise<number> =>
      Number(
        (
          await database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM pg_locks
           WHERE mode = 'AccessExclusiveLock' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
        ).rows[0]?.n,
      )
    await expect.poll(waitingDrops, { interval: 5 }).toBeGreaterThan(0)
    // Commits go on while the drop tries and gives way.
    for (let i = 0; i < 20; i += 1) await insertPosition(new Date(daysAgo(1).getTime() + i))
    expect((await positionTables()).includes(partitionOf(450))).toBe(true)
    await reader.query('ROLLBACK')
    await reader.end()
    expect((await removing)?.problems).toEqual({})
    expect((await positionTables()).includes(partitionOf(450))).toBe(false)
  })

  test('alarms, records and deliveries go after their years, with what hangs on them; younger ones and base data stay', async () => {
    const insert = async (at: Date, key: number): Promise<void> => {
      await database.pool.query(
        `INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties) VALUES (1, 1, 1, $1, 0, '', 'red', true, '{}')`,
        [at],
      )
      await database.pool.query(
        `INSERT INTO alarm_cleared (user_id, alarm_id) SELECT u.id, a.id FROM alarm a, app_user u WHERE a.started_at = $1`,
        [at],
      )
      await database.pool.query(
        `INSERT INTO record (truck_id, kind, started_at, object, organisation_id, name, properties) VALUES (1, 'trip', $1, 0, 1, '', '{}')`,
        [at],
      )
      await database.pool.query(
        `INSERT INTO handover (truck_id, trip_started_at, leg, organisation_id, unloaded_at) VALUES (1, $1, $2, 1, $1)`,
        [at, key],
      )
    }
    await insert(daysAgo(1_826), 1)
    await insert(daysAgo(1_824), 2)
    const trucks = await count('truck')
    const run = await removeOldData(database, keep, () => now)
    expect(run?.problems).toEqual({})
    expect([await count('alarm'), await count('record'), await count('handover')]).toEqual([1, 1, 1])
    expect(await count('alarm_cleared')).toBe(await count('app_user'))
    // Removing an old trip does not send its delivery to be settled again.
    const { rows: due } = await database.pool.query(`SELECT FROM delivery_due WHERE to_at < $1`, [daysAgo(1_825)])
    expect(due).toEqual([])
    expect(await count('truck')).toBe(trucks)
  })

  test('the alarm feed keeps its newest row however old, sessions go after they ended, waiting messages stay', async () => {
    await database.pool.query(
      `INSERT INTO outbox (organisation_id, truck_id, alarm_id, what, created_at) SELECT 1, 1, 1, 'raised', $1::timestamptz + n * interval '1 second' FROM generate_series(1, 12000) n`,
      [daysAgo(60)],
    )
    const session = (name: string, expires: Date, ended: Date | null) =>
      database.pool.query(
        `INSERT INTO session (secret_hash, header_id_hash, user_id, expires_at, ended_at, ip) SELECT sha256($1), sha256($2), min(id), $3, $4, '127.0.0.1' FROM app_user`,
        [Buffer.from(name), Buffer.from(`${name}h`), expires, ended],
      )
    await session('long ended', daysAgo(-1), daysAgo(91))
    await session('long expired', daysAgo(91), null)
    await session('just ended', daysAgo(-1), daysAgo(89))
    await session('open', daysAgo(-1), null)
    for (const state of ['waiting', 'sent'])
      await database.pool.query(
        `INSERT INTO sms_message (organisation_id, kind, receiver, phone, content, created_at, state, next_at, expires_at, cost) VALUES (1, '1', '', $2, '', $1, $2, $1, $1, 1)`,
        [daysAgo(401), state],
      )
    const run = await removeOldData(database, keep, () => now)
    expect(run?.problems).toEqual({})
    expect(run?.removed).toMatchObject({ outbox: 11_999, sessions: 2, messages: 1 })
    expect([await count('outbox'), await count('session'), await count('sms_message')]).toEqual([1, 2, 1])
  })

  test('a file that firmware or an unfinished command still needs stays, others go with their command', async () => {
    const file = async (): Promise<number> =>
      Number((await database.pool.query<{ id: number }>(`INSERT INTO command_file (content) VALUES ('x') RETURNING id`)).rows[0]?.id)
    const order = (fileId: number, compartment: number, finishedAt: Date | null) =>
      database.pool.query(
        `INSERT INTO device_command (truck_id, organisation_id, kind, compartment, file_id, crc32, sha256, total_bytes, state, max_tries, ordered_by, ordered_at, finished_at)
         VALUES (1, 1, 'tank-table', $2, $1, 0, sha256('x'), 1, $3, 1, '', $4, $5)`,
        [fileId, compartment, finishedAt === null ? 'waiting' : 'done', daysAgo(500), finishedAt],
      )
    const [finished, open, recent] = [await file(), await file(), await file()]
    await order(finished, 1, daysAgo(401))
    await order(open, 2, null)
    await order(recent, 3, daysAgo(399))
    const run = await removeOldData(database, keep, () => now)
    expect(run?.problems).toEqual({})
    const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM command_file ORDER BY id')
    expect(rows.map(({ id }) => id)).toEqual([open, recent])
  })

  test('an old backup of a parameter file goes, unless it is the newest of its truck and file', async () => {
    const backup = (file: number, days: number) =>
      database.pool.query(
        `INSERT INTO parameter_backup (truck_id, file, content, taken_at, taken_by, crc32, source) VALUES (1, $1, 'x', $2, '', 0, 'manual')`,
        [file, daysAgo(days)],
      )
    for (const [file, days] of [
      [7, 1_900],
      [7, 1_826],
      [7, 1_824],
      [9, 1_900],
      [9, 1_826],
    ] as const)
      await backup(file, days)
    const run = await removeOldData(database, keep, () => now)
    expect([run?.problems, run?.removed.backups]).toEqual([{}, 3])
    const { rows } = await database.pool.query<{ file: number; at: Date }>(
      `SELECT file, taken_at AS at FROM parameter_backup ORDER BY file`,
    )
    expect(rows).toEqual([
      { file: 7, at: daysAgo(1_824) },
      { file: 9, at: daysAgo(1_826) },
    ])
  })

  test('every kind can be removed on a schema as it is, each run is noted, and two at once do not run twice', async () => {
    const remove = () => withAdvisoryLock(database.pool, ADVISORY_LOCKS.retention, () => removeOldData(database, keep, () => now))
    const runs = await Promise.all([remove(), remove()])
    expect(runs.filter((run) => run !== null).length).toBeGreaterThanOrEqual(1)
    for (const run of runs) expect(run?.problems ?? {}).toEqual({})
    expect(await count('retention_run')).toBeGreaterThanOrEqual(2)
  })
})

describe('TANKER_KEEP_DAYS', () => {
  test('named kinds change, the others keep their defaults', () => {
    expect(keepDaysOf(' positions=200, events = 3650 ')).toEqual({ ...keep, positions: 200, events: 3650 })
    for (const kind of DATA_KINDS) expect(KINDS_OF_DATA[kind].defaultDays).toBeGreaterThanOrEqual(KINDS_OF_DATA[kind].leastDays)
  })

  test.each([
    ['position=5', /kind=days; the kinds are positions, events/],
    ['positions', /kind=days/],
    ['positions=182', /kept for 183 to 36500 days/],
    ['positions=99999', /kept for 183 to 36500 days/],
    ['events=1.5', /kind=days/],
    ['checkpoints=401', /not kept for longer than positions \(400 days\)/],
  ])('%s is refused at the start, in words', (text, words) => {
    expect(() => readSettings([], { TANKER_KEEP_DAYS: text })).toThrow(words)
  })
})
