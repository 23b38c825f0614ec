import { expect, test } from 'vitest'
import { durationText, relativeText, timeText, wallClock } from './time-text.ts'

const at = Date.UTC(2026, 4, 9, 16, 3, 7)
const shanghai = 'Asia/Shanghai'

test('[9-19] Chinese times: year-month-day hour:minute:second, year-month-day, year-month', () => {
  expect(timeText(at, 'zh', shanghai)).toBe('2026-05-10 00:03:07')
  expect(timeText(at, 'zh', shanghai, 'minute')).toBe('2026-05-10 00:03')
  expect(timeText(at, 'zh', shanghai, 'day')).toBe('2026-05-10')
  expect(timeText(at, 'zh', shanghai, 'month')).toBe('2026-05')
})

test('[9-20] English times: month/day/year, MM/dd/yyyy HH:mm:ss', () => {
  expect(timeText(at, 'en', shanghai)).toBe('05/10/2026 00:03:07')
  expect(timeText(at, 'en', 'America/New_York', 'day')).toBe('05/09/2026')
  expect(timeText(at, 'en', 'UTC', 'month')).toBe('05/2026')
})

test('[9-23] relative times, at their edges', () => {
  const ago = (ms: number, language: 'zh' | 'en' = 'en') => relativeText(at - ms, at, language, 'UTC')
  expect(ago(29_999)).toBe('just now')
  expect(ago(30_000)).toBe('1 minute ago')
  expect(ago(59 * 60_000)).toBe('59 minutes ago')
  expect(ago(3_600_000)).toBe('1 hour ago')
  expect(ago(86_399_999)).toBe('23 hours ago')
  expect(ago(86_400_000)).toBe('1 day ago')
  expect(ago(172_799_999)).toBe('1 day ago')
  expect(ago(172_800_000)).toBe('05/07/2026 16:03:07')
  expect(ago(5 * 60_000, 'zh')).toBe('5分钟前')
})

test('a moment without its year has month, day, hour and minute', () => {
  const at = Date.parse('2026-11-27T04:37:20Z')
  expect([timeText(at, 'zh', 'UTC', 'no-year'), timeText(at, 'en', 'UTC', 'no-year')]).toEqual(['11-27 04:37', '11/27 04:37'])
})

test('[9-24] durations in days, hours, minutes and seconds', () => {
  expect(durationText(93_784_000, 'en')).toBe('1 d 2 h 3 min 4 s')
  expect(durationText(93_784_000, 'zh')).toBe('1天2时3分4秒')
  expect(durationText(3_600_000, 'en')).toBe('1 h 0 min 0 s')
  expect(durationText(999, 'en')).toBe('0 s')
})

test('the wall clock of a zone is a time that a spreadsheet shows as the user reads it', () => {
  expect(wallClock(Date.parse('2026-01-31T16:00:05.999Z'), 'Asia/Shanghai').toISOString()).toBe('2026-02-01T00:00:05.000Z')
  expect(wallClock(Date.parse('2026-07-01T12:00:00Z'), 'America/New_York').toISOString()).toBe('2026-07-01T08:00:00.000Z')
})
