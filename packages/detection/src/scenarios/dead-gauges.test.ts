import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'
import { expectSameOnceRestored } from './test-restored.ts'

/** A gauge whose signal is gone reads 0: no outlet lets a full compartment out between two frames. */
type Day = ReturnType<typeof aDay>
const loaded = (seed = 3, litres = 7000) => aDay(seed).waits(300).loads([litres, 7000, 6000], 60).drivesTo(30)
const dies = (day: Day) => day.gauge(1, { heldMm: 0 })
const revives = (day: Day) => day.gauge(1, { heldMm: -1 })
const delivers = (day: Day) => day.drivesTo(90).waits(240).unloads([0, 0, 0], 60).waits(400).shuts().waits(300).drivesTo(95)
const thefts = (run: ReturnType<typeof runDay>) => run.alarmTypes.filter((type) => ![4, 329].includes(type))
const jumps = (run: ReturnType<typeof runDay>) => run.alarmsOf(329).filter(({ properties }) => properties['kind'] === 'level-jump')
const lossOf = (run: ReturnType<typeof runDay>) =>
  (run.recordsOf('trip-leg')[0]?.properties['lines'] as { transitLossV20L: number }[] | undefined)?.[0]?.transitLossV20L
const accountOf = (run: ReturnType<typeof runDay>) =>
  run
    .recordsOf('ledger')
    .filter(({ object, properties }) => Math.floor(object / 100) === 1 && properties['entry'] === 'gauge')
    .map(({ properties }) => Number(properties['v20L']))

const stops = {
  standing: (day: Day, everyS: number) => dies(day.waits(900, everyS)).waits(600, everyS),
  'from the second frame of a stop on': (day: Day, everyS: number) => dies(day.waits(everyS, everyS)).waits(600, everyS),
  'until the truck drives off': (day: Day, everyS: number) => dies(day.waits(900, everyS)).waits(everyS, everyS).drivesFor(600, 50, everyS),
  driving: (day: Day, everyS: number) => dies(day.drivesFor(600, 50, everyS)).drivesFor(600, 50, everyS),
  'just before a stop': (day: Day, everyS: number) =>
    dies(day.drivesFor(600, 50, everyS))
      .drivesFor(everyS, 50, everyS)
      .waits(600, everyS),
}
for (const [when, goesOn] of Object.entries(stops))
  for (const everyS of [10, 20, 60, 120]) {
    test(`[fault-1] a gauge that falls to 0, ${when}, a frame each ${everyS} s: a device fault with its litres, never a loss`, () => {
      const day = goesOn(loaded(), everyS)
      const broken = runDay(day.readings, aTruck())
      expect(jumps(broken)).toMatchObject([{ object: 103, endedAt: null, grade: 'yellow' }])
      expect(Math.abs(Number(jumps(broken)[0]?.properties['jumpV20L']) + 6930)).toBeLessThan(15)
      expect(accountOf(broken)).toHaveLength(1)
      expect(thefts(broken)).toEqual([])
      expect(thefts(runDay(delivers(day).readings, aTruck()))).toEqual([])
    })
    test(`[fault-1] one that fell to 0, ${when}, and is back, a frame each ${everyS} s: nothing was lost, and it measures on`, () => {
      const day = revives(goesOn(loaded(), everyS)).waits(1200, everyS)
      const run = runDay(delivers(day).readings, aTruck())
      expect(jumps(run)).toHaveLength(1)
      expect(jumps(run)[0]?.endedAt).not.toBeNull()
      expect(thefts(run)).toEqual([])
      expect(Math.abs(accountOf(run).reduce((sum, one) => sum + one, 0))).toBeLessThan(0.05)
      expect(Math.abs(Number(lossOf(run)))).toBeLessThan(25)
      const unloading = run.recordsOf('operation').find(({ name, object }) => object === 1 && name.startsWith('unloading'))
      expect(Math.abs(Number(unloading?.properties['startV20L']) - 6930)).toBeLessThan(25)
    })
  }

test('[fault-1] litres that leave while the gauge reads 0 are missing when it is back: a loss', () => {
  const day = dies(loaded().waits(900)).waits(300).leaks(1, 100).waits(300).leaks(1, 0)
  const run = runDay(revives(day).waits(600).readings, aTruck())
  expect(jumps(run)).toHaveLength(1)
  expect(run.alarmsOf(202)).toMatchObject([{ object: 1, grade: 'red' }])
  expect(Math.abs(Number(run.alarmsOf(202)[0]?.properties['lossV20L']) - 495)).toBeLessThan(25)
})

test('[fault-1] a compartment that is let out through its open valve stays a theft, however fast', () => {
  const day = dies(loaded().waits(600).opens(1, 0, 2).waits(20))
    .waits(60)
    .closes(1, 0, 2)
    .waits(600)
  const run = runDay(day.readings, aTruck())
  expect(run.alarms).toMatchObject([{ type: 1, grade: 'black' }])
  expect(Number(run.alarms[0]?.properties['lossV20L'])).toBeGreaterThan(6800)
})

for (const [litres, type] of [
  [4900, 202],
  [5100, 329],
] as const)
  test(`[fault-1] ${litres} L that are gone within two minutes past shut seals: 2,500 L/min divide a dump from a fault`, () => {
    const run = runDay(dies(loaded(3, litres).waits(900, 120)).waits(960, 120).readings, aTruck())
    expect(run.alarmTypes.filter((one) => one === 202 || one === 329)).toEqual([type])
  })

test('[fault-1] a single frame at 0 is neither', () => {
  for (const everyS of [10, 60]) {
    const day = revives(dies(loaded().waits(900, everyS)).waits(everyS, everyS)).waits(900, everyS)
    dies(day.drivesFor(600, 50, everyS)).drivesFor(everyS, 50, everyS)
    const run = runDay(delivers(revives(day).drivesFor(600, 50, everyS)).readings, aTruck())
    expect(thefts(run)).toEqual([])
  }
})

test('[fault-1] a gauge that read 0 through a whole trip and rises as its compartment is filled measures again', () => {
  const day = delivers(dies(loaded()).drivesTo(60)).drivesTo(0).waits(300)
  day.flows(1, -day.truly(1), 6000)
  revives(day).opens(1, 0).waits(20).flows(1, 5000, 1500).waits(200).closes(1, 0).waits(900)
  const run = runDay(day.drivesTo(30).waits(300).readings, aTruck())
  expect(jumps(run)).toHaveLength(1)
  expect(jumps(run)[0]?.endedAt).not.toBeNull()
  expect(thefts(run).filter((type) => type !== 213)).toEqual([])
})

test('[fault-1] frames that come late give the same rows, and a state restored at any of them goes on to the same facts', () => {
  const context = aTruck()
  const day = dies(loaded().waits(600)).waits(60).drivesTo(35)
  const from = day.readings.length - 45
  revives(day).drivesTo(37).waits(300)
  const { readings } = day
  const late = readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  const rows = (run: ReturnType<typeof runDay>) =>
    run.alarms.map(({ type, startedAt, object, endedAt }) => [type, startedAt, object, endedAt])
  expect(rows(runDay(late, context))).toEqual(rows(runDay(readings, context)))
  expectSameOnceRestored(readings, context, { from })
})
