import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const slip: DeliverySlip = { slipNo: 'PS1', stops: [{ placeId: Number(station.placeId), compartments: [1, 2, 3] }] }
const arrived = () => aDay().waits(300).loads([7000, 7000, 7000], 60).drivesTo(90).waits(240)
type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>

const delivers = (day: Day, compartment: number, litres: number) =>
  day.opens(compartment, 0, 2).waits(20).flows(compartment, -litres, 500).waits(60).closes(compartment, 0, 2).waits(60)

const losses = ({ alarms }: Run) =>
  alarms
    .filter(({ type }) => type === 202 || type === 322)
    .map(({ type, grade, properties }) => [type, grade, properties['loss'] ?? properties['lossV20L']])

/** Litres at 20 °C that the records of a compartment say were unloaded. */
const unloadedL = (run: Run, compartment: number): number =>
  run
    .recordsOf('operation')
    .filter(({ object, properties }) => object === compartment && properties['direction'] === 'unloading')
    .reduce((sum, { properties }) => sum + Number(properties['startV20L']) - Number(properties['endV20L']), 0)

const legLine = (run: Run, compartment: number) => {
  const lines = run.recordsOf('trip').flatMap(({ properties }) => properties['lines'] as Record<string, number>[])
  return lines.find((line) => line['compartment'] === compartment) ?? {}
}

function expectLoss(run: Run, litres: number): void {
  expect(losses(run)).toHaveLength(1)
  expect(Math.abs(Number(losses(run)[0]?.[2]) - litres * 0.99)).toBeLessThan(12)
}

for (const litres of [80, 150, 600])
  test(`[theft-1] ${litres} L that leave a sealed compartment at its station are a loss, and no unloading`, () => {
    const day = arrived().flows(1, -litres, 200).waits(300)
    for (const compartment of [1, 2, 3]) delivers(day, compartment, day.truly(compartment))
    const run = runDay(day.waits(300).drivesTo(60).waits(300).readings, aTruck({ slip }))
    expectLoss(run, litres)
    const [alarm] = run.alarms.filter(({ type }) => type === 202 || type === 322)
    expect([alarm?.type, alarm?.grade, alarm?.place.fenceName]).toEqual([litres < 100 ? 322 : 202, 'red', station.name])
    expect(run.alarmTypes).toEqual([alarm?.type])
    expect(run.states).toMatch(/^0-1-2-5-6-7-8/)
    expect(Math.abs(unloadedL(run, 1) - (7000 - litres) * 0.99)).toBeLessThan(15)
    expect(Math.abs(Number(legLine(run, 1)['transitLossV20L']) - litres * 0.99)).toBeLessThan(15)
  })

test('[theft-1] a truck that is coupled right after it has the loss on the way, once', () => {
  const day = arrived().flows(1, -300, 300).waits(20)
  for (const compartment of [1, 2, 3]) delivers(day, compartment, day.truly(compartment))
  const run = runDay(day.waits(300).drivesTo(60).waits(300).readings, aTruck({ slip }))
  expectLoss(run, 300)
  expect(Math.abs(unloadedL(run, 1) - 6700 * 0.99)).toBeLessThan(15)
})

test('[theft-1] so it is while other compartments unload, and the delivery counts from what was left', () => {
  const day = delivers(arrived(), 2, 3000)
  day.opens(2, 0, 2).waits(20).flows(2, -1000, 500).flows(1, -200, 200).flows(2, -3000, 500).waits(60).closes(2, 0, 2).waits(300)
  for (const compartment of [1, 3]) delivers(day, compartment, day.truly(compartment))
  const run = runDay(day.waits(300).drivesTo(60).waits(300).readings, aTruck({ slip }))
  expectLoss(run, 200)
  expect(Math.abs(unloadedL(run, 1) - 6800 * 0.99)).toBeLessThan(15)
  expect(Math.abs(Number(legLine(run, 1)['unloadedV20L']) - 6800 * 0.99)).toBeLessThan(15)
  expect(Math.abs(Number(legLine(run, 1)['transitLossV20L']) - 200 * 0.99)).toBeLessThan(15)
  expect(Math.abs(unloadedL(run, 2) - 7000 * 0.99)).toBeLessThan(15)
})

