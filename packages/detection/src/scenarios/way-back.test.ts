import { expect, test } from 'vitest'
import { aDay, aTruck, depot } from './a-day.ts'
import { runDay } from './run-day.ts'

type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>

const loaded = () => aDay().waits(600).loads([7000, 7000, 7000], 120).waits(300)
/** Turns back on the road and stands in its depot again. */
const backInDepot = (day = loaded()) => day.drivesTo(8).waits(60).drivesTo(0).waits(200)
const delivers = (day: Day) => day.drivesTo(90).waits(300).unloads([0, 0, 0], 60).waits(300).shuts().waits(300).drivesTo(60)
const frames = ({ readings }: Day, everyS: number) => readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)
const runs = (day: Day, everyS = 10) => runDay(frames(day, everyS), aTruck())

const losses = ({ alarms }: Run) =>
  alarms
    .filter(({ type }) => type === 1 || type === 202 || type === 322)
    .map(({ type, grade, properties, place }) => ({
      type,
      grade,
      litres: Number(properties['loss'] ?? properties['lossV20L']),
      at: place.fenceName,
    }))

function expectOneLoss(run: Run, litres: number): void {
  expect(losses(run)).toHaveLength(1)
  const [loss] = losses(run)
  expect(loss?.grade).toBe('red')
  expect(loss?.at).toBe(depot.name)
  expect(Math.abs(Number(loss?.litres) - litres * 0.99)).toBeLessThan(20)
}

for (const everyS of [10, 30])
  for (const litres of [130, 600])
    for (const stoodS of [0, 60, 130, 200, 300, 500])
      test(`[T-D] ${litres} L of a loaded truck that came back to its depot, ${stoodS} s later, a frame each ${everyS} s`, () => {
        const day = backInDepot().waits(stoodS).flows(1, -litres, 200).waits(300)
        expectOneLoss(runs(delivers(day), everyS), litres)
      })

test('[T-D] the same through a valve', () => {
  for (const stoodS of [0, 60, 130]) {
    const day = backInDepot().waits(stoodS).opens(1, 0, 2).waits(10).flows(1, -150, 200).closes(1, 0, 2).waits(300)
    expectOneLoss(runs(delivers(day)), 150)
  }
})

test('[T-D] what was siphoned on the way is a loss when the truck is back in its depot', () => {
  const day = loaded().drivesTo(2).leaks(2, 12).drivesTo(15).leaks(2, 0).drivesTo(0).waits(600)
  const run = runs(day)
  expect(losses(run)).toHaveLength(1)
  expect([losses(run)[0]?.type, losses(run)[0]?.at]).toEqual([202, depot.name])
  const [trip] = run.recordsOf('trip')
  expect(trip?.properties['outcome']).toBe('returned-loaded')
  expect(Math.abs(Number(trip?.properties['transitLossV20L']) - 13 * 12 * 0.99)).toBeLessThan(20)
})

test('[T-D] a truck that comes back with all it carried, or 40 L less, and one that is emptied by rule, has lost nothing', () => {
  for (const everyS of [10, 30, 60]) {
    expect(losses(runs(delivers(backInDepot().waits(600)), everyS))).toEqual([])
    expect(losses(runs(delivers(backInDepot().waits(100).flows(1, -40, 200).waits(300)), everyS))).toEqual([])
  }
  const whole = backInDepot().waits(300).opens(1, 0, 2).waits(20).flows(1, -6900, 1200).waits(120).closes(1, 0, 2).waits(600)
  expect(losses(runs(whole))).toEqual([])
})

test('[T-D] frames that come late show the same, as history', () => {
  const day = backInDepot().waits(60).flows(1, -130, 200).waits(300)
  const late = day.readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  const run = runDay(late, aTruck())
  expectOneLoss(run, 130)
  expect(run.alarms.filter(({ type }) => type === 202 || type === 322).map(({ live }) => live)).toEqual([false])
})

test('[T-E] litres that the ledger cannot explain when the trip ends are a high loss, graded by litres', () => {
  for (const [litres, grade] of [
    [40, null],
    [70, 'yellow'],
    [130, 'red'],
    [200, 'red'],
  ] as const) {
    const run = runs(backInDepot().waits(30).flows(1, -litres, 200).waits(400))
    const unexplained = run.recordsOf('ledger').filter(({ properties }) => properties['entry'] === 'unexplained')
    expect(unexplained).toHaveLength(1)
    expect(losses(run).map((loss) => [loss.type, loss.grade, loss.at])).toEqual(grade === null ? [] : [[202, grade, depot.name]])
    if (grade !== null) expect(Math.abs(Number(losses(run)[0]?.litres) + Number(unexplained[0]?.properties['v20L']))).toBeLessThan(8)
  }
})
