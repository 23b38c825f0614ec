import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const jam = {
  mm: fc.integer({ min: 20, max: 80 }),
  hz: fc.constantFrom(0.098, 0.102, 0.198, 0.205, 0.302, 0.503, 0.605),
  phase: fc.double({ min: 0, max: 6.28, noNaN: true }),
  standsS: fc.constantFrom(50, 60, 70, 80),
  seed: fc.nat(9999),
}

test('[swap] a surface that swings on the way and rests at the stops of a jam is no litres replaced', () => {
  fc.assert(
    fc.property(fc.record(jam), ({ mm, hz, phase, standsS, seed }) => {
      const day = aDay(seed)
        .waits(300)
        .loads([7000, 7000, 6000], 60)
        .roughRoad(mm)
        .swingsAt(hz, phase)
        .drivesFor(900, 50, 10)
        .waits(200, 10)
      for (let stop = 0; stop < 8; stop += 1) day.drivesFor(90, 15, 10).waits(standsS, 10).drivesFor(10, 4, 10)
      expect(runDay(day.drivesFor(600, 50, 10).waits(600, 10).readings, aTruck()).alarmTypes).toEqual([])
    }),
    { numRuns: 150, seed: 7 },
  )
})
