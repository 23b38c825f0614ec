import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import { alarmType } from '@tanker/domain/alarm-type'
import { feedEnd, type OutboxRow, readOutbox } from './outbox.ts'

const rowsAtOnce = 200

/** Who follows alarms: the table that keeps up to where, and any number of its own for the lock. */
export type Follower = { readonly cursor: 'sms_cursor' | 'mail_cursor'; readonly lock: number }

/**
 * Tells every alarm that was raised since the last call, up to the end of the outbox, and answers the sum of what `tell`
 * answered. What a truck told late, and what was superseded, is left out; so is what late data may still
 * explain away, which is raised a second time when they are judged. Any number of processes may: a lock lets one at a
 * time, and what `tell` writes and the cursor are one transaction. `tell` must bear hearing of an alarm twice.
 */
export async function followRaised(
  db: Db,
  follower: Follower,
  tell: (transaction: Db, alarm: OutboxRow) => Promise<number>,
): Promise<number> {
  let told = 0
  for (let more = true; more;) {
    more = await db.transaction().execute(async (transaction) => {
      const cursor = await lockedCursor(transaction, follower)
      const part = await readOutbox(transaction, cursor, rowsAtOnce)
      for (const row of part.rows) {
        if (row.what !== 'raised' || !row.live || row.superseded_at !== null) continue
        // Emergencies are told at once.
        if (row.waits && alarmType(row.type)?.family !== 'emergency') continue
        told += await tell(transaction, row)
      }
      if (part.cursor !== cursor) await transaction.updateTable(follower.cursor).set({ cursor: part.cursor }).execute()
      return part.more
    })
  }
  return told
}

/** Up to where alarms were told. The first time it begins at the end: of alarms from before nobody wants to hear now. */
async function lockedCursor(db: Db, { cursor: table, lock }: Follower): Promise<string> {
  await sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`.execute(db)
  const kept = await db.selectFrom(table).select('cursor').executeTakeFirst()
  if (kept) return kept.cursor
  const cursor = await feedEnd(db)
  await db.insertInto(table).values({ cursor }).execute()
  return cursor
}
