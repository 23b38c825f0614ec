import { expect, test } from 'vitest'
import { rowsInView } from './virtual-rows.ts'

test('of ten thousand rows only those in the window and a few around it are drawn', () => {
  const { first, end } = rowsInView(160_000, 900, 10_000)
  expect(first).toBeLessThanOrEqual(5_000)
  expect(end).toBeGreaterThanOrEqual(5_029)
  expect(end - first).toBeLessThanOrEqual(60)
})

test('at both ends the range stays inside the list', () => {
  expect(rowsInView(0, 320, 4)).toEqual({ first: 0, end: 4 })
  expect(rowsInView(5_000, 320, 10)).toEqual({ first: 10, end: 10 })
})

test('rows of another height have their own range', () => {
  expect(rowsInView(4_600, 460, 1_000, 46)).toEqual({ first: 94, end: 116 })
})
