import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const slip: DeliverySlip = { slipNo: 'PS1', stops: [{ placeId: Number(station.placeId), compartments: [1, 2, 3] }] }
type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>

const delivers = (day: Day, compartment: number, litres: number): Day =>
  day.opens(compartment, 0, 2).waits(20).flows(compartment, -litres, 450).closes(compartment, 0, 2)

/** Half of compartment 1 is delivered and its seals shut; so many seconds later litres leave behind them. */
const tapped = (gapS: number, litres: number, lpm: number): Day => {
  const day = delivers(aDay().waits(300).loads([7000, 7000, 7000], 60).drivesTo(90).waits(240), 1, 3500).waits(gapS)
  return litres === 0 ? day : day.flows(1, -litres, lpm)
}

/** All three are delivered to the last litre, and the truck leaves. */
function ends(day: Day): Day {
  for (const compartment of [1, 2, 3]) delivers(day.waits(300), compartment, day.truly(compartment))
  return day.waits(300).drivesTo(60).waits(300)
}

const losses = ({ alarms }: Run) =>
  alarms
    .filter(({ type }) => type === 202 || type === 322)
    .map(({ type, grade, properties }) => [type, grade, Number(properties['loss'] ?? properties['lossV20L'])] as const)

const unloadedL = (run: Run, compartment: number): number =>
  run
    .recordsOf('operation')
    .filter(({ object, properties }) => object === compartment && properties['direction'] === 'unloading')
    .reduce((sum, { properties }) => sum + Number(properties['startV20L']) - Number(properties['endV20L']), 0)

/** As a terminal sends it that reports each so many seconds, and its seals when they change. */
const thinned = ({ readings }: Day, everyS: number) => readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)

for (const everyS of [10, 30, 60])
  test(`[theft-2] litres that leave behind seals shut in the middle of an unloading are a loss and not delivered, a frame each ${everyS} s`, () => {
    for (const gapS of [30, 60, 120])
      for (const [litres, lpm] of [
        [300, 120],
        [300, 250],
        [1000, 250],
      ] as const) {
        const run = runDay(thinned(ends(tapped(gapS, litres, lpm)), everyS), aTruck({ slip }))
        const message = `${litres} L at ${lpm} L/min after ${gapS} s`
        expect(losses(run).length, message).toBe(1)
        expect(losses(run)[0]?.slice(0, 2), message).toEqual([202, 'red'])
        expect(Math.abs(Number(losses(run)[0]?.[2]) - litres * 0.99), message).toBeLessThan(everyS === 60 ? 60 : 30)
        expect(Math.abs(unloadedL(run, 1) - (7000 - litres) * 0.99), message).toBeLessThan(everyS === 60 ? 60 : 30)
      }
  })

test('[theft-2] 35 L behind shut seals are below the rule, 80 L are not, and none are none', () => {
  for (const gapS of [30, 60]) {
    for (const litres of [0, 35]) expect(losses(runDay(ends(tapped(gapS, litres, 200)).readings, aTruck({ slip })))).toEqual([])
    expect(losses(runDay(ends(tapped(gapS, 80, 200)).readings, aTruck({ slip })))).toHaveLength(1)
  }
})

for (const everyS of [10, 30, 60])
  for (const frames of [0, 1, 2])
    test(`[theft-2] a pause with shut seals is none when they report ${frames} frames late, a frame each ${everyS} s`, () => {
      for (const gapS of [30, 60, 120]) {
        const day = delivers(tapped(gapS, 0, 0), 1, 2000)
        const readings = thinned(ends(day), everyS)
        const late = readings.map((reading, i) => ({ ...reading, probes: readings[i - frames]?.probes ?? [] }))
        const run = runDay(late, aTruck({ slip }))
        expect(losses(run), `${gapS} s`).toEqual([])
        expect(Math.abs(unloadedL(run, 1) - 7000 * 0.99), `${gapS} s`).toBeLessThan(45)
      }
    })

test('[theft-2] frames that arrive an hour late find it, as history', () => {
  const { readings } = ends(tapped(30, 300, 250))
  const run = runDay(
    readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true })),
    aTruck({ slip }),
  )
  expect(run.alarmsOf(202).map(({ live }) => live)).toEqual([false])
  expect(losses(run)).toEqual(losses(runDay(readings, aTruck({ slip }))))
})
