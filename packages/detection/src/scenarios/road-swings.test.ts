import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

/** Surfaces that swing steadily while driving: frames of nearly the same period see a slow swing, or a level that is elsewhere. */
const swing = {
  mm: fc.integer({ min: 20, max: 80 }),
  hz: fc.double({ min: 0.3, max: 1.2, noNaN: true }),
  phase: fc.double({ min: 0, max: 6.28, noNaN: true }),
  everyS: fc.constantFrom(10, 15, 30),
  seed: fc.nat(9999),
}
type Swing = { mm: number; hz: number; phase: number; everyS: number; seed: number }
const onTheRoad = ({ mm, hz, phase, seed }: Swing) => aDay(seed).waits(300).loads([7000, 7000, 6000], 60).roughRoad(mm).swingsAt(hz, phase)
/** To the station, unloaded there at once or after the surface came to rest. */
const delivers = (day: ReturnType<typeof aDay>, standsS: number) =>
  day.drivesTo(90).waits(standsS).unloads([0, 0, 0], 60).waits(400).shuts().waits(300).drivesTo(95)
const types = (run: ReturnType<typeof runDay>) => run.alarmTypes

test('[truth 4.6] a surface that swings while driving is neither a jump of the gauge nor a loss, of any height, frequency and phase', () => {
  fc.assert(
    fc.property(fc.record(swing), (one) => {
      const day = onTheRoad(one).drivesFor(2400, 50, one.everyS).waits(600, one.everyS).drivesFor(900, 50, one.everyS)
      expect(types(runDay(delivers(day, 240).readings, aTruck()))).toEqual([])
    }),
    { numRuns: 60, seed: 7 },
  )
})

for (const hz of [0.3, 0.502, 0.598, 0.605, 0.995, 1.003])
  for (const mm of [40, 60, 80])
    test(`[truth 4.6] a swing of ${mm} mm at ${hz} Hz that ten-second frames see as a slow one is no jump`, () => {
      for (const phase of [0, 1, 2.5, 4]) {
        const day = onTheRoad({ mm, hz, phase, everyS: 10, seed: 2 }).drivesFor(1800, 50).waits(120).drivesFor(600, 50)
        expect(types(runDay(delivers(day, 60).readings, aTruck()))).toEqual([])
      }
    })

for (const mm of [15, 30])
  for (const offsetMm of [-60, 60])
    test(`[truth 4.6] a gauge that jumps by ${offsetMm} mm on a road with ${mm} mm of swing is 329 and no loss`, () => {
      fc.assert(
        fc.property(fc.record({ ...swing, mm: fc.constant(mm), everyS: fc.constantFrom(10, 15) }), (one) => {
          const day = onTheRoad(one).drivesFor(900, 50, one.everyS).gauge(2, { offsetMm }).drivesFor(1500, 50, one.everyS)
          const run = runDay(delivers(day.waits(300), 240).readings, aTruck())
          expect(run.alarmsOf(329).map(({ object }) => object)).toEqual([203])
          expect(types(run)).toEqual([329])
        }),
        { numRuns: 12, seed: 3 },
      )
    })

test('[truth 4.6] a jump that is confirmed at the station, by the surface before the valve is opened or by the flow itself, is no loss of the way', () => {
  for (const standsS of [40, 70, 120]) {
    const day = onTheRoad({ mm: 20, hz: 0.61, phase: 1, everyS: 10, seed: 4 }).drivesFor(900, 50).gauge(2, { offsetMm: -80 })
    const run = runDay(delivers(day.drivesFor(1200, 50), standsS).readings, aTruck())
    expect(types(run)).toEqual([329])
    const legs = run.recordsOf('trip-leg')
    const line = (legs[0]?.properties['lines'] as { compartment: number; transitLossV20L: number; gaugeV20L?: number }[] | undefined)?.[1]
    expect(Math.abs(Number(line?.transitLossV20L))).toBeLessThan(60)
    expect(Number(line?.gaugeV20L)).toBeLessThan(-300)
  }
})

