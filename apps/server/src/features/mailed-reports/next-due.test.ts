import { expect, test } from 'vitest'
import { lastDue, nextDue, type When } from './next-due.ts'

const when = (more: Partial<When>): When => ({ rhythm: 'daily', weekday: null, monthDay: null, hour: 7, zone: 'Asia/Shanghai', ...more })
const next = (more: Partial<When>, after: string): string => nextDue(when(more), new Date(after)).toISOString()

test('daily, weekly and monthly at an hour of the zone', () => {
  expect(next({}, '2026-03-10T22:59:59Z')).toBe('2026-03-10T23:00:00.000Z')
  expect(next({}, '2026-03-10T23:00:00Z')).toBe('2026-03-11T23:00:00.000Z')
  // A Monday and a Sunday.
  expect(next({ rhythm: 'weekly', weekday: 1 }, '2026-03-10T12:00:00Z')).toBe('2026-03-15T23:00:00.000Z')
  expect(next({ rhythm: 'weekly', weekday: 7 }, '2026-03-10T12:00:00Z')).toBe('2026-03-14T23:00:00.000Z')
  expect(next({ rhythm: 'monthly', monthDay: 1 }, '2026-03-10T12:00:00Z')).toBe('2026-03-31T23:00:00.000Z')
})

test('the last day of a month, however long it is', () => {
  expect(next({ rhythm: 'monthly', monthDay: 0 }, '2026-02-10T12:00:00Z')).toBe('2026-02-27T23:00:00.000Z')
  expect(next({ rhythm: 'monthly', monthDay: 0 }, '2026-03-10T12:00:00Z')).toBe('2026-03-30T23:00:00.000Z')
  expect(next({ rhythm: 'monthly', monthDay: 0 }, '2028-02-10T12:00:00Z')).toBe('2028-02-28T23:00:00.000Z')
})

test('an hour that the clocks skip is sent all the same, and one that comes twice once', () => {
  const berlin = { hour: 2, zone: 'Europe/Berlin' }
  expect(next(berlin, '2026-03-28T12:00:00Z').slice(0, 10)).toBe('2026-03-29')
  const first = next(berlin, '2026-10-24T12:00:00Z')
  expect(first.slice(0, 10)).toBe('2026-10-25')
  expect(next(berlin, first).slice(0, 10)).toBe('2026-10-26')
})

test('after a stop the last time counts, also after a very long one', () => {
  const due = new Date('2026-03-01T23:00:00Z')
  expect(lastDue(when({}), due, due).toISOString()).toBe('2026-03-01T23:00:00.000Z')
  expect(lastDue(when({}), due, new Date('2026-03-05T22:00:00Z')).toISOString()).toBe('2026-03-04T23:00:00.000Z')
  expect(lastDue(when({}), due, new Date('2028-03-05T22:00:00Z')) > new Date('2027-03-01')).toBe(true)
})
