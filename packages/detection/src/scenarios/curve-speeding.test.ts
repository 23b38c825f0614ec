import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const straightS = 60
/** A straight minute, then a curve of this many seconds at a speed and degrees a second, then straight on. */
const curve = (kmh: number, degPerS: number, seconds: number, litres: readonly number[] = [0, 0, 0], everyS = 1): readonly Reading[] => {
  const day = aDay()
    .holds(...litres)
    .gaugeNoise(0)
    .stands(100)
    .waits(300)
    .drivesFor(straightS, kmh, everyS)
    .drivesFor(seconds, kmh, everyS)
    .drivesFor(30, kmh, everyS)
  const from = day.readings.length - (seconds + 30) / everyS
  return day.readings.map((reading, i) => {
    const turned = Math.min(Math.max(0, i - from + 1) * everyS, seconds) * degPerS
    return { ...reading, position: { ...reading.position, headingDeg: Math.round(90 + turned + 720) % 360 } }
  })
}
const alarmsOf = (readings: readonly Reading[]) => runDay(readings, aTruck()).alarmsOf(6)
const full = [7700, 7700, 7700]

test('[4.4-02] a full truck at 50 km/h in a curve of 80 m is too fast: 0.25 g where 0.20 is the limit', () => {
  // 13.89 m/s at 10 °/s: R = 13.89 / 0.1745 = 79.6 m, a = 13.89 × 0.1745 = 2.42 m/s² = 0.247 g.
  const [alarm, ...more] = alarmsOf(curve(50, 10, 6, full))
  expect(more).toEqual([])
  expect(alarm).toMatchObject({
    grade: 'yellow',
    properties: { maxKmh: 50, radiusM: 79.6, lateralG: 0.25, limitG: 0.2, turnDeg: 60, loaded: true },
  })
  // sqrt(0.2 × 9.81 × 79.6) = 12.5 m/s = 45 km/h
  expect(alarm?.properties['safeKmh']).toBeCloseTo(45, 0)
  expect(alarm?.endedAt).not.toBeNull()
})

test('the same curve is no alarm for an empty truck, and none at 40 km/h', () => {
  expect(alarmsOf(curve(50, 10, 6))).toEqual([])
  expect(alarmsOf(curve(40, 10, 6, full))).toEqual([])
})

test('a half-full truck has a limit between: 0.247 g is none, 0.272 g is one', () => {
  expect(alarmsOf(curve(50, 10, 6, [7700, 0, 0]))).toEqual([])
  expect(alarmsOf(curve(55, 10, 6, [7700, 0, 0]))).toHaveLength(1)
})

test('two seconds of curve, or a bend of 14 degrees, are none', () => {
  expect(alarmsOf(curve(50, 10, 2, full))).toEqual([])
  expect(alarmsOf(curve(120, 3.5, 4, full))).toEqual([])
})

test('from 0.35 g on it is red', () => {
  // 16.67 m/s at 13 °/s is 0.386 g.
  expect(alarmsOf(curve(60, 13, 6, full)).map(({ grade }) => grade)).toEqual(['red'])
})

test('positions ten seconds apart show no curve', () => {
  expect(alarmsOf(curve(50, 9, 40, full, 10))).toEqual([])
})

test('a direction that is wrong for one fix is no curve', () => {
  const straight = curve(60, 0, 6, full)
  const odd = straight.map((reading, i) => (i === 70 ? { ...reading, position: { ...reading.position, headingDeg: 150 } } : reading))
  expect(alarmsOf(odd)).toEqual([])
})

test('a turn to the left through north is measured like one to the right', () => {
  expect(alarmsOf(curve(50, -10, 12, full)).map(({ properties }) => properties['turnDeg'])).toEqual([120])
})

test('late data raise it as history', () => {
  const late = curve(50, 10, 6, full).map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  expect(alarmsOf(late)).toMatchObject([{ live: false, properties: { lateralG: 0.25 } }])
})
