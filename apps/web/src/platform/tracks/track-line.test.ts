import { TRACK_FLAG, type TruckTrack } from '@tanker/contract/track'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsOf, stretchFeatures, trackFeatures } from './track-features.ts'
import { indexAt, WAY, momentAt, spanOf, trackLine } from './track-line.ts'

const { located, accOn, resent } = TRACK_FLAG
const START = Date.UTC(2026, 2, 18)
const END = Date.UTC(2026, 2, 19)

type Given = { second: number; lat?: number; lng?: number; kmh?: number; heading?: number; flags?: number; km?: number }

const differences = (values: readonly number[]): number[] => values.map((value, index) => value - (values[index - 1] ?? 0))

/** A track as the server answers it. */
const answer = (points: readonly Given[]): TruckTrack => ({
  truckId: 7,
  signCode: '苏A00007',
  atMs: differences(points.map(({ second }) => START + second * 1000)),
  lat: differences(points.map(({ lat = 32 }) => Math.round(lat * 1e6))),
  lng: differences(points.map(({ lng = 120 }) => Math.round(lng * 1e6))),
  kmh10: points.map(({ kmh = 36 }) => kmh * 10),
  headingDeg: points.map(({ heading = 90 }) => heading),
  km10: differences(points.map(({ km = 0 }) => Math.round(km * 10))),
  flags: points.map(({ flags = located | accOn }) => flags),
  morePoints: false,
  stops: [],
  moreStops: false,
})
const lineOf = (points: readonly Given[]) => trackLine(answer(points))

describe('a track', () => {
  test('is where the differences of the wire lead; points without a fix are counted and left out', () => {
    const line = lineOf([
      { second: 0, lat: 32, lng: 120, km: 100 },
      { second: 10, lat: 0, lng: 0, flags: accOn, km: 100 },
      { second: 20, lat: 32.001, lng: 120.001, km: 100.2, kmh: 50 },
    ])
    expect([...line.at]).toEqual([START, START + 20_000])
    expect([...line.lat]).toEqual([32, 32.001])
    expect([...line.lng]).toEqual([120, 120.001])
    expect([...line.km]).toEqual([100, 100.2])
    expect([...line.kmh]).toEqual([36, 50])
    expect(line.withoutFix).toBe(1)
  })

  test('has the metres driven: one thousandth of a degree of latitude is 111.2 m; standing still adds none', () => {
    const line = lineOf([
      { second: 0 },
      { second: 10, lat: 32.001 },
      { second: 20, lat: 32.002 },
      { second: 30, lat: 32.00205, kmh: 0 },
      { second: 40, lat: 32.002, kmh: 0 },
    ])
    expect(line.drivenM[1]).toBeCloseTo(111.2, 1)
    expect(line.drivenM[2]).toBeCloseTo(222.4, 1)
    // The truck drove when it came to its first standing point, then only its fix wandered.
    expect(line.drivenM[4]).toBe(line.drivenM[3])
  })

  test('a silence of more than five minutes is a gap, at five minutes it is not; what no truck drives is a jump', () => {
    const line = lineOf([
      { second: 0 },
      { second: 300, lat: 32.02 },
      { second: 601, lat: 32.04 },
      { second: 611, lat: 32.1 },
      { second: 621, lat: 32.1 },
    ])
    expect([...line.way]).toEqual([WAY.known, WAY.known, WAY.gap, WAY.jump, WAY.known])
    // 6.7 km in ten seconds are not driven.
    expect(line.drivenM[3]).toBe(line.drivenM[2])
  })

  test('200 m between two seconds is an error of the fix, no jump', () => {
    expect([...lineOf([{ second: 0 }, { second: 1, lat: 32.0018 }]).way]).toEqual([WAY.known, WAY.known])
  })
})

describe('the moment that is shown', () => {
  const line = lineOf([
    { second: 0, lat: 32, kmh: 40, km: 10 },
    { second: 10, lat: 32.001, kmh: 44, km: 10.1 },
    { second: 1000, lat: 32.01, kmh: 0 },
  ])

  test('lies between two points in a straight line, with the speed of the last one', () => {
    expect(momentAt(line, START + 4_000)).toMatchObject({ lat: expect.closeTo(32.0004, 9), kmh: 40, isKnown: true, at: START })
    expect(momentAt(line, START + 10_000)).toMatchObject({ lat: expect.closeTo(32.001, 9), kmh: 44 })
  })

  test('in a gap the truck stays where it was; its place is not known once five minutes have passed', () => {
    expect(momentAt(line, START + 310_000)).toMatchObject({ lat: 32.001, isKnown: true })
    expect(momentAt(line, START + 311_000)).toMatchObject({ lat: 32.001, isKnown: false })
  })

  test('before the first point nothing is known; an empty track has no moment', () => {
    expect(momentAt(line, START - 1)).toMatchObject({ lat: 32, isKnown: false })
    expect(momentAt(lineOf([]), START)).toBeNull()
    expect(spanOf([lineOf([])])).toBeNull()
    expect(spanOf([line, lineOf([])])).toEqual({ from: START, to: START + 1_000_000 })
  })

  test('the point is the last one at or before it, at any times', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 60 }), fc.integer({ min: -5, max: 505 }), (seconds, asked) => {
        const times = seconds.toSorted((a, b) => a - b)
        const at = Float64Array.from(times)
        expect(indexAt({ at }, asked)).toBe(times.findLastIndex((one) => one <= asked))
      }),
    )
  })
})

