import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const slip: DeliverySlip = { slipNo: 'PS1', stops: [{ placeId: Number(station.placeId), compartments: [1, 2, 3] }] }
type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>

/** The terminal is off for some minutes at the station; so many litres of compartment 1 are gone when it starts again. */
function dark(litres: number, seed = 1, opened = false): Day {
  const day = aDay(seed).waits(300).loads([7000, 7000, 6000], 60).drivesTo(90).waits(150)
  if (opened) day.opens(1, 0, 2).closes(1, 0, 2)
  day
    .skips(290)
    .holds(7000 - litres, 7000, 6000)
    .says('console-started')
  // A terminal that starts reads all its seals.
  return day.probe(1, 0, {}).now(10)
}

function delivers(day: Day, waitS: number): Day {
  day.waits(waitS)
  for (const compartment of [1, 2, 3]) {
    day.opens(compartment, 0, 2).waits(20)
    day.flows(compartment, -day.truly(compartment), 450).waits(40).closes(compartment, 0, 2)
  }
  return day.waits(300).drivesTo(60).waits(300)
}

const thinned = ({ readings }: Day, everyS: number): Day['readings'] =>
  readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)
const losses = ({ alarms }: Run) =>
  alarms
    .filter(({ type }) => type === 202 || type === 322)
    .map(({ grade, properties }) => [grade, Number(properties['loss'] ?? properties['lossV20L'])] as const)
const unloadedL = (run: Run): number =>
  run
    .recordsOf('operation')
    .filter(({ object, properties }) => object === 1 && properties['direction'] === 'unloading')
    .reduce((sum, { properties }) => sum + Number(properties['startV20L']) - Number(properties['endV20L']), 0)

for (const everyS of [10, 30])
  test(`[theft-9] litres that left in the dark behind shut seals are a loss, however soon it is opened, a frame each ${everyS} s`, () => {
    for (const waitS of [0, 10, 60, 240])
      for (const litres of [120, 300]) {
        const run = runDay(thinned(delivers(dark(litres), waitS), everyS), aTruck({ slip }))
        const message = `${litres} L, opened ${waitS} s later`
        expect(losses(run).length, message).toBe(1)
        expect(losses(run)[0]?.[0], message).toBe('red')
        expect(Math.abs(Number(losses(run)[0]?.[1]) - litres * 0.99), message).toBeLessThan(30)
        expect(Math.abs(unloadedL(run) - (7000 - litres) * 0.99), message).toBeLessThan(40)
      }
  })

test('[theft-9] a dark period in which nothing left is none, nor are 30 L', () => {
  for (let seed = 1; seed <= 6; seed += 1)
    for (const waitS of [0, 60, 240])
      for (const litres of [0, 30])
        expect(losses(runDay(delivers(dark(litres, seed), waitS).readings, aTruck({ slip }))), `${litres} L`).toEqual([])
})

test('[theft-9] what left while the seals counted an opening is no loss behind shut seals', () => {
  for (const waitS of [10, 240]) expect(losses(runDay(delivers(dark(7000, 1, true), waitS).readings, aTruck({ slip })))).toEqual([])
})

test('[theft-9] frames that arrive an hour late find it, as history', () => {
  const { readings } = delivers(dark(300), 10)
  const late = readings.map((one) => ({ ...one, receivedAt: one.at + 3_600_000, resent: true }))
  const run = runDay(late, aTruck({ slip }))
  expect(losses(run)).toEqual(losses(runDay(readings, aTruck({ slip }))))
  expect(run.alarms.filter(({ type }) => type === 202).map(({ live }) => live)).toEqual([false])
})
