import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { Db } from '@tanker/database/connection'
import { gradesUpTo } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { timeText } from '@tanker/domain/texts/time-text'
import { type Follower, followRaised } from '../../alarms/follow-raised.ts'
import type { OutboxRow } from '../../alarms/outbox.ts'
import { SUPERSEDED } from './alarm-mails.ts'

const dayMs = 86_400_000
const follower: Follower = { cursor: 'mail_cursor', lock: ADVISORY_LOCKS.mails }
/** A truck that raises the same alarm all day does not fill a mailbox (domain rules). */
const MAX_PER_DAY = 20

/** Turns raised alarms into mails for the users who asked for their type and may see them (spec 3.3); returns the number of mails. */
export const makeMails = (db: Db, now: Date): Promise<number> =>
  followRaised(db, follower, (transaction, alarm) => mailsOf(transaction, alarm, now))

async function mailsOf(db: Db, alarm: OutboxRow, now: Date): Promise<number> {
  const type = alarmType(alarm.type)
  // Without a mail server the cursor does not move: alarms older than a day are not mailed later.
  if (type === undefined || alarm.started_at.getTime() < now.getTime() - dayMs) return 0
  const { subject, content } = wordsOf(alarm)
  const { numAffectedRows } = await sql`
    INSERT INTO notice (organisation_id, receiver, user_id, truck_id, alarm_id, alarm_type, address, subject, content, created_at, next_at)
    SELECT u.organisation_id, u.user_name, u.id, ${alarm.truck_id}, ${alarm.id}::bigint, ${alarm.type}, u.email, ${subject}, ${content}, ${now}, ${now}
    FROM user_alarm a JOIN app_user u ON u.id = a.user_id JOIN role r ON r.id = u.role_id JOIN organisation c ON c.id = u.organisation_id
    WHERE u.email <> '' AND u.enabled AND r.enabled AND c.enabled
      AND ${String(alarm.type)} = ANY (string_to_array(a.alarm_email_type_ids, ','))
      AND a.email_least_grade = ANY (${gradesUpTo(alarm.grade)}::text[])
      AND u.organisation_id = ANY (SELECT unnest(ancestors) FROM organisation WHERE id = ${alarm.organisation_id})
      AND NOT (r.customer AND ${type.staffOnly === true})
      AND (SELECT count(*) FROM notice m WHERE m.user_id = u.id AND m.truck_id = ${alarm.truck_id} AND m.alarm_type = ${alarm.type}
        AND m.occasion = 'raised' AND m.created_at > ${new Date(now.getTime() - dayMs)}) < ${MAX_PER_DAY}
    -- An alarm that was superseded and is found again: what was not sent of it is due again.
    ON CONFLICT (alarm_id, user_id, occasion) DO UPDATE SET state = 'waiting', reason = '', next_at = excluded.next_at, tries = 0
      WHERE notice.state = 'failed' AND notice.reason = ${SUPERSEDED}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Both languages in one mail, since the recipient's language is unknown; times are Beijing time. */
function wordsOf({ plate, type, started_at, fence_name, organisation_name }: OutboxRow): {
  readonly subject: string
  readonly content: string
} {
  const name = alarmType(type)?.name ?? { zh: '', en: '' }
  const at = timeText(started_at.getTime(), 'zh', 'Asia/Shanghai', 'second')
  const zh = [
    `车牌号：${plate}`,
    `所属组织：${organisation_name}`,
    `报警类型：${name.zh}`,
    `报警时间：${at}（北京时间）`,
    ...(fence_name === null ? [] : [`位置：${fence_name}`]),
    '请登录平台处理。',
  ]
  const en = [
    `Truck: ${plate}`,
    `Organisation: ${organisation_name}`,
    `Alarm: ${name.en}`,
    `Time: ${at} (Beijing)`,
    ...(fence_name === null ? [] : [`Place: ${fence_name}`]),
    'Please sign in to the web console to handle it.',
  ]
  return { subject: `${plate} ${name.zh} / ${name.en}`, content: `${zh.join('\n')}\n\n${en.join('\n')}\n` }
}
