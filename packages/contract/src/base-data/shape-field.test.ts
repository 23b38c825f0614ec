import type { FenceShape } from '@tanker/domain/fences/fence'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WrongValue } from './fields.ts'
import { fence } from './fence.ts'
import { shapeOf, shapeText, shapeValue } from './shape-field.ts'

const { shape: field } = fence.fields
const square = {
  shape: 'polygon',
  points: [
    [121, 31],
    [121.01, 31],
    [121.01, 31.01],
    [121, 31.01],
  ],
} as const

test.each<[string, string, FenceShape]>([
  ['a circle as longitude, latitude and radius', '120.62, 31.31, 300', { shape: 'circle', lng: 120.62, lat: 31.31, radiusM: 300 }],
  ['with Chinese commas', '120.62，31.31，300', { shape: 'circle', lng: 120.62, lat: 31.31, radiusM: 300 }],
  ['a polygon as points', '121 31; 121.01 31; 121.01 31.01；121 31.01', square],
  ['one whose first point stands again at its end', '121,31;121.01,31;121.01,31.01;121,31.01;121,31', square],
  ['GeoJSON', '{"type":"Polygon","coordinates":[[[121,31],[121.01,31],[121.01,31.01],[121,31.01],[121,31]]]}', square],
])('the cell of a sheet holds %s', (_, text, shape) => {
  expect(shapeOf(text)).toEqual(shape)
  expect(field.read(text)).toBe(shapeValue(shape))
})

test.each(['', '  ', null, undefined])('[5.3-01] %j is a fence that was not drawn', (given) => {
  const read = field.read(given)
  expect(read instanceof WrongValue && read.words.en).toBe('has not been drawn; please draw the fence on the map first')
  expect(shapeOf(given)).toBeNull()
})

test.each(['x', '120.62', '120.62, 31.31', '120 31; x y; 121 31', '{"shape":"circle"}', '[]', '{"shape":"polygon","points":[[1]]}'])(
  '%j is refused as no shape',
  (text) => {
    expect(field.read(text)).toBeInstanceOf(WrongValue)
  },
)

const degrees = fc.integer({ min: 70_000_000, max: 80_000_000 }).map((millionths) => millionths / 1e6)
const metres = fc.integer({ min: 200, max: 400_000 }).map((decimetres) => decimetres / 10)

test('what was read is read again as the same text, however often', () => {
  fc.assert(
    fc.property(degrees, degrees, metres, (lng, lat, radiusM) => {
      const value = shapeValue({ shape: 'circle', lng, lat, radiusM })
      expect(field.read(value)).toBe(value)
      expect(shapeOf(value)).toEqual({ shape: 'circle', lng, lat, radiusM })
    }),
  )
})

test('a person reads form, place and size', () => {
  expect(shapeText(square)).toEqual({ zh: '多边形 4 个点，1,059,831 m²', en: 'Polygon 4 points, 1,059,831 m²' })
  expect(
    shapeText({
      shape: 'corridor',
      points: [
        [121, 31],
        [121, 31.01],
      ],
      widthM: 60,
    }).en,
  ).toBe('Corridor 2 points, 1.11 km long, 60 m wide')
  expect(field.words?.('120.62, 31.31, 300').zh).toBe('圆形 120.620000, 31.310000，半径 300 m')
})
