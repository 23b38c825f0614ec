import { expect, test } from 'vitest'
import { CONFIRM_STATES, EXCEPTION_TYPES } from './handling.ts'

test('[4.5-13] exception type has four values', () => {
  expect(Object.keys(EXCEPTION_TYPES)).toHaveLength(4)
})

test('[4.5-15] an abnormal unsealing is confirmed, unconfirmed or non-abnormal', () => {
  expect(Object.keys(CONFIRM_STATES)).toEqual(['confirmed', 'unconfirmed', 'non-abnormal'])
})