test('[theft-1] what is delivered between two losses is part of neither', () => {
  const day = arrived().flows(1, -150, 200).waits(300)
  delivers(day, 1, 3000).waits(200).flows(1, -120, 200).waits(300)
  for (const compartment of [1, 2, 3]) delivers(day, compartment, day.truly(compartment))
  const run = runDay(day.waits(300).drivesTo(60).waits(300).readings, aTruck({ slip }))
  expect(losses(run).reduce((sum, [, , litres]) => sum + Number(litres), 0)).toBeGreaterThan(270 * 0.99 - 20)
  expect(losses(run).reduce((sum, [, , litres]) => sum + Number(litres), 0)).toBeLessThan(270 * 0.99 + 20)
  expect(Math.abs(unloadedL(run, 1) - 6730 * 0.99)).toBeLessThan(20)
  expect(Math.abs(Number(legLine(run, 1)['unloadedV20L']) - 6730 * 0.99)).toBeLessThan(20)
})

test('[theft-1] 40 L are below the rule, and are not delivered either', () => {
  const day = arrived().flows(1, -40, 200).waits(300)
  delivers(day, 1, day.truly(1))
  const run = runDay(day.waits(300).readings, aTruck({ slip }))
  expect(losses(run)).toEqual([])
  expect(Math.abs(unloadedL(run, 1) - 6960 * 0.99)).toBeLessThan(12)
})

/** Seals as the server gets them: each report so many frames late. */
function sealsLate({ readings }: Day, frames: number): void {
  for (let i = readings.length - 1; i >= 0; i -= 1) {
    const reading = readings[i]
    if (reading) readings[i] = { ...reading, probes: readings[i - frames]?.probes ?? [] }
  }
}

for (const frames of [1, 2, 4])
  test(`[theft-1] an unloading whose seals report ${frames} frames late is one, from its first litre`, () => {
    const day = arrived()
    for (const compartment of [1, 2, 3]) day.opens(compartment, 0, 2).flows(compartment, -7000, 600).closes(compartment, 0, 2).waits(60)
    day.waits(300)
    sealsLate(day, frames)
    const run = runDay(day.readings, aTruck({ slip }))
    expect(losses(run)).toEqual([])
    for (const compartment of [1, 2, 3]) expect(Math.abs(unloadedL(run, compartment) - 7000 * 0.99)).toBeLessThan(12)
  })

test('[theft-1] a small delivery whose seals report late is no loss', () => {
  const day = arrived().opens(1, 0, 2).flows(1, -150, 600).closes(1, 0, 2).waits(300)
  sealsLate(day, 2)
  expect(losses(runDay(day.readings, aTruck({ slip })))).toEqual([])
})

/** An honest unloading of a compartment whose seals cannot be believed, or are not there. */
const blind: readonly (readonly [string, (day: Day) => Day, (day: Day) => void])[] = [
  ['do not answer', (day) => day.probe(1, 0, { answering: false }).probe(1, 2, { answering: false }), () => {}],
  ['stand between open and shut', (day) => day.probe(1, 0, { uncertain: true }).probe(1, 2, { uncertain: true }), () => {}],
  [
    'have not reported for long',
    (day) => day,
    (day) => {
      for (const [i, reading] of day.readings.entries()) if (i > 200) day.readings[i] = { ...reading, probes: [] }
    },
  ],
  [
    'are not fitted to this compartment',
    (day) => day,
    (day) => {
      for (const [i, reading] of day.readings.entries())
        day.readings[i] = { ...reading, probes: reading.probes.filter(({ compartment, type }) => compartment !== 1 || type === 1) }
    },
  ],
]
for (const [how, breaks, after] of blind)
  test(`[theft-1] seals that ${how} do not make an unloading a loss`, () => {
    const day = breaks(arrived()).waits(900).flows(1, -3000, 500).waits(400)
    after(day)
    const run = runDay(day.readings, aTruck({ slip }))
    expect(losses(run)).toEqual([])
    expect(Math.abs(unloadedL(run, 1) - 3000 * 0.99)).toBeLessThan(15)
  })

test('[theft-1] one valve that is stuck shut does not make an unloading a loss when the other is seen open', () => {
  const day = arrived().opens(1, 2).waits(20).flows(1, -3000, 500).waits(400)
  const run = runDay(day.readings, aTruck({ slip }))
  expect(losses(run)).toEqual([])
  expect(Math.abs(unloadedL(run, 1) - 3000 * 0.99)).toBeLessThan(15)
})

