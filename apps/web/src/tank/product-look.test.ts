import { expect, test } from 'vitest'
import { productWords } from './product-look.ts'

test('a product is called by its code as on every list, whatever a truck calls it', () => {
  expect(productWords(92, '92号车用汽油')).toBe(productWords(92, '92#汽油'))
  expect(productWords(0, '')).not.toBe(productWords(92, ''))
})
