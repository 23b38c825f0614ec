import { expect, test } from 'vitest'
import { aDay, aTruck, park, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const full = [7700, 7700, 6000]
const onTheRoad = (seed = 1) => aDay(seed).waits(300).loads(full, 60)

test('scenario 4: a roadside API opening of 40 s without loss is one red abnormal unsealing', () => {
  const day = onTheRoad().drivesTo(30).waits(240).opens(1, 0).waits(40).closes(1, 0).waits(400).drivesTo(80)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([1])
  const [alarm] = run.alarmsOf(1)
  expect(alarm).toMatchObject({ grade: 'red', object: 100 })
  expect(alarm?.endedAt).not.toBeNull()
  expect(alarm?.properties).toMatchObject({ compartment: 1, probeType: 0, placeKind: 'elsewhere', processState: 6, count: 1 })
  expect(run.recordsOf('cover').filter(({ properties }) => properties['abnormal'] === true)).toHaveLength(1)
})

test('[truth 4.9] scenario 4: the same with 120 L gone is one black alarm with its litres, and the record has cause 23', () => {
  const day = onTheRoad().drivesTo(30).waits(240).opens(1, 0)
  day.flows(1, -120, 180).closes(1, 0).waits(400).drivesTo(80)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([1])
  expect(run.alarmsOf(1)[0]).toMatchObject({ grade: 'black', properties: { judge: 'loss', discharged: true } })
  expect(run.alarmsOf(1)[0]?.properties['compartments']).toMatchObject([{ compartment: 1, oilCode: 92 }])
  expect(Math.abs(Number(run.alarmsOf(1)[0]?.properties['lossL']) - 120)).toBeLessThan(10)
  const [discharge] = run.records.filter(({ name }) => name === 'private-discharge')
  expect(discharge?.properties).toMatchObject({ cause: '23', compartment: 1 })
})

test('[3.3-02] a high loss says plate, loss, rate, threshold, both ends, and how uncertain it is', () => {
  const day = onTheRoad().drivesTo(30).waits(240).flows(1, -120, 180).waits(400)
  const [loss] = runDay(day.readings, aTruck()).alarmsOf(202)
  const names = ['signCode', 'loss', 'lossRate', 'highLossRateThreshold', 'startTime', 'endTime', 'startArea', 'endArea']
  expect(Object.keys(loss?.properties ?? {})).toEqual(expect.arrayContaining([...names, 'judge', 'uncertaintyL', 'compartments']))
  expect(loss?.properties).toMatchObject({ signCode: '沪A12345', highLossRateThreshold: 2 })
  expect(Math.abs(Number(loss?.properties['lossRate']) - (120 / 7700) * 1000)).toBeLessThan(2)
  expect(loss?.properties['judge']).toBe('loss')
  expect(Number(loss?.properties['uncertaintyL'])).toBeGreaterThan(3)
  expect(Number(loss?.properties['uncertaintyL'])).toBeLessThan(12)
})

test('[truth 4.9] a slow tap of 15 L/min is one discharge, whose litres grow past the limit of a high loss', () => {
  const day = onTheRoad().drivesTo(30).waits(240).flows(1, -220, 15).waits(300)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([322])
  const [discharge] = run.alarmsOf(322)
  expect(discharge?.properties).toMatchObject({ compartment: 1, highLossRateThreshold: 2 })
  expect(Number(discharge?.properties['lossV20L'])).toBeGreaterThan(170)
  expect(Number(discharge?.properties['lossV20L'])).toBeLessThan(235)
  expect(run.recordsOf('process').filter(({ name }) => name === 'private-discharge')).toHaveLength(1)
})

test('a loss within the difference of two calm readings accuses no one', () => {
  const day = onTheRoad().drivesTo(30).waits(300).flows(1, -15, 100).waits(300).drivesTo(90).waits(300).opens(1, 0).waits(60)
  day.unloads([0, 0, 0], 60).waits(600).shuts().waits(60).drivesTo(100)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([])
  const [trip] = run.recordsOf('trip')
  expect(trip?.properties['judge']).toBe('cannot-tell')
  const lossL = Number(trip?.properties['transitLossV20L'])
  expect(lossL).toBeGreaterThan(0)
  expect(lossL).toBeLessThan(3 * Number(trip?.properties['uncertaintyL']))
})

test('scenario 5: an opening in an approved parking lot is nothing when empty', () => {
  const day = aDay().stands(45).waits(300).opens(1, 0).waits(60).closes(1, 0).waits(900)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([])
  expect(run.recordsOf('cover')[0]?.place.fenceName).toBe(park.name)
})

test('scenario 5: and red when loaded', () => {
  const day = onTheRoad().drivesTo(45).waits(240).opens(1, 0).waits(60).closes(1, 0).waits(900)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([1])
  expect(run.alarmsOf(1)[0]).toMatchObject({ grade: 'red', properties: { placeKind: 'park' } })
})

test('scenario 6: an opening without satellites is judged at the next fix', () => {
  const day = onTheRoad().drivesTo(30).gps(false).waits(600).opens(1, 0).waits(60).closes(1, 0).waits(60)
  const before = runDay(day.readings, aTruck())
  expect(before.alarmTypes).toEqual([])
  day.gps(true).waits(60)
  expect(runDay(day.readings, aTruck()).alarmTypes).toEqual([1])
})

test('scenario 7: sloshing by 40 mm on a rough road for 20 minutes is neither loss nor alarm', () => {
  const day = onTheRoad().roughRoad(40).drivesTo(25).drivesFor(1200, 40).waits(600).drivesTo(60).waits(300)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([])
  expect(run.states).toBe('0-1-2-5-6')
})

test('scenario 8: a chattering probe is a seal fault and never an abnormal unsealing', () => {
  const day = onTheRoad().drivesTo(30).waits(240)
  for (let toggle = 0; toggle < 30; toggle += 1) {
    if (toggle % 2 === 0) day.opens(1, 0)
    else day.closes(1, 0)
    day.now(6)
  }
  day.closes(1, 0).waits(900)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([211])
  expect(run.recordsOf('seal-fault')[0]).toMatchObject({ object: 100, properties: { fault: 'chatter' } })
  expect(run.alarmsOf(211)[0]?.endedAt).not.toBeNull()
})

test('scenario 13: two overlapping fences, the station wins over the city zone around it', () => {
  const zone = { ...park, id: 9, kind: 'custom', name: '市区', shape: { ...park.shape, radiusM: 5000 } } as const
  const inner = { ...park, id: 10, kind: 'station', name: '站' } as const
  const day = aDay().stands(45).waits(60)
  const truck = aTruck({ fences: { near: () => [zone, inner] } })
  expect(runDay(day.readings, truck).state.membership.fence?.name).toBe('站')
})

test('[truth 4.9] a cover that is opened in the station of the trip, a frame each 300 s, is no unsealing', () => {
  for (const firstS of [0, 100, 200, 290]) {
    const day = onTheRoad().drivesTo(90)
    if (firstS > 0) day.waits(firstS, firstS)
    const run = runDay(day.opens(1, 0, 2).opens(2, 0, 2).waits(1800, 300).readings, aTruck())
    expect(run.alarmTypes.filter((type) => type === 1)).toEqual([])
  }
})

test('[truth 4.9] a cover that is opened while the truck rolls to its place in the station, a frame each 10 s, is yellow', () => {
  const day = onTheRoad().drivesTo(90).opens(1, 0).waits(300)
  expect(runDay(day.readings, aTruck()).alarmsOf(1)).toMatchObject([{ grade: 'yellow' }])
})

test('[D.6] a station whose roof hides the satellites: a truck that stands is where its last fix was, and its unloading is no alarm', () => {
  for (const everyS of [10, 60])
    for (const waitS of [30, 600, 3_600]) {
      const day = onTheRoad().drivesTo(90).waits(120).gps(false).waits(waitS).unloads([0, 0, 0], 60).waits(600).shuts().waits(300).gps(true)
      const readings = day.drivesTo(60).readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)
      const run = runDay(readings, aTruck())
      expect(run.alarmTypes, `a frame each ${everyS} s, ${waitS} s after the fix was lost`).toEqual([])
      expect(run.recordsOf('trip-leg').map(({ properties }) => properties['stationFenceId'])).toEqual([station.id])
    }
})

test('[D.6] without a fix for longer than an unloading takes, an opening waits for the next one, and on the road it is an alarm', () => {
  const covered = onTheRoad()
    .drivesTo(90)
    .waits(120)
    .gps(false)
    .waits(3 * 3_600)
    .opens(1, 0, 2)
    .waits(300)
    .closes(1, 0, 2)
    .waits(60)
  expect(runDay(covered.readings, aTruck()).alarmsOf(1)).toEqual([])
  const away = onTheRoad().drivesTo(70).waits(120).gps(false).waits(600).opens(1, 0, 2).waits(300).closes(1, 0, 2).waits(60)
  expect(runDay(away.readings, aTruck()).alarmsOf(1)).toHaveLength(1)
})
