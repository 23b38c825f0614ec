import { expect, test } from 'vitest'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'
import { expectSameOnceRestored } from './test-restored.ts'

const loaded = (seed = 1) => aDay(seed).waits(300).loads([7000, 7000, 6000], 60)
const jumps = (run: ReturnType<typeof runDay>) => run.alarmsOf(329).filter(({ properties }) => properties['kind'] === 'level-jump')
const gaugeLitres = (run: ReturnType<typeof runDay>): number[] =>
  run
    .recordsOf('ledger')
    .filter(({ properties }) => properties['entry'] === 'gauge')
    .map(({ properties }) => Number(properties['v20L']))
const thefts = (run: ReturnType<typeof runDay>): number[] => run.alarmTypes.filter((type) => [1, 202, 208, 207, 321, 322].includes(type))
/** Drives on, unloads all and leaves: what the rest of the day makes of it. */
const delivers = (day: ReturnType<typeof aDay>) =>
  day.drivesTo(90).waits(240).unloads([0, 0, 0], 60).waits(400).shuts().waits(300).drivesTo(95)

for (const offsetMm of [-80, 80])
  for (const everyS of [10, 30])
    test(`[truth 4.6] a gauge that jumps by ${offsetMm} mm at a stop, a frame each ${everyS} s, is 329 and no theft, there or later`, () => {
      const day = loaded().drivesTo(30).waits(600, everyS)
      day.gauge(1, { offsetMm }).waits(900, everyS)
      const run = runDay(delivers(day).readings, aTruck())
      expect(jumps(run).map(({ object }) => object)).toEqual([103])
      expect(thefts(run)).toEqual([])
      const [entry] = gaugeLitres(run)
      expect(gaugeLitres(run)).toHaveLength(1)
      expect(Math.abs(Number(entry) - offsetMm * 5)).toBeLessThan(80)
      const [leg] = run.recordsOf('trip-leg')
      const line = (leg?.properties['lines'] as { transitLossV20L: number; gaugeV20L: number }[] | undefined)?.[0]
      expect(Math.abs(Number(line?.transitLossV20L))).toBeLessThan(20)
      expect(line?.gaugeV20L).toBe(entry)
    })

for (const seed of [1, 2, 3, 4])
  for (const offsetMm of [-80, 80])
    test(`[truth 4.6] a gauge that jumps by ${offsetMm} mm on the road is 329 and no theft (${seed})`, () => {
      const day = loaded(seed).drivesTo(30)
      day.gauge(2, { offsetMm }).drivesTo(60).waits(600)
      const run = runDay(delivers(day).readings, aTruck())
      expect(jumps(run).map(({ object }) => object)).toEqual([203])
      expect(thefts(run)).toEqual([])
      expect(gaugeLitres(run)).toHaveLength(1)
    })

test('[truth 4.6] a level that jumps back is as it was: nothing gone, nothing gained', () => {
  const day = loaded().drivesTo(30).waits(600).gauge(1, { offsetMm: -80 }).waits(600).gauge(1, { offsetMm: 0 }).waits(600)
  const run = runDay(delivers(day).readings, aTruck())
  expect(thefts(run)).toEqual([])
  const litres = gaugeLitres(run)
  expect(litres).toHaveLength(2)
  expect(Math.abs(litres.reduce((sum, one) => sum + one, 0))).toBeLessThan(12)
})

test('[truth 4.6] the same litres with the valve open are a theft', () => {
  const day = loaded().drivesTo(30).waits(600).opens(1, 0, 2).waits(20).gauge(1, { offsetMm: -80 }).waits(60).closes(1, 0, 2).waits(600)
  const run = runDay(day.readings, aTruck())
  const [theft, ...others] = run.alarms
  expect(others).toEqual([])
  expect(theft).toMatchObject({ type: 1, grade: 'black' })
  expect(Number(theft?.properties['lossV20L'])).toBeGreaterThan(300)
  expect(jumps(run)).toEqual([])
})

for (const lpm of [150, 500, 1000])
  test(`[truth 4.6] 400 L that flow out at ${lpm} L/min past seals that say nothing are a theft`, () => {
    const day = loaded().drivesTo(30).waits(600).flows(1, -400, lpm).waits(600)
    const run = runDay(day.readings, aTruck())
    expect(run.alarmsOf(202).map(({ object }) => object)).toEqual([1])
    expect(jumps(run)).toEqual([])
  })

test('[truth 4.6] 90 L and 16 mm in one frame are below what counts as a jump', () => {
  const day = loaded().drivesTo(30).waits(600).gauge(1, { offsetMm: -16 }).waits(600)
  const run = runDay(day.readings, aTruck())
  expect(jumps(run)).toEqual([])
  expect(run.alarmsOf(322)).toHaveLength(1)
})

test('[truth 4.6] a truck whose seals do not report needs more than 2,500 L/min for a jump', () => {
  const without = (day: ReturnType<typeof aDay>) => day.readings.map((reading) => ({ ...reading, probes: [] }))
  const slow = loaded().drivesTo(30).waits(600).gauge(1, { offsetMm: -70 }).waits(600)
  const fast = loaded().drivesTo(30).waits(600).gauge(1, { offsetMm: -110 }).waits(600)
  const slowRun = runDay(without(slow), aTruck())
  const fastRun = runDay(without(fast), aTruck())
  expect([jumps(slowRun).length, slowRun.alarmsOf(202).length]).toEqual([0, 1])
  expect([jumps(fastRun).length, fastRun.alarmsOf(202).length]).toEqual([1, 0])
})

