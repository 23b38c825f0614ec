import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const loaded = [7000, 5200, 6000]
const onTheRoad = (seed: number) => aDay(seed).waits(600).loads(loaded, 60).waits(600).roughRoad(40)
type Day = ReturnType<typeof aDay>
const delivers = (day: Day) => day.unloads([0, 0, 0], 60).waits(600).shuts().waits(300).drivesTo(95)

/** Frames while it stands come every so many seconds from an offset on, and those of seals that change, which bring gauges as well. */
const everyS = (readings: readonly Reading[], seconds: number, offsetS: number): Reading[] =>
  readings.filter(({ at, probes, position }) => at % (seconds * 1000) === offsetS * 1000 || probes.length > 0 || position.speedKmh > 0)

type Line = { readonly compartment: number; readonly arriveV20L: number; readonly arriveCalm: boolean; readonly transitLossV20L: number }
const arrivalOf = (run: ReturnType<typeof runDay>) => (run.recordsOf('trip-leg')[0]?.properties['lines'] ?? []) as readonly Line[]
const unloadings = (run: ReturnType<typeof runDay>) =>
  run.recordsOf('operation').filter(({ properties }) => properties['direction'] === 'unloading')
/** An opening within half a minute of the stop is an alarm of its own. */
const otherThanOpening = ({ alarmTypes }: ReturnType<typeof runDay>) => alarmTypes.filter((type) => type !== 1)

test('[flow-2] a gauge that falls silent on the road: what the departure said holds, no loss', () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8])
    for (const silent of [[2], [1, 2, 3]]) {
      const day = onTheRoad(seed).drivesTo(40)
      for (const compartment of silent) day.gauge(compartment, { silent: true })
      const run = runDay(delivers(day.drivesTo(90).waits(300)).readings, aTruck())
      expect(new Set(run.alarmTypes), `seed ${seed}`).toEqual(new Set([329]))
      for (const compartment of silent) {
        const line = arrivalOf(run).find((one) => one.compartment === compartment)
        expect(line?.transitLossV20L, `seed ${seed}`).toBe(0)
        if (silent.length === 1) expect(line?.arriveCalm, `seed ${seed}`).toBe(false)
      }
    }
})

test('[flow-2] where work goes on at the same station, the next leg begins with what the last one left', () => {
  const run = runDay(delivers(onTheRoad(1).drivesTo(40).gauge(2, { silent: true }).drivesTo(90).waits(300)).readings, aTruck())
  const legs = run.recordsOf('trip-leg').map(({ properties }) => properties['lines'] as readonly Line[])
  expect(legs.length).toBe(2)
  for (const lines of legs) for (const { transitLossV20L } of lines) expect(Math.abs(transitLossV20L)).toBeLessThan(10)
})

test('[flow-2] a gauge that falls silent after a stop: what its last calm surface said holds', () => {
  const day = onTheRoad(3).drivesTo(60).waits(400).leaks(2, 60).waits(180).leaks(2, 0).waits(400).drivesTo(70).gauge(2, { silent: true })
  const run = runDay(delivers(day.drivesTo(90).waits(300)).readings, aTruck())
  expect(run.alarms.filter(({ type }) => type === 202 || type === 322)).toHaveLength(1)
  const line = arrivalOf(run)[1]
  expect(Math.abs(Number(line?.arriveV20L) - (5200 - 180) * 0.99)).toBeLessThan(15)
})

test('[flow-2] a gauge that falls silent at the station after a calm surface arrived with that', () => {
  const day = onTheRoad(4).drivesTo(90).waits(120).gauge(2, { silent: true }).waits(60)
  const line = arrivalOf(runDay(delivers(day).readings, aTruck()))[1]
  expect(line?.arriveCalm).toBe(true)
  expect(Math.abs(Number(line?.arriveV20L) - 5200 * 0.99)).toBeLessThan(15)
})

for (const seconds of [10, 30, 60])
  for (const opensAfterS of [0, 20, 40, 90])
    test(`[flow-3] opened ${opensAfterS} s after the stop, a frame each ${seconds} s: no loss, and all of it was unloaded`, () => {
      for (const seed of [1, 2, 3, 4, 5])
        for (const pauseS of [0, 200, 400]) {
          const day = onTheRoad(seed).drivesTo(90)
          const stopAt = day.at
          if (opensAfterS > 0) day.waits(opensAfterS)
          for (const compartment of [1, 2, 3]) day.opens(compartment, 0, 2)
          if (pauseS > 0)
            day
              .waits(10)
              .flows(1, -250 - seed * 60, 600)
              .waits(pauseS)
          const run = runDay(everyS(delivers(day).readings, seconds, (seed * 10) % seconds), aTruck())
          const message = `seed ${seed}, pause of ${pauseS} s`
          expect(otherThanOpening(run), message).toEqual([])
          const started = unloadings(run)
          expect(
            started.map(({ object }) => object),
            message,
          ).toEqual([1, 2, 3])
          for (const { object, startedAt, properties } of started) {
            const errorL = Number(properties['startVolumeL']) - (loaded[object - 1] ?? 0)
            expect(Math.abs(errorL), `${message}, ${object}: ${errorL} L`).toBeLessThan(40)
            expect(startedAt, `[flow-5] ${message}, ${object}`).toBeGreaterThanOrEqual(stopAt)
          }
        }
    })

