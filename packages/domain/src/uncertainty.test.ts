import { expect, test } from 'vitest'
import { compartmentUncertaintyL, judgeLoss, summedUncertaintyL } from './uncertainty.ts'

test('20 L of one compartment and 40 L of four are noise, more is a loss (domain D.9, D.11)', () => {
  const one = compartmentUncertaintyL(8000, true)
  expect(one).toBeCloseTo(6.72, 9)
  expect(judgeLoss(20, one)).toBe('cannot-tell')
  expect(judgeLoss(21, one)).toBe('loss')
  expect(judgeLoss(-21, one)).toBe('gain')
  const four = summedUncertaintyL([one, one, one, one])
  expect(judgeLoss(40, four)).toBe('cannot-tell')
  expect(judgeLoss(41, four)).toBe('loss')
})

test('a reading that was not calm, or of little product, is told with more doubt', () => {
  expect(compartmentUncertaintyL(8000, false)).toBeCloseTo(13.44, 9)
  expect(compartmentUncertaintyL(500, true)).toBe(4)
})