test('[theft-1] frames that arrive an hour late find it, as history', () => {
  const day = arrived().flows(1, -300, 200).waits(300)
  const late = day.readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  const run = runDay(late, aTruck({ slip }))
  expectLoss(run, 300)
  expect(run.alarmsOf(202).map(({ live }) => live)).toEqual([false])
  expect(run.alarmsOf(202).map(({ startedAt }) => startedAt)).toEqual(
    runDay(day.readings, aTruck({ slip }))
      .alarmsOf(202)
      .map(({ startedAt }) => startedAt),
  )
})

/** As a terminal sends it that reports each so many seconds, and its seals when they change. */
const thinned = ({ readings }: Day, everyS: number) => readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)
/** Compartment 1 falls behind its seals, and is opened for its unloading so many seconds later; before or after the others. */
function tapped(litres: number, lpm: number, gapS: number, isFirst: boolean): Day {
  const day = arrived().waits(300)
  if (!isFirst) for (const compartment of [2, 3]) delivers(day, compartment, day.truly(compartment))
  if (!isFirst) day.waits(150)
  if (litres > 0) day.flows(1, -litres, lpm)
  day.waits(gapS)
  for (const compartment of isFirst ? [1, 2, 3] : [1]) delivers(day, compartment, day.truly(compartment))
  return day.waits(300).drivesTo(60).waits(300)
}

for (const [everyS, gaps] of [
  [10, [0, 10, 30, 60, 120, 240]],
  [30, [30, 60, 120]],
  [60, [120, 240]],
] as const)
  for (const isFirst of [true, false])
    test(`[T-A] litres behind shut seals shortly before the opening are a loss and not delivered, a frame each ${everyS} s, ${isFirst ? 'first' : 'last'} of the stop`, () => {
      for (const gapS of gaps)
        for (const [litres, lpm] of [
          [150, 100],
          [150, 300],
          [300, 100],
          [600, 300],
        ] as const) {
          const run = runDay(thinned(tapped(litres, lpm, gapS, isFirst), everyS), aTruck({ slip }))
          const message = `${litres} L at ${lpm} L/min, ${gapS} s`
          expect(losses(run), message).toHaveLength(1)
          expect(Math.abs(Number(losses(run)[0]?.[2]) - litres * 0.99), message).toBeLessThan(45)
          expect(Math.abs(unloadedL(run, 1) - (7000 - litres) * 0.99), message).toBeLessThan(45)
          expect(Math.abs(Number(legLine(run, 1)['transitLossV20L']) - litres * 0.99), message).toBeLessThan(45)
        }
    })

test('[T-A] 40 L before the opening are below the rule, 70 L are not, and none are none', () => {
  for (const isFirst of [true, false])
    for (const gapS of [0, 30, 60]) {
      for (const litres of [0, 40]) expect(losses(runDay(tapped(litres, 200, gapS, isFirst).readings, aTruck({ slip })))).toEqual([])
      expect(losses(runDay(tapped(70, 200, gapS, isFirst).readings, aTruck({ slip })))).toHaveLength(1)
    }
})

test('[T-A] the second opening of a compartment is judged as the first one', () => {
  const day = arrived().waits(300)
  delivers(day, 1, 3000).waits(120).flows(1, -200, 300).waits(20)
  for (const compartment of [1, 2, 3]) delivers(day, compartment, day.truly(compartment))
  const run = runDay(day.waits(300).drivesTo(60).waits(300).readings, aTruck({ slip }))
  expectLoss(run, 200)
  expect(Math.abs(unloadedL(run, 1) - 6800 * 0.99)).toBeLessThan(20)
})

for (const everyS of [10, 30, 60])
  test(`[T-A] seals that report one or two frames late make no loss of an unloading of 450 L/min, a frame each ${everyS} s`, () => {
    for (const frames of [1, 2]) {
      const day = arrived().waits(600)
      for (const compartment of [1, 2, 3])
        day.opens(compartment, 0, 2).flows(compartment, -7000, 450).waits(60).closes(compartment, 0, 2).waits(300)
      const thin: Day = { ...day, readings: thinned(day, everyS) }
      sealsLate(thin, frames)
      expect(losses(runDay(thin.readings, aTruck({ slip }))).filter(([, grade]) => grade === 'red')).toEqual([])
    }
  })

test('[T-A] frames that arrive an hour late find it, as history', () => {
  const day = tapped(150, 300, 30, false)
  const late = day.readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  const run = runDay(late, aTruck({ slip }))
  expectLoss(run, 150)
  expect(run.alarmsOf(202).map(({ live }) => live)).toEqual([false])
  expect(losses(run)).toEqual(losses(runDay(day.readings, aTruck({ slip }))))
})
