import { expect, test } from 'vitest'
import type { Fact } from '../fact.ts'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { aDay, aTruck } from './a-day.ts'
import { factKey, runDay } from './run-day.ts'

/** Product that leaves at a stop and is replaced, by water or by other product, before the surface comes to rest. */

type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>
const onTheRoad = (seed = 1) => aDay(seed).waits(300).loads([7000, 7000, 6000], 60).drivesTo(20).waits(300)
const arrives = (day: Day) =>
  day.waits(400).drivesTo(90).waits(300).unloads([0, 0, 0], 60).waits(60).shuts().waits(300).drivesTo(60).waits(300)
const swaps = (day: Day, litres: number, outLpm: number, gapS: number, backL = litres) =>
  day.flows(1, -litres, outLpm).waits(gapS).flows(1, backL, 200)

/** As a terminal sends it that reports each so many seconds, and its seals when they change. */
const thinned = ({ readings }: Day, everyS: number) => readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)

const losses = ({ alarms }: Run) =>
  alarms
    .filter(({ type }) => type === 202 || type === 322)
    .map(({ type, grade, properties }) => [type, grade, Number(properties['lossV20L'])])

for (const [everyS, sizes, gaps] of [
  [10, [100, 300], [0, 30, 60, 120]],
  [30, [100, 300], [60, 120]],
  [60, [300], [60, 120, 180]],
] as const)
  test(`[swap] litres that are replaced soon after they left are one red loss, a frame each ${everyS} s`, () => {
    for (const litres of sizes)
      for (const lpm of [100, 400])
        for (const gapS of gaps) {
          const run = runDay(thinned(arrives(swaps(onTheRoad(), litres, lpm, gapS)), everyS), aTruck())
          const message = `${litres} L at ${lpm} L/min, ${gapS} s`
          expect(losses(run), message).toHaveLength(1)
          const [type, grade, lostL] = losses(run)[0] ?? []
          expect([type, grade], message).toEqual([Number(lostL) >= 100 ? 202 : 322, 'red'])
          expect(Math.abs(Number(lostL) - litres * 0.99), message).toBeLessThan(everyS === 60 ? 90 : 40)
          expect(run.alarmTypes, message).toEqual([type])
        }
  })

test('[swap] less is put back than left: all that left is the one loss, and the delivery lacks the rest', () => {
  const run = runDay(arrives(swaps(onTheRoad(), 300, 300, 30, 200)).readings, aTruck())
  expect(losses(run)).toHaveLength(1)
  expect(Math.abs(Number(losses(run)[0]?.[2]) - 300 * 0.99)).toBeLessThan(20)
  expect(Math.abs(Number(run.recordsOf('trip').at(-1)?.properties['transitLossV20L']) - 100 * 0.99)).toBeLessThan(25)
})

test('[swap] two of them at one stop, and a fall after them, add up in one alarm', () => {
  const day = swaps(swaps(onTheRoad(), 300, 300, 30).waits(300), 200, 300, 30)
    .waits(300)
    .flows(1, -150, 300)
  const run = runDay(arrives(day).readings, aTruck())
  expect(losses(run)).toHaveLength(1)
  expect(Math.abs(Number(losses(run)[0]?.[2]) - 650 * 0.99)).toBeLessThan(40)
})

test('[swap] a loss later on the way is found as without it', () => {
  const day = swaps(onTheRoad(), 300, 300, 30).waits(400).drivesTo(60).waits(300).flows(1, -120, 300)
  const run = runDay(arrives(day).readings, aTruck())
  expect(losses(run)).toHaveLength(2)
  expect(Math.abs(losses(run).reduce((sum, [, , lostL]) => sum + Number(lostL), 0) - 420 * 0.99)).toBeLessThan(35)
})

test('[swap] 35 L are below the rule', () => {
  for (const gapS of [0, 60]) expect(losses(runDay(arrives(swaps(onTheRoad(), 35, 100, gapS)).readings, aTruck()))).toEqual([])
})

test('[swap] frames that are wrong for a moment, a truck that creeps and one that pumps to and fro inside are none', () => {
  const wrong = onTheRoad().gauge(1, { offsetMm: -60 }).waits(20).gauge(1, { offsetMm: 0 })
  expect(losses(runDay(arrives(wrong).readings, aTruck()))).toEqual([])
  const creeps = onTheRoad().roughRoad(40)
  for (let i = 0; i < 6; i += 1) creeps.drivesFor(20, 4).waits(40)
  expect(losses(runDay(arrives(creeps).readings, aTruck()))).toEqual([])
  const toAndFro = onTheRoad().transfers(1, 2, 300, 200).waits(120).transfers(2, 1, 300, 200)
  expect(losses(runDay(arrives(toAndFro).readings, aTruck()))).toEqual([])
})

test('[swap] frames that arrive an hour late find it, as history', () => {
  const { readings } = arrives(swaps(onTheRoad(), 300, 300, 60))
  const late = readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  const run = runDay(late, aTruck())
  expect(losses(run)).toEqual(losses(runDay(readings, aTruck())))
  expect(run.alarmsOf(202).map(({ live }) => live)).toEqual([false])
})

test('[swap] a state restored from its bytes after every few frames finds the same', () => {
  const { readings } = arrives(swaps(onTheRoad(), 300, 300, 60))
  const context = aTruck()
  let state = createTruckState()
  const table = new Map<string, Fact>()
  for (const [i, reading] of readings.entries()) {
    if (i % 7 === 0 && i > 0) {
      const recent = readings.slice(0, i).filter(({ at }) => at > state.newestAt - 15 * 60_000)
      state = restoreTruckState(encodeTruckState(state), recent, context)
    }
    for (const fact of step(state, reading, context).facts) table.set(factKey(fact), fact)
  }
  const alarms = [...table.values()].filter((fact) => fact.is === 'alarm')
  expect(alarms).toEqual(runDay(readings, context).alarms)
})
