import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CELL_E6, cellsOf, CELLS_A_ROW } from './cells.ts'
import type { FenceShape, LngLat } from './fence.ts'
import { metresOutside } from './geo.ts'
import { type Fix, passesOf } from './passes.ts'

/** Degrees of latitude of a metre. */
const METRE = 1 / 111_195.08
/** One kilometre around 31° N 120° E: its border is at 1,000 m north and south. */
const circle: FenceShape = { shape: 'circle', lat: 31, lng: 120, radiusM: 1000 }
const start = Date.parse('2026-11-20T00:00:00Z')

/** Seconds, metres north of the middle, km/h; the ignition is on unless it is said. */
type Given = readonly [second: number, northM: number, kmh?: number, accOn?: boolean]
const drive = (fixes: readonly Given[]): Fix[] =>
  fixes.map(([second, northM, speedKmh = 60, accOn = true]) => ({
    at: start + second * 1000,
    lat: 31 + northM * METRE,
    lng: 120,
    speedKmh,
    accOn,
  }))
/** Seconds of entry and exit, and how each came about. */
const found = (fixes: readonly Given[], shape = circle) =>
  passesOf(shape, drive(fixes)).map(({ enteredAt, leftAt, cameIn, wentOut }) => [
    Math.round((enteredAt - start) / 1000),
    Math.round((leftAt - start) / 1000),
    cameIn,
    wentOut,
  ])

describe('the passes of a truck through an area', () => {
  test('begin and end where the way crosses the border, by time and speed between the two positions', () => {
    // 600 m in 60 s each: at 1,000 m south after 20 s, at 1,000 m north after 220 s.
    const fixes = drive([0, 60, 120, 180, 240].map((second, index) => [second, -1200 + 600 * index, 30 + 10 * index]))
    const [pass, ...more] = passesOf(circle, fixes)
    expect(more).toEqual([])
    expect([pass!.enteredAt - start, pass!.leftAt - start]).toEqual([20_000, 220_000].map((ms) => expect.closeTo(ms, -2)))
    expect(pass).toMatchObject({ cameIn: true, wentOut: true, enterKmh: expect.closeTo(33.3, 1), maxKmh: expect.closeTo(66.7, 1) })
    expect(metresOutside(circle, pass!.enteredAtPlace.lat, pass!.enteredAtPlace.lng)).toBeCloseTo(0, 0)
  })

  test('a position exactly on the border is inside, one a metre outside is not', () => {
    expect(found([[0, 1000]])).toEqual([[0, 0, false, false]])
    expect(found([[0, 1001]])).toEqual([])
    expect(found([[0, 999]])).toEqual([[0, 0, false, false]])
    const square: FenceShape = { shape: 'polygon', points: [[119.99, 30.99], [120.01, 30.99], [120.01, 31.01], [119.99, 31.01]] } // prettier-ignore
    for (const [lat, lng] of [
      [31.01, 120],
      [30.99, 120],
      [31, 119.99],
      [31, 120.01],
      [30.99, 119.99],
      [31.01, 120.01],
    ] as const)
      // prettier-ignore
      expect(passesOf(square, [{ at: start, lat, lng, speedKmh: 0, accOn: true }]), `${lat} ${lng}`).toHaveLength(1)
    expect(passesOf(square, [{ at: start, lat: 31.01001, lng: 120, speedKmh: 0, accOn: true }])).toEqual([])
  })

  test('a way that crosses the area between two positions is a pass, one that goes by is not', () => {
    // 6 km in 3 minutes are 120 km/h; the middle 2 km take the middle minute.
    expect(found([[0, -3000], [180, 3000]])).toEqual([[60, 120, true, true]]) // prettier-ignore
    const beside: FenceShape = { ...circle, lng: 120.011 }
    expect(found([[0, -3000], [180, 3000]], beside)).toEqual([]) // prettier-ignore
  })

  test('a way that no truck drives crosses nothing, and ends the pass at the last position', () => {
    expect(found([[0, -3000], [100, 3000]])).toEqual([]) // prettier-ignore
    expect(found([[0, 0], [10, 0], [20, 9000]])).toEqual([[0, 10, false, false]]) // prettier-ignore
  })

  test('a gap of more than ten minutes ends a pass, one of ten minutes does not', () => {
    expect(found([[0, 0], [600, 10]])).toEqual([[0, 600, false, false]]) // prettier-ignore
    expect(found([[0, 0], [601, 10]])).toEqual([[0, 0, false, false], [601, 601, false, false]]) // prettier-ignore
    expect(found([[0, -3000], [601, 3000]])).toEqual([]) // prettier-ignore
  })

  test('a console asleep with the ignition off stays as long as the truck stands where it stood', () => {
    expect(found([[0, -2000], [60, 0, 0, false], [7200, 20, 0, false], [14_400, 10], [14_460, 2000]])).toEqual([[30, 14_430, true, true]]) // prettier-ignore
    // Two hundred metres further on it was driven, and where is not known.
    expect(found([[0, 0, 0, false], [7200, 200]])).toEqual([[0, 0, false, false], [7200, 7200, false, false]]) // prettier-ignore
  })

  test('going out and in again are two passes', () => {
    expect(found([[0, 0], [60, 2000], [120, 0]])).toEqual([[0, 30, false, true], [90, 120, true, false]]) // prettier-ignore
  })
})

