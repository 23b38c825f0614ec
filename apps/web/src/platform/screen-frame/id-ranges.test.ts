import { expect, test } from 'vitest'
import { readIds, writtenIds } from './id-ranges.ts'

test('ids that follow one another are a range, so that hundreds of them stay a short address', () => {
  expect(writtenIds([12, 3, 13, 14, 3])).toBe('3,12-14')
  const hundreds = Array.from({ length: 800 }, (_, index) => index + 1)
  expect(writtenIds(hundreds)).toBe('1-800')
  expect(readIds(writtenIds(hundreds))).toEqual(hundreds)
  expect([writtenIds([]), readIds(''), readIds(undefined)]).toEqual(['', [], []])
})

test('what is no id, and ranges without end, do no harm', () => {
  expect(readIds('1;2,7,x-9,5-3,-4,8-9')).toEqual([7, 8, 9])
  expect(readIds('1-999999999')).toHaveLength(2_000)
})
