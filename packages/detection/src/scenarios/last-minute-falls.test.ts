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
type Run = ReturnType<typeof runDay>

/** The day as a terminal sends it that reports each so many seconds, and its seals when they change. */
const frames = ({ readings }: Day, everyS: number) => readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)
const runs = (day: Day, everyS: number) => runDay(frames(day, everyS), aTruck({ slip }))

const loaded = () => aDay().waits(600).loads([7000, 7000, 7000], 120).waits(600)
const delivers = (day: Day, compartment: number) =>
  day.opens(compartment, 0, 2).waits(20).flows(compartment, -day.truly(compartment), 500).waits(120).closes(compartment, 0, 2).waits(120)

/** Litres leave compartment 2 at the first station behind shut seals, so many seconds before the truck goes on. */
function atStation(litres: number, lpm: number, staysS: number): Day {
  const day = loaded().drivesTo(90).waits(300)
  for (const compartment of [1, 3]) delivers(day, compartment)
  day.waits(240)
  if (litres > 0) day.flows(2, -litres, lpm)
  return delivers(day.waits(staysS).drivesTo(110).waits(300), 2).waits(300).drivesTo(60)
}

const inDepot = (litres: number, lpm: number, staysS: number): Day => {
  const day = loaded()
  if (litres > 0) day.flows(1, -litres, lpm)
  return day.waits(staysS).drivesTo(90).waits(300)
}

const losses = ({ alarms }: Run) =>
  alarms
    .filter(({ type }) => type === 202 || type === 322)
    .map(({ type, properties, place }) => ({ type, litres: Number(properties['loss'] ?? properties['lossV20L']), at: place.fenceName }))

function expectOneLoss(run: Run, litres: number, places: readonly (string | null)[]): void {
  expect(losses(run)).toHaveLength(1)
  const [loss] = losses(run)
  expect(Math.abs(Number(loss?.litres) - litres * 0.99)).toBeLessThan(25)
  expect(places).toContain(loss?.at)
}

for (const [everyS, stays] of [
  [10, [20, 30, 50]],
  [30, [60, 90]],
  [60, [120, 240]],
] as const)
  for (const staysS of stays)
    for (const [litres, lpm] of [
      [150, 100],
      [150, 300],
      [600, 300],
    ] as const) {
      const message = `${litres} L at ${lpm} L/min, ${staysS} s before the departure, a frame each ${everyS} s`
      test(`[T-B] ${message}, are lost at the station`, () => {
        const run = runs(atStation(litres, lpm, staysS), everyS)
        expectOneLoss(run, litres, [station.name])
        const lines = run.recordsOf('trip').flatMap(({ properties }) => properties['lines'] as Record<string, number>[])
        const line = lines.find(({ compartment }) => compartment === 2)
        expect(Math.abs(Number(line?.['transitLossV20L']) - litres * 0.99)).toBeLessThan(25)
        expect(Math.abs(Number(line?.['unloadedV20L']) - (7000 - litres) * 0.99)).toBeLessThan(25)
      })
      test(`[T-B] ${message}, are lost in the depot`, () => {
        expectOneLoss(runs(inDepot(litres, lpm, staysS), everyS), litres, [depot.name])
      })
    }

for (const everyS of [10, 30, 60])
  test(`[T-B] 40 L before the departure are below the rule, and none are none, a frame each ${everyS} s`, () => {
    for (const litres of [0, 40])
      for (const staysS of [20, 60, 120]) {
        expect(losses(runs(atStation(litres, 300, staysS), everyS)), `${litres} L, ${staysS} s`).toEqual([])
        expect(losses(runs(inDepot(litres, 300, staysS), everyS)), `${litres} L, ${staysS} s`).toEqual([])
      }
  })

test('[T-B] 60 L before the departure are an alarm', () => {
  expectOneLoss(runs(atStation(60, 300, 30), 10), 60, [station.name])
  expectOneLoss(runs(inDepot(60, 300, 30), 10), 60, [depot.name])
})

test('[T-B] frames that come late show the same, as history', () => {
  const day = atStation(150, 300, 30)
  const late = day.readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  const run = runDay(late, aTruck({ slip }))
  expectOneLoss(run, 150, [station.name])
  expect(run.alarms.filter(({ type }) => type === 202 || type === 322).map(({ live }) => live)).toEqual([false])
  expect(losses(run)).toEqual(losses(runs(day, 10)))
})

test('[T-B] one frame of the first metres, in which the surface swings, is no fall of what was partly unloaded', () => {
  for (let phase = 0; phase < 6.2; phase += 0.2) {
    const day = loaded().drivesTo(90).waits(300).opens(1, 0, 2).waits(20).flows(1, -3000, 500).closes(1, 0, 2).waits(120).waits(420, 30)
    const left = day.readings.length
    day.roughRoad(60).swingsAt(0.6, phase).drivesFor(30, 2.5, 30).drivesFor(400, 50, 10)
    const rolled = day.readings[left]
    expect(rolled?.position.speedKmh).toBe(2.5)
    expect(losses(runDay(day.readings, aTruck())), `phase ${phase}`).toEqual([])
  }
})
