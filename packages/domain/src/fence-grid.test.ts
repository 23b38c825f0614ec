import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fence } from './fence.ts'
import { fenceGrid } from './fence-grid.ts'
import { metresOutside } from './geo.ts'

const fence = (id: number, lat: number, lng: number, radiusM: number): Fence => ({
  id,
  kind: 'station',
  name: `S${id}`,
  placeId: null,
  shape: { shape: 'circle', lat, lng, radiusM },
  speedLimitKmh: null,
})
const place = fc.tuple(fc.double({ min: 30.8, max: 31.2, noNaN: true }), fc.double({ min: 119.8, max: 120.2, noNaN: true }))

test('the index finds the fences that looking at every fence finds, whatever the margin', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(place, fc.integer({ min: 50, max: 3_000 })), { maxLength: 30 }),
      place,
      fc.constantFrom(0, 50, 1_000, 5_000),
      (circles, [lat, lng], marginM) => {
        const fences = circles.map(([[fenceLat, fenceLng], radius], i) => fence(i, fenceLat, fenceLng, radius))
        const found = fenceGrid(fences)
          .near(lat, lng, marginM)
          .map(({ id }) => id)
          .toSorted((a, b) => a - b)
        const expected = fences.filter(({ shape }) => metresOutside(shape, lat, lng) <= marginM).map(({ id }) => id)
        expect(found).toEqual(expected)
      },
    ),
  )
})
