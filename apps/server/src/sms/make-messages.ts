import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import { alarmType } from '@tanker/domain/alarm-type'
import { messageParts, quietEnd } from '@tanker/domain/text-message'
import { timeText } from '@tanker/domain/time-text'
import { feedEnd, type OutboxRow, readOutbox } from '../alarms/outbox.ts'

const rowsAtOnce = 200
const dayMs = 86_400_000
/** Any number: the advisory lock of the cursor. */
const lock = 7_315_001
/** A truck that raises the same alarm all day does not fill a pocket, nor empty an account (domain rules). */
const mostADay = 20

/**
 * Turns raised alarms into messages for the numbers of the truck's organisation and those above it, up to the end of the
 * outbox. Answers how many were made. Any number of processes may: a lock lets one at a time, and an alarm and a
 * phone make one message ever.
 */
export async function makeMessages(db: Db, now: Date): Promise<number> {
  let made = 0
  for (let more = true; more;) {
    more = await db.transaction().execute(async (transaction) => {
      const cursor = await lockedCursor(transaction)
      const part = await readOutbox(transaction, cursor, rowsAtOnce)
      for (const row of part.rows)
        if (row.what === 'raised' && row.live && row.superseded_at === null) made += await messagesOf(transaction, row, now)
      // Only then: a cursor that is written at every look would move the end of the feed by itself.
      if (part.rows.length > 0) await transaction.updateTable('sms_cursor').set({ cursor: part.cursor }).execute()
      return part.more
    })
  }
  return made
}

/** Up to where alarms are messages. The first time it begins at the end: of alarms from before nobody wants to hear now. */
async function lockedCursor(db: Db): Promise<string> {
  await sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`.execute(db)
  const kept = await db.selectFrom('sms_cursor').select('cursor').executeTakeFirst()
  if (kept) return kept.cursor
  const cursor = await feedEnd(db)
  await db.insertInto('sms_cursor').values({ cursor }).execute()
  return cursor
}

async function messagesOf(db: Db, alarm: OutboxRow, now: Date): Promise<number> {
  const family = alarmType(alarm.type)?.family
  if (family === undefined) return 0
  const since = new Date(now.getTime() - dayMs)
  const numbers = await db
    .selectFrom('sms_number')
    .where('enabled', '=', true)
    .where(sql<boolean>`company_id = ANY (SELECT unnest(ancestors) FROM company WHERE id = ${alarm.company_id})`)
    .where(sql<boolean>`(kinds = '' OR ${family} = ANY (string_to_array(kinds, ',')))`)
    .where(
      sql<boolean>`(SELECT count(*) FROM sms_message m WHERE m.truck_id = ${alarm.truck_id} AND m.alarm_type = ${alarm.type}
        AND m.created_at > ${since} AND m.phone = sms_number.phone) < ${mostADay}`,
    )
    .selectAll()
    .execute()
  if (numbers.length === 0) return 0
  const content = contentOf(alarm)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sms_message')
    .values(
      numbers.map((number) => {
        const quiet = quietEnd(now.getTime(), number.quiet_from, number.quiet_to)
        const next = new Date(quiet ?? now.getTime())
        return {
          company_id: number.company_id,
          truck_id: alarm.truck_id,
          alarm_id: alarm.id,
          alarm_type: alarm.type,
          kind: family,
          receiver: number.name,
          phone: number.phone,
          content,
          cost: messageParts(content),
          created_at: now,
          reason: quiet === null ? '' : 'quiet',
          next_at: next,
          expires_at: new Date(next.getTime() + dayMs),
          paid_by: null,
        }
      }),
    )
    .onConflict((conflict) => conflict.columns(['alarm_id', 'phone']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** Chinese, in Beijing time: what a phone shows of an alarm. */
function contentOf({ plate, type, started_at, fence_name, company_name }: OutboxRow): string {
  const what = alarmType(type)?.name.zh ?? ''
  const where = fence_name === null ? '' : `，${fence_name}`
  return `${plate}（${company_name}）${what}报警，${timeText(started_at.getTime(), 'zh', 'Asia/Shanghai', 'minute')}${where}。请登录平台处理。`.replace(
    '报警报警',
    '报警',
  )
}
