import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, depot, secondStation, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const slip: DeliverySlip = {
  slipNo: 'PS1',
  stops: [
    { placeId: Number(station.placeId), compartments: [1, 3] },
    { placeId: Number(secondStation.placeId), compartments: [2] },
  ],
}
type Day = ReturnType<typeof aDay>

/** The day as a terminal sends it that reports a standing truck each so many seconds, and its seals when they change. */
const frames = ({ readings }: Day, everyS: number) =>
  readings.filter(({ at, probes, position }) => position.speedKmh > 0 || probes.length > 0 || (at / 1000) % everyS === 0)

const loaded = () => aDay().waits(600).loads([7000, 7000, 7000], 240).waits(1200)
const delivers = (day: Day, compartment: number) =>
  day.opens(compartment, 0, 2).waits(20).flows(compartment, -day.truly(compartment), 500).waits(120).closes(compartment, 0, 2).waits(60)
const runs = (day: Day, everyS: number) => runDay(frames(day, everyS), aTruck({ slip }))

const losses = ({ alarms }: ReturnType<typeof runDay>) =>
  alarms
    .filter(({ type }) => type === 202 || type === 322)
    .map(({ type, properties, place }) => ({ type, litres: Number(properties['loss'] ?? properties['lossV20L']), at: place.fenceName }))

function expectOneLoss(run: ReturnType<typeof runDay>, litres: number, at: string | null): void {
  expect(losses(run)).toHaveLength(1)
  const [loss] = losses(run)
  expect(Math.abs(Number(loss?.litres) - litres * 0.99)).toBeLessThan(20)
  expect(loss?.at).toBe(at)
}

for (const everyS of [60, 120])
  for (const litres of [80, 600]) {
    test(`[theft-3] ${litres} L that leave in the depot minutes before the departure, a frame each ${everyS} s`, () => {
      const day = loaded().flows(1, -litres, 400).waits(300).drivesTo(30)
      const run = runs(day, everyS)
      expectOneLoss(run, litres, depot.name)
      expect(run.alarmsOf(322).map(({ object, properties }) => [object, properties['reason']])).toEqual([[101, 'depot-yard']])
    })

    test(`[theft-2] ${litres} L of another station's compartment, seals shut, a frame each ${everyS} s`, () => {
      const day = loaded().drivesTo(90).waits(240).flows(2, -litres, 400).waits(120)
      for (const compartment of [1, 3]) delivers(day, compartment)
      day.waits(400).drivesTo(110).waits(600)
      expectOneLoss(runs(delivers(day, 2).waits(400).drivesTo(60), everyS), litres, station.name)
    })
  }

test('[theft-2] the same after the delivery, minutes before the truck goes on', () => {
  const day = loaded().drivesTo(90).waits(600)
  for (const compartment of [1, 3]) delivers(day, compartment)
  day.waits(300).flows(2, -150, 300).waits(300).drivesTo(110).waits(600)
  const run = runs(delivers(day, 2).waits(400).drivesTo(60), 120)
  expectOneLoss(run, 150, station.name)
  expect(run.alarmsOf(322).map(({ properties }) => properties['reason'])).toEqual(['other-stop'])
})

test('[theft-2] litres named on the way here are not named again at the station', () => {
  const day = loaded().drivesTo(90).waits(500).flows(2, -150, 300).waits(60)
  for (const compartment of [1, 3]) delivers(day, compartment)
  day.waits(400).drivesTo(110).waits(600)
  for (const everyS of [10, 30, 60]) expectOneLoss(runs(day, everyS), 150, station.name)
})

test('[theft-3] 40 L are below the rule, and a truck that only waits and leaves has lost nothing', () => {
  for (const litres of [0, 40]) {
    const day = loaded()
    if (litres > 0) day.flows(1, -litres, 400)
    expect(losses(runs(day.waits(300).drivesTo(30).waits(300).drivesTo(60), 60))).toEqual([])
  }
})

test('[theft-3] a truck that leaves while the last compartment still settles has lost nothing', () => {
  for (const everyS of [10, 60, 120]) {
    const day = aDay().waits(600).loads([7000, 7000, 7000], 60).drivesTo(30).waits(300).drivesTo(60)
    expect(losses(runs(day, everyS))).toEqual([])
  }
})

for (const litres of [60, 100])
  test(`[theft-6] ${litres} L that leave at a stop on the road, a frame each 300 s`, () => {
    const day = loaded().drivesTo(30).waits(600).flows(1, -litres, 300).waits(900).drivesTo(90).waits(240)
    for (const compartment of [1, 3]) delivers(day, compartment)
    expectOneLoss(runs(day.waits(400), 300), litres, null)
  })

for (const litres of [80, 150, 300])
  test(`[theft-6] ${litres} L that leave in a stop of six minutes on the road, a frame each 60 s: an alarm there`, () => {
    const stop = (gone: number): Day => {
      const day = loaded().drivesTo(30).waits(90)
      if (gone > 0) day.flows(1, -gone, 300)
      return day
        .waits(gone > 0 ? 210 : 270)
        .drivesTo(90)
        .waits(80)
    }
    expectOneLoss(runs(delivers(delivers(stop(litres), 1).waits(300), 3).waits(400), 60), litres, null)
    expect(losses(runs(delivers(delivers(stop(0), 1).waits(300), 3).waits(400), 60))).toEqual([])
  })

test('[theft-6] two frames of a stop that agree by chance, as in a jam, are no fall', () => {
  const day = loaded().drivesTo(30).waits(20).gauge(1, { offsetMm: -15 }).waits(150).gauge(1, { offsetMm: 0 }).drivesTo(90).waits(600)
  expect(losses(runs(delivers(delivers(day, 1).waits(300), 3).waits(400), 60))).toEqual([])
})

test('[theft-6] a sealed compartment that was read calm has lost certainly, though another one was unloaded before it came to rest', () => {
  const day = loaded().drivesTo(30).leaks(3, 8).drivesTo(40).leaks(3, 0).drivesTo(90).waits(40)
  const run = runs(delivers(delivers(day, 1).waits(300), 3).waits(400), 10)
  expect(run.alarmsOf(202).map(({ grade }) => grade)).toEqual(['red'])
  expectOneLoss(run, 80, station.name)
})

test('[theft-6] frames that come late show the same, as history', () => {
  const day = loaded().flows(1, -150, 400).waits(300).drivesTo(30)
  const late = frames(day, 60).map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  const run = runDay(late, aTruck({ slip }))
  expectOneLoss(run, 150, depot.name)
  expect(run.alarmsOf(322).map(({ live }) => live)).toEqual([false])
})
