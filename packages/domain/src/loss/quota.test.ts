import { expect, test } from 'vitest'
import { overQuotaL, roadQuotaPermille } from './quota.ts'

test('the road quota of gasoline grows with each started 50 km, that of diesel does not (domain B.3)', () => {
  expect([1, 50, 51, 90, 101].map((km) => roadQuotaPermille('gasoline', km))).toEqual([0.1, 0.1, 0.2, 0.2, expect.closeTo(0.3, 12)])
  expect(roadQuotaPermille('diesel', 300)).toBe(0.1)
})

test('90 km of gasoline may lose 1.6 of 8000 L; a gain is never over the quota', () => {
  expect(overQuotaL(11.6, roadQuotaPermille('gasoline', 90), 8000)).toBeCloseTo(10, 9)
  expect(overQuotaL(1.5, 0.2, 8000)).toBe(0)
  expect(overQuotaL(-40, 0.2, 8000)).toBe(0)
})
