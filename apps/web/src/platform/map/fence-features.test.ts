import type { FenceShape } from '@tanker/domain/fences/fence'
import { areaM2, distanceM } from '@tanker/domain/fences/geo'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundsOf, fenceFeatures, type FenceView } from './fence-features.ts'

const view = (more: Partial<FenceView>): FenceView => ({ wanted: null, old: null, points: [], middles: [], border: null, ...more })
const circle: FenceShape = { shape: 'circle', lng: 120.6, lat: 31.3, radiusM: 200 }
const triangle: FenceShape = {
  shape: 'polygon',
  points: [
    [120, 31],
    [120.01, 31],
    [120.01, 31.01],
  ],
}
type Ring = [number, number][]
const shapesOf = (of: FenceView) => fenceFeatures(of).features.map(({ properties, geometry }) => [properties?.['part'], geometry.type])
const ringIn = (of: FenceView): Ring => {
  const geometry = fenceFeatures(of).features[0]?.geometry
  return geometry?.type === 'Polygon' ? (geometry.coordinates[0] as Ring) : []
}

test('nothing drawn is nothing on the map', () => {
  expect(fenceFeatures(view({})).features).toEqual([])
  expect(boundsOf(view({}))).toBeNull()
})

test('while a fence is drawn one point is nothing yet, two are a line, three an area', () => {
  const polygon = (...points: [number, number][]) => view({ wanted: { shape: 'polygon', points } })
  expect(shapesOf(polygon([120, 31]))).toEqual([])
  expect(shapesOf(polygon([120, 31], [120.01, 31]))).toEqual([['wanted', 'LineString']])
  expect(shapesOf(polygon([120, 31], [120.01, 31], [120.01, 31.01]))).toEqual([['wanted', 'Polygon']])
})

test('an area is closed: its ring ends where it begins', () => {
  for (const wanted of [circle, triangle]) {
    const ring = ringIn(view({ wanted }))
    expect(ring.at(-1)).toEqual(ring[0])
    expect(ring.length).toBeGreaterThan(3)
  }
  expect(ringIn(view({ wanted: triangle })).slice(0, -1)).toEqual(triangle.points)
})

test('every point on the border of a circle is its radius away from its centre', () => {
  for (const [lng, lat] of ringIn(view({ wanted: circle }))) expect(distanceM(31.3, 120.6, lat, lng)).toBeCloseTo(200, 0)
})

test('the road of a corridor lies inside it, and what is drawn is about as large as what is counted', () => {
  const points: [number, number][] = [
    [120, 31],
    [120.02, 31],
  ]
  const corridor: FenceShape = { shape: 'corridor', points, widthM: 60 }
  const ring = ringIn(view({ wanted: corridor }))
  const [south, north] = [Math.min(...ring.map(([, lat]) => lat)), Math.max(...ring.map(([, lat]) => lat))]
  expect(south).toBeLessThan(31)
  expect(north).toBeGreaterThan(31)
  expect(distanceM(south, 120.01, north, 120.01) / 60).toBeCloseTo(1, 0)
  expect(areaM2(corridor)).toBeGreaterThan(60 * 1_800)
})

test('the fence that counts now lies under the one that is wanted, so that both can be compared', () => {
  expect(shapesOf(view({ wanted: circle, old: triangle }))).toEqual([
    ['old', 'Polygon'],
    ['wanted', 'Polygon'],
  ])
})

test('where trucks stood is drawn as points, distinguished by inside and outside', () => {
  const stops = [
    { at: [120.6, 31.3] as const, outside: false },
    { at: [120.7, 31.3] as const, outside: true },
  ]
  expect(fenceFeatures(view({ stops })).features.map(({ geometry, properties }) => [geometry, properties])).toEqual([
    [
      { type: 'Point', coordinates: [120.6, 31.3] },
      { part: 'stop', outside: false },
    ],
    [
      { type: 'Point', coordinates: [120.7, 31.3] },
      { part: 'stop', outside: true },
    ],
  ])
})

test('what is brought into sight holds both fences whole', () => {
  const [west, south, east, north] = boundsOf(view({ wanted: circle, old: triangle })) ?? []
  expect([west, south]).toEqual([120, 31])
  expect(east).toBeGreaterThan(120.6)
  expect(north).toBeGreaterThan(31.3)
})

test('every point of any fence lies within the bounds that are brought into sight', () => {
  const point = fc.tuple(fc.double({ min: 73, max: 135, noNaN: true }), fc.double({ min: 18, max: 53, noNaN: true }))
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 8 }), (points) => {
      const [west = 0, south = 0, east = 0, north = 0] = boundsOf(view({ old: { shape: 'polygon', points } })) ?? []
      for (const [lng, lat] of points) expect(lng >= west && lng <= east && lat >= south && lat <= north).toBe(true)
    }),
  )
})
