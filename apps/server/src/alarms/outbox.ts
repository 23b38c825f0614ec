import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import type { Database } from '@tanker/database/tables'
import { ALARM_COLUMNS, type AlarmRow } from './alarm-rows.ts'
import { WAITS_FOR_LATE_DATA } from './quiet-alarms.ts'

/**
 * Position in the feed: the number of the transaction that wrote the last row handed out, as decimal text. Sequence numbers
 * are not suitable: they commit out of order. A row is handed out once its number is below `pg_snapshot_xmin`, since no
 * transaction below it runs any more; so each row is permanently at or below a cursor, or above it. The number is
 * always that of a stored row: after a crash PostgreSQL reuses numbers without stored rows, never those with stored rows
 * (docs/decisions/0005-feed-cursor.md). A cursor is valid in every process; no process keeps state for it.
 */
export type FeedCursor = string

/** A change of an alarm, with the alarm as it is now. */
export type OutboxRow = AlarmRow & {
  readonly xid: string
  readonly seq: string
  readonly what: Database['outbox']['what']
  /** Earlier late data of its truck are not judged yet. */
  readonly waits: boolean
}

/**
 * The end of the feed: the last final row; 0 while there is none. Rows committed before this call are at or
 * below it, or are returned by a later read.
 */
export async function feedEnd(db: Db): Promise<FeedCursor> {
  const { rows } = await sql<{ end: string }>`
    SELECT coalesce(max(xid)::text, '0') AS end FROM outbox WHERE xid < pg_snapshot_xmin(pg_current_snapshot())`.execute(db)
  return rows[0]?.end ?? '0'
}

/**
 * The changes after a cursor, oldest first, and the cursor behind them. At most `limit` rows, more only when one
 * transaction alone has more, because a cursor is never inside a transaction. A cursor beyond the end (its rows are
 * gone) is replaced by the end.
 */
export async function readOutbox(
  db: Db,
  after: FeedCursor,
  limit: number,
): Promise<{ rows: OutboxRow[]; cursor: FeedCursor; more: boolean }> {
  const end = await feedEnd(db)
  if (BigInt(end) <= BigInt(after)) return { rows: [], cursor: end, more: false }
  const rows = await select(db, after, end, limit)
  if (rows.length < limit) return { rows, cursor: end, more: false }
  const last = rows[rows.length - 1]?.xid ?? end
  const whole = rows.filter((row) => row.xid !== last)
  if (whole.length > 0) return { rows: whole, cursor: whole[whole.length - 1]?.xid ?? after, more: true }
  return { rows: await select(db, String(BigInt(last) - 1n), last, null), cursor: last, more: true }
}

const select = (db: Db, after: FeedCursor, upTo: FeedCursor, limit: number | null): Promise<OutboxRow[]> =>
  db
    .selectFrom('outbox')
    .innerJoin('alarm', 'alarm.id', 'outbox.alarm_id')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .innerJoin('organisation', 'organisation.id', 'alarm.organisation_id')
    .where(sql<boolean>`outbox.xid > ${after}::xid8 AND outbox.xid <= ${upTo}::xid8`)
    .orderBy('outbox.xid')
    .orderBy('outbox.seq')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .select([...ALARM_COLUMNS, sql<string>`outbox.xid::text`.as('xid'), 'outbox.seq', 'outbox.what', WAITS_FOR_LATE_DATA.as('waits')])
    .execute()
