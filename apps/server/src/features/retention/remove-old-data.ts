import { sql } from 'kysely'
import type { Connection, Db } from '@tanker/database/connection'
import { DATA_KINDS, type DataKind, type KeepDays, KINDS_OF_DATA } from '../../platform/jobs/kinds-of-data.ts'
import { dropOldPositions } from './drop-old-positions.ts'

const DAY_MS = 86_400_000
/** Rows removed by one statement: a lock is held for tens of milliseconds, and vacuum follows in small steps. */
const MAX_ROWS_A_STATEMENT = 5_000
/** Statements per table and run; the rest is removed in the next run. */
const MAX_STATEMENTS_A_TABLE = 2_000

/** Result of a run: removed rows by kind (days of positions as their rows), and errors by kind. */
export type RetentionRun = {
  readonly startedAt: Date
  readonly endedAt: Date
  readonly removed: Readonly<Partial<Record<DataKind, number>>>
  readonly problems: Readonly<Partial<Record<DataKind, string>>>
}

/**
 * Removes data older than its retention, kind by kind, and records the run. A failure of one kind does not stop the others.
 * @param lockPauseMs between two tries to lock a partition that is being read
 * One process at a time may call it.
 */
export async function removeOldData(
  { db }: Pick<Connection, 'db'>,
  keep: KeepDays,
  now: () => Date,
  lockPauseMs?: number,
): Promise<RetentionRun> {
  const startedAt = now()
  const removed: Partial<Record<DataKind, number>> = {}
  const problems: Partial<Record<DataKind, string>> = {}
  for (const kind of DATA_KINDS) {
    const before = new Date(startedAt.getTime() - keep[kind] * DAY_MS)
    try {
      let count = kind === 'positions' ? await dropOldPositions(db, before, startedAt, lockPauseMs) : 0
      for (const rows of KINDS_OF_DATA[kind].rows) count += await removeRows(db, rows, before)
      if (count > 0) removed[kind] = count
    } catch (error) {
      problems[kind] = error instanceof Error ? error.message : String(error)
    }
  }
  const result = { startedAt, endedAt: now(), removed, problems }
  await db
    .insertInto('retention_run')
    .values({
      started_at: startedAt,
      ended_at: result.endedAt,
      removed: JSON.stringify(removed),
      problems: JSON.stringify(problems),
    })
    .execute()
  return result
}

/** Deletes rows older than `before`, some thousands per transaction; returns their number. */
async function removeRows(
  db: Db,
  { table, column, where }: { table: string; column: string; where?: string },
  before: Date,
): Promise<number> {
  let removed = 0
  for (let statement = 0; statement < MAX_STATEMENTS_A_TABLE; statement += 1) {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${sql.table(table)} WHERE ${sql.raw(column)} < ${before} AND (${sql.raw(where ?? 'true')}) LIMIT ${MAX_ROWS_A_STATEMENT}))`.execute(
      db,
    )
    const count = Number(numAffectedRows ?? 0n)
    removed += count
    if (count < MAX_ROWS_A_STATEMENT) break
  }
  return removed
}
