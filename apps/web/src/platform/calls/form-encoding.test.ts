import { expect, test } from 'vitest'
import { formEncode } from './form-encoding.ts'

test('[7.1-05] arrays become repeated keys', () => {
  expect(formEncode({ typeIds: [1, 45], userName: '王 & 李' })).toBe('typeIds=1&typeIds=45&userName=%E7%8E%8B+%26+%E6%9D%8E')
})

test('absent values are left out; zero, false and empty text are sent', () => {
  expect(formEncode({ a: null, b: undefined, page: 0, on: false, text: '' })).toBe('page=0&on=false&text=')
})
