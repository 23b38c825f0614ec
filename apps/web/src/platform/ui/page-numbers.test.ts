import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

const written = (page: number, pages: number): string =>
  pageNumbers(page, pages)
    .map((one) => one ?? '…')
    .join(' ')

test('the first, the last and the pages beside the current one stand there', () => {
  expect(written(1, 1)).toBe('1')
  expect(written(1, 20)).toBe('1 2 … 20')
  expect(written(10, 20)).toBe('1 … 9 10 11 … 20')
  expect(written(20, 20)).toBe('1 … 19 20')
})

test('a gap never stands for one page only', () => {
  expect(written(4, 20)).toBe('1 2 3 4 5 … 20')
  expect(written(17, 20)).toBe('1 … 16 17 18 19 20')
  expect(written(3, 5)).toBe('1 2 3 4 5')
})

test('numbers rise, the current page is among them, and a gap hides at least two pages', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(499), (pages, before) => {
      const page = 1 + (before % pages)
      const shown = pageNumbers(page, pages)
      expect(shown).toContain(page)
      shown.forEach((one, index) => {
        const last = shown[index - 1]
        if (one === null) expect((shown[index + 1] ?? 0) - (last ?? 0)).toBeGreaterThan(2)
        else if (typeof last === 'number') expect(one).toBe(last + 1)
      })
    }),
  )
})
