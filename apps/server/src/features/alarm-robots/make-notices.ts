import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { Db } from '@tanker/database/connection'
import { gradesUpTo } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import type { NoticeReason } from '@tanker/domain/alarms/notice'
import { quietEnd } from '@tanker/domain/texts/text-message'
import { sql } from 'kysely'
import { ALARM_COLUMNS, type AlarmRow } from '../../alarms/alarm-rows.ts'
import { type Follower, followRaised } from '../../alarms/follow-raised.ts'
import { readThresholds } from '../../fleet/status-thresholds.ts'
import { alarmLines, headingOf } from './robot-words.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Alarms of one truck and type for one robot in a day. */
const MAX_PER_DAY = 100
const follower: Follower = { cursor: 'robot_cursor', lock: ADVISORY_LOCKS.robotNotices }

type About = { readonly now: Date; readonly consoleAddress: string | null }

/** Queues raised alarms for the robots of their organisation and those above it; returns the number of notices. */
export const makeNotices = (db: Db, about: About): Promise<number> =>
  followRaised(db, follower, (transaction, alarm) => noticesOf(transaction, alarm, 'raised', about))

/** Queues alarms that turned black because they were not handled. */
export async function noticeBlackAlarms(db: Db, alarmIds: readonly string[], about: About): Promise<number> {
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
  for (const alarm of alarms) made += await noticesOf(db, alarm, 'black', about)
  return made
}

async function noticesOf(db: Db, alarm: AlarmRow, occasion: 'raised' | 'black', { now, consoleAddress }: About): Promise<number> {
  const type = alarmType(alarm.type)
  // Who reads along in a group is not known, so what customers may not see is not sent.
  if (type === undefined || type.staffOnly === true || alarm.started_at.getTime() < now.getTime() - 8 * DAY_MS) return 0
  if (occasion === 'raised' && alarm.started_at.getTime() < now.getTime() - DAY_MS) return 0
  const grade = occasion === 'black' ? 'black' : alarm.grade
  const robots = await robotsFor(db, alarm, type.family, gradesUpTo(grade), occasion, now)
  if (robots.length === 0) return 0
  const thresholds = (await readThresholds(db))(alarm.truck_id, robots[0]?.ancestors ?? [], alarm.started_at.getTime())
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notice')
    .values(
      robots.map((robot) => {
        const delayMs = occasion === 'black' ? 0 : robot.after_min * MINUTE_MS
        const from = now.getTime() + delayMs
        const quiet = grade === 'yellow' || robot.quiet_for === 'all' ? quietEnd(from, robot.quiet_from, robot.quiet_to) : null
        const reason: NoticeReason | '' = quiet !== null ? 'quiet' : delayMs > 0 ? 'delayed' : ''
        return {
          organisation_id: robot.organisation_id,
          channel: robot.channel,
          robot_id: robot.id,
          receiver: robot.name,
          truck_id: alarm.truck_id,
          alarm_id: alarm.id,
          alarm_type: alarm.type,
          occasion,
          address: robot.address_hint,
          subject: headingOf(alarm, robot.language),
          content: alarmLines(alarm, { language: robot.language, thresholds, consoleAddress, now, occasion }).join('\n'),
          created_at: now,
          reason,
          next_at: new Date(quiet ?? from),
          expires_at: new Date((quiet ?? from) + DAY_MS),
        }
      }),
    )
    // A superseded alarm that is found again: what was not sent of it is due again.
    .onConflict((conflict) =>
      conflict
        .columns(['alarm_id', 'robot_id', 'occasion'])
        .doUpdateSet(({ ref }) => ({
          state: 'waiting',
          reason: ref('excluded.reason'),
          next_at: ref('excluded.next_at'),
          expires_at: ref('excluded.expires_at'),
          tries: 0,
        }))
        .where('notice.state', '=', 'failed')
        .where('notice.reason', '=', 'superseded' satisfies NoticeReason),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

const robotsFor = (
  db: Db,
  alarm: AlarmRow,
  family: string,
  grades: readonly ('yellow' | 'red' | 'black')[],
  occasion: 'raised' | 'black',
  now: Date,
) =>
  db
    .selectFrom('alarm_robot as r')
    .innerJoin('organisation as whose', (join) => join.on('whose.id', '=', alarm.organisation_id))
    .where('r.enabled', '=', true)
    .where('r.address', 'is not', null)
    .where('r.least_grade', 'in', grades)
    .where(sql<boolean>`r.organisation_id = ANY (whose.ancestors)`)
    .where(sql<boolean>`(r.kinds = '' OR ${family} = ANY (string_to_array(r.kinds, ',')))`)
    .where(
      sql<boolean>`(SELECT count(*) FROM notice m WHERE m.robot_id = r.id AND m.truck_id = ${alarm.truck_id} AND m.alarm_type = ${alarm.type}
        AND m.occasion = ${occasion} AND m.created_at > ${new Date(now.getTime() - DAY_MS)}) < ${MAX_PER_DAY}`,
    )
    .select(['r.id', 'r.organisation_id', 'r.name', 'r.channel', 'r.language', 'r.address_hint', 'r.after_min'])
    .select(['r.quiet_from', 'r.quiet_to', 'r.quiet_for', 'whose.ancestors'])
    .execute()