describe('the drawing of a track', () => {
  test('has one line for each colour of speed, dashed ones for gaps and jumps, and one for what was uploaded late', () => {
    const line = lineOf([
      { second: 0, kmh: 10 },
      { second: 10, lat: 32.001, kmh: 10 },
      { second: 20, lat: 32.002, kmh: 90 },
      { second: 30, lat: 32.003, kmh: 90 },
      { second: 40, lat: 32.004, kmh: 90, flags: located | resent },
      { second: 900, lat: 32.005, kmh: 90 },
      { second: 901, lat: 33, kmh: 90 },
    ])
    const features = trackFeatures(line, null)
    expect(features.map(({ properties, geometry }) => [properties?.['stretch'], geometry.coordinates.length])).toEqual([
      ['speed1', 2],
      ['speed3', 2],
      ['speed5', 2],
      ['resent', 2],
      ['gap', 2],
      ['jump', 2],
    ])
  })

  test('is thinned where nothing changes, but begins and ends where the track does', () => {
    const points = Array.from({ length: 500 }, (_, index) => ({ second: index * 10, kmh: 0 }))
    const [feature, ...others] = trackFeatures(lineOf(points), '#123456')
    expect(others).toEqual([])
    expect(feature?.geometry.coordinates).toHaveLength(2)
    expect(feature?.properties).toMatchObject({ colour: '#123456' })
  })

  test('every drawn line begins where the one before ended, and no point is further than 25 m from the line', () => {
    const step = fc.record({
      second: fc.integer({ min: 1, max: 400 }),
      dLat: fc.integer({ min: -200, max: 200 }),
      dLng: fc.integer({ min: -200, max: 200 }),
      kmh: fc.integer({ min: 0, max: 100 }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 80 }), (steps) => {
        let [second, lat, lng] = [0, 32, 120]
        const line = lineOf(
          steps.map((one) => {
            second += one.second
            lat += one.dLat / 1e6
            lng += one.dLng / 1e6
            return { second, lat, lng, kmh: one.kmh }
          }),
        )
        const features = trackFeatures(line, null)
        const ends = features.map(({ geometry: { coordinates } }) => [coordinates[0], coordinates.at(-1)])
        for (const [index, [first]] of ends.entries()) if (index > 0) expect(first).toEqual(ends[index - 1]?.[1])
        const drawn = features.flatMap(({ geometry }) => geometry.coordinates) as [number, number][]
        for (let index = 0; index < line.at.length; index += 1) {
          const near = drawn.some(
            ([x, y]) => Math.abs(x - (line.lng[index] as number)) < 0.00025 && Math.abs(y - (line.lat[index] as number)) < 0.00025,
          )
          expect(near).toBe(true)
        }
      }),
    )
  })

  test('its bounds hold all points', () => {
    const line = lineOf([{ second: 0 }, { second: 10, lat: 31, lng: 121 }])
    expect(boundsOf([line])).toEqual([120, 31, 121, 32])
    expect(boundsOf([lineOf([])])).toBeNull()
  })
})

describe('a stretch of a track', () => {
  // One metre north a second or so; a gap of ten minutes after the third point.
  const line = lineOf([
    { second: 0, lat: 32 },
    { second: 10, lat: 32.001 },
    { second: 20, lat: 32.002 },
    { second: 620, lat: 32.01 },
    { second: 630, lat: 32.011 },
  ])
  const latsOf = (from: number, to: number) =>
    stretchFeatures(line, { from: START + from * 1000, to: START + to * 1000 }).map(({ geometry }) =>
      geometry.coordinates.map(([, lat = 0]) => Number(lat.toFixed(4))),
    )

  test('begins and ends between the points, at its moments', () => {
    expect(latsOf(5, 15)).toEqual([[32.0005, 32.001, 32.0015]])
  })

  test('breaks where the way is not known', () => {
    expect(latsOf(15, 625)).toEqual([
      [32.0015, 32.002],
      [32.01, 32.0105],
    ])
  })

  test('reaches no further than the track, and is nothing beside it or without a way', () => {
    expect(latsOf(-100, 10)).toEqual([[32, 32.001, 32.001]])
    expect([latsOf(-100, -50), latsOf(700, 800), latsOf(100, 200)]).toEqual([[], [], []])
    expect(stretchFeatures(lineOf([]), { from: 0, to: END })).toEqual([])
  })
})
