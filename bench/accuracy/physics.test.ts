import { expect, test } from 'vitest'
import { Compartment, DIESEL, GASOLINE, shrinkage } from './compartment.ts'
import { Dice } from './dice.ts'
import { levelOfMm, lowerAtRodMm, tiltedExtraL, volumeAtL } from './elliptic-tank.ts'
import { Journey } from './journey.ts'
import { STATION_A } from './places.ts'
import { Surface } from './surface.ts'
import { API, FOOT_VALVE } from './tanker.ts'
import { arrivalsOf, byDeviceTime } from './terminal.ts'

/** Litres by level of the reference tank, from the domain's table of the closed form. */
const REFERENCE = [
  [50, 74.48],
  [100, 208.63],
  [200, 578.43],
  [400, 1567.4],
  [600, 2746.09],
  [800, 4008.67],
  [1000, 5271.25],
  [1200, 6449.94],
  [1400, 7438.92],
  [1500, 7808.71],
  [1600, 8017.34],
] as const

test('the bench’s tank holds what the closed form of an ellipse says, and its level is found again', () => {
  for (const [levelMm, litres] of REFERENCE) {
    expect(volumeAtL(2.9, levelMm)).toBeCloseTo(litres, 2)
    expect(levelOfMm(2.9, litres)).toBeCloseTo(levelMm, 1)
  }
  expect(volumeAtL(2.9, 803.4)).toBeCloseTo(4030.364, 1)
})

test('a tilted tank: 2.6 mm at 0.5° and 10.5 mm at 2° for a rod 0.3 m off the centre; −12 L and +17 L of the second order at 5°', () => {
  expect(lowerAtRodMm(0.3, 0, 0.5, 0)).toBeCloseTo(2.6, 1)
  expect(lowerAtRodMm(0.3, 0, 2, 0)).toBeCloseTo(10.5, 1)
  expect(Math.round(tiltedExtraL(2.9, 1200, 5))).toBe(-12)
  expect(Math.round(tiltedExtraL(2.9, 300, 5))).toBe(17)
})

test('product expands as the standard’s tables say, to a tenth of a per mille', () => {
  expect(Math.abs(shrinkage(GASOLINE.expansionPerC, 28) - 0.990062)).toBeLessThan(1e-4)
  expect(Math.abs(shrinkage(DIESEL.expansionPerC, 30) - 0.991465)).toBeLessThan(1e-4)
})

test('warming changes litres and not mass; mixing takes the mean temperature', () => {
  const compartment = new Compartment(1, 8000, GASOLINE)
  compartment.fill(3000, 10)
  compartment.fill(1000, 30)
  expect(compartment.temperatureC).toBe(15)
  const before = compartment.volumeL
  compartment.temperatureC = 25
  expect(compartment.v20L).toBe(4000)
  // 4000 L at 20 °C: 10 °C more are 1.24 % more.
  expect(compartment.volumeL - before).toBeCloseTo(49.5, 0)
  expect(compartment.draw(5000)).toBe(4000)
  expect(compartment.v20L).toBe(0)
})

test('the surface swings by centimetres while braking and lies still 90 s after a stop', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const surface = new Surface(new Dice(seed))
    for (let second = 0; second < 300; second += 1) surface.tick(15, 0, 15)
    expect(surface.swingMm).toBeGreaterThan(14)
    for (let second = 0; second < 14; second += 1) surface.tick(15 - second, -1.1, 15)
    expect(surface.swingMm).toBeGreaterThan(15)
    expect(surface.swingMm).toBeLessThan(40)
    for (let second = 0; second < 90; second += 1) surface.tick(0, 0, 15)
    expect(surface.swingMm).toBeLessThan(3)
  }
})

test('mass is conserved through loading, a theft, a siphon and unloading', () => {
  const journey = new Journey(7).loads([6000, 5000, 4000])
  const { tanker, truth } = journey
  expect(journey.holds().map((litres) => Math.round(litres * 1000))).toEqual([6_000_000, 5_000_000, 4_000_000])
  journey.drive(8).flows(1, -120, 100)
  tanker.tap(2, -10, 2)
  journey.wait(400)
  expect(journey.holds().map((litres) => Math.round(litres * 1000))).toEqual([5_880_000, 4_990_000, 4_000_000])
  journey.drive(STATION_A.km).unloads(STATION_A, { 1: 2, 2: 1000 })
  expect(journey.holds().map((litres) => Math.round(litres * 1000))).toEqual([2000, 1_000_000, 4_000_000])
  expect(truth.operations.map(({ compartment, loading, v20L }) => [compartment, loading, Math.round(v20L)])).toEqual([
    [1, true, 6000],
    [2, true, 5000],
    [3, true, 4000],
    [1, false, 5878],
    [2, false, 3990],
  ])
  expect(truth.legs[0]?.departL.map(Math.round)).toEqual([6000, 5000, 4000])
  expect(truth.legs[0]?.arriveL.map(Math.round)).toEqual([5880, 4990, 4000])
})

test('a standing gauge reads the load within its millimetre, also on a slope; frames come at the set interval', () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const journey = new Journey(seed, { standingS: 60 }).loads([6000, 5000, 4000])
    journey.tanker.groundDeg = 2
    journey.drive(6).wait(1200)
    const frames = journey.terminal.frames.slice(-15)
    for (let i = 1; i < frames.length; i += 1) expect((frames[i]?.at ?? 0) - (frames[i - 1]?.at ?? 0)).toBe(60_000)
    for (const [i, truthL] of journey.holds().entries()) {
      const readings = frames.flatMap(({ compartments }) =>
        compartments.filter(({ fault }) => fault === 0).map(({ compartment, v20L }) => ({ compartment, v20L })),
      )
      const mine = readings.filter(({ compartment }) => compartment === i + 1)
      const mean = mine.reduce((sum, { v20L }) => sum + v20L, 0) / mine.length
      expect(Math.abs(mean - truthL)).toBeLessThan(30)
    }
  }
})

test('seals report at once, count each opening, and the pipe runs dry through an open coupling', () => {
  const journey = new Journey(3).loads([6000, 5000, 4000])
  journey.drive(6).wait(300)
  const seal = journey.tanker.seal(1, API)
  const count = seal.count
  const openedAt = journey.at
  journey.opens(1, API).wait(1)
  const frame = journey.terminal.frames.at(-1)
  expect(frame?.at).toBe(openedAt + 1000)
  expect(frame?.probes.find(({ compartment, type }) => compartment === 1 && type === API)).toMatchObject({
    open: true,
    sealCount: count + 1,
  })
  journey.opens(1, FOOT_VALVE).wait(2)
  expect(journey.tanker.compartment(1).pipeWet).toBe(true)
  journey.closes(1, FOOT_VALVE).wait(2)
  expect(journey.tanker.compartment(1).pipeWet).toBe(false)
})

test('one seed makes one day; late and doubled frames come to the engine once each, in device time', () => {
  const day = (): Journey => new Journey(11).loads([6000, 0, 4000]).drive(12)
  const { frames } = day().terminal
  expect(day().terminal.frames).toEqual(frames)
  const arrivals = arrivalsOf(frames, new Dice(2))
  expect(arrivals.length).toBeGreaterThan(frames.length)
  expect(arrivals.some(({ at }, i) => at < (arrivals[i - 1]?.at ?? 0))).toBe(true)
  expect(byDeviceTime(arrivals)).toEqual(frames)
})
