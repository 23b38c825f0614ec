import type { Text } from './text.ts'

/** A day of the calendar where the reader is; `month` counts from 0, `weekday` from Sunday. */
export type Today = { readonly year: number; readonly month: number; readonly day: number; readonly weekday: number }

/** Year, month from 0 and day; one outside its month counts on into the next or back into the last one. */
type Day = readonly [year: number, month: number, day: number]
/** The first day and the one after the last. */
type Days = { readonly first: Day; readonly end: Day }

const daysFrom = ({ year, month, day }: Today, from: number, to: number): Days => ({
  first: [year, month, day + from],
  end: [year, month, day + to + 1],
})

/** Periods that move with the calendar (spec 9); last week is Monday to Sunday, last 7 days are today and the six before. */
export const NAMED_PERIODS = {
  yesterday: { name: { zh: '昨天', en: 'Yesterday' }, days: (today) => daysFrom(today, -1, -1) },
  today: { name: { zh: '今天', en: 'Today' }, days: (today) => daysFrom(today, 0, 0) },
  'last-3-days': { name: { zh: '近3天', en: 'Last 3 days' }, days: (today) => daysFrom(today, -2, 0) },
  'last-week': {
    name: { zh: '上周', en: 'Last week' },
    days: (today) => {
      const sinceMonday = (today.weekday + 6) % 7
      return daysFrom(today, -sinceMonday - 7, -sinceMonday - 1)
    },
  },
  'last-7-days': { name: { zh: '近7天', en: 'Last 7 days' }, days: (today) => daysFrom(today, -6, 0) },
  'this-month': {
    name: { zh: '本月', en: 'This month' },
    days: ({ year, month }) => ({ first: [year, month, 1], end: [year, month + 1, 1] }),
  },
  'last-month': {
    name: { zh: '上月', en: 'Last month' },
    days: ({ year, month }) => ({ first: [year, month - 1, 1], end: [year, month, 1] }),
  },
} as const satisfies Readonly<Record<string, { readonly name: Text; readonly days: (today: Today) => Days }>>

export type PeriodName = keyof typeof NAMED_PERIODS
export const PERIOD_NAMES = Object.keys(NAMED_PERIODS) as readonly PeriodName[]

/** Those that a filter by month knows too. */
export const MONTH_NAMES = ['this-month', 'last-month'] as const satisfies readonly PeriodName[]
export type MonthName = (typeof MONTH_NAMES)[number]

/**
 * The period of this name from its first to its last moment, no longer than `maxMs`: then its beginning is cut off.
 * `midnight` gives the moment at which a day begins where the reader is.
 */
export function namedPeriod(
  name: PeriodName,
  today: Today,
  midnight: (year: number, month: number, day: number) => Date,
  maxMs = Infinity,
): { readonly from: Date; readonly to: Date } {
  const { first, end }: Days = NAMED_PERIODS[name].days(today)
  const to = midnight(...end).getTime() - 1
  return { from: new Date(Math.max(midnight(...first).getTime(), to - maxMs)), to: new Date(to) }
}

/** The month of this name, YYYY-MM. */
export function namedMonth(name: MonthName, { year, month }: Pick<Today, 'year' | 'month'>): string {
  const first = new Date(Date.UTC(year, month - (name === 'last-month' ? 1 : 0), 1))
  return first.toISOString().slice(0, 7)
}
