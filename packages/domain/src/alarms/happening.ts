import { ALARM_GRADES, type AlarmGrade } from './alarm-grade.ts'

/** Alarms of a truck that begin within this time after the one before are one happening (decision 31). */
export const TOGETHER_S = 60

/** What is asked of an alarm to find its happening. `startedAt` in ms. */
export type HappeningPart = { readonly id: string; readonly truckId: number; readonly startedAt: number; readonly grade: AlarmGrade }

const byBeginning = (a: HappeningPart, b: HappeningPart): number =>
  a.startedAt - b.startedAt || a.id.length - b.id.length || a.id.localeCompare(b.id)

const byWeight = (a: HappeningPart, b: HappeningPart): number =>
  ALARM_GRADES.indexOf(b.grade) - ALARM_GRADES.indexOf(a.grade) || byBeginning(a, b)

/** Groups alarms into happenings. The first of each is its head: the gravest, then oldest. In no order. */
export function happeningsOf<T extends HappeningPart>(alarms: readonly T[]): T[][] {
  const groups: T[][] = []
  const newest = new Map<number, T[]>()
  for (const alarm of alarms.toSorted(byBeginning)) {
    const open = newest.get(alarm.truckId)
    const last = open?.at(-1)
    if (open && last && alarm.startedAt - last.startedAt <= TOGETHER_S * 1000) {
      open.push(alarm)
    } else {
      const group = [alarm]
      newest.set(alarm.truckId, group)
      groups.push(group)
    }
  }
  return groups.map((group) => group.toSorted(byWeight))
}
