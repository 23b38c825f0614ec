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

test('[theft-1] through an open manhole it is the alarm of the manhole, as before', () => {
  const day = arrived().opens(1, 1).waits(60).flows(1, -300, 300).waits(120).closes(1, 1).waits(300)
  const run = runDay(day.readings, aTruck({ slip }))
  expect(run.alarms.map(({ type, grade }) => [type, grade])).toEqual([[1, 'yellow']])
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
