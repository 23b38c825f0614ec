import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

/** Product pumped from one compartment into another on the road stays aboard, however seldom frames come; what does not arrive is a loss. */

type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>
const onTheRoad = () => aDay().waits(300).loads([7000, 4500, 6000], 60).drivesTo(20).waits(240)
const arrives = (day: Day) =>
  day.waits(360).drivesTo(90).waits(300).unloads([0, 0, 0], 60).waits(60).shuts().waits(300).drivesTo(60).waits(300)

/** Litres leave compartment 1, and a share of them arrives in compartment 2. */
function pumps(day: Day, litres: number, lpm: number, share: number): Day {
  const steps = Math.ceil((litres * 6) / lpm)
  day.leaks(1, (litres / steps) * 6).leaks(2, (-litres / steps) * 6 * share)
  return day
    .waits(steps * 10)
    .leaks(1, 0)
    .leaks(2, 0)
}

const thinned = ({ readings }: Day, everyS: number) => readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)

const losses = ({ alarms }: Run) =>
  alarms.filter(({ type }) => type === 202 || type === 322).map(({ properties }) => Number(properties['lossV20L'] ?? properties['loss']))
const sum = (litres: readonly number[]): number => litres.reduce((all, one) => all + one, 0)

const transfers = (run: Run) =>
  run
    .recordsOf('operation')
    .filter(({ properties }) => properties['opKind'] === 'transfer')
    .map(({ object, properties }) => [object, Number(properties['endV20L']) - Number(properties['startV20L'])] as const)

const transitLossL = (run: Run): number => Number(run.recordsOf('trip').at(-1)?.properties['transitLossV20L'])

for (const everyS of [10, 30, 60])
  test(`[pump-over] litres that only moved to another compartment are no loss, a frame each ${everyS} s`, () => {
    for (const litres of [100, 300, 800])
      for (const lpm of [100, 400]) {
        const run = runDay(thinned(arrives(pumps(onTheRoad(), litres, lpm, 1)), everyS), aTruck())
        const message = `${litres} L at ${lpm} L/min`
        expect(losses(run), message).toEqual([])
        expect(run.alarmTypes, message).toEqual([])
        expect(Math.abs(transitLossL(run)), message).toBeLessThan(30)
      }
  })

test('[pump-over] it is on record as a transfer of both compartments, to the litre', () => {
  for (const everyS of [10, 30]) {
    const found = transfers(runDay(thinned(arrives(pumps(onTheRoad(), 300, 300, 1)), everyS), aTruck()))
    expect(found.map(([compartment]) => compartment).toSorted()).toEqual([1, 2])
    for (const [compartment, litres] of found) expect(Math.abs(litres - (compartment === 1 ? -297 : 297))).toBeLessThan(12)
  }
})

for (const everyS of [10, 30, 60])
  test(`[pump-over] of litres half pumped over and half taken, the half that left is the loss, a frame each ${everyS} s`, () => {
    for (const litres of [300, 600]) {
      const run = runDay(thinned(arrives(pumps(onTheRoad(), litres, 300, 0.5)), everyS), aTruck())
      expect(Math.abs(sum(losses(run)) - (litres / 2) * 0.99), `${litres} L`).toBeLessThan(25)
      expect(Math.abs(transitLossL(run) - (litres / 2) * 0.99), `${litres} L`).toBeLessThan(30)
    }
  })

for (const everyS of [10, 30, 60])
  test(`[pump-over] a loss beside a compartment whose level stayed is whole, a frame each ${everyS} s`, () => {
    for (const share of [0, 0.05]) {
      const run = runDay(thinned(arrives(pumps(onTheRoad(), 300, 300, share)), everyS), aTruck())
      expect(losses(run)).toHaveLength(1)
      expect(Math.abs(sum(losses(run)) - 300 * 0.99)).toBeLessThan(25)
      expect(transfers(run)).toEqual([])
    }
  })

test('[pump-over] 20 L that did not arrive are below the rule, 80 L are not', () => {
  for (const everyS of [10, 30]) {
    expect(losses(runDay(thinned(arrives(pumps(onTheRoad(), 400, 300, 0.95)), everyS), aTruck()))).toEqual([])
    expect(sum(losses(runDay(thinned(arrives(pumps(onTheRoad(), 400, 300, 0.8)), everyS), aTruck())))).toBeGreaterThan(55)
  }
})

test('[pump-over] what one compartment took up before is not what another one lost', () => {
  const run = runDay(arrives(onTheRoad().flows(2, 150, 300).waits(300).flows(1, -150, 300)).readings, aTruck())
  expect(losses(run)).toHaveLength(1)
  expect(Math.abs(sum(losses(run)) - 150 * 0.99)).toBeLessThan(20)
  expect(transfers(run)).toEqual([])
})

test('[pump-over] what is taken later at the same stop is a loss, from either compartment', () => {
  for (const compartment of [1, 2]) {
    const run = runDay(arrives(pumps(onTheRoad(), 300, 300, 1).waits(300).flows(compartment, -200, 300)).readings, aTruck())
    expect(losses(run)).toHaveLength(1)
    expect(Math.abs(sum(losses(run)) - 200 * 0.99)).toBeLessThan(20)
  }
})

test('[pump-over] frames that arrive an hour late show the same', () => {
  const readings = thinned(arrives(pumps(onTheRoad(), 300, 300, 0.5)), 30)
  const late = readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  const run = runDay(late, aTruck())
  expect(losses(run)).toEqual(losses(runDay(readings, aTruck())))
  expect(run.alarms.filter(({ type }) => type === 202).map(({ live }) => live)).toEqual([false])
})
