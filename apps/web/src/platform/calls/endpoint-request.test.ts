import { expect, test } from 'vitest'
import { requestOf } from './endpoint-request.ts'

test('parts of the path are taken from the input, encoded, and not sent again as fields', () => {
  expect(requestOf({ path: '/trucks/:truckId/card' }, { truckId: 7, from: 'x' })).toEqual({ path: '/trucks/7/card', values: { from: 'x' } })
  expect(requestOf({ path: '/places/:code' }, { code: 'a/b' })).toEqual({ path: '/places/a%2Fb', values: {} })
})

test('a call without input has no fields', () => {
  expect(requestOf({ path: '/menus' }, null)).toEqual({ path: '/menus', values: {} })
})
