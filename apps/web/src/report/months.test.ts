import { expect, test } from 'vitest'
import { monthsToChoose } from './months.ts'

test('five years of months are offered, the newest first, over the turn of a year', () => {
  const months = monthsToChoose(new Date(2026, 1, 28), '2026-01')
  expect(months.slice(0, 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(months).toHaveLength(60)
  expect(months.at(-1)).toBe('2021-03')
})

test('an older or a later month that the address names can be seen, too', () => {
  expect(monthsToChoose(new Date(2026, 1, 1), '2019-07').at(-1)).toBe('2019-07')
  expect(monthsToChoose(new Date(2026, 1, 1), '2026-05')[0]).toBe('2026-05')
})
