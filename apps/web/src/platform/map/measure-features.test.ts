import { expect, test } from 'vitest'
import { isSamePoint, lengthText, measureFeatures, segmentsOf } from './measure-features.ts'

test('the second click of a double one, a pixel beside the first, is no point of its own', () => {
  expect(isSamePoint({ x: 100, y: 100 }, { x: 102, y: 99 })).toBe(true)
  expect(isSamePoint({ x: 100, y: 100 }, { x: 106, y: 100 })).toBe(false)
})

test('a degree of latitude is 111.2 km; parts are measured one by one', () => {
  const segments = segmentsOf([
    [120, 31],
    [120, 32],
    [120, 31.5],
  ])
  expect(segments.map((metres) => Math.round(metres))).toEqual([111_195, 55_598])
  expect([segmentsOf([]), segmentsOf([[120, 31]])]).toEqual([[], []])
})

test('lengths are metres, then kilometres with fewer digits the longer they are', () => {
  expect([0, 849.6, 1_000, 12_345, 123_456].map(lengthText)).toEqual(['0 m', '850 m', '1.00 km', '12.35 km', '123.5 km'])
})

test('the length of a part stands in its middle', () => {
  const { features } = measureFeatures([
    [120, 31],
    [120, 32],
  ])
  expect(features.map(({ properties }) => properties?.['part'])).toEqual(['line', 'point', 'point', 'length'])
  expect(features.at(-1)).toMatchObject({ properties: { length: '111.2 km' }, geometry: { coordinates: [120, 31.5] } })
  expect(measureFeatures([[120, 31]]).features.map(({ properties }) => properties?.['part'])).toEqual(['point'])
})
