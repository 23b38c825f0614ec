import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { factKey, runDay } from './run-day.ts'

/** Drives too short for the frames of a terminal to show the truck fast for long: the position alone shows that it is elsewhere. */
const everyS = (readings: readonly Reading[], seconds: number): Reading[] =>
  readings.filter(({ at, probes }) => at % (seconds * 1000) === 0 || probes.length > 0)

const loaded = (seed: number) => aDay(seed).waits(600).loads([7000, 7000, 6000], 60).waits(600)
const unloads = (day: ReturnType<typeof aDay>, ...compartments: number[]) => {
  for (const one of compartments) day.opens(one, 0, 2).waits(20).flows(one, -day.truly(one), 500).waits(60).closes(one, 0, 2).waits(60)
  return day.waits(240)
}
/** Unloads the first compartment, drives so many kilometres and parks. */
const parksAfter = (seed: number, km: number) =>
  unloads(loaded(seed).drivesTo(90).waits(300), 1)
    .drivesTo(90 + km, 40)
    .waits(780)
const goesOn = (day: ReturnType<typeof aDay>) => unloads(day.drivesTo(110).waits(300), 2, 3).waits(600)

const litresOf = (run: ReturnType<typeof runDay>): number[] =>
  run.alarms.filter(({ type }) => type === 202 || type === 322).map(({ properties }) => Number(properties['loss'] ?? properties['lossL']))

for (const seconds of [20, 30, 60])
  // At the edge of the fence, just below and above where a truck counts as elsewhere, and well away.
  for (const km of [0.1, 0.17, 0.19, 0.21, 0.3, 0.5, 1])
    test(`[unseen drive] who unloads one compartment and parks ${km} km further has lost nothing, frames each ${seconds} s`, () => {
      for (const seed of [1, 2, 3]) {
        const run = runDay(everyS(goesOn(parksAfter(seed, km)).readings, seconds), aTruck())
        expect(run.alarmTypes, `seed ${seed}`).toEqual([])
      }
    })

for (const seconds of [30, 60])
  for (const km of [0.19, 0.3])
    test(`[unseen drive] what is stolen while parked ${km} km after an unloading is found with its litres, frames each ${seconds} s`, () => {
      for (const seed of [1, 2, 3]) {
        const run = runDay(everyS(goesOn(parksAfter(seed, km).flows(3, -200, 250).waits(600)).readings, seconds), aTruck())
        const [litres, ...others] = litresOf(run)
        expect(others, `seed ${seed}`).toEqual([])
        expect(litres, `seed ${seed}`).toBeGreaterThan(170)
        expect(litres, `seed ${seed}`).toBeLessThan(230)
      }
    })

test('[unseen drive] who loads and parks outside the depot has not loaded there', () => {
  for (const seed of [1, 2, 3]) {
    const day = unloads(loaded(seed).drivesTo(0.6, 40).waits(780).drivesTo(90).waits(300), 1, 2, 3).waits(600)
    const run = runDay(everyS(day.readings, 60), aTruck())
    expect(run.alarmTypes, `seed ${seed}`).toEqual([])
  }
})

test('[unseen drive] the stop ends and another begins when two fixes agree that the truck is 200 m away, not 190 m', () => {
  const stops = (km: number) => {
    const { state, alarmTypes } = runDay(
      everyS(
        aDay(1)
          .stands(30)
          .waits(600)
          .drivesTo(30 + km, 40)
          .waits(600).readings,
        60,
      ),
      aTruck(),
    )
    expect(alarmTypes).toEqual([])
    return [state.motion.droveSinceAt !== 0, state.motion.moving, state.motion.stoppedSinceAt - (state.newestAt - 660_000) > 0]
  }
  expect(stops(0.19)).toEqual([false, false, false])
  expect(stops(0.21)).toEqual([true, false, true])
})

test('[unseen drive] a single stray fix, and fixes that jump faster than a truck can drive, end no stop', () => {
  const strays = (seconds: number, frames: number) => {
    const readings = everyS(aDay(1).stands(30).waits(1800).readings, seconds).map((reading, index) =>
      index >= 10 && index < 10 + frames ? { ...reading, position: { ...reading.position, lng: reading.position.lng + 0.0031 } } : reading,
    )
    return runDay(readings, aTruck()).state.motion.droveSinceAt
  }
  expect(strays(60, 1)).toBe(0)
  expect(strays(10, 12)).toBe(0)
  expect(strays(60, 5)).not.toBe(0)
})

test('[unseen drive] late data give the same rows', () => {
  const readings = everyS(goesOn(parksAfter(2, 0.3).flows(3, -200, 250).waits(600)).readings, 60)
  const live = runDay(readings, aTruck())
  const late = runDay(
    readings.map((reading) => ({ ...reading, receivedAt: reading.at + 7_200_000 })),
    aTruck(),
  )
  expect(late.rows.map(factKey)).toEqual(live.rows.map(factKey))
  expect(late.facts.some((fact) => fact.is === 'alarm' && fact.live)).toBe(false)
})

test('a truck that drives on fast without a fix does not stand where its last fix was', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const day = aDay(seed).waits(300).loads([7000, 7000, 7000], 60).roughRoad(40).drivesTo(30).waits(10).gps(false)
    day.drivesFor(300, 50).waits(360).drivesFor(600, 50).gps(true)
    const run = runDay(day.drivesTo(90).waits(300).unloads([0, 0, 0], 60).waits(300).shuts().waits(300).drivesTo(60).readings, aTruck())
    expect(run.alarmTypes, String(seed)).toEqual([])
    expect(run.recordsOf('operation'), String(seed)).toHaveLength(6)
  }
})
