import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, depot, station } from './a-day.ts'
import { runDay } from './run-day.ts'

type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>

/** The day as a terminal sends it that reports each so many seconds, and its seals when they change. */
const frames = ({ readings }: Day, everyS: number) => readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)
const runs = (day: Day, everyS = 10, context = aTruck()) => runDay(frames(day, everyS), context)

/** Loads compartment 1, of which litres go again so many seconds after the last one came in, then the others. */
function tapped(litres: number, lpm: number, gapS: number, shuts: boolean, day = aDay().waits(300)): Day {
  day.opens(1, 0).waits(20).flows(1, 6000, 1500)
  if (shuts) day.closes(1, 0)
  day.waits(gapS)
  if (litres > 0) day.flows(1, -litres, lpm)
  day.waits(60).closes(1, 0)
  for (const compartment of [2, 3]) day.opens(compartment, 0).waits(20).flows(compartment, 6000, 1500).waits(60).closes(compartment, 0)
  return day.waits(300).drivesTo(20).waits(300)
}

const losses = ({ alarms }: Run) =>
  alarms
    .filter(({ type }) => type === 202 || type === 322)
    .map(({ type, grade, properties, place }) => ({
      type,
      grade,
      litres: Number(properties['loss'] ?? properties['lossV20L']),
      at: place.fenceName,
    }))

function expectOneLoss(run: Run, litres: number, message = ''): void {
  expect(losses(run), message).toHaveLength(1)
  const [loss] = losses(run)
  expect([loss?.type, loss?.grade, loss?.at], message).toEqual([322, 'red', depot.name])
  expect(Math.abs(Number(loss?.litres) - litres * 0.99), message).toBeLessThan(30)
}

const loadedL = (run: Run, compartment: number): number =>
  run
    .recordsOf('operation')
    .filter(({ object, properties }) => object === compartment && properties['direction'] === 'loading')
    .reduce((sum, { properties }) => sum + Number(properties['endV20L']) - Number(properties['startV20L']), 0)

for (const [everyS, gaps] of [
  [10, [10, 30, 60]],
  [30, [30, 60, 120]],
  [60, [120]],
] as const)
  for (const shuts of [false, true])
    test(`[T-C] litres that go soon after the loading are an alarm, and what was loaded stays, a frame each ${everyS} s, the seal ${shuts ? 'shut' : 'open'}`, () => {
      for (const gapS of gaps)
        for (const [litres, lpm] of [
          [150, 100],
          [150, 300],
          [300, 300],
        ] as const) {
          const run = runs(tapped(litres, lpm, gapS, shuts), everyS)
          const message = `${litres} L at ${lpm} L/min, ${gapS} s`
          expectOneLoss(run, litres, message)
          expect(Math.abs(loadedL(run, 1) - 6000 * 0.99), message).toBeLessThan(30)
          const lines = run.recordsOf('trip').flatMap(({ properties }) => properties['lines'] as Record<string, number>[])
          expect(Math.abs(Number(lines[0]?.['loadV20L']) - (6000 - litres) * 0.99), message).toBeLessThan(15)
          expect(run.alarmTypes, message).toEqual([322])
        }
    })

test('[T-C] litres that go in the middle of a loading are an alarm, once', () => {
  const day = aDay().waits(300).opens(1, 0).waits(20).flows(1, 3000, 1500).waits(40).flows(1, -200, 300).waits(40).flows(1, 3000, 1500)
  expectOneLoss(runs(day.waits(200).closes(1, 0).waits(300).drivesTo(20)), 200)
  const again = aDay().waits(300).opens(1, 0).waits(20).flows(1, 3000, 1500).waits(60).flows(1, -200, 300).waits(300).flows(1, 2000, 1500)
  expectOneLoss(runs(again.waits(300).closes(1, 0).waits(300).drivesTo(20)), 200)
})

test('[T-C] 40 L are below the rule, 65 L are not, and a surface that settles by some millimetres is no fall', () => {
  for (const everyS of [10, 30, 60]) {
    for (const litres of [0, 40]) expect(losses(runs(tapped(litres, 200, 60, false), everyS))).toEqual([])
    expect(losses(runs(tapped(65, 200, 120, false), everyS))).toHaveLength(1)
    for (const seed of [1, 2, 3]) expect(losses(runs(tapped(0, 200, 60, false, aDay(seed).gaugeNoise(6).waits(300)), everyS))).toEqual([])
  }
})

test('[T-C] the surplus over the slip, a whole compartment and a fall under a password may go back', () => {
  const slip: DeliverySlip = {
    slipNo: 'PS1',
    stops: [{ placeId: Number(station.placeId), compartments: [1, 2, 3] }],
    loads: [1, 2, 3].map((compartment) => ({ compartment, oilCode: 92, volumeL: compartment === 1 ? 5850 : 6000 })),
  }
  expect(losses(runs(tapped(150, 200, 60, false), 10, aTruck({ slip })))).toEqual([])
  expect(losses(runs(tapped(5900, 1200, 60, false)))).toEqual([])
  expect(losses(runs(tapped(150, 200, 60, false, aDay().waits(300).says('one-time-password'))))).toEqual([])
})

test('[T-C] frames that come late show the same, as history', () => {
  const day = tapped(150, 300, 30, false)
  const late = day.readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  const run = runDay(late, aTruck())
  expectOneLoss(run, 150)
  expect(run.alarmsOf(322).map(({ live }) => live)).toEqual([false])
  expect(losses(run)).toEqual(losses(runs(day)))
})
