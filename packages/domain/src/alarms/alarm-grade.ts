import type { Text } from '../texts/text.ts'

/** Spec 4.5, rising. */
export const ALARM_GRADES = ['yellow', 'red', 'black'] as const
export type AlarmGrade = (typeof ALARM_GRADES)[number]

export const alarmGradeText: Readonly<Record<AlarmGrade, Text>> = {
  yellow: { zh: '黄色', en: 'Yellow' },
  red: { zh: '红色', en: 'Red' },
  black: { zh: '黑色', en: 'Black' },
}

/** A grade only goes up while its alarm is open (domain rule D.6). */
export function higherGrade(a: AlarmGrade, b: AlarmGrade): AlarmGrade {
  return ALARM_GRADES.indexOf(a) >= ALARM_GRADES.indexOf(b) ? a : b
}