const coordinate = (low: number, high: number) => fc.integer({ min: low * 1e6, max: high * 1e6 }).map((e6) => e6 / 1e6)
const place = fc.tuple(coordinate(119.95, 120.05), coordinate(30.95, 31.05))
const area: fc.Arbitrary<FenceShape> = fc.oneof(
  fc.record({
    shape: fc.constant('circle' as const),
    lng: coordinate(119.97, 120.03),
    lat: coordinate(30.97, 31.03),
    radiusM: fc.integer({ min: 20, max: 3000 }),
  }),
  fc.array(place, { minLength: 3, maxLength: 7 }).map((points) => ({ shape: 'polygon' as const, points })),
  fc.record({
    shape: fc.constant('corridor' as const),
    points: fc.array(place, { minLength: 2, maxLength: 4 }),
    widthM: fc.integer({ min: 20, max: 1000 }),
  }),
)
const STEPS = 400
/** Samples of a straight way: a truck takes at least six minutes for the eleven kilometres that this box has. */
const samples = (a: LngLat, b: LngLat): LngLat[] =>
  Array.from({ length: STEPS + 1 }, (_, step) => [a[0] + ((b[0] - a[0]) * step) / STEPS, a[1] + ((b[1] - a[1]) * step) / STEPS])

describe('against a way that is looked at point by point', () => {
  test('each point inside is in a pass, and passes begin and end in the area', () => {
    fc.assert(
      fc.property(area, fc.array(place, { minLength: 1, maxLength: 5 }), (shape, points) => {
        const fixes = points.map(([lng, lat], index) => ({ at: start + index * 600_000, lat, lng, speedKmh: 50, accOn: true }))
        const passes = passesOf(shape, fixes)
        for (const { enteredAtPlace, leftAtPlace } of passes)
          for (const { lat, lng } of [enteredAtPlace, leftAtPlace]) expect(metresOutside(shape, lat, lng)).toBeLessThan(0.5)
        for (const [index, from] of points.slice(0, -1).entries())
          for (const [step, [lng, lat]] of samples(from, points[index + 1]!).entries()) {
            const outsideM = metresOutside(shape, lat, lng)
            const at = start + (index + step / STEPS) * 600_000
            if (outsideM < -1) expect(passes.some(({ enteredAt, leftAt }) => enteredAt - 1 <= at && at <= leftAt + 1)).toBe(true)
          }
      }),
      { numRuns: 200 },
    )
  })

  test('each point inside has a cell of the area', () => {
    fc.assert(
      fc.property(area, fc.array(place, { minLength: 50, maxLength: 50 }), (shape, points) => {
        const cells = new Set(cellsOf(shape))
        for (const [lng, lat] of points) {
          if (metresOutside(shape, lat, lng) > 0.1) continue
          const [row, column] = [
            Math.floor((Math.round(lat * 1e6) + 90e6) / CELL_E6),
            Math.floor((Math.round(lng * 1e6) + 180e6) / CELL_E6),
          ]
          expect(cells).toContain(row * CELLS_A_ROW + column)
        }
      }),
      { numRuns: 200 },
    )
  })
})

test('an area of a few hundred metres has few cells, one over a country none', () => {
  expect(cellsOf({ shape: 'circle', lat: 31.005, lng: 120.005, radiusM: 100 })!.length).toBeLessThanOrEqual(9)
  expect(cellsOf({ shape: 'polygon', points: [[115, 28], [121, 28], [121, 33], [115, 33]] })).toBeNull() // prettier-ignore
})
