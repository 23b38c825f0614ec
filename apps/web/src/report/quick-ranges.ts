import type { QuickPeriod } from '../platform/ui/period.ts'

/** Whole days from so many days ago to so many days ago; days are 23 or 25 hours long where clocks change. */
const days = (today: Date, from: number, to: number): QuickPeriod['period'] => {
  const midnight = (ago: number): Date => new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago)
  return { from: midnight(from), to: new Date(midnight(to - 1).getTime() - 1) }
}

type QuickRange = { readonly name: QuickPeriod['name']; readonly range: (today: Date) => QuickPeriod['period'] }

/** Spec 9; last week is Monday to Sunday before this week, last 7 days are today and the six before. */
const QUICK_RANGES: readonly QuickRange[] = [
  { name: { zh: '昨天', en: 'Yesterday' }, range: (today) => days(today, 1, 1) },
  { name: { zh: '今天', en: 'Today' }, range: (today) => days(today, 0, 0) },
  { name: { zh: '近3天', en: 'Last 3 days' }, range: (today) => days(today, 2, 0) },
  {
    name: { zh: '上周', en: 'Last week' },
    range: (today) => {
      const sinceMonday = (today.getDay() + 6) % 7
      return days(today, sinceMonday + 7, sinceMonday + 1)
    },
  },
  { name: { zh: '近7天', en: 'Last 7 days' }, range: (today) => days(today, 6, 0) },
]

/** The periods that dispatchers choose most, as they are now. */
export const quickRanges = (now: Date): readonly QuickPeriod[] => QUICK_RANGES.map(({ name, range }) => ({ name, period: range(now) }))
