import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { aDay, aTruck, station } from './a-day.ts'
import { runDay } from './run-day.ts'
import { expectSameOnceRestored } from './test-restored.ts'

/** Part of a compartment is let out just outside the fence of its station, the rest inside. The fence ends at 90.15 km. */
const slip: DeliverySlip = { stops: [{ placeId: station.placeId ?? 0, compartments: [1, 2, 3] }] }
const outsideKm = 90.15 + 0.06
const arrives = (seed = 1) => aDay(seed).waits(300).loads([7700, 7700, 6000], 60).drivesTo(91).drivesTo(outsideKm, 20).waits(300)
const letsOut = (day: ReturnType<typeof aDay>, compartment: number, litres: number, lpm = 600) =>
  day.opens(compartment, 0, 2).waits(20).flows(compartment, -litres, lpm).waits(120).closes(compartment, 0, 2).waits(200)
const unloadsInside = (day: ReturnType<typeof aDay>) =>
  day.drivesTo(90, 20).waits(240).unloads([0, 0, 0], 60).waits(600).shuts().waits(300).drivesTo(80)
const lineOf = (run: ReturnType<typeof runDay>) =>
  (run.recordsOf('trip-leg')[0]?.properties['lines'] as { arriveV20L: number; transitLossV20L: number }[] | undefined)?.[0]

for (const seed of [1, 2, 3])
  for (const context of [aTruck({ slip }), aTruck()])
    test(`[truth 4.7] 600 L before the fence and the rest inside: the 600 L are a 202 (${seed}, ${context.slip ? 'slip' : 'no slip'})`, () => {
      const run = runDay(unloadsInside(letsOut(arrives(seed), 1, 600)).readings, context)
      expect(run.alarmTypes).toEqual([202, 333])
      const [alarm] = run.alarmsOf(202)
      expect(alarm).toMatchObject({ object: 1, grade: 'red' })
      expect(Math.abs(Number(alarm?.properties['loss']) - 594)).toBeLessThan(25)
      expect(Math.abs(Number(lineOf(run)?.transitLossV20L) - 594)).toBeLessThan(25)
      expect(Math.abs(Number(lineOf(run)?.arriveV20L) - 7100 * 0.99)).toBeLessThan(25)
    })

/** The same day of a terminal that reports less often; seals report at once. */
const thinned = (readings: readonly Reading[], everyS: number): Reading[] =>
  readings.filter(({ at, probes }) => (at / 1000) % everyS === 0 || probes.length > 0)

for (const everyS of [10, 30, 60])
  for (const compartment of [1, 2, 3])
    test(`[fence-1] 600 L of compartment ${compartment} before the fence are a 202 when it is unloaded last inside, a frame each ${everyS} s`, () => {
      const day = letsOut(arrives(4), compartment, 600, 400).waits(120).drivesTo(90, 20).waits(240)
      for (const one of [1, 2, 3].filter((other) => other !== compartment).concat(compartment))
        day.opens(one, 0, 2).waits(20).flows(one, -day.truly(one), 400).waits(120).closes(one, 0, 2).waits(60)
      const run = runDay(thinned(day.waits(300).drivesTo(80).readings, everyS), aTruck({ slip }))
      expect(run.alarmTypes).toEqual([202, 333])
      const [alarm] = run.alarmsOf(202)
      expect(alarm).toMatchObject({ object: compartment, grade: 'red' })
      expect(Math.abs(Number(alarm?.properties['loss']) - 594)).toBeLessThan(25)
      expect(Number(alarm?.endedAt)).toBeGreaterThanOrEqual(Number(alarm?.startedAt))
    })

test('[fence-1] a compartment that is emptied before the fence at a frame each 30 s, and others inside, are deliveries', () => {
  const run = runDay(thinned(unloadsInside(letsOut(arrives(), 1, 7700)).readings, 30), aTruck({ slip }))
  expect(run.alarmTypes).toEqual([333])
})

test('[fence-1] litres that leave behind shut seals before the fence are one loss, and no unloading there', () => {
  for (const seed of [1, 2, 3]) {
    const run = runDay(unloadsInside(arrives(seed).flows(1, -600, 400).waits(300)).readings, aTruck({ slip }))
    expect(run.alarmTypes).toEqual([202])
    expect(Math.abs(Number(run.alarmsOf(202)[0]?.properties['loss']) - 594)).toBeLessThan(25)
  }
})

test('[truth 4.7] late data give the same alarm', () => {
  const { readings } = unloadsInside(letsOut(arrives(), 1, 600))
  const late = readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(runDay(late, aTruck({ slip })).alarmsOf(202)).toMatchObject([
    { startedAt: runDay(readings, aTruck({ slip })).alarmsOf(202)[0]?.startedAt, live: false },
  ])
})

test('[truth 4.7] a compartment that is emptied before the fence, and others inside, are deliveries', () => {
  const run = runDay(unloadsInside(letsOut(arrives(), 1, 7700)).readings, aTruck({ slip }))
  expect(run.alarmTypes).toEqual([333])
})

test('[truth 4.7] part of a compartment unloaded before the fence, and no work inside, is a delivery', () => {
  const half = { slip: { stops: [...slip.stops, { placeId: 30, compartments: [1, 2, 3] }] } }
  const run = runDay(letsOut(arrives(), 1, 3000).drivesTo(80).waits(600).readings, aTruck(half))
  expect(run.alarmTypes).toEqual([333])
})

test('[truth 4.7] a state that is restored before the truck goes on inside goes on to the same facts', () => {
  const context = aTruck({ slip })
  const day = letsOut(arrives(), 1, 600)
  const from = day.readings.length - 30
  const { readings } = unloadsInside(day)
  expectSameOnceRestored(readings, context, { from, to: from + 120, every: 7 })
})
