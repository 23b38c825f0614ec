import { expect, test } from 'vitest'
import fc from 'fast-check'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const distances = (rows: readonly { properties: Readonly<Record<string, unknown>> }[]): number =>
  rows.reduce((sum, { properties }) => sum + Number(properties['distanceM']), 0)

test('[2.5-03] an hour and a half on the road are pieces of clock hours, and add up to the way', () => {
  // From 00:10:10 for 90 minutes with 60 km/h: 90 km.
  const day = aDay().stands(300).waits(610).drivesFor(5400, 60).waits(120)
  const pieces = runDay(day.readings, aTruck()).recordsOf('driven')
  expect(pieces.map(({ startedAt }) => new Date(startedAt).toISOString().slice(11, 13))).toEqual(['00', '01'])
  expect(distances(pieces) / 1000).toBeCloseTo(90, 0)
  const seconds = pieces.map(({ properties }) => Number(properties['drivingS']))
  expect(seconds[0]).toBeGreaterThan(2900)
  expect(seconds[0]).toBeLessThanOrEqual(2990)
  // The half minute in which it is not yet known that it stands is driving.
  expect((seconds[0] ?? 0) + (seconds[1] ?? 0)).toBeGreaterThanOrEqual(5380)
  expect((seconds[0] ?? 0) + (seconds[1] ?? 0)).toBeLessThanOrEqual(5440)
  expect(pieces[0]?.properties).toMatchObject({ maxKmh: 60, loaded: false, fromKm: null, driverName: '王师傅' })
})

test('a short stop does not end a piece, and the way from the stop counts', () => {
  const day = aDay().stands(300).waits(60).drivesFor(600, 60).waits(120).drivesFor(600, 60).waits(120)
  const pieces = runDay(day.readings, aTruck()).recordsOf('driven')
  expect(pieces).toHaveLength(1)
  expect(distances(pieces) / 1000).toBeCloseTo(20, 1)
  expect(pieces[0]?.properties['drivingS']).toBeLessThan(1300)
})

test('a truck that stands has driven nothing, however its fixes wander', () => {
  const day = aDay().stands(300).waits(7200)
  const wanders = day.readings.map((reading, i) => ({
    ...reading,
    position: { ...reading.position, lng: reading.position.lng + (i % 2) * 0.0003 },
  }))
  expect(runDay(wanders, aTruck()).recordsOf('driven')).toEqual([])
})

test('loaded and empty ways are pieces of their own', () => {
  const day = aDay().waits(300).loads([7700, 7700, 6000], 60).drivesTo(30).waits(300)
  day.unloads([0, 0, 0], 60).shuts().waits(600).drivesTo(60).waits(120)
  const pieces = runDay(day.readings, aTruck()).recordsOf('driven')
  const loadedM = distances(pieces.filter(({ properties }) => properties['loaded'] === true))
  expect(loadedM / 1000).toBeCloseTo(30, 0)
  expect((distances(pieces) - loadedM) / 1000).toBeCloseTo(30, 0)
})

test('the odometer is kept beside the way by satellite', () => {
  const day = aDay().stands(300).waits(60).drivesFor(1200, 60).waits(120)
  const readings = day.readings.map((reading, i) => ({ ...reading, position: { ...reading.position, mileageKm: 5000 + i * 0.1 } }))
  const [piece] = runDay(readings, aTruck()).recordsOf('driven')
  expect(piece?.properties['fromKm']).toBeGreaterThan(5000)
  expect(Number(piece?.properties['toKm']) - Number(piece?.properties['fromKm'])).toBeGreaterThan(11)
})

test('[2.5-03] each stay in a fence is a visit with its kind, from entering to leaving', () => {
  const day = aDay().waits(300).loads([7700, 7700, 6000], 60).drivesTo(30).waits(1200).drivesTo(60).waits(60)
  const run = runDay(day.readings, aTruck())
  const visits = run.recordsOf('fence-visit')
  expect(visits.map(({ properties, endedAt }) => [properties['fenceKind'], properties['loaded'], endedAt !== null])).toEqual([
    ['depot', false, true],
    ['park', true, true],
    ['repair', true, false],
  ])
  for (const { startedAt, endedAt } of visits.slice(0, 2)) expect(endedAt).toBeGreaterThan(startedAt)
})

test('property: pieces of any day never overlap, stay within their hour and never count more time than they last', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 0, max: 75 })), { minLength: 1, maxLength: 12 }),
      (legs) => {
        const day = aDay().stands(300).waits(60)
        for (const [minutes, kmh] of legs) {
          if (kmh < 5) day.waits(minutes * 60)
          else day.drivesFor(minutes * 60, kmh)
        }
        const pieces = runDay(day.waits(60).readings, aTruck()).recordsOf('driven')
        let before = 0
        for (const { startedAt, endedAt, properties } of pieces) {
          expect(startedAt).toBeGreaterThanOrEqual(before)
          expect(Math.floor((endedAt ?? 0) / 3_600_000)).toBe(Math.floor(startedAt / 3_600_000))
          expect(Number(properties['drivingS'])).toBeLessThanOrEqual(((endedAt ?? 0) - startedAt) / 1000 + 11)
          before = endedAt ?? 0
        }
        const truthKm = legs.reduce((sum, [minutes, kmh]) => sum + (kmh < 5 ? 0 : (minutes / 60) * kmh), 0)
        expect(distances(pieces) / 1000).toBeGreaterThan(truthKm - 0.35 * legs.length - 0.01 * truthKm)
        expect(distances(pieces) / 1000).toBeLessThan(truthKm + 0.35 * legs.length + 0.01 * truthKm)
      },
    ),
    { numRuns: 25 },
  )
})
