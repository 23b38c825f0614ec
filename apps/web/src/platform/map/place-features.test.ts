import type { MapPlaces } from '@tanker/contract/trucks'
import { expect, test } from 'vitest'
import { placeFeatures } from './place-features.ts'

const place = (outline: [number, number][]): MapPlaces[number] =>
  ({ kind: 'station', name: '甲站', lat: 31.3, lng: 120.6, outline }) as MapPlaces[number]
const corners: [number, number][] = [
  [120, 31],
  [120.1, 31],
  [120.1, 31.1],
]

test('a place without a fence is a point with its name', () => {
  expect(placeFeatures([place([])]).features).toEqual([
    { type: 'Feature', properties: { kind: 'station', name: '甲站' }, geometry: { type: 'Point', coordinates: [120.6, 31.3] } },
  ])
})

test('the fence of a place is an area that ends where it begins, however the server sends it', () => {
  const ring = [[...corners, corners[0]]]
  for (const outline of [corners, [...corners, corners[0] as [number, number]]])
    expect(placeFeatures([place(outline)]).features[1]?.geometry).toEqual({ type: 'Polygon', coordinates: ring })
})

test('the area of a fence carries no name: it stands once, at the point', () => {
  expect(placeFeatures([place(corners)]).features[1]?.properties).toEqual({ kind: 'station' })
})

test('two points are no area', () => {
  expect(placeFeatures([place(corners.slice(0, 2))]).features).toHaveLength(1)
})
