import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FenceShape, LngLat } from './fence.ts'
import { crossesItself, fenceDifference, fenceOutline, fenceProblem, middleOf, movedShape } from './fence-geometry.ts'
import { areaM2, distanceM, lengthM, metresOutside } from './geo.ts'

/** A hundredth of a degree on a side, counted round from the south-west. */
const square: readonly LngLat[] = [
  [121, 31],
  [121.01, 31],
  [121.01, 31.01],
  [121, 31.01],
]
const polygon = (points: readonly LngLat[]): FenceShape => ({ shape: 'polygon', points })
const circle = (radiusM: number, lng = 121, lat = 31): FenceShape => ({ shape: 'circle', lng, lat, radiusM })
const corridor = (points: readonly LngLat[], widthM: number): FenceShape => ({ shape: 'corridor', points, widthM })

describe('where the border crosses itself', () => {
  test.each<[string, readonly LngLat[], boolean]>([
    ['a square does not', square, false],
    ['nor does one that is drawn the other way round', square.toReversed(), false],
    [
      'nor a corner that points inwards',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 1],
        [0, 4],
      ],
      false,
    ],
    [
      'nor a point in the middle of a straight side',
      [
        [0, 0],
        [2, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
      false,
    ],
    [
      'a bow tie does',
      [
        [0, 0],
        [4, 4],
        [4, 0],
        [0, 4],
      ],
      true,
    ],
    [
      'so does a corner that touches the opposite side',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
      ],
      true,
    ],
    [
      'and a side that runs back over the one before',
      [
        [0, 0],
        [4, 0],
        [2, 0],
        [2, 4],
      ],
      true,
    ],
    [
      'and a point that stands twice',
      [
        [0, 0],
        [4, 0],
        [4, 0],
        [4, 4],
      ],
      true,
    ],
    [
      'and a border that comes by the same point twice',
      [
        [0, 0],
        [2, 2],
        [4, 0],
        [4, 4],
        [2, 2],
        [0, 4],
      ],
      true,
    ],
  ])('%s', (_, points, crosses) => {
    expect(crossesItself(points)).toBe(crosses)
  })

  const around = (radii: readonly number[]): LngLat[] =>
    radii.map((radius, i) => {
      const angle = (2 * Math.PI * i) / radii.length
      return [120 + radius * Math.cos(angle), 31 + radius * Math.sin(angle)]
    })

  test('a border that goes once around never does, however far its points are from the middle', () => {
    const radii = fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 5, maxLength: 40 })
    fc.assert(fc.property(radii, (given) => !crossesItself(around(given))))
  })

  test('a round border does as soon as two neighbours change places', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 60 }), fc.nat(), (count, which) => {
        const points = around(Array.from({ length: count }, () => 1))
        const i = which % (count - 1)
        const swapped = points.with(i, points[i + 1] ?? [0, 0]).with(i + 1, points[i] ?? [0, 0])
        expect(crossesItself(swapped)).toBe(true)
      }),
    )
  })
})

describe('what may be a fence', () => {
  test.each<[string, FenceShape]>([
    ['a station', circle(150)],
    ['the least and the most', circle(20)],
    ['a city', circle(50_000)],
    ['a yard', polygon(square)],
    [
      'a road',
      corridor(
        [
          [121, 31],
          [121.1, 31.1],
        ],
        60,
      ),
    ],
  ])('%s', (_, shape) => {
    expect(fenceProblem(shape)).toBeNull()
  })

  const FAR = 'must not reach further than 600 km from west to east or south to north; draw several fences'
  const ring = (count: number): LngLat[] =>
    Array.from({ length: count }, (_, i) => [
      121 + Math.cos((2 * Math.PI * i) / count) / 100,
      31 + Math.sin((2 * Math.PI * i) / count) / 100,
    ])
  test.each<[string, FenceShape, string]>([
    ['a circle smaller than a fix is exact', circle(19.9), 'must have a radius of 20 to 50000 m'],
    ['a circle larger than a city', circle(50_001), 'must have a radius of 20 to 50000 m'],
    ['a radius that is no number', circle(Number.NaN), 'must have a radius of 20 to 50000 m'],
    ['two points', polygon(square.slice(0, 2)), 'needs at least 3 points'],
    ['one point of a road', corridor(square.slice(0, 1), 50), 'needs at least 2 points'],
    ['too many points', polygon(ring(201)), 'may have at most 200 points'],
    ['a bow tie', polygon([square[0], square[2], square[1], square[3]] as LngLat[]), 'has a border that crosses itself; move its points'],
    [
      'a yard of ten metres',
      polygon([
        [121, 31],
        [121.0001, 31],
        [121.0001, 31.0001],
      ]),
      'must have an area of 400 m² to 10000 km²',
    ],
    [
      'half a country',
      polygon([
        [115, 30],
        [120, 30],
        [120, 35],
      ]),
      'must have an area of 400 m² to 10000 km²',
    ],
    ['a footpath', corridor(square, 19), 'must have a corridor width of 20 to 5000 m'],
    [
      'a road of no length',
      corridor(
        [
          [121, 31],
          [121, 31],
        ],
        60,
      ),
      'must have a corridor length of 20 m to 500 km',
    ],
    [
      '[H4] a needle round the earth, whose area is small',
      polygon([
        [-179, -84],
        [179, 84],
        [179, 84.000_01],
      ]),
      FAR,
    ],
    [
      '[H4] a needle of 700 km',
      polygon([
        [115, 31],
        [122.4, 31],
        [122.4, 31.0001],
      ]),
      FAR,
    ],
    [
      '[H4] a road across 180° of longitude, which would go round the earth',
      corridor(
        [
          [179.9, 10],
          [-179.9, 10],
        ],
        60,
      ),
      FAR,
    ],
    ['a place beyond the earth', circle(100, 181), 'has a wrong coordinate: longitude -180 to 180, latitude -85 to 85'],
  ])('not %s', (_, shape, words) => {
    expect(fenceProblem(shape)?.en).toBe(words)
    expect(fenceProblem(shape)?.zh).not.toBe('')
  })

  test('as many points as are allowed are taken', () => {
    expect(fenceProblem(polygon(ring(200)))).toBeNull()
  })
})

