import { expect, test } from 'vitest'
import type { FenceShape, LngLat } from './fence.ts'
import { CORRECTION_MARGIN_M, correctFence } from './fence-correction.ts'
import { fenceProblem } from './fence-geometry.ts'
import { areaM2, metresOutside } from './geo.ts'

const metresPerDegree = 111_195.08
const [lat0, lng0] = [31.3, 120.6]
/** A point so many metres east and north of the middle. */
const at = (east: number, north: number): LngLat => [
  lng0 + east / metresPerDegree / Math.cos((lat0 * Math.PI) / 180),
  lat0 + north / metresPerDegree,
]
const circle = { shape: 'circle', lat: lat0, lng: lng0, radiusM: 100 } as const
const holds = (shape: FenceShape, [lng, lat]: LngLat, marginM = CORRECTION_MARGIN_M): boolean =>
  metresOutside(shape, lat, lng) <= -marginM + 0.4

test('[truth 4.7] one stop 30 m outside a circle of 100 m: it reaches from its far side to the stop and its margin', () => {
  // From 100 m west to 130 + 15 m east are 245 m: a radius of 122.5 m about a point 22.5 m east.
  const { wanted, stops, leftOut } = correctFence(circle, [at(130, 0)])
  expect(stops.map(({ outside }) => outside)).toEqual([true])
  expect(leftOut).toBe(0)
  if (wanted?.shape !== 'circle') throw new Error('a circle stays one')
  expect(wanted.radiusM).toBe(123)
  expect((wanted.lng - lng0) * metresPerDegree * Math.cos((lat0 * Math.PI) / 180)).toBeCloseTo(22.5, 0)
  expect((wanted.lat - lat0) * metresPerDegree).toBeCloseTo(0, 0)
  expect(holds(wanted, at(130, 0))).toBe(true)
  expect(holds(wanted, at(-100, 0), 0)).toBe(true)
})

test('[truth 4.7] stops on two sides widen it about the same middle', () => {
  const { wanted } = correctFence(circle, [at(120, 0), at(-120, 0)])
  expect(wanted).toMatchObject({ shape: 'circle', lat: lat0, lng: lng0, radiusM: 135 })
})

test('[truth 4.7] a fix that jumped 500 m is left out; stops of one bay count by their median', () => {
  // Of five in one bay one lies 12 m further out than the others: the median is 110 m.
  const bay = [at(110, 0), at(109, 0), at(111, 0), at(110, 0), at(122, 0)]
  const { wanted, leftOut, stops } = correctFence(circle, [...bay, at(600, 0), at(0, -610)])
  expect([stops.length, leftOut]).toEqual([5, 2])
  // (100 + 110 + 15) / 2
  expect(wanted).toMatchObject({ radiusM: 113 })
})

test('[truth 4.7] where all stood inside, and where none stood, there is nothing to correct', () => {
  expect(correctFence(circle, [at(99, 0), at(0, 40)]).wanted).toBeNull()
  expect(correctFence(circle, []).wanted).toBeNull()
  expect(correctFence(circle, [at(101, 0)]).wanted).not.toBeNull()
})

test('[truth 4.7] a square of 100 m with a stop 20 m east of its side becomes the hull of both', () => {
  const square: FenceShape = { shape: 'polygon', points: [at(0, 0), at(100, 0), at(100, 100), at(0, 100)] }
  const stop = at(120, 50)
  const { wanted } = correctFence(square, [stop])
  if (wanted?.shape !== 'polygon') throw new Error('a polygon stays one')
  expect(fenceProblem(wanted)).toBeNull()
  expect(holds(wanted, stop)).toBe(true)
  for (const point of square.points) expect(holds(wanted, point, 0)).toBe(true)
  // The triangle from the east side to 120 m and the margin about its tip; an octagon's corner is 16.24 m out.
  expect(areaM2(wanted)).toBeGreaterThan(10_000 + 1_500)
  expect(areaM2(wanted)).toBeLessThan(10_000 + (100 * 36.24) / 2 + 900)
})

test('[truth 4.7] a corridor widens to both sides by what the stop is outside, and its margin', () => {
  const corridor: FenceShape = { shape: 'corridor', points: [at(-200, 0), at(200, 0)], widthM: 40 }
  // 35 m from the line, 15 m outside: 40 + 2 × (15 + 15).
  expect(correctFence(corridor, [at(0, 35)]).wanted).toMatchObject({ widthM: 100 })
})

test('[truth 4.7] two hundred stops all about a circle are held, by a circle no larger than it must be', () => {
  const stops = Array.from({ length: 200 }, (_, index) => at(140 * Math.cos(index), 140 * Math.sin(index)))
  const { wanted } = correctFence(circle, stops)
  if (wanted?.shape !== 'circle') throw new Error('a circle stays one')
  expect(wanted.radiusM).toBeLessThanOrEqual(156)
  expect(wanted.radiusM).toBeGreaterThanOrEqual(150)
})
