import type { TruckTrail } from '@tanker/contract/board'
import { expect, test } from 'vitest'
import { LiveTrail } from './live-trail.ts'
import { markFeatures, markGroups, speedBand, trailLines, trailSince } from './trail-features.ts'

const minute = 60_000
const trail = (speedKmh: readonly number[], gaps: readonly number[] = []): TruckTrail => ({
  at: speedKmh.map((_, index) => index * minute),
  lat: speedKmh.map(() => 31),
  lng: speedKmh.map((_, index) => 120 + index),
  speedKmh: [...speedKmh],
  gaps: [...gaps],
  marks: [],
})
const shape = (lines: ReturnType<typeof trailLines>) =>
  lines.features.map(({ properties, geometry }) => [properties?.['kind'], ...geometry.coordinates.map(([lng]) => lng)])

test('a speed has the colour of its twenty km/h, from 80 on the darkest', () => {
  expect([0, 19.9, 20, 59, 60, 79.9, 80, 130].map(speedBand)).toEqual([0, 0, 1, 2, 3, 3, 4, 4])
})

test('[delight 3] stretches of like speed are one line, and each begins where the one before ends', () => {
  expect(shape(trailLines(trail([50, 50, 52, 90, 90]), []))).toEqual([
    ['speed3', 120, 121, 122],
    ['speed4', 122, 123],
    ['speed5', 123, 124],
  ])
})

test('[delight 3] where nothing came for more than five minutes, a line of its own', () => {
  expect(shape(trailLines(trail([10, 10, 10, 10], [2]), []))).toEqual([
    ['speed1', 120, 121],
    ['gap', 121, 122],
    ['speed1', 122, 123],
  ])
})

test('what came since is drawn on, each place once, and with its own gaps', () => {
  const tail = [0, 1, 3, 9].map((count) => ({ at: count * minute, lat: 31, lng: 200 + count, speedKmh: 10 }))
  expect(shape(trailLines(trail([10, 10]), tail))).toEqual([
    ['speed1', 120, 121, 203],
    ['gap', 203, 209],
  ])
})

test('without two places there is no line', () => {
  expect(shape(trailLines(trail([]), []))).toEqual([])
  expect(shape(trailLines(trail([10]), []))).toEqual([])
})

test('covers of one place are one mark with their number, loading and unloading are others', () => {
  const mark = (name: string, lat: number, direction = '') => ({
    key: '',
    at: '2026-11-21T08:00:00Z',
    endedAt: null,
    kind: 'record' as const,
    name,
    object: 101,
    grade: null,
    properties: { direction },
    lat,
    lng: 120,
  })
  const marks = [
    mark('cover', 31),
    mark('operation', 31, 'unloading'),
    mark('cover', 31.0005),
    mark('cover', 31.01),
    mark('operation', 31, 'loading'),
  ]
  const groups = markGroups(marks)
  expect(groups.map(({ icon, marks: { length } }) => [icon, length])).toEqual([
    ['opening', 2],
    ['unloading', 1],
    ['opening', 1],
    ['loading', 1],
  ])
  expect(markFeatures(groups).features.map(({ properties }) => [properties?.['icon'], properties?.['count']])).toEqual([
    ['mark-opening', '2'],
    ['mark-unloading', ''],
    ['mark-opening', ''],
    ['mark-loading', ''],
  ])
})

test('[2.3-02] what came in the last minutes of a trail, its gaps counted from its own beginning', () => {
  const five = trail([10, 20, 30, 40, 50], [1, 2, 4])
  expect(trailSince(five, 2 * minute)).toMatchObject({ at: [2, 3, 4].map((count) => count * minute), speedKmh: [30, 40, 50], gaps: [2] })
  // A moment between two readings; one after the last.
  expect(trailSince(five, 2 * minute + 1).at).toEqual([3 * minute, 4 * minute])
  expect(trailSince(five, 5 * minute)).toMatchObject({ at: [], gaps: [] })
  expect(trailSince(five, 0).at).toEqual(five.at)
})

test('a live trail takes newer places only, and forgets those that the next reading has', () => {
  const live = new LiveTrail()
  const place = (count: number) => ({ at: count * minute, lat: 31, lng: 200 + count, speedKmh: 10 })
  expect(live.extend(place(1))).toBe(false)
  live.read(trail([10, 10]))
  expect([live.extend(place(1)), live.extend(place(3)), live.extend(place(3))]).toEqual([false, true, false])
  expect(shape(live.lines())).toEqual([['speed1', 120, 121, 203]])
  expect(shape(live.lines(minute))).toEqual([['speed1', 121, 203]])
  live.read(trail([10, 10, 10, 10]))
  expect(shape(live.lines())).toEqual([['speed1', 120, 121, 122, 123]])
  live.read(undefined)
  expect(shape(live.lines())).toEqual([])
})
