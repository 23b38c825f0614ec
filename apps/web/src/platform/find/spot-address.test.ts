import { expect, test } from 'vitest'
import { searchOfSpot, spotIn } from './spot-address.ts'

test('a name of the map stands in the address and is read from it; what is on no map is none', () => {
  const spot = { name: '人民路', lng: 120.58, lat: 31.3, zoom: 15 }
  expect(spotIn(searchOfSpot(spot))).toEqual(spot)
  for (const at of ['', '1,2', '1,2,x', '200,31,10', '120,89,10', '120,31,99']) expect(spotIn({ at, named: 'x' }), at).toBeNull()
  expect(spotIn({})).toBeNull()
})
