import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, station } from './a-day.ts'
import { runDay } from './run-day.ts'

/** A manhole is no outlet: what leaves while one is open, and the outlets are shut, was not unloaded. */

const slip: DeliverySlip = { slipNo: 'PS1', stops: [{ placeId: Number(station.placeId), compartments: [1, 2, 3] }] }
const arrived = () => aDay().waits(300).loads([7000, 7000, 7000], 60).drivesTo(90).waits(240)
type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>

const delivers = (day: Day, compartment: number) =>
  day.opens(compartment, 0, 2).waits(20).flows(compartment, -day.truly(compartment), 500).waits(60).closes(compartment, 0, 2).waits(60)

function ends(day: Day): Day {
  for (const compartment of [1, 2, 3]) if (day.truly(compartment) > 0) delivers(day, compartment)
  return day.waits(300).drivesTo(60).waits(300)
}

/** As a terminal sends it that reports each so many seconds, and its seals when they change. */
const thinned = ({ readings }: Day, everyS: number) => readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)

/** A hose through the manhole, of a compartment whose outlets are shut. */
const dipped = (day: Day, litres: number, lpm = 300) => day.opens(1, 1).waits(20).flows(1, -litres, lpm).waits(20).closes(1, 1)

const alarms = (run: Run) => run.alarms.filter(({ type }) => type !== 213).map(({ type, grade }) => [type, grade])
const lostL = (run: Run): number =>
  run.alarms.reduce((sum, { properties }) => sum + Number(properties['lossV20L'] ?? properties['loss'] ?? 0), 0)

/** Litres at 20 °C that the records of a compartment say were unloaded. */
const unloadedL = (run: Run, compartment: number): number =>
  run
    .recordsOf('operation')
    .filter(({ object, properties }) => object === compartment && properties['direction'] === 'unloading')
    .reduce((sum, { properties }) => sum + Number(properties['startV20L']) - Number(properties['endV20L']), 0)

const transitLossL = (run: Run): number => Number(run.recordsOf('trip').at(-1)?.properties['transitLossV20L'])

for (const everyS of [10, 30, 60])
  for (const [litres, lpm] of [
    [120, 100],
    [300, 300],
    [600, 200],
  ] as const)
    test(`[manhole] ${litres} L taken through it at the station are its one red alarm and were not unloaded, a frame each ${everyS} s`, () => {
      const run = runDay(thinned(ends(dipped(arrived(), litres, lpm).waits(300)), everyS), aTruck({ slip }))
      expect(alarms(run)).toEqual([[1, 'red']])
      expect(Math.abs(lostL(run) - litres * 0.99)).toBeLessThan(20)
      expect(Math.abs(unloadedL(run, 1) - (7000 - litres) * 0.99)).toBeLessThan(20)
      expect(Math.abs(transitLossL(run) - litres * 0.99)).toBeLessThan(25)
    })

for (const everyS of [10, 30, 60])
  test(`[manhole] so it is while another compartment unloads, a frame each ${everyS} s`, () => {
    const day = arrived().opens(1, 1).opens(2, 0, 2).waits(20).flows(2, -1000, 500).flows(1, -300, 200).flows(2, -6000, 500)
    const run = runDay(thinned(ends(day.waits(60).closes(1, 1).closes(2, 0, 2).waits(200)), everyS), aTruck({ slip }))
    expect(alarms(run)).toEqual([[1, 'red']])
    expect(Math.abs(lostL(run) - 300 * 0.99)).toBeLessThan(20)
    expect(Math.abs(unloadedL(run, 1) - 6700 * 0.99)).toBeLessThan(20)
    expect(Math.abs(unloadedL(run, 2) - 7000 * 0.99)).toBeLessThan(20)
  })

