import { expect, test } from 'vitest'
import { compartmentUncertaintyL, judgeLoss, litresPerMm, lossSigmaL, summedUncertaintyL } from './uncertainty.ts'

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

test('a reading that was not calm, or of little product, has a larger uncertainty', () => {
  expect(compartmentUncertaintyL(8000, false)).toBeCloseTo(13.44, 9)
  expect(compartmentUncertaintyL(500, true)).toBe(4)
})

const nothing = { gaugeSigmaMm: 0, temperatureSigmaC: 0, tiltSigmaMm: 0, tableSigmaPermille: 0 }
/** A compartment of 8017.34 L that is half full at 800 mm: 6.38 L/mm (domain B.1). */
const half = { volumeL: 4008.67, levelMm: 800, calm: true }

test('each source of doubt by itself, and all of them together (domain D.9)', () => {
  const of = (sigmas: Partial<typeof nothing>, after = half): number => lossSigmaL(8017.34, half, after, 0.0012, { ...nothing, ...sigmas })
  // 6.38 L/mm × 1 mm at two ends.
  expect(of({ gaugeSigmaMm: 1 })).toBeCloseTo(6.38 * Math.SQRT2, 2)
  // 6.38 L/mm × 0.5 mm at two ends.
  expect(of({ tiltSigmaMm: 0.5 })).toBeCloseTo(3.19 * Math.SQRT2, 2)
  // 4008.67 L × 0.0012 × 0.3 °C = 1.44 L at two ends; 8000 L would be 2.9 L.
  expect(of({ temperatureSigmaC: 0.3 })).toBeCloseTo(1.4431 * Math.SQRT2, 3)
  expect((8000 * 0.0012 * 0.3).toFixed(1)).toBe('2.9')
  // The table errs by 0.2 per mille of the 1000 L between the two.
  const slope = litresPerMm(8017.34, 3008.67, 643.1)
  expect(slope).toBeGreaterThan(6)
  expect(of({ tableSigmaPermille: 0.2 }, { ...half, volumeL: 3008.67, levelMm: 643.1 })).toBeCloseTo(0.2, 9)
  const all = of({ gaugeSigmaMm: 1, tiltSigmaMm: 0.5, temperatureSigmaC: 0.3, tableSigmaPermille: 0.2 })
  expect(all).toBeCloseTo(Math.sqrt(2 * (6.38 ** 2 + 3.19 ** 2 + 1.4431 ** 2)), 2)
  expect(judgeLoss(30, all)).toBe('cannot-tell')
  expect(judgeLoss(32, all)).toBe('loss')
})
