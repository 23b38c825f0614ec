import { sql } from 'kysely'
import type { AdvisoryLock } from '@tanker/database/advisory-locks'
import type { Db } from '@tanker/database/connection'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { feedEnd, type OutboxRow, readOutbox } from './outbox.ts'

/** Rows of the outbox read at once. */
const MAX_ROWS_AT_ONCE = 200

/** A consumer of raised alarms: the table of its outbox position, and its advisory lock. */
export type Follower = { readonly cursor: 'sms_cursor' | 'mail_cursor' | 'robot_cursor'; readonly lock: AdvisoryLock }

/**
 * Calls `notify` for every alarm raised since the last call, up to the end of the outbox, and returns the sum of its results.
 * Skips alarms from late data, superseded alarms, and alarms that late data may still explain away; the latter are raised
 * a second time once the late data are judged. Any number of processes may call it; a lock lets one run at a time.
 * The writes of `notify` and the cursor are one transaction. `notify` may get the same alarm twice.
 */
export async function followRaised(
  db: Db,
  follower: Follower,
  notify: (transaction: Db, alarm: OutboxRow) => Promise<number>,
): Promise<number> {
  let total = 0
  for (let more = true; more;) {
    more = await db.transaction().execute(async (transaction) => {
      const cursor = await lockedCursor(transaction, follower)
      const part = await readOutbox(transaction, cursor, MAX_ROWS_AT_ONCE)
      for (const row of part.rows) {
        if (row.what !== 'raised' || !row.live || row.superseded_at !== null) continue
        // Emergencies are notified at once.
        if (row.waits && alarmType(row.type)?.family !== 'emergency') continue
        total += await notify(transaction, row)
      }
      if (part.cursor !== cursor) await transaction.updateTable(follower.cursor).set({ cursor: part.cursor }).execute()
      return part.more
    })
  }
  return total
}

/** Outbox position of the last notified alarm. Starts at the end: earlier alarms are not notified. */
async function lockedCursor(db: Db, { cursor: table, lock }: Follower): Promise<string> {
  await sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`.execute(db)
  const kept = await db.selectFrom(table).select('cursor').executeTakeFirst()
  if (kept) return kept.cursor
  const cursor = await feedEnd(db)
  await db.insertInto(table).values({ cursor }).execute()
  return cursor
}