test('[manhole] right before the outlets are opened it is no part of the unloading either', () => {
  const day = arrived().opens(1, 1).waits(20).flows(1, -300, 300).waits(30)
  delivers(day, 1).closes(1, 1)
  const run = runDay(ends(day).readings, aTruck({ slip }))
  expect(alarms(run)).toEqual([[1, 'red']])
  expect(Math.abs(lostL(run) - 300 * 0.99)).toBeLessThan(20)
  expect(Math.abs(unloadedL(run, 1) - 6700 * 0.99)).toBeLessThan(20)
})

for (const everyS of [10, 30, 60])
  test(`[manhole] a dip with nothing taken stays yellow, and all is unloaded, a frame each ${everyS} s`, () => {
    for (const restS of [0, 60, 240]) {
      const day = aDay()
        .waits(300)
        .loads([7000, 7000, 7000], 60)
        .drivesTo(90)
        .waits(30 + restS)
      const run = runDay(thinned(ends(day.opens(1, 1).waits(60).closes(1, 1).waits(120)), everyS), aTruck({ slip }))
      expect(alarms(run)).toEqual([[1, 'yellow']])
      expect(lostL(run)).toBeLessThan(20)
      expect(Math.abs(unloadedL(run, 1) - 7000 * 0.99)).toBeLessThan(20)
    }
  })

test('[manhole] a dip while the compartment unloads through its outlets takes nothing from the delivery', () => {
  const day = arrived().opens(1, 0, 2).waits(20).flows(1, -2000, 500).opens(1, 1).flows(1, -1000, 500).closes(1, 1).flows(1, -4000, 500)
  const run = runDay(ends(day.waits(60).closes(1, 0, 2)).readings, aTruck({ slip }))
  expect(alarms(run)).toEqual([[1, 'yellow']])
  expect(lostL(run)).toBeLessThan(20)
  expect(Math.abs(unloadedL(run, 1) - 7000 * 0.99)).toBeLessThan(20)
})

test('[manhole] 40 L are below the rule, 70 L are not', () => {
  for (const everyS of [10, 30, 60]) {
    const few = runDay(thinned(ends(dipped(arrived(), 40).waits(300)), everyS), aTruck({ slip }))
    expect(alarms(few)).toEqual([[1, 'yellow']])
    const more = runDay(thinned(ends(dipped(arrived(), 70).waits(300)), everyS), aTruck({ slip }))
    expect(alarms(more)).toEqual([[1, 'red']])
    expect(Math.abs(lostL(more) - 70 * 0.99)).toBeLessThan(20)
  }
})

test('[manhole] what went on the way before is a loss of the way, beside what was taken here', () => {
  const day = aDay().waits(300).loads([7000, 7000, 7000], 60).drivesTo(50).waits(20).flows(1, -200, 400).drivesTo(90).waits(240)
  const run = runDay(ends(dipped(day, 300).waits(300)).readings, aTruck({ slip }))
  expect(run.alarmsOf(1).map(({ grade }) => grade)).toEqual(['red'])
  expect(Math.abs(Number(run.alarmsOf(1)[0]?.properties['lossV20L']) - 300 * 0.99)).toBeLessThan(20)
  expect(Math.abs(lostL(run) - 500 * 0.99)).toBeLessThan(30)
})

for (const everyS of [10, 60])
  test(`[manhole] frames that arrive an hour late find it, as history, a frame each ${everyS} s`, () => {
    const readings = thinned(ends(dipped(arrived(), 300).waits(300)), everyS)
    const late = readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
    const run = runDay(late, aTruck({ slip }))
    expect(alarms(run)).toEqual([[1, 'red']])
    expect(run.alarmsOf(1).map(({ live }) => live)).toEqual([false])
    expect(run.alarmsOf(1).map(({ startedAt, properties }) => [startedAt, properties['lossV20L']])).toEqual(
      runDay(readings, aTruck({ slip }))
        .alarmsOf(1)
        .map(({ startedAt, properties }) => [startedAt, properties['lossV20L']]),
    )
  })
