import fc from 'fast-check'
import { distanceM } from '@tanker/domain/fences/geo'
import { expect, test } from 'vitest'
import { type TrackLine, WAY } from '../../platform/tracks/track-line.ts'
import { FARTHEST_M, figuresOf, momentAfter, waysApart } from './track-difference.ts'

/** One degree of latitude is 111.2 km, of longitude at 31.3° north 95.1 km. */
const [LAT, LNG] = [31.3, 120.6]
const START = Date.UTC(2026, 2, 1, 0)

/** A truck at 60 km/h along the given points, metres east and north of the start, one each minute. */
function driven(points: readonly (readonly [east: number, north: number])[], more: Partial<TrackLine> = {}): TrackLine {
  const count = points.length
  const lat = Float64Array.from(points, ([, north]) => LAT + north / 111_195)
  const lng = Float64Array.from(points, ([east]) => LNG + east / (111_195 * Math.cos((LAT * Math.PI) / 180)))
  const drivenM = new Float64Array(count)
  for (let index = 1; index < count; index += 1)
    drivenM[index] = drivenM[index - 1]! + distanceM(lat[index - 1]!, lng[index - 1]!, lat[index]!, lng[index]!)
  return {
    truckId: 1,
    plate: '苏A00001',
    at: Float64Array.from(points, (_, index) => START + index * 60_000),
    lat,
    lng,
    kmh: new Float32Array(count).fill(60),
    headingDeg: new Float32Array(count),
    km: new Float64Array(count),
    flags: new Uint8Array(count).fill(1),
    way: new Uint8Array(count),
    drivenM,
    withoutFix: 0,
    ...more,
  }
}

/** Ten kilometres east. */
const road = driven(Array.from({ length: 11 }, (_, index) => [index * 1000, 0] as const))
/** The same, but for a way round 800 m north of it from kilometre 4 to 6. */
const roundabout = driven([
  [0, 0],
  [1000, 0],
  [2000, 0],
  [3000, 0],
  [4000, 0],
  [4000, 800],
  [5000, 800],
  [6000, 800],
  [6000, 0],
  [7000, 0],
  [8000, 0],
])

test('a track on the same road is nowhere apart, nor is one in the next lane, nor one the other way round', () => {
  expect(waysApart(road, road)).toEqual([])
  expect(waysApart(road, driven(Array.from({ length: 11 }, (_, index) => [index * 1000, 30] as const)))).toEqual([])
  expect(waysApart(road, driven(Array.from({ length: 11 }, (_, index) => [10_000 - index * 1000, 0] as const)))).toEqual([])
})

test('a way round is one way apart: when, how far driven, how far away and where', () => {
  const ways = waysApart(road, roundabout)
  expect(ways).toHaveLength(1)
  const [way] = ways
  // Points 5 to 7 lie 800 m north of the road: two kilometres between them.
  expect(way?.from).toBe(START + 5 * 60_000)
  expect(way?.to).toBe(START + 7 * 60_000)
  expect(way?.drivenM).toBeCloseTo(2000, -1)
  expect(way?.mostM).toBeCloseTo(800, -1)
  expect(way?.lat).toBeCloseTo(LAT + 800 / 111_195, 4)
})

test('149 m beside the road is the same road, 151 m is another', () => {
  const beside = (north: number) => driven(Array.from({ length: 11 }, (_, index) => [index * 1000, north] as const))
  expect(waysApart(road, beside(149))).toEqual([])
  expect(waysApart(road, beside(152))).toHaveLength(1)
})

test('far away it is as far as the search goes; a short way off is none; a gap ends a way apart', () => {
  const far = driven(Array.from({ length: 11 }, (_, index) => [index * 1000, 50_000] as const))
  expect(waysApart(road, far)[0]?.mostM).toBe(FARTHEST_M)
  const shortcut = driven([
    [0, 0],
    [3000, 0],
    [3000, 200],
    [3100, 200],
    [3100, 0],
    [9000, 0],
  ])
  expect(waysApart(road, shortcut)).toEqual([])
  const way = new Uint8Array(11)
  way[5] = WAY.gap
  expect(waysApart(road, { ...far, way })).toHaveLength(2)
})

test('an empty track has nothing to be apart from', () => {
  expect(waysApart(driven([]), road)).toEqual([])
  expect(waysApart(road, driven([]))).toEqual([])
})

test('the way apart is found as by looking at every segment', () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: -1800, max: 1800 }))
  fc.assert(
    fc.property(place, ([east, north]) => {
      // Two points there, far enough apart to count; on a straight road the distance is the latitude.
      const other = driven([
        [east, north],
        [east + 400, north],
      ])
      const [found] = waysApart(road, other)
      if (Math.abs(north) < 149) expect(found).toBeUndefined()
      else if (Math.abs(north) > 152) expect(found?.mostM).toBeCloseTo(Math.abs(north), -1)
    }),
  )
})

test('figures of a track, counted by hand: 10 km in 10 minutes, one stop of three', () => {
  const stops = [{ startedAt: new Date(START + 60_000).toISOString(), endedAt: new Date(START + 240_000).toISOString() }]
  const figures = figuresOf(road, stops)
  expect(figures?.drivenKm).toBeCloseTo(10, 2)
  expect(figures).toMatchObject({ from: START, to: START + 600_000, driveMs: 600_000, stops: 1, stopMs: 180_000, maxKmh: 60 })
  expect(figures?.meanKmh).toBeCloseTo(60, 1)
  expect(figuresOf(driven([]), [])).toBeNull()
})

test('a stop that began before the track or still lasts counts for its part in it', () => {
  const stop = (startedAt: number, endedAt: number | null) => ({
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
  })
  expect(figuresOf(road, [stop(START - 600_000, START + 60_000)])?.stopMs).toBe(60_000)
  expect(figuresOf(road, [stop(START + 540_000, null)])?.stopMs).toBe(60_000)
})

test('a truck that stood has no mean speed, and a gap is no driving time', () => {
  const stood = driven([
    [0, 0],
    [0, 0],
  ])
  expect(figuresOf({ ...stood, kmh: new Float32Array(2) }, [])).toMatchObject({ meanKmh: null, driveMs: 0 })
  const way = new Uint8Array(11)
  way[3] = WAY.gap
  expect(figuresOf({ ...road, way }, [])?.driveMs).toBe(540_000)
})

test('a moment is found by metres driven, between two points and beyond both ends', () => {
  expect(momentAfter(road, 0)).toBe(START)
  expect(momentAfter(road, 2500)).toBeCloseTo(START + 150_000, -3)
  expect(momentAfter(road, 99_999)).toBe(START + 600_000)
  expect(momentAfter(driven([]), 100)).toBe(0)
})
