import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReceivedRanges } from './received-ranges.ts'

const SIZE = 64
const range = fc.tuple(fc.nat(SIZE), fc.nat(SIZE)).map(([a, b]) => ({ offset: Math.min(a, b), length: Math.abs(a - b) }))

test('pieces in any order, twice and overlapping leave missing exactly what none of them brought', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 40 }), (pieces) => {
      const ranges = new ReceivedRanges(SIZE)
      const has = new Set<number>()
      for (const { offset, length } of pieces) {
        expect(ranges.add({ offset, length })).toBe(true)
        for (let at = offset; at < offset + length; at += 1) has.add(at)
      }
      const missing = ranges.missing(1_000).flatMap(({ offset, length }) => Array.from({ length }, (_, i) => offset + i))
      expect(missing).toEqual(Array.from({ length: SIZE }, (_, at) => at).filter((at) => !has.has(at)))
      expect(ranges.isComplete).toBe(has.size === SIZE)
    }),
  )
})

test('bytes beyond the end are refused, and so is a file in more stretches than are kept', () => {
  const ranges = new ReceivedRanges(10_000)
  expect(ranges.add({ offset: 9_999, length: 2 })).toBe(false)
  expect(ranges.add({ offset: 0xffff_ffff, length: 1 })).toBe(false)
  let taken = 0
  while (ranges.add({ offset: taken * 2, length: 1 })) taken += 1
  expect(taken).toBe(1_000)
  expect(ranges.missing(3)).toEqual([1, 3, 5].map((offset) => ({ offset, length: 1 })))
})
