import { expect, test } from 'vitest'
import { quickRanges } from './quick-ranges.ts'

const rangesOn = (day: string): Record<string, string> =>
  Object.fromEntries(
    quickRanges(new Date(`${day}T15:00:00`)).map(({ name, range: [from, to] }) => [
      name.en,
      `${from.format('YYYY-MM-DD HH:mm:ss')} – ${to.format('YYYY-MM-DD HH:mm:ss')}`,
    ]),
  )

test('[9-11] quick ranges on a Saturday', () => {
  expect(rangesOn('2026-11-21')).toEqual({
    Yesterday: '2026-11-20 00:00:00 – 2026-11-20 23:59:59',
    Today: '2026-11-21 00:00:00 – 2026-11-21 23:59:59',
    'Last 3 days': '2026-11-19 00:00:00 – 2026-11-21 23:59:59',
    'Last week': '2026-11-09 00:00:00 – 2026-11-15 23:59:59',
    'Last 7 days': '2026-11-15 00:00:00 – 2026-11-21 23:59:59',
  })
})

test('last week is the Monday to Sunday before this week, on a Sunday and on a Monday too', () => {
  expect(rangesOn('2026-11-22')['Last week']).toBe('2026-11-09 00:00:00 – 2026-11-15 23:59:59')
  expect(rangesOn('2026-11-23')['Last week']).toBe('2026-11-16 00:00:00 – 2026-11-22 23:59:59')
})
