import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import { unpackLiveRow } from '@tanker/database/live-row'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { litresChange } from '@tanker/domain/alarms/explanation/lost-litres'
import { timeText } from '@tanker/domain/texts/time-text'

const DAY_MS = 86_400_000
/** Mails of alarms of one truck and type that turned black, for one user in a day. */
const MAX_BLACK_PER_DAY = 20

/**
 * Queues a mail for each of these alarms, which turned black because they were not handled: to the user to whom it is assigned;
 * without one who can be mailed, to the users who asked for mails of its type. Once an alarm and user.
 * @returns the number of mails
 */
export async function mailBlackAlarms(
  db: Db,
  alarmIds: readonly string[],
  { now, consoleAddress }: { readonly now: Date; readonly consoleAddress: string | null },
): Promise<number> {
  if (alarmIds.length === 0) return 0
  const alarms = await readAlarms(db, alarmIds)
  let made = 0
  for (const alarm of alarms) made += await mailsOf(db, alarm, now, consoleAddress)
  return made
}

const readAlarms = (db: Db, alarmIds: readonly string[]) =>
  db
    .selectFrom('alarm')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .innerJoin('organisation', 'organisation.id', 'alarm.organisation_id')
    .leftJoin('truck_state', 'truck_state.truck_id', 'alarm.truck_id')
    .where(sql<boolean>`alarm.id = ANY (${[...alarmIds]}::bigint[])`)
    .select([
      'alarm.id',
      'alarm.type',
      'alarm.truck_id',
      'alarm.organisation_id',
      'alarm.started_at',
      'alarm.inserted_at',
      'alarm.escalated_at',
      'alarm.live',
      'alarm.assigned_to',
      'alarm.fence_name',
      'alarm.lat',
      'alarm.lng',
      'alarm.properties',
      'truck.plate',
      'organisation.name as organisation_name',
      'truck_state.live as live_row',
    ])
    .orderBy('alarm.id')
    .execute()
type BlackAlarm = Awaited<ReturnType<typeof readAlarms>>[number]

async function mailsOf(db: Db, alarm: BlackAlarm, now: Date, consoleAddress: string | null): Promise<number> {
  const { subject, content } = wordsOf(alarm, consoleAddress)
  const isStaffOnly = alarmType(alarm.type)?.staffOnly === true
  const { numAffectedRows } = await sql`
    WITH able AS (
      SELECT u.id, u.email, u.user_name, u.organisation_id, a.alarm_email_type_ids
      FROM app_user u JOIN role r ON r.id = u.role_id JOIN organisation c ON c.id = u.organisation_id LEFT JOIN user_alarm a ON a.user_id = u.id
      WHERE u.email <> '' AND u.enabled AND r.enabled AND c.enabled
        AND u.organisation_id = ANY (SELECT unnest(ancestors) FROM organisation WHERE id = ${alarm.organisation_id})
        AND NOT (r.customer AND ${isStaffOnly})),
    receivers AS (
      SELECT id, email, user_name, organisation_id FROM able
      WHERE CASE WHEN EXISTS (SELECT FROM able WHERE id = ${alarm.assigned_to}) THEN id = ${alarm.assigned_to}
        -- Who asked for the type was not sent one of late data when it was raised.
        ELSE ${alarm.live} AND ${String(alarm.type)} = ANY (string_to_array(alarm_email_type_ids, ',')) END)
    INSERT INTO notice (organisation_id, receiver, user_id, truck_id, alarm_id, alarm_type, occasion, address, subject, content, created_at, next_at)
    SELECT u.organisation_id, u.user_name, u.id, ${alarm.truck_id}, ${alarm.id}::bigint, ${alarm.type}, 'black', u.email, ${subject}, ${content}, ${now}, ${now}
    FROM receivers u
    WHERE (SELECT count(*) FROM notice m WHERE m.user_id = u.id AND m.truck_id = ${alarm.truck_id} AND m.alarm_type = ${alarm.type}
        AND m.occasion = 'black' AND m.created_at > ${new Date(now.getTime() - DAY_MS)}) < ${MAX_BLACK_PER_DAY}
    ON CONFLICT (alarm_id, user_id, occasion) DO NOTHING`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const litres = (value: number): string => String(Math.round(value * 10) / 10)

/** Both languages in one mail, since the recipient's language is unknown; times are Beijing time. */
function wordsOf(alarm: BlackAlarm, consoleAddress: string | null): { readonly subject: string; readonly content: string } {
  const name = alarmType(alarm.type)?.name ?? { zh: '', en: '' }
  const at = timeText(alarm.started_at.getTime(), 'zh', 'Asia/Shanghai', 'second')
  const hours = litres(((alarm.escalated_at ?? alarm.inserted_at).getTime() - alarm.inserted_at.getTime()) / 3_600_000)
  const place = alarm.fence_name ?? (alarm.lat === null || alarm.lng === null ? null : `${alarm.lat.toFixed(5)}, ${alarm.lng.toFixed(5)}`)
  const change = litresChange(alarm)
  const aboard = alarm.live_row === null ? [] : unpackLiveRow(alarm.live_row).compartments
  const now = aboard.length === 0 ? null : litres(aboard.reduce((sum, { volumeL }) => sum + volumeL, 0))
  const desk = consoleAddress === null ? null : `${consoleAddress}/monitor/alarm_desk?alarm=${alarm.id}`
  const zh = [
    `报警超过 ${hours} 小时未处理，已升级为黑色。`,
    `车牌号：${alarm.plate}`,
    `所属组织：${alarm.organisation_name}`,
    `报警类型：${name.zh}`,
    `报警时间：${at}（北京时间）`,
    ...(place === null ? [] : [`位置：${place}`]),
    ...(change === null ? [] : [`油量变化：${litres(change)} 升`]),
    ...(now === null ? [] : [`车上油量：${now} 升`]),
    desk === null ? '请登录平台，在“报警处理”中处理。' : `处理：${desk}`,
  ]
  const en = [
    `The alarm was not handled for ${hours} h and is now black.`,
    `Truck: ${alarm.plate}`,
    `Organisation: ${alarm.organisation_name}`,
    `Alarm: ${name.en}`,
    `Time: ${at} (Beijing)`,
    ...(place === null ? [] : [`Place: ${place}`]),
    ...(change === null ? [] : [`Litres: ${litres(change)} L`]),
    ...(now === null ? [] : [`Aboard: ${now} L`]),
    desk === null ? 'Please sign in to the web console and handle it at the alarm desk.' : `Handle it: ${desk}`,
  ]
  return { subject: `[黑色 / Black] ${alarm.plate} ${name.zh} / ${name.en}`, content: `${zh.join('\n')}\n\n${en.join('\n')}\n` }
}
