import { expect, test } from 'vitest'
import { productWords } from './product-look.ts'

test('a product is named by its code as on every list, not by the name that a truck uses', () => {
  expect(productWords(92, '92号车用汽油')).toBe(productWords(92, '92#汽油'))
  expect(productWords(0, '')).not.toBe(productWords(92, ''))
})
