import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fence, FenceShape, LngLat } from './fence.ts'
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

test('the index finds the same fences as a full search, for any margin', () => {
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

const shaped = (id: number, shape: FenceShape): Fence => ({ id, kind: 'custom', name: `F${id}`, placeId: null, shape, speedLimitKmh: null })
const idsNear = (fences: readonly Fence[], lat: number, lng: number, marginM = 0): number[] =>
  fenceGrid(fences)
    .near(lat, lng, marginM)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)

const anywhere = fc.tuple(fc.double({ min: -84, max: 84, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))

test('[H4] large fences of any size and place on earth are found as by a full search', () => {
  fc.assert(
    fc.property(
      anywhere,
      fc.array(
        fc.tuple(
          fc.double({ min: -2, max: 2, noNaN: true }),
          fc.double({ min: -2, max: 2, noNaN: true }),
          fc.integer({ min: 20, max: 400_000 }),
        ),
        {
          maxLength: 12,
        },
      ),
      fc.constantFrom(0, 1_000, 30_000),
      ([lat, lng], circles, marginM) => {
        const fences = circles.map(([north, east, radiusM], i) =>
          fence(i, Math.max(-84, Math.min(84, lat + north)), ((lng + east + 540) % 360) - 180, radiusM),
        )
        const expected = fences.filter(({ shape }) => metresOutside(shape, lat, lng) <= marginM).map(({ id }) => id)
        // At the border the box and the sphere may differ by less than a metre.
        const sure = fences.filter(({ shape }) => Math.abs(metresOutside(shape, lat, lng) - marginM) > 50).map(({ id }) => id)
        const found = idsNear(fences, lat, lng, marginM)
        expect(found.filter((id) => sure.includes(id))).toEqual(expected.filter((id) => sure.includes(id)))
      },
    ),
  )
})

test('[H4] a needle round the earth and thousands of the largest fences take up a bounded number of cells', () => {
  const needle = shaped(-1, {
    shape: 'polygon',
    points: [
      [-179, -84],
      [179, 84],
      [179, 84.000_01],
    ],
  })
  const maximal = Array.from({ length: 3_000 }, (_, i) => fence(i, 31 + (i % 50) / 100, 120 + i / 1_000, 50_000))
  const roads = Array.from({ length: 500 }, (_, i) =>
    shaped(10_000 + i, {
      shape: 'corridor',
      points: Array.from({ length: 200 }, (_point, at): LngLat => [118 + at / 60, 29 + i / 500 + at / 60]),
      widthM: 5_000,
    }),
  )
  const all = [needle, ...maximal, ...roads]
  expect(fenceGrid(all).entries).toBeLessThanOrEqual(all.length * 64)
  expect(fenceGrid([needle]).entries).toBe(1)
  expect(idsNear([needle], 0, 30)).toEqual([])
})

test('[H4] a stored shape that cannot be read is left out, and the fences beside it are found', () => {
  const unreadable = [
    null,
    {},
    { shape: 'polygon' },
    { shape: 'polygon', points: [] },
    { shape: 'circle', lat: 'x', lng: 1, radiusM: 5 },
  ].map((shape, i) => shaped(100 + i, shape as unknown as FenceShape))
  const unreadableIds: number[] = []
  const grid = fenceGrid([...unreadable, fence(1, 31, 120, 500)], ({ id }) => unreadableIds.push(id))
  expect(grid.near(31, 120, 0).map(({ id }) => id)).toEqual([1])
  expect(unreadableIds).toEqual(unreadable.map(({ id }) => id))
})

test('[H4] a circle at 180° is found from both sides of that line', () => {
  expect(idsNear([fence(1, 10, 179.99, 5_000)], 10, -179.99)).toEqual([1])
  expect(idsNear([fence(2, 10, -179.99, 5_000)], 10, 179.99)).toEqual([2])
})
