import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Arithmetic, SCORED_FAMILIES, safetyScore, scoredTypes, TYPES_OF_FAMILY } from './safety-score.ts'

const numbers: Arithmetic<number> = {
  number: (value) => value,
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: (a, b) => a * b,
  over: (a, b) => (b === 0 ? 0 : a / b),
  power: (base, exponent) => base ** exponent,
  floor: Math.floor,
}
const scoreOf = (points: readonly [number, number, number, number], km: number) => {
  const [adas, dsm, bsd, harsh] = points
  return safetyScore(numbers, { adas, dsm, bsd, harsh }, km)
}

test('[2.6-02] without an alarm the score is 100 and nothing is taken off', () => {
  expect(scoreOf([0, 0, 0, 0], 250)).toEqual({ score: 100, parts: { adas: 0, dsm: 0, bsd: 0, harsh: 0 } })
})

test('[2.6-02] the first point in 100 km takes ten off, the second nine, ten leave a third', () => {
  expect(scoreOf([1, 0, 0, 0], 100)).toEqual({ score: 90, parts: { adas: 10, dsm: 0, bsd: 0, harsh: 0 } })
  expect(scoreOf([0, 4, 0, 0], 200).score).toBe(81)
  // 0.9 to the tenth is 0.34868.
  expect(scoreOf([0, 0, 0, 30], 300)).toEqual({ score: 34.9, parts: { adas: 0, dsm: 0, bsd: 0, harsh: 65.1 } })
})

test('[2.6-02] families share what was taken off by their points, and the shown parts add up', () => {
  // 6 points in 400 km are 1.5 for 100 km: 100 × (1 − 0.9^1.5) = 14.62, of which 1/6, 3/6 and 2/6.
  expect(scoreOf([1, 3, 0, 2], 400)).toEqual({ score: 85.4, parts: { adas: 2.4, dsm: 7.3, bsd: 0, harsh: 4.9 } })
})

test('parts add up to what was taken, and more points in the same distance never score higher', () => {
  const points = fc.tuple(fc.nat(200), fc.nat(200), fc.nat(200), fc.nat(200))
  fc.assert(
    fc.property(points, fc.double({ min: 100, max: 20_000, noNaN: true }), fc.nat(3), (given, km, more) => {
      const { score, parts } = scoreOf(given, km)
      const taken = SCORED_FAMILIES.map((family) => Math.round(parts[family] * 10)).reduce((a, b) => a + b)
      expect(Math.round(score * 10) + taken).toBe(1000)
      expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0)
      const worse = given.map((one, index) => (index === more ? one + 1 : one)) as typeof given
      expect(scoreOf(worse, km).score).toBeLessThanOrEqual(score)
    }),
  )
})

test('what devices say of themselves and what is no driving counts for no score', () => {
  const scored = SCORED_FAMILIES.flatMap(scoredTypes)
  expect([...TYPES_OF_FAMILY.device, 15, 19, 109, 110, 114].filter((code) => scored.includes(code))).toEqual([])
  expect(scored).toEqual(expect.arrayContaining([9, 12, 13, 14, 23, 24, 27, 113, 116]))
})
