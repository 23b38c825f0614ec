import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

/** Product that is let out slowly on the road falls over many frames; a gauge jumps between two. */
const loaded = (seed: number, mm: number) => aDay(seed).waits(300).loads([7000, 7000, 6000], 60).roughRoad(mm).drivesTo(10)
const siphon = (seed: number, lpm: number, minutes: number, everyS: number, mm = 20) => {
  const day = loaded(seed, mm)
    .drivesFor(120, 50, everyS)
    .leaks(1, lpm)
    .drivesFor(minutes * 60, 50, everyS)
    .leaks(1, 0)
  return day.drivesFor(120, 50, everyS).waits(600)
}
const jump = (seed: number, offsetMm: number, everyS: number, mm = 20) =>
  loaded(seed, mm).drivesFor(480, 50, everyS).gauge(1, { offsetMm }).drivesFor(600, 50, everyS).waits(600)

for (const everyS of [10, 30])
  for (const [lpm, minutes] of [
    [55, 16],
    [80, 12],
    [40, 15],
  ] as const)
    test(`[fault-4] ${lpm} L/min for ${minutes} minutes on the road, a frame each ${everyS} s, are a loss to the litre and no fault of the gauge`, () => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const run = runDay(siphon(seed, lpm, minutes, everyS).readings, aTruck())
        expect(run.alarmsOf(329)).toEqual([])
        const [loss, ...others] = [...run.alarmsOf(202), ...run.alarmsOf(322)]
        expect(others).toEqual([])
        expect(Math.abs(Number(loss?.properties['lossV20L']) - lpm * minutes * 0.99)).toBeLessThan(40)
      }
    })

for (const everyS of [10, 30])
  for (const offsetMm of [-120, 120])
    test(`[fault-4] a gauge that jumps by ${offsetMm} mm on the same road, a frame each ${everyS} s, stays a fault of the gauge`, () => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const run = runDay(jump(seed, offsetMm, everyS).readings, aTruck())
        expect(run.alarmsOf(329).map(({ object }) => object)).toEqual([103])
        expect([...run.alarmsOf(202), ...run.alarmsOf(322)]).toEqual([])
      }
    })

for (const everyS of [10, 30])
  test(`[fault-4] a level that rises by 80 mm within one frame on a rough road, a frame each ${everyS} s, is a fault of the gauge`, () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const run = runDay(jump(seed, 80, everyS, 30).readings, aTruck())
      expect(run.alarmsOf(329).map(({ object }) => object)).toEqual([103])
      expect([...run.alarmsOf(202), ...run.alarmsOf(322)]).toEqual([])
    }
  })

test('[fault-4] a level that rises over five frames on the road is no product, but a fault of the gauge', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const run = runDay(siphon(seed, -600, 1, 10, 4).readings, aTruck())
    expect([run.alarmsOf(329).length, run.alarmsOf(202).length, run.alarmsOf(322).length]).toEqual([1, 0, 0])
  }
})

test('[fault-4] a fall within one frame is a jump, the same over five frames is a flow, on a smooth road', () => {
  const fault = runDay(siphon(1, 3600, 1 / 6, 10, 4).readings, aTruck())
  expect([fault.alarmsOf(329).length, fault.alarmsOf(202).length]).toEqual([1, 0])
  const flow = runDay(siphon(1, 600, 1, 10, 4).readings, aTruck())
  expect([flow.alarmsOf(329).length, flow.alarmsOf(202).length]).toEqual([0, 1])
  const late = siphon(1, 600, 1, 10, 4).readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(runDay(late, aTruck()).alarmsOf(202)).toMatchObject([{ startedAt: flow.alarmsOf(202)[0]?.startedAt, live: false }])
})
