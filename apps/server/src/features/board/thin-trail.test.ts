import { distanceM } from '@tanker/domain/fences/geo'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fix } from './read-fixes.ts'
import { thinTrail } from './thin-trail.ts'

const start = Date.UTC(2026, 10, 21)
/** To the east; a ten-thousandth of a degree is 9.5 m here. */
const fix = (second: number, steps: number, speedKmh: number): Fix => ({
  at: start + second * 1000,
  lat: 31.5,
  lng: 120 + steps / 10_000,
  speedKmh,
})
const drive = (from: number, count: number, everyS = 10): Fix[] =>
  Array.from({ length: count }, (_, index) => fix(from + index * everyS, (from / everyS + index) * 2, 60))

test('a truck that stands leaves its first and its last reading', () => {
  const standing = Array.from({ length: 90 }, (_, index) => fix(index * 10, index % 2, 0))
  expect(thinTrail(standing)).toEqual({ points: [standing[0], standing[89]], gaps: [] })
})

test('a change of speed is kept where the truck hardly moves', () => {
  const braking = [fix(0, 0, 60), fix(1, 1, 59), fix(2, 1, 40), fix(3, 1, 38), fix(4, 1, 0)]
  expect(thinTrail(braking).points.map(({ speedKmh }) => speedKmh)).toEqual([60, 40, 0])
})

test('a hole of more than five minutes is a gap with both its sides; one of five minutes is none', () => {
  const standing = Array.from({ length: 4 }, (_, index) => fix(index * 10, 0, 0))
  const later = Array.from({ length: 4 }, (_, index) => fix(331 + index * 10, 0, 0))
  expect(thinTrail([...standing, ...later])).toEqual({ points: [standing[0], standing[3], later[0], later[3]], gaps: [2] })
  const sooner = Array.from({ length: 4 }, (_, index) => fix(330 + index * 10, 0, 0))
  expect(thinTrail([...standing, ...sooner]).gaps).toEqual([])
})

test('a trail of one point and one of none are themselves', () => {
  expect(thinTrail([])).toEqual({ points: [], gaps: [] })
  expect(thinTrail(drive(0, 1))).toEqual({ points: drive(0, 1), gaps: [] })
})

test('two hours at a reading a second are 600 points, evenly, with every gap', () => {
  const whole = [...drive(0, 3_000, 1), ...drive(3_400, 3_800, 1)]
  const { points, gaps } = thinTrail(whole)
  expect(points.length).toBeLessThanOrEqual(600)
  expect(points.length).toBeGreaterThan(590)
  expect([points[0], points.at(-1)]).toEqual([whole[0], whole.at(-1)])
  expect(gaps.map((index) => points[index]?.at)).toEqual([start + 3_400_000])
  const longest = Math.max(
    ...points.slice(1).map((to, index) => distanceM(to.lat, to.lng, points[index]?.lat ?? 0, points[index]?.lng ?? 0)),
  )
  // The way of the gap: 400 s of steps.
  expect(longest).toBeCloseTo(distanceM(31.5, 120 + 2_999 * 2e-4, 31.5, 120 + 3_400 * 2e-4), 0)
})

test('any readings give at most 600 points in their order, and begin and end as they do', () => {
  const reading = fc.record({
    step: fc.integer({ min: 1, max: 400 }),
    steps: fc.integer({ min: 0, max: 50 }),
    speed: fc.integer({ min: 0, max: 100 }),
  })
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 1_500 }), (readings) => {
      let second = 0
      const fixes = readings.map(({ step, steps, speed }) => fix((second += step), steps, speed))
      const { points, gaps } = thinTrail(fixes)
      const edges = fixes.filter((one, index) => index > 0 && one.at - (fixes[index - 1]?.at ?? 0) > 300_000).length * 2 + 2
      expect(points.length).toBeLessThanOrEqual(Math.max(600, edges))
      expect(points.every((one, index) => index === 0 || one.at > (points[index - 1]?.at ?? 0))).toBe(true)
      expect([points[0], points.at(-1)]).toEqual([fixes[0], fixes.at(-1)])
      expect(gaps.every((index) => (points[index]?.at ?? 0) - (points[index - 1]?.at ?? 0) > 300_000)).toBe(true)
    }),
  )
})
