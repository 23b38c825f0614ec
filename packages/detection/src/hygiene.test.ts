import { defaultThresholds } from '@tanker/domain/thresholds'
import { expect, test } from 'vitest'
import { readingKey, readingTime, sortReadings } from './hygiene.ts'
import { aDay } from './scenarios/a-day.ts'

const now = Date.UTC(2026, 4, 11)

test('a device time before 2020, or more than five minutes ahead, is the time of receipt', () => {
  expect(readingTime(Date.UTC(2019, 11, 31), now, defaultThresholds)).toMatchObject({ at: now, clockError: true })
  expect(readingTime(now + 300_001, now, defaultThresholds)).toMatchObject({ at: now, clockError: true })
  expect(readingTime(now + 300_000, now, defaultThresholds)).toMatchObject({ at: now + 300_000, clockError: false })
})

test('sorting drops what was sent twice and does not depend on the order of arrival', () => {
  const { readings } = aDay().waits(100)
  const twice = [...readings, ...readings].reverse()
  expect(sortReadings(twice).map(readingKey)).toEqual(readings.map(readingKey))
})
