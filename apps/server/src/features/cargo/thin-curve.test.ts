import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thinnedIndexes } from './thin-curve.ts'

const from = 0
const to = 1_000_000

/** Readings at rising times with two quantities, some of them not measured. */
const curves = fc
  .array(
    fc.record({
      at: fc.integer({ min: from, max: to }),
      level: fc.oneof(
        { weight: 9, arbitrary: fc.double({ min: 0, max: 2000, noNaN: true }) },
        { weight: 1, arbitrary: fc.constant(Number.NaN) },
      ),
      temperature: fc.double({ min: -40, max: 60, noNaN: true }),
    }),
    { minLength: 1, maxLength: 400 },
  )
  .map((rows) => rows.toSorted((a, b) => a.at - b.at))

const extremes = (values: readonly number[]) => {
  const known = values.filter((value) => !Number.isNaN(value))
  return { low: Math.min(...known), high: Math.max(...known) }
}

test('a thinned curve keeps the lowest and the highest of every stretch, its first and its last reading', () => {
  fc.assert(
    fc.property(curves, fc.integer({ min: 1, max: 30 }), (rows, stretches) => {
      const at = rows.map((row) => row.at)
      const quantities = [rows.map((row) => row.level), rows.map((row) => row.temperature)]
      const kept = thinnedIndexes(at, quantities, from, to, stretches)
      expect(kept).toEqual([...new Set(kept)].toSorted((a, b) => a - b))
      expect([kept[0], kept.at(-1)]).toEqual([0, rows.length - 1])
      const stretchOf = (index: number) => Math.floor(((at[index] as number) - from) / ((to - from) / stretches))
      for (let stretch = 0; stretch <= stretches; stretch += 1) {
        const all = at.flatMap((_, index) => (stretchOf(index) === stretch ? index : []))
        const left = kept.filter((index) => stretchOf(index) === stretch)
        expect([left[0], left.at(-1)]).toEqual([all[0], all.at(-1)])
        for (const quantity of quantities) {
          expect(extremes(left.map((index) => quantity[index] as number))).toEqual(extremes(all.map((index) => quantity[index] as number)))
          // Where a gauge fell out of order the curve still says so.
          const missing = (indexes: readonly number[]) => indexes.some((index) => Number.isNaN(quantity[index]))
          expect(missing(left)).toBe(missing(all))
        }
      }
    }),
  )
})

test('for any number of readings an interval keeps at most two plus three per quantity', () => {
  const at = Array.from({ length: 60_000 }, (_, index) => index * 10)
  const waves = [3, 7, 11, 13].map((pace) => at.map((_, index) => Math.sin(index / pace)))
  expect(thinnedIndexes(at, waves, 0, 600_000, 400).length).toBeLessThanOrEqual(401 * (2 + 3 * 4))
})

test('a short curve is not thinned at all', () => {
  expect(thinnedIndexes([0, 1, 2, 3], [[4, 4, 4, 4]], 0, 10, 2)).toEqual([0, 1, 2, 3])
  expect(thinnedIndexes([], [[]], 0, 10, 2)).toEqual([])
})
