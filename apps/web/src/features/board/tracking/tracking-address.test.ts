import { expect, test } from 'vitest'
import { readTracking, searchOf, type TrackingAsked } from './tracking-address.ts'

test('what is asked for is the same after it was written into the address and read again', () => {
  const asked: TrackingAsked = { truckIds: [7, 12], refresh: '10', areFolded: true, isWall: true }
  expect(searchOf(asked)).toEqual({ trucks: '7,12', refresh: '10', cards: 'folded', wall: '' })
  expect(readTracking(searchOf(asked), 3)).toEqual(asked)
  const plain: TrackingAsked = { truckIds: [7], refresh: 'live', areFolded: false, isWall: false }
  expect(searchOf(plain)).toEqual({ trucks: '7' })
  expect(readTracking(searchOf(plain), null)).toEqual(plain)
})

test('four trucks at most, each once; nonsense counts as absent', () => {
  expect(readTracking({ trucks: '5,5,0,-1,x,9999999999,6,7,8,9', refresh: '1' }, null)).toMatchObject({
    truckIds: [5, 6, 7, 8],
    refresh: 'live',
  })
})

test('an address without trucks begins with the one looked at last; when all were taken away, there is none', () => {
  expect(readTracking({}, 4).truckIds).toEqual([4])
  expect(readTracking({}, null).truckIds).toEqual([])
  expect(readTracking({ trucks: '' }, 4).truckIds).toEqual([])
  expect(readTracking({ truck: '9' }, 4).truckIds).toEqual([9])
})
