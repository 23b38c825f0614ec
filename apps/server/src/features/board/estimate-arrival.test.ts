import { expect, test } from 'vitest'
import { estimateArrival } from './estimate-arrival.ts'
import type { Fix } from './read-fixes.ts'

const now = Date.UTC(2026, 10, 21, 8)
const minute = 60_000
/** A degree of latitude is 111,195 m. */
const station = { lat: 32, lng: 120 }

/** Readings each minute until a moment ago: km/h of each minute, driving north to a latitude. */
const driving = (kmh: readonly number[], toLat: number, endedMs = 0): Fix[] =>
  kmh.map((speedKmh, index) => {
    const ahead = kmh.slice(index + 1).reduce((sum, one) => sum + one, 0)
    return { at: now - endedMs - (kmh.length - 1 - index) * minute, lat: toLat - ahead / 60 / 111.195, lng: 120, speedKmh }
  })
const constant = (kmh: number, minutes: number): number[] => Array.from({ length: minutes }, () => kmh)

test('the straight line over the mean speed: 22.2 km at 60 km/h are 22 minutes', () => {
  const estimate = estimateArrival(driving(constant(60, 31), 31.8), station, now)
  if ('not' in estimate) throw new Error(estimate.not)
  expect(estimate.meanKmh).toBeCloseTo(60, 6)
  // 0.2 degrees are 22,239 m, at 1,000 m a minute.
  expect((estimate.arrivalAt - now) / minute).toBeCloseTo(22.239, 2)
})

test('stops count: half of the time at 60 km/h is a mean of about 30', () => {
  const estimate = estimateArrival(driving([...constant(0, 15), ...constant(60, 16)], 31.8), station, now)
  if ('not' in estimate) throw new Error(estimate.not)
  // 14 minutes at 0, one from 0 to 60, 15 at 60.
  expect(estimate.meanKmh).toBeCloseTo((30 + 15 * 60) / 30, 6)
})

test('time in which nothing came does not count as driving or standing', () => {
  const [early, late] = [driving(constant(60, 8), 31.7, 20 * minute), driving(constant(60, 8), 31.8)]
  const estimate = estimateArrival([...early, ...late], station, now)
  if ('not' in estimate) throw new Error(estimate.not)
  expect(estimate.meanKmh).toBeCloseTo(60, 6)
})

test.each([
  { not: 'silent', fixes: [] },
  { not: 'silent', fixes: driving(constant(60, 20), 31.8, 5 * minute + 1) },
  { not: 'standing', fixes: driving([...constant(60, 20), ...constant(0, 4)], 31.8) },
  { not: 'too-short', fixes: driving(constant(60, 5), 31.8) },
  { not: 'too-slow', fixes: driving(constant(9, 30), 31.8) },
  { not: 'not-nearer', fixes: driving(constant(60, 30), 32.6) },
])('without knowing no time is given: $not', ({ not, fixes }) => {
  expect(estimateArrival(fixes, station, now)).toEqual({ not })
})

test('at the borders it is given: five minutes measured, 10 km/h, a fix five minutes old, a red light of less than three minutes', () => {
  for (const fixes of [
    driving(constant(60, 6), 31.8),
    driving(constant(10, 30), 31.8),
    driving(constant(60, 20), 31.8, 5 * minute),
    driving([...constant(60, 20), ...constant(0, 3)], 31.8),
  ])
    expect(estimateArrival(fixes, station, now)).not.toHaveProperty('not')
})
