import { expect, test } from 'vitest'
import { rowName } from './row-name.ts'

test('a row is called by the text, the plate or the last name of the path in its column', () => {
  expect(rowName('甲站')).toBe('甲站')
  expect(rowName({ truckId: 3, plate: '苏A00001' })).toBe('苏A00001')
  expect(rowName(['集团', '甲运输'])).toBe('甲运输')
})

test('without a value it has no name', () => {
  for (const value of [null, undefined, '', []]) expect(rowName(value)).toBe('')
})
