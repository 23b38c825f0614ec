import type { DeliverySlip } from '@tanker/domain/truck-context'
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
