import { expect, test } from 'vitest'
import { endOf, withDays } from './period.ts'

const day = (month: number, date: number): Date => new Date(2026, month - 1, date)
const period = { from: new Date(2026, 2, 12, 6, 30), to: new Date(2026, 2, 18, 23, 59, 59, 999) }

test('days of the calendar keep the times of day, and stand in the order of time however they were clicked', () => {
  const later = { from: new Date(2026, 3, 2, 6, 30), to: new Date(2026, 3, 9, 23, 59, 59, 999) }
  expect(withDays(period, day(4, 2), day(4, 9))).toEqual(later)
  expect(withDays(period, day(4, 9), day(4, 2))).toEqual(later)
  expect(withDays(period, day(4, 2), day(4, 2)).to).toEqual(new Date(2026, 3, 2, 23, 59, 59, 999))
})

test('23:59 means the end of the day; any other minute is meant as it was typed, so that two days are not longer than two days', () => {
  expect(endOf(new Date(2026, 2, 18, 23, 59).getTime())).toEqual(period.to)
  expect(endOf(period.to.getTime())).toEqual(period.to)
  expect(endOf(new Date(2026, 2, 18, 14, 0).getTime())).toEqual(new Date(2026, 2, 18, 14, 0))
})
