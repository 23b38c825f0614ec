import { distanceM } from '@tanker/domain/fences/geo'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { circleOfCurve } from './curve-circle.ts'

/** Places on a circle around 31° 120.6°, from one angle to another, in degrees. */
const driven = (radiusM: number, fromDeg: number, toDeg: number, places = 9) =>
  Array.from({ length: places }, (_, index) => {
    const angle = ((fromDeg + ((toDeg - fromDeg) * index) / (places - 1)) * Math.PI) / 180
    return [
      120.6 + (radiusM * Math.cos(angle)) / (111_320 * Math.cos((31 * Math.PI) / 180)),
      31 + (radiusM * Math.sin(angle)) / 111_320,
    ] as const
  })

test.each([
  ['left', 0, 90],
  ['right', 90, 0],
  ['more than half a circle', 10, 260],
])('[2.5-02] a curve to the %s of 80 m lies on a circle around its centre', (_, from, to) => {
  const circle = circleOfCurve(driven(80, from, to), 80)
  expect(circle?.radiusM).toBe(80)
  expect(distanceM(31, 120.6, circle?.lat ?? 0, circle?.lng ?? 0)).toBeLessThan(1)
})

test('a straight way, one place and a way without length have none', () => {
  const straight = [0, 1, 2, 3].map((step) => [120.6 + step / 1000, 31] as const)
  for (const way of [straight, driven(80, 0, 90).slice(0, 1), driven(0, 0, 90), []]) expect(circleOfCurve(way, 80)).toBeNull()
})

test('every place of the way is about as far from the centre as the radius says', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 25, max: 400 }),
      fc.integer({ min: 0, max: 360 }),
      fc.integer({ min: 30, max: 240 }),
      (radiusM, from, turn) => {
        const way = driven(radiusM, from, from + turn, 15)
        const circle = circleOfCurve(way, radiusM)
        for (const [lng, lat] of way) {
          const away = distanceM(circle?.lat ?? 0, circle?.lng ?? 0, lat, lng)
          expect(Math.abs(away - radiusM)).toBeLessThan(radiusM * 0.02 + 0.5)
        }
      },
    ),
  )
})