/** Siphoned on the way, opened so long after the stop and unloaded at once. */
function siphoned(seed: number, opensAfterS: number, seconds: number) {
  const day = onTheRoad(seed).leaks(2, 2).drivesTo(90).leaks(2, 0)
  const gaugedL = day.truly(2)
  const readings = everyS(delivers(day.waits(opensAfterS)).readings, seconds, 0)
  return { run: runDay(readings, aTruck()), stolenL: loaded[1] === undefined ? 0 : loaded[1] - gaugedL }
}

test('[flow-3] what was lost on the way is a loss where the surface came to rest before the opening, calm or not', () => {
  for (const seed of [1, 2, 3, 4])
    for (const [opensAfterS, seconds] of [
      [240, 30],
      [120, 30],
      [130, 60],
      [90, 10],
    ] as const) {
      const { run, stolenL } = siphoned(seed, opensAfterS, seconds)
      const message = `seed ${seed}, opened after ${opensAfterS} s, a frame each ${seconds} s`
      const [alarm, ...others] = run.alarms.filter(({ type }) => type === 202)
      expect(others, message).toEqual([])
      expect(Math.abs(Number(alarm?.properties['loss']) - stolenL * 0.99), message).toBeLessThan(40)
    }
})

test('[flow-3] where the surface still swung at the opening, a loss of the way is yellow at most, and within its uncertainty', () => {
  for (const seed of [1, 2, 3, 4]) {
    const { run, stolenL } = siphoned(seed, 20, 60)
    for (const { type, grade, properties } of run.alarms.filter((alarm) => alarm.type !== 1 && alarm.type !== 213)) {
      expect([type, grade], `seed ${seed}`).toEqual([202, 'yellow'])
      expect(Math.abs(Number(properties['loss']) - stolenL * 0.99), `seed ${seed}`).toBeLessThan(3 * Number(properties['uncertaintyL']))
    }
  }
})

test('[flow-3] a state restored around the arrival goes on to the same facts', () => {
  const context = aTruck()
  const day = onTheRoad(6).drivesTo(90)
  const from = day.readings.length
  day.waits(20).opens(1, 0, 2).waits(10).flows(1, -400, 600).waits(200)
  const readings = everyS(delivers(day).readings, 30, 0)
  const state = createTruckState()
  const whole = readings.map((reading) => step(state, reading, context).facts)
  const before = createTruckState()
  for (const [cut, reading] of readings.entries()) {
    step(before, reading, context)
    const stands = reading.at >= Number(day.readings[from]?.at)
    if (!stands || cut % 3 !== 0 || reading.at > Number(day.readings[from]?.at) + 900_000) continue
    const recent = readings.slice(0, cut + 1).filter(({ at }) => at > before.newestAt - 900_000)
    const restored = restoreTruckState(encodeTruckState(before), recent, context)
    expect(readings.slice(cut + 1, cut + 21).map((next) => step(restored, next, context).facts)).toEqual(whole.slice(cut + 1, cut + 21))
  }
})

for (const gentleL of [10, 20])
  test(`[flow-7] ${gentleL} L that flow gently right after the opening, while the surface still counts as calm, are unloaded`, () => {
    const day = aDay(1).gaugeNoise(0).waits(600).loads(loaded, 60).waits(600).drivesTo(90).waits(300)
    for (const compartment of [1, 2, 3]) {
      day
        .opens(compartment, 0, 2)
        .now(2)
        .flows(compartment, -gentleL, gentleL * 6)
      day.flows(compartment, -day.truly(compartment), 500).waits(240).closes(compartment, 0, 2).waits(60)
    }
    const run = runDay(day.waits(300).drivesTo(95).readings, aTruck())
    expect(unloadings(run).map(({ object, properties }) => [object, properties['startVolumeL']])).toEqual([
      [1, 7000],
      [2, 5200],
      [3, 6000],
    ])
    expect(arrivalOf(run).map(({ transitLossV20L }) => transitLossV20L)).toEqual([0, 0, 0])
  })
