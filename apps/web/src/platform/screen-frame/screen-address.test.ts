import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idIn } from './screen-address.ts'

test('a word of the address names a row by its id', () => {
  expect(idIn({ truck: '17' }, 'truck')).toBe(17)
  expect(idIn({ truck: '2147483647' }, 'truck')).toBe(2_147_483_647)
})

test('what no row can have as its id names none, so that a page does not wait for it', () => {
  for (const wrong of ['', '0', '-1', '1.5', 'x', '1e3', ' 7', '0x10', '2147483648', '9'.repeat(400), 'Infinity', 'NaN'])
    expect(idIn({ truck: wrong }, 'truck'), wrong).toBeNull()
  expect(idIn({ truck: '17' }, 'role')).toBeNull()
})

test('with anything in the address an id is a whole number that the database holds, or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)), (written) => {
      const id = idIn({ id: written }, 'id')
      expect(id === null || (Number.isInteger(id) && id > 0 && id <= 2_147_483_647)).toBe(true)
    }),
  )
})
