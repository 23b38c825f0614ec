import type { Reading } from '@tanker/domain/reading'
import { ellipticVolumeL } from '@tanker/domain/tank/tank-table'
import { expect, test } from 'vitest'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { aDay, aTruck, tank } from './a-day.ts'
import { runDay } from './run-day.ts'

/** Gauges whose readings scatter by millimetres, or that only know steps of some: their limits follow what they show at rest. */

const seeds = [1, 2, 3, 4, 5, 6]
/** One sigma of a scenario's gauge is a quarter millimetre. */
const sigmaMm = 0.24
const onTheRoad = (seed: number, noiseMm: number) =>
  aDay(seed)
    .waits(300)
    .loads([5000, 4500, 4000], 60)
    .gaugeNoise(noiseMm / sigmaMm)
    .drivesTo(30)
const losses = (run: ReturnType<typeof runDay>) => run.alarms.filter(({ type }) => type === 202 || type === 322 || type === 1)
const types = (readings: readonly Reading[]) => losses(runDay(readings, aTruck())).map(({ type, object }) => [type, object])

/** The same day seen by gauges of whole steps. */
const inSteps = (readings: readonly Reading[], stepMm: number): Reading[] =>
  readings.map((reading) => ({
    ...reading,
    compartments: reading.compartments.map((gauge) => {
      const levelMm = Math.round(gauge.levelMm / stepMm) * stepMm
      const volumeL = ellipticVolumeL(tank, levelMm)
      const v20L = (volumeL * gauge.v20L) / Math.max(1, gauge.volumeL)
      return { ...gauge, rawLevelMm: levelMm, levelMm, volumeL, v20L }
    }),
  }))

for (const noiseMm of [1, 1.8, 2.5])
  for (const everyS of [10, 30, 60])
    test(`[noise-1] gauges that scatter by ${noiseMm} mm at a stop of ten hours are no discharge, a frame each ${everyS} s`, () => {
      for (const seed of seeds) expect(types(onTheRoad(seed, noiseMm).waits(36_000, everyS).readings)).toEqual([])
    })

test('[noise-1] a gauge of 5 mm steps that cooling moves by one is no discharge', () => {
  for (const seed of seeds) {
    // Just above the middle between two steps.
    const litres = [820, 850, 880].map((mm) => ellipticVolumeL(tank, mm - 2.4 + seed * 0.02))
    const day = aDay(seed).waits(300).loads(litres, 60).gaugeNoise(0.2).drivesTo(30).waits(300)
    for (let i = 0; i < 30; i += 1) day.warmsTo(28 - i * 0.1).waits(300)
    expect(types(inSteps(day.readings, 5))).toEqual([])
  }
})

for (const noiseMm of [1.8, 2.5])
  for (const everyS of [10, 30])
    test(`[noise-1] 100 L that leave a truck whose gauges scatter by ${noiseMm} mm are found, a frame each ${everyS} s`, () => {
      for (const seed of seeds) {
        const day = onTheRoad(seed, noiseMm).waits(900, everyS).flows(2, -100, 120).waits(900, everyS)
        expect(types(day.readings).map(([, object]) => object)).toEqual([2])
      }
    })

test('[noise-1] 100 L that leave gauges of 5 mm steps are found', () => {
  for (const seed of seeds) {
    const day = onTheRoad(seed, sigmaMm).waits(900).flows(2, -100, 120).waits(900)
    expect(types(inSteps(day.readings, 5)).map(([, object]) => object)).toEqual([2])
  }
})

test('[noise-1] a quiet gauge keeps its limit: 40 L are found, 25 L are not', () => {
  for (const seed of seeds) {
    expect(types(onTheRoad(seed, sigmaMm).waits(600).flows(2, -40, 120).waits(300).readings)).toEqual([[322, 2]])
    expect(types(onTheRoad(seed, sigmaMm).waits(600).flows(2, -25, 120).waits(300).readings)).toEqual([])
  }
})

test('[noise-1] so it does beside a gauge that scatters, which is judged by itself', () => {
  const quiet = onTheRoad(3, sigmaMm).waits(600).flows(2, -40, 120).waits(300).readings
  const noisy = onTheRoad(3, 2.5).waits(600).flows(2, -40, 120).waits(300).readings
  const mixed = quiet.map((reading, i) => {
    const gauges = reading.compartments.map((gauge, of) => (of === 0 ? (noisy[i]?.compartments[of] ?? gauge) : gauge))
    return { ...reading, compartments: gauges }
  })
  expect(types(mixed)).toEqual([[322, 2]])
})

test('[noise-1] a restored state judges a noisy gauge as the one that never stopped', () => {
  const context = aTruck()
  const { readings } = onTheRoad(4, 2.5).waits(1500).flows(2, -150, 120).waits(1200)
  const state = createTruckState()
  const whole = readings.map((reading) => step(state, reading, context).facts)
  const from = readings.length - 200
  const before = createTruckState()
  for (const [cut, reading] of readings.entries()) {
    step(before, reading, context)
    if (cut < from || cut % 9 !== 0) continue
    const recent = readings.slice(0, cut + 1).filter(({ at }) => at > before.newestAt - 900_000)
    const restored = restoreTruckState(encodeTruckState(before), recent, context)
    expect(readings.slice(cut + 1, cut + 31).map((next) => step(restored, next, context).facts)).toEqual(whole.slice(cut + 1, cut + 31))
  }
})
