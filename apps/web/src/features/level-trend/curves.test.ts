import type { LevelTrend } from '@tanker/contract/level-trend'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { curveOf, type Point, valueAt, withDetail, withGaps } from './curves.ts'

const minute = 60_000
const line = (...points: readonly (readonly [number, number | null])[]): readonly Point[] =>
  points.map(([at, value]) => [at * minute, value])

test('under the cursor stands what was read last, not what comes next', () => {
  const points = line([0, 100], [10, 90], [20, 80])
  expect(valueAt(points, 10 * minute)).toEqual([10 * minute, 90])
  expect(valueAt(points, 19 * minute)).toEqual([10 * minute, 90])
  expect(valueAt(points, -1)).toBeNull()
})

test('a gauge that was silent for a quarter of an hour or out of order has no value under the cursor', () => {
  expect(valueAt(line([0, 100]), 15 * minute)).toEqual([0, 100])
  expect(valueAt(line([0, 100]), 16 * minute)).toBeNull()
  expect(valueAt(line([0, 100], [5, null]), 6 * minute)).toBeNull()
})

test('a closer look replaces the overview inside its window and leaves it around', () => {
  const overview = line([0, 1], [10, 2], [20, 3], [30, 4])
  const detail = line([9, 9], [12, 8], [15, 7], [25, 6])
  expect(withDetail(overview, detail, { from: 10 * minute, to: 20 * minute })).toEqual(line([0, 1], [12, 8], [15, 7], [30, 4]))
})

test('the line breaks where nothing was read, and not between the stretches of a thinned week', () => {
  const points = line([0, 1], [40, 2])
  expect(withGaps(points, minute)).toEqual([
    [0, 1],
    [1, null],
    [40 * minute, 2],
  ])
  expect(withGaps(points, 25 * minute)).toEqual(points)
})

test('speed belongs to the truck, and a compartment that was not read has no curve', () => {
  const trend = {
    compartments: [{ compartment: 2, at: [0, 1], levelMm: [10, null], volumeL: [100, 90], v20L: [99, 89], temperatureC: [20, 21] }],
    speed: { at: [5], speedKmh: [60] },
  } as unknown as LevelTrend
  expect(curveOf(trend, 'speedKmh', 2)).toEqual([[5, 60]])
  expect(curveOf(trend, 'levelMm', 2)).toEqual([
    [0, 10],
    [1, null],
  ])
  expect(curveOf(trend, 'v20L', 2)).toEqual([
    [0, 99],
    [1, 89],
  ])
  expect(curveOf(trend, 'volumeL', 1)).toEqual([])
})

const curve = fc
  .uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 40 })
  .map((times) => times.toSorted((a, b) => a - b).map((at, index): Point => [at * minute, index % 5 === 4 ? null : index]))

test('the value under the cursor is the last one that was read, not older than a quarter of an hour, or none', () => {
  fc.assert(
    fc.property(curve, fc.integer({ min: 0, max: 520 }), (points, cursor) => {
      const last = points.findLast(([at]) => at <= cursor * minute)
      const isKnown = last !== undefined && last[1] !== null && cursor * minute - last[0] <= 15 * minute
      expect(valueAt(points, cursor * minute)).toEqual(isKnown ? last : null)
    }),
  )
})

test('breaking a line at its gaps keeps every reading in its order and adds nothing but gaps', () => {
  fc.assert(
    fc.property(curve, fc.integer({ min: 0, max: 60 }), (points, stretch) => {
      const broken = withGaps(points, stretch * minute)
      expect(broken.filter((point) => points.includes(point))).toEqual(points)
      expect(broken.filter((point) => !points.includes(point)).every(([, value]) => value === null)).toBe(true)
      expect(broken.every(([at], index) => index === 0 || at > (broken[index - 1]?.[0] ?? 0))).toBe(true)
    }),
  )
})
