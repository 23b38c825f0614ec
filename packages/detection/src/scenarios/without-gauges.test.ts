import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { aDay, aTruck, depot, park, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const BOTTOM_WET = 3
const slip: DeliverySlip = {
  slipNo: 'PS1',
  depotPlaceId: Number(depot.placeId),
  stops: [{ placeId: Number(station.placeId), compartments: [1, 2, 3] }],
}
type Day = ReturnType<typeof aDay>
/** The day's readings without gauges: all, or all but the first; and with seals that see no liquid. */
const readingsOf = (day: Day, gauges = 0, sees = false) =>
  day.readings.map((reading) => ({
    ...reading,
    compartments: reading.compartments.filter(({ compartment }) => compartment <= gauges),
    probes: reading.probes.filter(({ type }) => sees || type !== BOTTOM_WET),
  }))
const loaded = () => aDay().waits(300).loads([7000, 7000, 6000], 60)
const opened = (day: Day) => day.drivesTo(30).waits(240).opens(2, 0).waits(60).closes(2, 0).waits(60)

for (const gauges of [0, 1])
  test(`[truth 4.8] a truck with ${gauges} gauges, coupled in the depot, opens a cover at the roadside: alarm 1 from the first second`, () => {
    const run = runDay(readingsOf(opened(loaded()), gauges), aTruck())
    const [alarm] = run.alarmsOf(1)
    expect(run.alarmTypes).toEqual([1])
    expect([alarm?.grade, alarm?.object, alarm?.endedAt]).toEqual(['red', 200, Number(alarm?.startedAt) + 60_000])
    expect(run.states).toBe(gauges === 0 ? '0-1-6' : '0-1-2-5-6')
  })

test('[truth 4.8] without gauges and without a word on its load the truck counts as loaded when a cover opens', () => {
  const elsewhere = aDay().stands(20).waits(600).opens(2, 0).waits(60).closes(2, 0).waits(60)
  expect(
    runDay(readingsOf(elsewhere), aTruck())
      .alarmsOf(1)
      .map(({ grade }) => grade),
  ).toEqual(['red'])
  const parked = aDay().stands(45).waits(600).opens(2, 0).waits(60).closes(2, 0).waits(60)
  const run = runDay(readingsOf(parked), aTruck())
  expect(run.alarmsOf(1).map(({ grade, place }) => [grade, place.fenceName])).toEqual([['red', park.name]])
  expect(run.state.loaded).toBe(false)
})

test('[truth 4.8] a dry bottom says that it is empty, a wet one that it is not', () => {
  const empty = aDay().has(1, 19).has(2, 19).has(3, 19).stands(45).waits(600).opens(2, 0).waits(60).closes(2, 0).waits(60)
  expect(runDay(readingsOf(empty), aTruck()).alarmTypes).toEqual([])
  const readings = readingsOf(empty).map((reading) => ({
    ...reading,
    probes: reading.probes.map((probe) => ({ ...probe, wet: probe.type === 19 && probe.compartment === 2 })),
  }))
  const wet = runDay(readings, aTruck())
  expect(wet.alarmsOf(1).map(({ object }) => object)).toEqual([200])
  expect(wet.state.loaded).toBe(true)
})

for (const context of [aTruck(), aTruck({ slip })])
  test(`[truth 4.8] a delivery without gauges has its trip and its leg, and no litres (${context.slip ? 'slip' : 'no slip'})`, () => {
    const day = loaded().drivesTo(90).waits(240).unloads([0, 0, 0], 60).waits(200).shuts().waits(120).drivesTo(95).waits(2400)
    const run = runDay(readingsOf(day, 0, true), context)
    expect(run.alarmTypes).toEqual([])
    const [trip] = run.recordsOf('trip')
    expect(trip?.endedAt).not.toBeNull()
    expect(trip?.properties).toMatchObject({ transitLossV20L: null, judge: 'cannot-tell', depotName: depot.name })
    const lines = trip?.properties['lines'] as { compartment: number; oilCode: number; loadL: number | null; volumeKnown: boolean }[]
    expect(lines.map(({ compartment, oilCode, loadL, volumeKnown }) => [compartment, oilCode, loadL, volumeKnown])).toEqual([
      [1, 92, null, false],
      [2, 92, null, false],
      [3, 92, null, false],
    ])
    const [leg] = run.recordsOf('trip-leg')
    expect(leg?.properties).toMatchObject({ stationName: station.name })
    expect((leg?.properties['lines'] as { arriveL: unknown }[] | undefined)?.map(({ arriveL }) => arriveL)).toEqual([null, null, null])
    expect(run.state.loaded).toBe(false)
  })

test('[truth 4.8] after the delivery the truck is empty: a cover opened in a park is nothing', () => {
  const day = loaded().drivesTo(90).waits(240).unloads([0, 0, 0], 60).waits(200).shuts().waits(120).drivesTo(45).waits(600)
  day.opens(2, 0).waits(60).closes(2, 0).waits(60)
  expect(runDay(readingsOf(day, 0, true), aTruck()).alarmsOf(1)).toEqual([])
})

test('[truth 4.8] a state of a truck without gauges goes on from its bytes to the same facts', () => {
  const context = aTruck()
  const readings = readingsOf(opened(loaded()), 1)
  const state = createTruckState()
  const whole = readings.map((reading) => step(state, reading, context).facts)
  const before = createTruckState()
  for (const [cut, reading] of readings.entries()) {
    step(before, reading, context)
    if (cut % 9 !== 0) continue
    const bytes = encodeTruckState(before)
    const restored = restoreTruckState(bytes, readings.slice(Math.max(0, cut - 90), cut + 1), context)
    expect(encodeTruckState(restored)).toEqual(bytes)
    expect(readings.slice(cut + 1, cut + 21).map((next) => step(restored, next, context).facts)).toEqual(whole.slice(cut + 1, cut + 21))
  }
})

/** A truck without gauges, whose bottoms say when they run dry; `keeps` leaves a puddle over which the probe stays wet. */
const unloadedBlind = (keeps: readonly number[], atStationS = 400) =>
  readingsOf(loaded().drivesTo(90).waits(240).unloads(keeps, 60).waits(atStationS).shuts().waits(120).drivesTo(95).waits(300), 0, true)

for (const context of [aTruck(), aTruck({ slip }), aTruck({ emptyingMode: 'timer' })])
  test(`[truth 4.8] every bottom ran dry: the unloading goes on to empty, with 213 (${context.slip ? 'slip' : 'no slip'}, ${context.emptyingMode})`, () => {
    const run = runDay(unloadedBlind([0, 0, 0]), context)
    expect(run.states).toBe('0-1-6-7-10-0')
    expect(run.alarms.map(({ type }) => type)).toEqual([213])
    expect(run.recordsOf('emptying').map(({ object, properties }) => [object, properties['proof']])).toEqual([
      [1, 'probe'],
      [2, 'probe'],
      [3, 'probe'],
    ])
    expect(run.recordsOf('trip')[0]?.properties['outcome']).toBe('delivered')
    expect(run.recordsOf('trip-leg')[0]?.properties['unloaded']).toBe(true)
  })

test('[truth 4.8] a truck that leaves at once after the last bottom ran dry is empty too, and its covers may be opened', () => {
  const day = loaded().drivesTo(90).waits(240).unloads([0, 0, 0], 60).shuts().waits(20).drivesTo(95).waits(300)
  day.opens(2, 0).waits(60).closes(2, 0).waits(60)
  const run = runDay(readingsOf(day, 0, true), aTruck())
  expect(run.alarms.map(({ type }) => type)).toEqual([213])
  expect(run.state.process.state).toBe(0)
})

test('[truth 4.8] seals that see no liquid: what was coupled at the station is empty when it leaves, without 213 and without 208', () => {
  const day = loaded().drivesTo(90).waits(240).unloads([0, 0, 0], 60).waits(1500).shuts().waits(1200).drivesTo(95).waits(300)
  day.opens(2, 0).waits(60).closes(2, 0).waits(60)
  const run = runDay(readingsOf(day), aTruck())
  expect(run.alarms).toEqual([])
  expect(run.state.process.state).toBe(0)
})

test('[truth 4.8] a compartment whose bottom is still wet goes on to the next station', () => {
  const day = loaded()
    .drivesTo(90)
    .waits(240)
    .opens(1, 0, 2)
    .waits(20)
    .flows(1, -7000, 500)
    .waits(200)
    .closes(1, 0, 2)
    .waits(60)
    .drivesTo(100)
  const half = runDay(readingsOf(day, 0, true), aTruck())
  expect(half.states).toBe('0-1-6-7-11')
  expect(half.state.loaded).toBe(true)
  day
    .drivesTo(110)
    .waits(240)
    .opens(2, 0, 2)
    .opens(3, 0, 2)
    .waits(20)
    .flows(2, -7000, 500)
    .flows(3, -6000, 500)
    .waits(400)
    .shuts()
    .waits(60)
  const run = runDay(readingsOf(day.drivesTo(115), 0, true), aTruck())
  expect(run.states).toBe('0-1-6-7-11-7-10-0')
  expect(run.alarms.map(({ type }) => type)).toEqual([213])
})
