import type { Reading } from '@tanker/domain/reading'
import { ellipticVolumeL } from '@tanker/domain/tank/tank-table'
import { expect, test } from 'vitest'
import { aDay, aTruck, tank } from './a-day.ts'
import { runDay } from './run-day.ts'

/** A truck on a ferry or at a dock: its surfaces rise and fall together with the water. */
type Day = ReturnType<typeof aDay>
const seldom = (readings: readonly Reading[], seconds: number) =>
  readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % seconds === 0)

/** Swell of so many millimetres and seconds from one moment to another. */
const onTheWater = (readings: readonly Reading[], [from, to]: readonly [number, number], mm: number, periodS: number): Reading[] =>
  readings.map((reading) => {
    if (reading.at < from || reading.at > to) return reading
    return {
      ...reading,
      compartments: reading.compartments.map((gauge, i) => {
        const levelMm = gauge.levelMm + mm * Math.sin((2 * Math.PI * reading.at) / 1000 / periodS + i)
        const volumeL = ellipticVolumeL(tank, levelMm)
        return { ...gauge, levelMm, rawLevelMm: levelMm, volumeL, v20L: (volumeL * gauge.v20L) / gauge.volumeL }
      }),
    }
  })

const stops = (seed: number) => aDay(seed).waits(300).loads([6000, 5500, 5000], 60).drivesTo(30).waits(120)
const losses = (run: ReturnType<typeof runDay>) => run.alarms.filter(({ type }) => type === 1 || type === 202 || type === 322)
function sails(seed: number, mm: number, periodS: number, everyS: number, happens: (day: Day) => void = () => {}) {
  const day = stops(seed)
  const from = day.at
  day.waits(900)
  happens(day)
  day.waits(900)
  const until = day.at
  day.drivesTo(90).waits(300).unloads([0, 0, 0], 60).waits(200).shuts().waits(60).drivesTo(100)
  return seldom(onTheWater(day.readings, [from, until], mm, periodS), everyS)
}

for (const mm of [2, 4])
  for (const everyS of [10, 30])
    test(`swell of ${mm} mm is no loss, a frame each ${everyS} s`, () => {
      // Periods near the time between frames look like a slow wave.
      for (const [seed, periodS] of [5.3, 7.7, 9.2, 9.6, 11.3].entries()) {
        const readings = sails(seed + 1, mm, periodS, everyS)
        expect(losses(runDay(readings, aTruck())), `${periodS} s`).toEqual([])
        const late = readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
        expect(losses(runDay(late, aTruck()))).toEqual([])
      }
    })

for (const litres of [150, 300])
  for (const everyS of [10, 30])
    test(`${litres} L taken in swell of 4 mm are found, a frame each ${everyS} s`, () => {
      for (const [seed, periodS] of [5.3, 9.2, 11.3].entries()) {
        const readings = sails(seed + 1, 4, periodS, everyS, (day) => day.flows(2, -litres, 200))
        const found = losses(runDay(readings, aTruck()))
        expect(found.length, `${periodS} s`).toBeGreaterThan(0)
        const lossL = found.reduce((sum, { properties }) => sum + Number(properties['lossV20L'] ?? properties['loss'] ?? 0), 0)
        expect(Math.abs(lossL - litres * 0.99), `${periodS} s`).toBeLessThan(60)
      }
    })

test('without swell the limit stays: 40 L are found beside compartments at rest, and beside one that falls too', () => {
  for (const seed of [1, 2, 3]) {
    const one = stops(seed).waits(900).flows(1, -40, 60).waits(400)
    expect(losses(runDay(one.readings, aTruck()))).toHaveLength(1)
    const two = stops(seed).waits(900).flows(1, -60, 60).flows(2, -60, 60).waits(400)
    expect(losses(runDay(two.readings, aTruck())).length).toBeGreaterThan(0)
  }
})
