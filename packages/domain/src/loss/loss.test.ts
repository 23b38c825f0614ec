import { expect, test } from 'vitest'
import { lossL, lossRatePermille, lossRateText, roundHalfAway } from './loss.ts'

test('B.3: 8000 L that arrive as 7988.40 are 11.60 L and 1.4500 ‰', () => {
  const line = { beforeL: 8000, afterL: 7988.4 }
  expect([lossL(line).toFixed(2), lossRateText(lossRatePermille([line]))]).toEqual(['11.60', '1.4500'])
})

test('[9-05] B.3: the rate of a truck sums its lines and is no mean of rates', () => {
  const lines = [
    { beforeL: 8000, afterL: 7988.4 },
    { beforeL: 8000, afterL: 8003 },
    { beforeL: 6000, afterL: 5991 },
  ]
  expect(lines.reduce((sum, line) => sum + lossL(line), 0)).toBeCloseTo(17.6, 9)
  expect(lossRateText(lossRatePermille(lines))).toBe('0.8000')
  const mean = lines.reduce((sum, line) => sum + lossRatePermille([line]), 0) / lines.length
  expect(lossRateText(mean)).toBe('0.8583')
})

test('[9-05] halves round away from zero, on both sides', () => {
  expect([1.005, -1.005, 2.5, -2.5, 0.00005].map((value, i) => roundHalfAway(value, [2, 2, 0, 0, 4][i] ?? 0))).toEqual([
    1.01, -1.01, 3, -3, 0.0001,
  ])
})

test('a gain is a negative loss, and the rate is zero when the base is zero', () => {
  expect(lossL({ beforeL: 100, afterL: 101 })).toBe(-1)
  expect(lossRatePermille([])).toBe(0)
})
