import { expect, test } from 'vitest'
import { type Point, valueAt, withDetail, withGaps } from './curves.ts'

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
