import type { Alarm } from '@tanker/contract/alarms'
import { ALARM_GRADES, type AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'

const isEmergency = ({ type }: Alarm): boolean => alarmType(type)?.popUp === 'emergency'

/**
 * The grade that is heard of alarms that speak up (spec 4.3), the gravest of them; null for none. Those that were there before the page was
 * opened are not heard, since a page that is loaded again would sound for what was heard minutes ago; nor is anything while the sound is
 * muted. Emergencies always are, as black.
 */
export function gradeHeard(
  fresh: readonly Alarm[],
  { restored, muted }: { readonly restored: boolean; readonly muted: boolean },
): AlarmGrade | null {
  if (fresh.some(isEmergency)) return 'black'
  if (restored || muted) return null
  return ALARM_GRADES.findLast((grade) => fresh.some((alarm) => alarm.grade === grade)) ?? null
}
