import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gcjParts, gcjShift } from './gcj-tile.ts'

const EQUATOR_M = 40_075_016.686

test('in Nanjing a GCJ-02 map is shifted by some 480 m to the east and 210 m to the south', () => {
  const { x, y } = gcjShift(118.7969, 32.0603)
  // A metre on the ground is 1 / cos(latitude) metres of the equator.
  const metres = (share: number) => share * EQUATOR_M * Math.cos((32.0603 * Math.PI) / 180)
  expect(metres(x)).toBeGreaterThan(450)
  expect(metres(x)).toBeLessThan(520)
  expect(metres(y)).toBeGreaterThan(180)
  expect(metres(y)).toBeLessThan(250)
})

test('outside China there is no shift, and a tile is its own cover', () => {
  expect(gcjShift(2.3, 48.9)).toEqual({ x: 0, y: 0 })
  expect(gcjParts(10, 518, 352)).toEqual([{ x: 518, y: 352, left: 0, top: 0 }])
})

test('the tiles of a shifted map cover a tile without gap or overlap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 7, max: 18 }),
      fc.double({ min: 100, max: 122, noNaN: true }),
      fc.double({ min: 22, max: 45, noNaN: true }),
      (zoom, lng, lat) => {
        const sine = Math.sin((lat * Math.PI) / 180)
        const x = Math.floor((lng / 360 + 0.5) * 2 ** zoom)
        const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom)
        const parts = gcjParts(zoom, x, y)
        const covered = parts.reduce((sum, { left, top }) => sum + (1 - Math.abs(left)) * (1 - Math.abs(top)), 0)
        expect(parts.length).toBeLessThanOrEqual(4)
        expect(covered).toBeCloseTo(1, 6)
      },
    ),
  )
})
