import type { Text } from '@tanker/domain/texts/text'
import dayjs, { type Dayjs } from 'dayjs'

type QuickRange = { readonly name: Text; readonly range: (today: Dayjs) => readonly [Dayjs, Dayjs] }

const days = (today: Dayjs, from: number, to: number): readonly [Dayjs, Dayjs] => [
  today.subtract(from, 'day').startOf('day'),
  today.subtract(to, 'day').endOf('day'),
]

/** Spec 9; last week is Monday to Sunday before this week, last 7 days are today and the six before (readings). */
const QUICK_RANGES: readonly QuickRange[] = [
  { name: { zh: '昨天', en: 'Yesterday' }, range: (today) => days(today, 1, 1) },
  { name: { zh: '今天', en: 'Today' }, range: (today) => days(today, 0, 0) },
  { name: { zh: '近3天', en: 'Last 3 days' }, range: (today) => days(today, 2, 0) },
  {
    name: { zh: '上周', en: 'Last week' },
    range: (today) => {
      const sinceMonday = (today.day() + 6) % 7
      return days(today, sinceMonday + 7, sinceMonday + 1)
    },
  },
  { name: { zh: '近7天', en: 'Last 7 days' }, range: (today) => days(today, 6, 0) },
]

export const quickRanges = (now: Date): readonly { readonly name: Text; readonly range: readonly [Dayjs, Dayjs] }[] =>
  QUICK_RANGES.map(({ name, range }) => ({ name, range: range(dayjs(now)) }))
