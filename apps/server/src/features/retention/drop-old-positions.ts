import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'

const DAY_MS = 86_400_000
/**
 * Dropping a partition locks the whole table, and every later commit waits. Therefore the lock timeout is short,
 * with retries: a long export may be reading.
 */
const LOCK_TIMEOUT_MS = 100
const PAUSE_MS = 5_000
/** Twelve minutes: longer than any export may take. */
const MAX_TRIES = 144
/** Readings that lie further ahead than partitions reach came from a terminal with a wrong clock; their arrival counts. */
const AHEAD_MS = 8 * DAY_MS
/** Rows removed by one statement. */
const MAX_ROWS_A_STATEMENT = 5_000

type Partition = { readonly name: string; readonly upTo: Date }

/**
 * Drops the daily partitions that end at or before `before`, as a whole, and removes from the partition of all other days what is as old.
 * @returns number of removed positions, for whole partitions as estimated by the database
 * @param pauseMs between two tries to lock a partition
 * @throws when a partition could not be locked in twelve minutes: the next run tries again
 */
export async function dropOldPositions(db: Db, before: Date, now: Date, pauseMs = PAUSE_MS): Promise<number> {
  let removed = 0
  for (const { name } of (await positionPartitions(db)).filter(({ upTo }) => upTo <= before))
    removed += await dropPartition(db, name, pauseMs)
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM position_rest WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM position_rest
        WHERE at < ${before} OR (at > ${new Date(now.getTime() + AHEAD_MS)} AND received_at < ${before}) LIMIT ${MAX_ROWS_A_STATEMENT}))`.execute(
      db,
    )
    const count = Number(numAffectedRows ?? 0n)
    removed += count
    if (count < MAX_ROWS_A_STATEMENT) return removed
  }
}

/** The daily partitions, oldest first. */
async function positionPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'position'::regclass AND c.relname ~ '^position_\\d{4}_\\d{2}_\\d{2}$' ORDER BY c.relname`.execute(db)
  return rows.map(({ name }) => ({
    name,
    upTo: new Date(Date.parse(`${name.slice('position_'.length).replaceAll('_', '-')}T00:00:00Z`) + DAY_MS),
  }))
}

async function dropPartition(db: Db, name: string, pauseMs: number): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (transaction) => {
        await sql`SELECT set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`.execute(transaction)
        const { rows } = await sql<{ count: number }>`
          SELECT greatest(coalesce(s.n_live_tup, 0), c.reltuples, 0)::float8 AS count
          FROM pg_class c LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid WHERE c.oid = ${name}::regclass`.execute(transaction)
        await sql`DROP TABLE ${sql.table(name)}`.execute(transaction)
        return Math.round(rows[0]?.count ?? 0)
      })
    } catch (error) {
      // 55P03 lock_not_available: the table is being read.
      if ((error as { code?: string }).code !== '55P03' || attempt === MAX_TRIES) throw error
      await pause(pauseMs)
    }
  }
}
