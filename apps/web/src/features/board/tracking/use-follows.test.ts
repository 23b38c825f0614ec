import { expect, test } from 'vitest'
import { afterKey } from './use-follows.ts'

test('F goes from all trucks to the one followed last, else the first, and back to all', () => {
  expect(afterKey('all', null, [7, 8])).toBe(7)
  expect(afterKey('all', 8, [7, 8])).toBe(8)
  expect(afterKey(8, 8, [7, 8])).toBe('all')
  expect(afterKey(null, 8, [7, 8])).toBe('all')
  // The truck followed last was taken away; there is none at all.
  expect(afterKey('all', 8, [7])).toBe(7)
  expect(afterKey('all', 8, [])).toBe('all')
})
