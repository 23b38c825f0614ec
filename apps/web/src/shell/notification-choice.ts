import type { Alarm } from '@tanker/contract/alarms'
import { ALARM_FAMILIES } from '@tanker/domain/alarms/alarm-family'
import { ALARM_GRADES, type AlarmGrade, isAtLeast } from '@tanker/domain/alarms/alarm-grade'
import { type AlarmFamily, alarmType } from '@tanker/domain/alarms/alarm-type'

/** Which alarms a user wants as notifications of this browser. Only pop-up types reach the page at all. */
export type NotificationChoice = { readonly on: boolean; readonly leastGrade: AlarmGrade; readonly kinds: readonly AlarmFamily[] }

const FIRST: NotificationChoice = { on: false, leastGrade: 'yellow', kinds: ALARM_FAMILIES }

/** Kept in the browser: the permission is the browser's too. */
const keptAs = (userName: string): string => `alarm-notifications ${userName}`

export function keptChoice(userName: string): NotificationChoice {
  try {
    const kept = JSON.parse(localStorage.getItem(keptAs(userName)) ?? '{}') as Partial<NotificationChoice>
    return {
      on: kept.on === true,
      leastGrade: ALARM_GRADES.find((grade) => grade === kept.leastGrade) ?? FIRST.leastGrade,
      kinds: Array.isArray(kept.kinds) ? ALARM_FAMILIES.filter((family) => kept.kinds?.includes(family)) : FIRST.kinds,
    }
  } catch {
    return FIRST
  }
}

export const keepChoice = (userName: string, choice: NotificationChoice): void =>
  localStorage.setItem(keptAs(userName), JSON.stringify(choice))

export const kindToggled = (kinds: readonly AlarmFamily[], kind: AlarmFamily): AlarmFamily[] =>
  ALARM_FAMILIES.filter((family) => (family === kind) !== kinds.includes(family))

/** Of the alarms that speak up, those that are shown; of those from before the page was opened only emergencies, as with the sound. */
export const chosenAlarms = ({ on, leastGrade, kinds }: NotificationChoice, fresh: readonly Alarm[], restored: boolean): readonly Alarm[] =>
  on
    ? fresh.filter(({ type, grade }) => {
        const what = alarmType(type)
        return (
          what !== undefined && kinds.includes(what.family) && isAtLeast(grade, leastGrade) && (!restored || what.popUp === 'emergency')
        )
      })
    : []
