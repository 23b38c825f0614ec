import type { Fence, FenceShape } from '@tanker/domain/fences/fence'
import type { Reading } from '@tanker/domain/reading'
import type { Thresholds } from '@tanker/domain/thresholds'
import { expect, test } from 'vitest'
import { aDay, aTruck, depot, fenceFinder } from './a-day.ts'
import { lngAt, roadLat } from './a-truck.ts'
import { runDay } from './run-day.ts'

const custom = (shape: FenceShape, speedLimitKmh: number | null): Fence => ({
  id: 9,
  kind: 'custom',
  name: '东环',
  placeId: null,
  shape,
  speedLimitKmh,
})
/** The road of all scenarios, from kilometre 10 to 80. */
const corridor: FenceShape = {
  shape: 'corridor',
  points: [
    [lngAt(10), roadLat],
    [lngAt(80), roadLat],
  ],
  widthM: 200,
}
const town: FenceShape = { shape: 'circle', lat: roadLat, lng: lngAt(25), radiusM: 8_000 }

const truckIn = (fences: readonly Fence[], thresholds: Partial<Thresholds> = {}) =>
  aTruck({ fences: fenceFinder([depot, ...fences]) }, thresholds)
/** Stands at kilometre 20, drives this fast for so long, then is too fast for 20 s. */
const drive = (beforeS: number, beforeKmh: number, kmh: number, litres: readonly number[] = [0, 0, 0]): readonly Reading[] =>
  aDay()
    .holds(...litres)
    .stands(20)
    .waits(300)
    .drivesFor(beforeS, beforeKmh)
    .drivesFor(20, kmh, 1)
    .drivesFor(60, 30).readings
const roadsOf = (readings: readonly Reading[], fences: readonly Fence[] = [], thresholds: Partial<Thresholds> = {}) =>
  runDay(readings, truckIn(fences, thresholds))
    .alarmsOf(2)
    .map(({ properties: { limitKmh, roadClass, roadSource, loaded } }) => ({ limitKmh, roadClass, roadSource, loaded }))

test('[4.4-02] six minutes at 75 km/h are an expressway by speed, and the row says that speed says so', () => {
  expect(roadsOf(drive(360, 75, 88))).toEqual([{ limitKmh: 80, roadClass: 'expressway', roadSource: 'speed', loaded: false }])
})

test('four minutes are not, nor is a truck at 60 km/h: the road is unknown and the truck’s own limit counts', () => {
  const unknown = { limitKmh: 80, roadClass: null, roadSource: null, loaded: false }
  expect(roadsOf(drive(240, 75, 88))).toEqual([unknown])
  expect(roadsOf(drive(600, 60, 88))).toEqual([unknown])
})

test('speed alone never makes a road slow: 70 km/h on an unknown road is no overspeed', () => {
  expect(roadsOf(drive(60, 55, 70))).toEqual([])
})

test('[4.4-02] a corridor whose limit is above that of other roads is an expressway', () => {
  expect(roadsOf(drive(60, 60, 78), [custom(corridor, 70)])).toEqual([
    { limitKmh: 70, roadClass: 'expressway', roadSource: 'corridor', loaded: false },
  ])
})

test('a corridor with a limit of 60 km/h is another road, 61 is an expressway', () => {
  expect(roadsOf(drive(60, 50, 65), [custom(corridor, 60)])).toMatchObject([{ limitKmh: 60, roadClass: 'other', roadSource: 'corridor' }])
  expect(roadsOf(drive(60, 50, 65), [custom(corridor, 61)])).toMatchObject([{ limitKmh: 61, roadClass: 'expressway' }])
})

test('[4.4-02] an area with a limit of 40 km/h is a town: another road, by the fence', () => {
  expect(roadsOf(drive(60, 35, 48), [custom(town, 40)])).toEqual([{ limitKmh: 40, roadClass: 'other', roadSource: 'fence', loaded: false }])
})

test('an area with a limit of 70 km/h has roads of both kinds, one without a limit says nothing: speed decides', () => {
  expect(roadsOf(drive(60, 50, 78), [custom(town, 70)])).toMatchObject([{ limitKmh: 70, roadClass: null, roadSource: null }])
  expect(roadsOf(drive(360, 75, 88), [custom(corridor, null)])).toMatchObject([{ roadClass: 'expressway', roadSource: 'speed' }])
})

test('in the fence of a depot it is a yard, with the limit of the fence', () => {
  const readings = aDay().stands(0).waits(300).drivesFor(10, 15).drivesFor(20, 36, 1).drivesFor(60, 10).readings
  const slowDepot = { ...depot, speedLimitKmh: 30 }
  expect(
    runDay(readings, aTruck({ fences: fenceFinder([slowDepot]) }))
      .alarmsOf(2)
      .map(({ properties }) => properties),
  ).toMatchObject([{ limitKmh: 30, roadClass: 'yard', roadSource: 'fence' }])
})

test('a loaded truck has the limit of its load on the same road', () => {
  const slower = { expresswayLoadedKmh: 70 }
  const full = [7700, 7700, 7700]
  expect(roadsOf(drive(360, 69, 76, full), [], slower)).toMatchObject([{ limitKmh: 70, roadSource: 'speed', loaded: true }])
  expect(roadsOf(drive(360, 69, 76), [], slower)).toEqual([])
  // The lower limit counts: one for loaded trucks does not raise that for all.
  expect(roadsOf(drive(360, 69, 76, full), [], { expresswayKmh: 70, expresswayLoadedKmh: 90 })).toMatchObject([{ limitKmh: 70 }])
})

test('a fix slower than 65 km/h, or two minutes without one, begin the five minutes again', () => {
  const slowed = aDay().stands(20).waits(300).drivesFor(200, 75).drivesFor(10, 50).drivesFor(200, 75).drivesFor(20, 88, 1).drivesFor(60, 30)
  expect(roadsOf(slowed.readings)).toMatchObject([{ roadClass: null }])
  const silent = aDay().stands(20).waits(300).drivesFor(200, 75).skips(130).drivesFor(200, 75).drivesFor(20, 88, 1).drivesFor(60, 30)
  expect(roadsOf(silent.readings)).toMatchObject([{ roadClass: null }])
})

test('the device’s own report (45) names the road in the same way', () => {
  const day = aDay().stands(20).waits(300).drivesFor(360, 75).alarmBits(2).drivesFor(20, 76, 1).alarmBits(0).drivesFor(60, 30)
  expect(runDay(day.readings, truckIn([])).alarmsOf(45)).toMatchObject([
    { properties: { limitKmh: 80, roadClass: 'expressway', roadSource: 'speed' } },
  ])
})

test('late data name the same road, as history', () => {
  const late = drive(360, 75, 88).map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(runDay(late, truckIn([])).alarmsOf(2)).toMatchObject([
    { live: false, properties: { roadClass: 'expressway', roadSource: 'speed' } },
  ])
})