test('[truth 4.6] one odd frame is no jump and no theft', () => {
  const day = loaded().drivesTo(30).waits(600).gauge(1, { offsetMm: -80 }).waits(10).gauge(1, { offsetMm: 0 }).waits(600)
  const run = runDay(day.readings, aTruck())
  expect([jumps(run).length, ...thefts(run)]).toEqual([0])
})

for (const seed of [1, 2, 3, 4, 5, 6])
  test(`[truth 4.6] rough roads, slopes and stops make no jump (${seed})`, () => {
    const day = loaded(seed).roughRoad(40)
    for (let km = 5; km <= 85; km += 8) day.drivesTo(km, 30 + (km % 40)).waits(km % 3 === 0 ? 90 : 30)
    expect(jumps(runDay(day.readings, aTruck()))).toEqual([])
  })

test('[truth 4.6] a state restored in the middle of a jump goes on to the same facts', () => {
  const context = aTruck()
  const day = loaded()
    .drivesTo(30)
    .waits(600)
    .gauge(1, { offsetMm: -80 })
    .waits(300)
    .drivesTo(35)
    .gauge(2, { offsetMm: 80 })
    .drivesTo(45)
    .waits(300)
  const { readings } = day
  const firstJump = readings.findIndex(({ at }) => at > day.at - 1_600_000)
  expectSameOnceRestored(readings, context, { from: firstJump, every: 2 })
})

for (const lpm of [60, 120, 300])
  test(`[truth 4.6] a hidden pump that takes ${lpm} L/min on the road is no jump of the gauge: the litres are a loss`, () => {
    const day = loaded().drivesTo(30).waits(600).drivesFor(600, 50).leaks(1, lpm).drivesFor(600, 50).leaks(1, 0).drivesTo(60).waits(600)
    const run = runDay(day.readings, aTruck())
    expect(jumps(run)).toEqual([])
    const lost = [...run.alarmsOf(202), ...run.alarmsOf(322)]
    expect(lost).toHaveLength(1)
    expect(Math.abs(Number(lost[0]?.properties['lossV20L']) - lpm * 10 * 0.99)).toBeLessThan(lpm)
  })

test('[truth 4.6] while it is unknown whether the truck drives, a falling level is no jump', () => {
  const day = loaded().drivesTo(30).waits(600).drivesFor(300, 50).gps(false).leaks(1, 250).drivesFor(120, 0).leaks(1, 0).drivesFor(300, 0)
  expect(jumps(runDay(day.gps(true).waits(600).readings, aTruck()))).toEqual([])
})

test('[truth 4.6] a step whose gauge falls silent is no longer held back after ten minutes, and a restart then changes nothing', () => {
  const context = aTruck()
  const day = loaded().drivesTo(30).waits(600).gauge(1, { offsetMm: -80 }).waits(10).gauge(1, { silent: true }).waits(1300)
  const heldFor = (seconds: number): number => {
    const state = createTruckState()
    const silentFrom = day.at - 1_300_000
    for (const reading of day.readings) if (reading.at <= silentFrom + seconds * 1000) step(state, reading, context)
    return state.gauges[0]?.heldSinceAt ?? -1
  }
  expect(heldFor(500)).toBeGreaterThan(0)
  expect(heldFor(700)).toBe(0)
  const cut = day.readings.length
  const { readings } = day.gauge(1, { silent: false, offsetMm: 0 }).waits(900)
  const state = createTruckState()
  const whole = readings.map((reading) => step(state, reading, context).facts)
  const before = createTruckState()
  for (const reading of readings.slice(0, cut)) step(before, reading, context)
  let restored = before
  // Restarted again and again, no frame ends up among those held back.
  for (const [i, reading] of readings.slice(cut).entries()) {
    if (i % 20 === 0) {
      const recent = readings.slice(0, cut + i).filter(({ at }) => at > restored.newestAt - 900_000)
      restored = restoreTruckState(encodeTruckState(restored), recent, context)
    }
    expect(step(restored, reading, context).facts).toEqual(whole[cut + i])
    expect(restored.gauges[0]?.window.held.length).toBeLessThanOrEqual(2)
  }
})

/** A compartment is opened and filled from nothing: its level rises by 240 mm within the first 750 L. */
const fills = (lpm: number, everyS: number) =>
  aDay().waits(300).opens(1, 0).now().leaks(1, -lpm).waits(240, everyS).leaks(1, 0).waits(300, everyS)

for (const everyS of [20, 25, 30])
  for (const lpm of [1500, 2200])
    test(`[fault-2] an empty compartment that is filled with ${lpm} L/min, a frame each ${everyS} s, is no jump of its gauge`, () => {
      const run = runDay(fills(lpm, everyS).readings, aTruck())
      expect(run.alarmsOf(329).filter(({ properties }) => properties['kind'] === 'level-jump')).toEqual([])
      const late = fills(lpm, everyS).readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
      expect(
        runDay(late, aTruck())
          .alarmsOf(329)
          .filter(({ properties }) => properties['kind'] === 'level-jump'),
      ).toEqual([])
    })

test('[fault-2] on the road, a level that is 215 mm away ten seconds later is a jump, and the same step in thirty is none yet', () => {
  const odd = (everyS: number) => {
    const day = loaded().drivesTo(30).roughRoad(2).drivesFor(300, 50, everyS).gauge(1, { offsetMm: -215 }).drivesFor(everyS, 50, everyS)
    return jumps(runDay(day.gauge(1, { offsetMm: 0 }).drivesFor(600, 50, everyS).readings, aTruck()))
  }
  expect([odd(10).length, odd(30).length]).toEqual([1, 0])
})
