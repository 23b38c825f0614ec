import { expect, test } from 'vitest'
import { ellipticLevelMm } from '@tanker/domain/tank/test-elliptic-tank'
import { aDay, aTruck, tank } from './a-day.ts'
import { runDay } from './run-day.ts'

const loaded = () => aDay().waits(300).loads([7000, 7000, 6000], 60)
const heldMm = ellipticLevelMm(tank, 7000)
const stuck = (run: ReturnType<typeof runDay>) => run.alarmsOf(329).filter(({ properties }) => properties['kind'] === 'stuck')

test('[truth 4.6] a float that hangs is known by its raw level, though tilt correction moves the corrected one', () => {
  const day = loaded().gauge(2, { heldMm, wigglesMm: 0.8 }).waits(200).roughRoad(30).drivesFor(1500, 50)
  expect(stuck(runDay(day.readings, aTruck())).map(({ object }) => object)).toEqual([202])
  const sound = loaded().gauge(2, { wigglesMm: 0.8 }).waits(200).roughRoad(30).drivesFor(1500, 50)
  expect(stuck(runDay(sound.readings, aTruck()))).toEqual([])
})

const lineOf = (run: ReturnType<typeof runDay>, compartment: number, index = 0) => {
  const leg = run.recordsOf('trip-leg')[index]
  const lines = leg?.properties['lines'] as { compartment: number; volumeKnown?: boolean; reason?: string }[] | undefined
  return lines?.find((line) => line.compartment === compartment)
}

test('[truth 4.6] stuck through the unloading: the line of the delivery says that its litres are not known from the gauge', () => {
  const day = loaded()
    .gauge(2, { heldMm })
    .waits(200)
    .roughRoad(30)
    .drivesTo(90)
    .waits(240)
    .unloads([0, 0, 0], 60)
    .waits(400)
    .shuts()
    .waits(100)
  const run = runDay(day.drivesTo(95).readings, aTruck())
  expect(stuck(run).map(({ object }) => object)).toEqual([202])
  expect(lineOf(run, 2)).toMatchObject({ volumeKnown: false, reason: 'gauge-stuck' })
  expect(lineOf(run, 1)?.volumeKnown).toBeUndefined()
})

test('[truth 4.6] a pipe that runs dry under an open valve while the gauge says 7,000 L: the float hangs', () => {
  const unloaded = (hangs: boolean) => {
    const day = loaded().drivesTo(90).waits(240)
    if (hangs) day.gauge(2, { heldMm })
    return runDay(day.unloads([0, 0, 0], 60).waits(200).shuts().waits(100).drivesTo(95).readings, aTruck())
  }
  const run = unloaded(true)
  expect(stuck(run).map(({ object }) => object)).toEqual([202])
  // The first compartment was proven empty in between: the second one's turn is a leg of its own.
  expect(lineOf(run, 2, 1)).toMatchObject({ volumeKnown: false, reason: 'gauge-stuck' })
  expect(stuck(unloaded(false))).toEqual([])
})

test('[truth 4.6] a compartment that waits for its turn with its valve open and wet is not stuck', () => {
  const day = loaded().drivesTo(90).waits(240).unloads([0, 7000, 6000], 60).waits(900)
  expect(stuck(runDay(day.readings, aTruck()))).toEqual([])
})
