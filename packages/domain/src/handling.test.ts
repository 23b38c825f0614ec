import { expect, test } from 'vitest'
import { CONFIRM_STATES, EXCEPTION_TYPES, offlineGroup, WETNESS } from './handling.ts'

const hour = 3_600_000

test('[4.5-13] exception type has four values', () => {
  expect(Object.keys(EXCEPTION_TYPES)).toHaveLength(4)
})

test('[4.5-15] an abnormal unsealing is confirmed, unconfirmed or non-abnormal', () => {
  expect(Object.keys(CONFIRM_STATES)).toEqual(['confirmed', 'unconfirmed', 'non-abnormal'])
})

test('[4.5-16] offline durations group at 24 and 48 hours, edges below', () => {
  expect([24 * hour, 24 * hour + 1, 48 * hour, 48 * hour + 1].map(offlineGroup)).toEqual(['to-24h', '24-to-48h', '24-to-48h', 'over-48h'])
})

test('[4.5-18] wet/dry has five values', () => {
  expect(Object.keys(WETNESS)).toHaveLength(5)
})
