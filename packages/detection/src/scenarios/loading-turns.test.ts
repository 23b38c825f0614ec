import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

type Day = ReturnType<typeof aDay>
/** A part into one compartment, and the pause after it, s. */
type Turn = readonly [compartment: number, litres: number, pauseS: number]

/** Compartments loaded by turns under open seals: a little into 1, then into 2, then into 1 again. */
function turns(day: Day, parts: readonly Turn[]): Day {
  for (const compartment of [1, 2, 3]) day.opens(compartment, 0)
  day.waits(20)
  for (const [compartment, litres, pauseS] of parts) day.flows(compartment, litres, 1500).waits(pauseS)
  for (const compartment of [1, 2, 3]) day.closes(compartment, 0)
  return day.waits(300)
}

/** The day as a terminal sends it that reports a standing truck each so many seconds, and its seals when they change. */
const frames = ({ readings }: Day, everyS: number) =>
  readings.filter(({ at, probes, position }) => position.speedKmh > 0 || probes.length > 0 || (at / 1000) % everyS === 0)

const seconds = (day: Day, everyS: number) =>
  runDay(frames(day, everyS), aTruck())
    .alarmsOf(321)
    .map(({ properties }) => [properties['kind'], properties['compartment']])

const threeTurns = (pauseS: number): Turn[] => [0, 1, 2].flatMap(() => [1, 2, 3].map((compartment): Turn => [compartment, 2000, pauseS]))

for (const everyS of [10, 30, 60])
  for (const pauseS of [20, 60, 180, 400])
    test(`[theft-4] three turns of each compartment, ${pauseS} s between them, a frame each ${everyS} s, are one loading`, () => {
      expect(seconds(turns(aDay().waits(300), threeTurns(pauseS)), everyS)).toEqual([])
    })

for (const everyS of [10, 30, 60])
  test(`[theft-4] a turn that comes just before the turn before it came to rest, a frame each ${everyS} s, goes on with it`, () => {
    for (const quietS of [120, 140, 160, 180, 200, 220]) {
      const parts: Turn[] = [
        [1, 2000, 10],
        [2, 2000, 200],
        [1, 2000, quietS],
        [1, 2000, 200],
      ]
      expect(seconds(turns(aDay().waits(300), parts), everyS)).toEqual([])
    }
  })

test('[theft-4] a turn that comes while others are loaded is one operation, to the litre', () => {
  const run = runDay(frames(turns(aDay().waits(300), threeTurns(400)), 60), aTruck())
  const loadings = run.recordsOf('operation').filter(({ properties }) => properties['direction'] === 'loading')
  expect(loadings.map(({ object }) => object).sort()).toEqual([1, 2, 3])
  for (const { properties } of loadings) expect(Math.abs(Number(properties['endVolumeL']) - 6000)).toBeLessThan(15)
})

test('[theft-4] half an hour without any flow ends the loading, and what comes then is a second one of each compartment', () => {
  const again = (pauseS: number) =>
    turns(turns(aDay().waits(300), threeTurns(60)).waits(pauseS), [
      [2, 800, 120],
      [1, 800, 120],
    ])
  for (const everyS of [10, 60]) {
    expect(seconds(again(1200), everyS)).toEqual([])
    expect(seconds(again(2100), everyS)).toEqual([
      ['second-loading', 2],
      ['second-loading', 1],
    ])
  }
})

test('[theft-4] what comes at a stop elsewhere is an abnormal loading', () => {
  const day = turns(aDay().waits(300), threeTurns(60)).drivesTo(30).waits(300)
  expect(seconds(turns(day, [[1, 800, 120]]), 30)).toEqual([['outside-depot', 1]])
})

test('[theft-4] frames that come late show the same, as history', () => {
  const day = turns(turns(aDay().waits(300), threeTurns(400)).waits(2100), [[3, 800, 120]])
  const late = frames(day, 60).map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  const alarms = runDay(late, aTruck()).alarmsOf(321)
  expect(alarms.map(({ object, live, properties }) => [object % 100, live, properties['kind']])).toEqual([[3, false, 'second-loading']])
})
