import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { Db } from '@tanker/database/connection'
import { type AlarmGrade, gradesUpTo } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { type MessageReason, messageParts, quietEnd } from '@tanker/domain/texts/text-message'
import type { Language } from '@tanker/domain/texts/text'
import { timeText } from '@tanker/domain/texts/time-text'
import { type Follower, followRaised } from '../../alarms/follow-raised.ts'
import { ALARM_COLUMNS, type AlarmRow } from '../../alarms/alarm-rows.ts'

const dayMs = 86_400_000
const follower: Follower = { cursor: 'sms_cursor', lock: ADVISORY_LOCKS.textMessages }
/** Limit for a truck that raises the same alarm all day (domain rules). */
const MAX_PER_DAY = 20

/** Queues alarms that turned black because they were not handled, for numbers whose grade kept them from it when they were raised. */
export async function messageBlackAlarms(db: Db, alarmIds: readonly string[], now: Date): Promise<number> {
  if (alarmIds.length === 0) return 0
  const alarms = await db
    .selectFrom('alarm')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .innerJoin('organisation', 'organisation.id', 'alarm.organisation_id')
    .where(sql<boolean>`alarm.id = ANY (${[...alarmIds]}::bigint[])`)
    .where('alarm.live', '=', true)
    .select([...ALARM_COLUMNS])
    .orderBy('alarm.id')
    .execute()
  let made = 0
  for (const alarm of alarms) made += await messagesOf(db, alarm, ['red', 'black'], now)
  return made
}

/** Turns raised alarms into messages for the numbers of the truck's organisation and those above it; returns the number of messages. */
export const makeMessages = (db: Db, now: Date): Promise<number> =>
  followRaised(db, follower, (transaction, alarm) => messagesOf(transaction, alarm, gradesUpTo(alarm.grade), now))

async function messagesOf(db: Db, alarm: AlarmRow, leastGrades: readonly AlarmGrade[], now: Date): Promise<number> {
  const family = alarmType(alarm.type)?.family
  if (family === undefined) return 0
  const since = new Date(now.getTime() - dayMs)
  const numbers = await db
    .selectFrom('sms_number')
    .where('enabled', '=', true)
    .where('least_grade', 'in', leastGrades)
    .where(sql<boolean>`organisation_id = ANY (SELECT unnest(ancestors) FROM organisation WHERE id = ${alarm.organisation_id})`)
    .where(sql<boolean>`(kinds = '' OR ${family} = ANY (string_to_array(kinds, ',')))`)
    .where(
      sql<boolean>`(SELECT count(*) FROM sms_message m WHERE m.truck_id = ${alarm.truck_id} AND m.alarm_type = ${alarm.type}
        AND m.created_at > ${since} AND m.phone = sms_number.phone) < ${MAX_PER_DAY}`,
    )
    .selectAll()
    .execute()
  if (numbers.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sms_message')
    .values(
      numbers.map((number) => {
        const quiet = quietEnd(now.getTime(), number.quiet_from, number.quiet_to)
        const content = contentOf(alarm, number.language)
        const next = new Date(quiet ?? now.getTime())
        return {
          organisation_id: number.organisation_id,
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
    // A superseded alarm that is found again: its unsent messages are due again.
    .onConflict((conflict) =>
      conflict
        .columns(['alarm_id', 'phone'])
        .doUpdateSet(({ ref }) => ({
          state: 'waiting',
          reason: ref('excluded.reason'),
          next_at: ref('excluded.next_at'),
          expires_at: ref('excluded.expires_at'),
          tries: 0,
        }))
        .where('sms_message.state', '=', 'failed')
        .where('sms_message.reason', '=', 'superseded' satisfies MessageReason),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** Text of an alarm message; Beijing time. */
function contentOf({ plate, type, started_at, fence_name, organisation_name }: AlarmRow, language: Language): string {
  const what = alarmType(type)?.name[language] ?? ''
  const at = timeText(started_at.getTime(), language, 'Asia/Shanghai', 'minute')
  if (language === 'en') {
    const where = fence_name === null ? '' : `, ${fence_name}`
    return `${plate} (${organisation_name}): ${what}, ${at} Beijing time${where}. Please sign in to handle it.`
  }
  const where = fence_name === null ? '' : `，${fence_name}`
  return `${plate}（${organisation_name}）${what}报警，${at}${where}。请登录平台处理。`.replace('报警报警', '报警')
}
