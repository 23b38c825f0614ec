import type { UserPrivileges } from '@tanker/contract/session'
import type { Db } from '@tanker/database/connection'
import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { ALARM_TYPES, alarmType } from '@tanker/domain/alarms/alarm-type'
import type { SignedInUser } from '../platform/access/sessions.ts'

/** Alarm types hidden for customers (spec 6), in lists, pushes and settings alike. */
export const STAFF_ONLY_TYPES: readonly number[] = ALARM_TYPES.filter((type) => type.staffOnly === true).map((type) => type.code)

/** The types a user may see at all. */
export const visibleTypes = (customer: boolean): number[] =>
  ALARM_TYPES.filter((type) => !(customer && type.staffOnly === true)).map((type) => type.code)

type AlarmSettings = UserPrivileges['stUserAlarm']

/** The user's own choice. Default: every alarm type the user may see, and no e-mail. */
export async function readAlarmSettings(db: Db, user: SignedInUser): Promise<AlarmSettings> {
  const kept = await db.selectFrom('user_alarm').where('user_id', '=', user.id).selectAll().executeTakeFirst()
  if (!kept)
    return {
      id: null,
      userId: user.id,
      alarmTypeIds: visibleTypes(user.customer).join(','),
      alarmEmailTypeIds: '',
      alarmEmailLeastGrade: 'yellow',
    }
  return {
    id: kept.id,
    userId: user.id,
    alarmTypeIds: onlyVisible(kept.alarm_type_ids, user.customer),
    alarmEmailTypeIds: onlyVisible(kept.alarm_email_type_ids, user.customer),
    alarmEmailLeastGrade: kept.email_least_grade,
  }
}

/** Where a user's alarm mail goes; '' when no address is known. */
export async function mailAddressOf(db: Db, user: SignedInUser): Promise<string> {
  return (await db.selectFrom('app_user').where('id', '=', user.id).select('email').executeTakeFirst())?.email ?? ''
}

/** Saves the choice; unknown types and types the user may not see are left out. */
export async function keepAlarmSettings(
  db: Db,
  user: SignedInUser,
  chosen: Pick<AlarmSettings, 'alarmTypeIds' | 'alarmEmailTypeIds'> & { readonly alarmEmailLeastGrade?: AlarmGrade | undefined },
): Promise<AlarmSettings> {
  const values = {
    alarm_type_ids: onlyVisible(chosen.alarmTypeIds, user.customer),
    alarm_email_type_ids: onlyVisible(chosen.alarmEmailTypeIds, user.customer),
    ...(chosen.alarmEmailLeastGrade === undefined ? {} : { email_least_grade: chosen.alarmEmailLeastGrade }),
  }
  await db
    .insertInto('user_alarm')
    .values({ user_id: user.id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  return readAlarmSettings(db, user)
}

function onlyVisible(typeIds: string, customer: boolean): string {
  return [
    ...new Set(
      typeIds
        .split(',')
        .filter((id) => id !== '')
        .map(Number),
    ),
  ]
    .filter((code) => {
      const type = alarmType(code)
      return type !== undefined && !(customer && type.staffOnly === true)
    })
    .join(',')
}
