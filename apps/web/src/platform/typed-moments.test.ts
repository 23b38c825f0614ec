import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_EXAMPLE, momentOfTyped, typedMinute } from './typed-moments.ts'

const at = (...parts: [number, number, number, number, number]): number => new Date(...parts).getTime()

test('a moment is typed as either language writes it', () => {
  expect(momentOfTyped('2026-03-18 08:30')).toBe(at(2026, 2, 18, 8, 30))
  expect(momentOfTyped(' 2026/3/18  8:30 ')).toBe(at(2026, 2, 18, 8, 30))
  expect(momentOfTyped('03/18/2026 08:30')).toBe(at(2026, 2, 18, 8, 30))
  expect(momentOfTyped(MINUTE_EXAMPLE)).not.toBeNull()
})

test('a day alone means its first minute where a period begins, its last where one ends', () => {
  expect(momentOfTyped('2026-03-18')).toBe(at(2026, 2, 18, 0, 0))
  expect(momentOfTyped('2026-03-18', 'last')).toBe(at(2026, 2, 18, 23, 59))
})

test('what is no day or no time is none', () => {
  for (const wrong of ['', 'soon', '2026-02-30', '2026-13-01 00:00', '2026-03-18 24:00', '2026-03-18 08:60', '18/03/2026', '2026-03-18 8'])
    expect(momentOfTyped(wrong), wrong).toBeNull()
  expect(typedMinute(null)).toBe('')
})

test('what the field shows can be typed again', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(2000, 0, 1), max: new Date(2099, 0, 1), noInvalidDate: true }), (moment) => {
      // Where clocks go back an hour stands twice on them.
      const minute = momentOfTyped(typedMinute(moment.getTime())) ?? 0
      expect(typedMinute(minute)).toBe(typedMinute(moment.getTime()))
    }),
  )
})