test('the middle of a square is where its diagonals meet, for any first corner', () => {
  for (const points of [square, [...square.slice(1), ...square.slice(0, 1)]]) {
    const [lng, lat] = middleOf(polygon(points))
    expect([lng, lat]).toEqual([expect.closeTo(121.005, 9), expect.closeTo(31.005, 9)])
  }
})

test('the middle of a corridor is half way along it', () => {
  const bent = [
    [121, 31],
    [121, 31.02],
    [121, 31.03],
    [121, 31.04],
  ] as const
  expect(lengthM(bent)).toBeCloseTo(4447.8, 0)
  expect(middleOf(corridor(bent, 50))).toEqual([121, expect.closeTo(31.02, 6)])
})

test('a circle moved by a thousandth of a degree north and made twice as wide: 111 m and three times its area more', () => {
  const { movedM, areaChangeM2 } = fenceDifference(circle(150), circle(300, 121, 31.001))
  expect(movedM).toBeCloseTo(111.2, 1)
  expect(areaChangeM2).toBeCloseTo(3 * Math.PI * 150 ** 2, 3)
  expect(fenceDifference(circle(300), circle(150)).areaChangeM2).toBeLessThan(0)
})

const place = fc.tuple(fc.double({ min: 75, max: 134, noNaN: true }), fc.double({ min: 18, max: 53, noNaN: true }))

test('a fence that moves with its place keeps its size, goes as far, and comes back', () => {
  fc.assert(
    fc.property(
      place,
      fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      ([lng, lat], east, north) => {
        const from: LngLat = [lng, lat]
        const to: LngLat = [lng + east, lat + north]
        const near = (x: number, y: number): LngLat => [lng + x, lat + y]
        for (const shape of [
          circle(200, lng + 0.001, lat),
          polygon([near(0, 0), near(0.004, 0), near(0.004, 0.003), near(0.001, 0.004)]),
          corridor([near(0, 0), near(0.01, 0.002), near(0.01, 0.01)], 80),
        ]) {
          const moved = movedShape(shape, from, to)
          const { movedM, areaChangeM2 } = fenceDifference(shape, moved)
          const wantedM = distanceM(middleOf(shape)[1], middleOf(shape)[0], middleOf(shape)[1] + north, middleOf(shape)[0] + east)
          expect(Math.abs(movedM - wantedM)).toBeLessThan(1)
          expect(Math.abs(areaChangeM2) / areaM2(shape)).toBeLessThan(0.002)
          expect(fenceDifference(shape, movedShape(moved, to, from)).movedM).toBeLessThan(0.5)
        }
      },
    ),
  )
})

test('the drawn border of every shape lies on the border that counts', () => {
  const road = corridor(
    [
      [121, 31],
      [121.02, 31.01],
    ],
    100,
  )
  for (const shape of [circle(300), polygon(square), road])
    for (const [lng, lat] of fenceOutline(shape)) expect(Math.abs(metresOutside(shape, lat, lng))).toBeLessThan(1)
})