test('[truth 4.6] a level that jumps and comes back on the road is as it was: no alarm', () => {
  const day = onTheRoad({ mm: 15, hz: 0.61, phase: 1, everyS: 10, seed: 5 }).drivesFor(900, 50).gauge(2, { offsetMm: -80 })
  day.drivesFor(600, 50).gauge(2, { offsetMm: 0 }).drivesFor(900, 50)
  expect(types(runDay(delivers(day, 240).readings, aTruck()))).toEqual([])
})

test('[truth 4.6] 300 L that are pumped out while the surface swings slowly in the frames are a loss', () => {
  for (const phase of [0, 1, 2, 3, 4, 5]) {
    const day = onTheRoad({ mm: 20, hz: 0.605, phase, everyS: 10, seed: 6 }).drivesFor(900, 50).leaks(2, 60).drivesFor(300, 50).leaks(2, 0)
    expect(types(runDay(delivers(day.drivesFor(1200, 50), 240).readings, aTruck()))).toEqual([202])
  }
})

test('[truth 4.6] litres that go with a jump on the same drive are a loss of their own', () => {
  const day = onTheRoad({ mm: 15, hz: 0.605, phase: 1, everyS: 10, seed: 6 }).drivesFor(900, 50).gauge(2, { offsetMm: -80 })
  day.drivesFor(900, 50).leaks(2, 30).drivesFor(600, 50).leaks(2, 0)
  const run = runDay(delivers(day.drivesFor(900, 50), 240).readings, aTruck())
  expect(types(run)).toEqual([202, 329])
  expect(Math.abs(Number(run.alarmsOf(202)[0]?.properties['loss']) - 297)).toBeLessThan(60)
})

test('[truth 4.6] a state that is restored while a step of the road waits for a calm surface goes on to the same facts', () => {
  const context = aTruck()
  const day = onTheRoad({ mm: 15, hz: 0.61, phase: 1, everyS: 10, seed: 5 }).drivesTo(20).waits(300).gauge(2, { offsetMm: -80 }).waits(300)
  const from = day.readings.length
  const { readings } = delivers(day.drivesFor(400, 50).gauge(2, { offsetMm: 0 }).drivesFor(700, 50), 240)
  const state = createTruckState()
  const whole = readings.map((reading) => step(state, reading, context).facts)
  const before = createTruckState()
  let waited = 0
  for (const [cut, reading] of readings.entries()) {
    step(before, reading, context)
    if (before.gauges[1]?.jump?.road) waited += 1
    if (cut < from || cut % 7 !== 0 || cut > from + 200) continue
    const recent = readings.slice(0, cut + 1).filter(({ at }) => at > before.newestAt - 900_000)
    const bytes = encodeTruckState(before)
    const restored = restoreTruckState(bytes, recent, context)
    expect(encodeTruckState(restored)).toEqual(bytes)
    expect(readings.slice(cut + 1, cut + 31).map((next) => step(restored, next, context).facts)).toEqual(whole.slice(cut + 1, cut + 31))
  }
  expect(waited).toBeGreaterThan(0)
})

for (const backS of [120, 180, 240])
  test(`[road-1] a compartment whose first frame at rest shows its unloading confirms no step of the road (${backS} s)`, () => {
    const day = onTheRoad({ mm: 15, hz: 0.61, phase: 1, everyS: 10, seed: 5 }).drivesFor(1500, 50).gauge(1, { offsetMm: -60 })
    day
      .drivesFor(1200, 50)
      .gauge(1, { offsetMm: 0 })
      .drivesFor(backS, 50)
      .drivesTo(90)
      .waits(20)
      .opens(1, 0, 2)
      .flows(1, -day.truly(1), 600)
      .waits(60)
    const { readings } = day.closes(1, 0, 2).waits(300)
    const run = runDay(
      readings.filter(({ at, probes }) => (at / 1000) % 60 === 0 || probes.length > 0),
      aTruck(),
    )
    expect(types(run)).toEqual([])
    const unloading = run.recordsOf('operation').find(({ properties }) => properties['direction'] === 'unloading')
    expect(Math.abs(Number(unloading?.properties['startV20L']) - 6930)).toBeLessThan(60)
  })
