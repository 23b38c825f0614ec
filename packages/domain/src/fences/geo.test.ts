import { expect, test } from 'vitest'
import type { Fence, FenceShape } from './fence.ts'
import { areaM2, boundsOf, distanceM, metresOutside, polygonHolds } from './geo.ts'

const square: FenceShape = {
  shape: 'polygon',
  points: [
    [121, 31],
    [121.01, 31],
    [121.01, 31.01],
    [121, 31.01],
  ],
}

test('a degree of latitude is 111.2 km, of longitude at 60° half of it', () => {
  expect(distanceM(31, 121, 32, 121)).toBeCloseTo(111_195, -1)
  expect(distanceM(60, 121, 60, 122)).toBeCloseTo(55_597, -2)
})

test('a circle is left by as many metres as one is beyond its radius', () => {
  const circle = { shape: 'circle', lat: 31, lng: 121, radiusM: 150 } as const
  expect(metresOutside(circle, 31, 121)).toBe(-150)
  expect(metresOutside(circle, 31.002, 121)).toBeCloseTo(72.4, 0)
})

test('inside a polygon the distance to its border is negative', () => {
  expect(metresOutside(square, 31.005, 121.001)).toBeCloseTo(-95.3, 0)
  expect(metresOutside(square, 31.005, 120.999)).toBeCloseTo(95.3, 0)
  expect(
    polygonHolds(
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 1],
        [0, 4],
      ],
      3,
      2,
    ),
  ).toBe(false)
})

test('a corridor reaches half its width to both sides of its line', () => {
  const corridor: FenceShape = {
    shape: 'corridor',
    points: [
      [121, 31],
      [121.1, 31],
    ],
    widthM: 200,
  }
  expect(metresOutside(corridor, 31.0005, 121.05)).toBeCloseTo(-44.4, 0)
  expect(metresOutside(corridor, 31.002, 121.05)).toBeCloseTo(122.4, 0)
})

test('areas order overlapping fences: a square of 1.06 km² is larger than a circle of 150 m', () => {
  expect(areaM2(square) / 1e6).toBeCloseTo(1.06, 1)
  expect(areaM2({ shape: 'circle', lat: 0, lng: 0, radiusM: 150 })).toBeCloseTo(70_686, -1)
})

test('the bounds of a fence hold every point of its margin', () => {
  const fence: Fence = { id: 1, kind: 'custom', name: '', placeId: null, shape: square, speedLimitKmh: null }
  const { south, north, west, east } = boundsOf(fence, 100)
  expect(distanceM(south, 121, 31, 121)).toBeCloseTo(100, 0)
  expect(distanceM(31, west, 31, 121)).toBeGreaterThanOrEqual(99.9)
  expect(north).toBeGreaterThan(31.01)
  expect(east).toBeGreaterThan(121.01)
})
