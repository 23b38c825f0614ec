import { expect, test } from 'vitest'
import { aDay, aTruck, depot } from './a-day.ts'
import { runDay } from './run-day.ts'

/** Product that leaves in the depot after the loading and is replaced from the loading arm: the ticket and the gauge agree again. */

type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>

/** As a terminal sends it that reports each so many seconds, and its seals when they change. */
const runs = ({ readings }: Day, everyS: number) =>
  runDay(
    readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0),
    aTruck(),
  )

const couples = (day: Day, compartment: number) => day.opens(compartment, 0).waits(20).opens(compartment, 2).waits(10)
const uncouples = (day: Day, compartment: number) => day.waits(20).closes(compartment, 2).waits(10).closes(compartment, 0)

type Theft = {
  readonly litres: number
  readonly lpm: number
  readonly restS: number
  readonly gapS: number
  readonly opens: boolean
  readonly backL?: number
}

/** All three loaded, some of the first taken out, and filled up again. */
function toppedUp({ litres, lpm, restS, gapS, opens, backL = litres }: Theft, day = aDay().waits(300)): Day {
  for (const compartment of [1, 2, 3]) uncouples(couples(day, compartment).flows(compartment, 6000, 1500), compartment).waits(60)
  day.waits(restS)
  if (opens) couples(day, 1)
  day.flows(1, -litres, lpm)
  if (opens) uncouples(day, 1)
  day.waits(gapS)
  uncouples(couples(day, 1).flows(1, backL, 900), 1)
  return day.waits(300).drivesTo(20).waits(300)
}

const losses = ({ alarms }: Run) =>
  alarms
    .filter(({ type }) => type === 202 || type === 322)
    .map(({ grade, place, properties }) => ({
      grade,
      at: place.fenceName,
      litres: Number(properties['lossV20L']),
      reason: properties['reason'],
    }))

for (const everyS of [10, 30, 60])
  for (const opens of [false, true])
    test(`[topped up] litres that leave after the loading and are replaced are one red loss, a frame each ${everyS} s, the seals ${opens ? 'open' : 'shut'}`, () => {
      for (const litres of [100, 200, 400])
        for (const lpm of [100, 300])
          for (const restS of [60, 180])
            for (const gapS of [90, 240]) {
              const run = runs(toppedUp({ litres, lpm, restS, gapS, opens }), everyS)
              const message = `${litres} L at ${lpm} L/min, ${restS} s after the loading, ${gapS} s before the next`
              expect(losses(run), message).toHaveLength(1)
              const [loss] = losses(run)
              expect([loss?.grade, loss?.at, loss?.reason], message).toEqual(['red', depot.name, 'depot-yard'])
              expect(Math.abs(Number(loss?.litres) - litres * 0.99), message).toBeLessThan(20)
              expect(run.alarmTypes, message).toEqual([322])
              const lines = run.recordsOf('trip').flatMap(({ properties }) => properties['lines'] as Record<string, number>[])
              expect(Math.abs(Number(lines[0]?.['loadV20L']) - 6000 * 0.99), message).toBeLessThan(15)
            }
    })

test('[topped up] less or more is replaced than left: the loss is all that left', () => {
  for (const backL of [150, 400]) {
    const run = runs(toppedUp({ litres: 300, lpm: 200, restS: 120, gapS: 120, opens: false, backL }), 30)
    expect(losses(run)).toHaveLength(1)
    expect(Math.abs(Number(losses(run)[0]?.litres) - 300 * 0.99)).toBeLessThan(20)
  }
})

test('[topped up] 40 L are below the rule, a coupling without a flow, wrong frames and a fall under a password are none', () => {
  for (const everyS of [10, 30, 60]) {
    expect(losses(runs(toppedUp({ litres: 40, lpm: 200, restS: 120, gapS: 120, opens: true }), everyS))).toEqual([])
    expect(losses(runs(toppedUp({ litres: 0, lpm: 200, restS: 120, gapS: 120, opens: true, backL: 100 }), everyS))).toEqual([])
    const allowed = toppedUp({ litres: 200, lpm: 200, restS: 120, gapS: 120, opens: true }, aDay().waits(300).says('one-time-password'))
    expect(losses(runs(allowed, everyS))).toEqual([])
  }
  const wrong = aDay().waits(300).loads([6000, 6000, 6000], 60).waits(200).gauge(1, { offsetMm: -60 }).waits(20).gauge(1, { offsetMm: 0 })
  expect(losses(runs(wrong.waits(400).drivesTo(20), 10))).toEqual([])
})
