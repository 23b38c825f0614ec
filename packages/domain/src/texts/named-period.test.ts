import { expect, test } from 'vitest'
import { namedMonth, namedPeriod, PERIOD_NAMES, type Today } from './named-period.ts'

const midnight = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day))
const of = (at: string): Today => {
  const date = new Date(at)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate(), weekday: date.getUTCDay() }
}
const days = (name: (typeof PERIOD_NAMES)[number], at: string): string => {
  const { from, to } = namedPeriod(name, of(at), midnight)
  return `${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`
}

test('[9-11] a named period moves with the calendar and is of whole days', () => {
  expect(PERIOD_NAMES.map((name) => `${name}: ${days(name, '2026-03-01')}`)).toEqual([
    'yesterday: 2026-02-28T00:00 2026-02-28T23:59',
    'today: 2026-03-01T00:00 2026-03-01T23:59',
    'last-3-days: 2026-02-27T00:00 2026-03-01T23:59',
    'last-week: 2026-02-16T00:00 2026-02-22T23:59',
    'last-7-days: 2026-02-23T00:00 2026-03-01T23:59',
    'this-month: 2026-03-01T00:00 2026-03-31T23:59',
    'last-month: 2026-02-01T00:00 2026-02-28T23:59',
  ])
  expect(days('last-month', '2027-01-31')).toBe('2026-12-01T00:00 2026-12-31T23:59')
  expect(days('last-week', '2026-03-02')).toBe('2026-02-23T00:00 2026-03-01T23:59')
})

test('a period that is longer than its filter allows begins later', () => {
  const { from, to } = namedPeriod('this-month', of('2026-03-10'), midnight, 7 * 86_400_000)
  expect(to.getTime() - from.getTime()).toBe(7 * 86_400_000)
  expect(to.toISOString()).toBe('2026-03-31T23:59:59.999Z')
})

test('months by name, over the turn of a year too', () => {
  expect(namedMonth('this-month', of('2027-01-31'))).toBe('2027-01')
  expect(namedMonth('last-month', of('2027-01-31'))).toBe('2026-12')
})
