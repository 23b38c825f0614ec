import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, depot, secondStation, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const slip: DeliverySlip = {
  slipNo: 'PS1',
  depotPlaceId: Number(depot.placeId),
  loads: [1, 2, 3].map((compartment) => ({ compartment, oilCode: 92, volumeL: 7000 })),
  stops: [
    { placeId: Number(station.placeId), compartments: [1, 3] },
    { placeId: Number(secondStation.placeId), compartments: [2] },
  ],
}
const loaded = () => aDay().waits(300).loads([7000, 7000, 7000], 60)
const reasons = (run: ReturnType<typeof runDay>) => run.alarmsOf(322).map(({ object, properties }) => [object, properties['reason']])
const unloadings = (run: ReturnType<typeof runDay>) =>
  run.recordsOf('operation').filter(({ properties }) => properties['direction'] === 'unloading')

for (const litres of [60, 100, 300])
  test(`[truth 4.8] ${litres} L let out in the depot after loading, seal open, are an alarm and no return`, () => {
    const day = loaded().opens(1, 0, 2).waits(20).flows(1, -litres, 300).waits(60).closes(1, 0, 2).waits(300).drivesTo(30)
    const run = runDay(day.readings, aTruck())
    expect(reasons(run)).toEqual([[101, 'depot-yard']])
    expect(run.alarmTypes).toEqual([322])
    const [alarm] = run.alarmsOf(322)
    expect(alarm?.place.fenceName).toBe(depot.name)
    expect(Math.abs(Number(alarm?.properties['lossV20L']) - litres * 0.99)).toBeLessThan(12)
    expect(unloadings(run).map(({ properties }) => [properties['returned'], properties['judge']])).toEqual([[false, 'abnormal']])
  })

test('[truth 4.8] the same with a frame each half minute, too few for a flow to be seen', () => {
  const day = loaded().waits(600, 30).opens(1, 0, 2).now()
  const before = day.readings.length
  day.flows(1, -100, 300).closes(1, 0, 2)
  day.readings.splice(before, day.readings.length - before)
  day.waits(600, 30)
  expect(reasons(runDay(day.readings, aTruck()))).toEqual([[101, 'depot-yard']])
})

test('[truth 4.8] 40 L in the depot are below the rule', () => {
  const day = loaded().opens(1, 0, 2).waits(20).flows(1, -40, 300).waits(60).closes(1, 0, 2).waits(300)
  expect(runDay(day.readings, aTruck()).alarmTypes).toEqual([])
})

test('[truth 4.8] a compartment that goes back whole, the surplus over the slip, and a fall under a password are returns', () => {
  const whole = loaded().opens(1, 0, 2).waits(20).flows(1, -6900, 1200).waits(60).closes(1, 0, 2).waits(300)
  const run = runDay(whole.readings, aTruck())
  expect(run.alarmTypes).toEqual([])
  expect(unloadings(run).map(({ properties }) => [properties['returned'], properties['judge']])).toEqual([[true, 'normal']])
  const surplus = aDay()
    .waits(300)
    .loads([7120, 7000, 7000], 60)
    .opens(1, 0, 2)
    .waits(20)
    .flows(1, -120, 300)
    .waits(60)
    .closes(1, 0, 2)
    .waits(300)
  expect(reasons(runDay(surplus.readings, aTruck({ slip })))).toEqual([])
  const allowed = loaded().says('one-time-password').opens(1, 0, 2).waits(20).flows(1, -100, 300).waits(60).closes(1, 0, 2).waits(300)
  expect(reasons(runDay(allowed.readings, aTruck()))).toEqual([])
})

/** At the first station: compartments 1 and 3 are delivered, and some of 2 goes too. */
const atFirst = (litres: number) => {
  const day = loaded().drivesTo(90).waits(240)
  for (const compartment of [1, 3]) day.opens(compartment, 0, 2).waits(20).flows(compartment, -7000, 800).waits(60)
  if (litres > 0) day.opens(2, 0, 2).waits(20).flows(2, -litres, 300).waits(60)
  return day.shuts().waits(400)
}

test('[truth 4.8] a compartment that the slip names for another station is not delivered here', () => {
  const run = runDay(atFirst(100).readings, aTruck({ slip }))
  expect(reasons(run)).toEqual([[202, 'other-stop']])
  expect(unloadings(run).map(({ object, properties }) => [object, properties['judge']])).toEqual([
    [1, 'normal'],
    [3, 'normal'],
    [2, 'abnormal'],
  ])
})

test('[truth 4.8] without a slip, below 50 L, and with the stops in another order it is a delivery like any other', () => {
  expect(reasons(runDay(atFirst(100).readings, aTruck()))).toEqual([])
  expect(reasons(runDay(atFirst(40).readings, aTruck({ slip })))).toEqual([])
  const swapped = loaded().drivesTo(110).waits(240).opens(2, 0, 2).waits(20).flows(2, -7000, 800).waits(60).shuts().waits(300).drivesTo(90)
  swapped
    .waits(240)
    .opens(1, 0, 2)
    .opens(3, 0, 2)
    .waits(20)
    .flows(1, -7000, 800)
    .waits(60)
    .flows(3, -7000, 800)
    .waits(60)
    .shuts()
    .waits(300)
  expect(reasons(runDay(swapped.readings, aTruck({ slip })))).toEqual([])
})

test('[truth 4.8] an unplanned station is not judged by the stops of the slip', () => {
  const elsewhere = { ...slip, stops: [{ placeId: 999, compartments: [1, 2, 3] }] }
  expect(reasons(runDay(atFirst(100).readings, aTruck({ slip: elsewhere })))).toEqual([])
})
