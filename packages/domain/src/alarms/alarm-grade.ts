import { ALARM } from './alarm-code.ts'
import type { Text } from '../texts/text.ts'

/** Spec 4.5, rising. */
export const ALARM_GRADES = ['yellow', 'red', 'black'] as const
export type AlarmGrade = (typeof ALARM_GRADES)[number]

export const alarmGradeText: Readonly<Record<AlarmGrade, Text>> = {
  yellow: { zh: '黄色', en: 'Yellow' },
  red: { zh: '红色', en: 'Red' },
  black: { zh: '黑色', en: 'Black' },
}

/** What a choice of the least grade includes. */
export const leastGradeText: Readonly<Record<AlarmGrade, Text>> = {
  yellow: { zh: '全部等级', en: 'All grades' },
  red: { zh: '红色和黑色', en: 'Red and black' },
  black: { zh: '仅黑色', en: 'Black only' },
}

/** The least grades that include a grade. */
export const gradesUpTo = (grade: AlarmGrade): AlarmGrade[] => ALARM_GRADES.slice(0, ALARM_GRADES.indexOf(grade) + 1)

export const isAtLeast = (grade: AlarmGrade, least: AlarmGrade): boolean => ALARM_GRADES.indexOf(grade) >= ALARM_GRADES.indexOf(least)

/** A grade only goes up while its alarm is open (domain rule D.6). */
export function higherGrade(a: AlarmGrade, b: AlarmGrade): AlarmGrade {
  return isAtLeast(a, b) ? a : b
}

/**
 * Red alarms of which the third in a day is black: seals, doors on the road, litres (domain rule D.6). An unfinished
 * unloading or emptying, water or a reset of the terminal is never black by being the third.
 */
export const THIRD_RED_IS_BLACK: readonly number[] = [
  ALARM.unsealing,
  ALARM.highLoss,
  ALARM.boxDoorOutside,
  ALARM.unsealingJournal,
  ALARM.sealBreak,
  ALARM.abnormalLoading,
  ALARM.privateDischarge,
  ALARM.emptyingException,
]
