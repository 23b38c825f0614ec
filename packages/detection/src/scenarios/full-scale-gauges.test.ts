import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'
import { expectSameOnceRestored } from './test-restored.ts'

/** A gauge that reads its full scale: nothing flows into a compartment that is shut, and what left by then is missing after it. */
type Day = ReturnType<typeof aDay>
const loaded = (seed = 3) => aDay(seed).waits(300).loads([5000, 6000, 6000], 60).drivesTo(30)
const fills = (day: Day) => day.gauge(1, { heldMm: 1600 })
const isBack = (day: Day) => day.gauge(1, { heldMm: -1 })
const delivers = (day: Day) => day.drivesTo(90).waits(240).unloads([0, 0, 0], 60).waits(400).shuts().waits(300).drivesTo(95)
type Run = ReturnType<typeof runDay>
const losses = ({ alarms }: Run) => alarms.filter(({ type }) => type === 202 || type === 322 || type === 1)
const others = (run: Run) => run.alarmTypes.filter((type) => ![4, 202, 322, 329].includes(type))
const litresOf = (run: Run) => losses(run).reduce((sum, { properties }) => sum + Number(properties['lossV20L'] ?? properties['loss']), 0)
const kinds = (run: Run) => run.alarmsOf(329).map(({ object, properties }) => [object, properties['kind']])

for (const everyS of [10, 30, 60])
  for (const litres of [150, 600]) {
    const stolen = () => {
      const day = fills(loaded().waits(900, everyS))
        .waits(120, everyS)
        .leaks(1, 100)
        .waits(litres * 0.6, everyS)
        .leaks(1, 0)
      return isBack(day.waits(120, everyS)).waits(900, everyS)
    }
    test(`[fault-2] ${litres} L that leave while a gauge reads its full scale are missing after it, a frame each ${everyS} s`, () => {
      const run = runDay(delivers(stolen()).readings, aTruck())
      expect(losses(run)).toMatchObject([{ object: 1, grade: 'red' }])
      expect(Math.abs(litresOf(run) - litres * 0.99)).toBeLessThan(20)
      expect(others(run)).toEqual([])
    })
  }

test('[fault-2] 40 L are too, and 20 L are within what two readings may differ by', () => {
  for (const [litres, count] of [
    [40, 1],
    [20, 0],
  ] as const) {
    const day = fills(loaded().waits(900)).waits(60).leaks(1, 60).waits(litres).leaks(1, 0).waits(60)
    expect(losses(runDay(isBack(day).waits(600).readings, aTruck()))).toHaveLength(count)
  }
})

test('[fault-2] so are litres that leave before it is back on the road, or at the station', () => {
  const stolen = () => fills(loaded().waits(900)).waits(120).leaks(1, 100).waits(180).leaks(1, 0).waits(120)
  const onTheRoad = isBack(stolen().drivesFor(300, 50)).drivesFor(900, 50)
  const atTheStation = isBack(stolen().drivesTo(90).waits(120))
  for (const day of [onTheRoad, atTheStation]) {
    const run = runDay(delivers(day).readings, aTruck())
    expect(Math.abs(litresOf(run) - 297)).toBeLessThan(25)
    expect(others(run)).toEqual([])
  }
})

const stops = {
  standing: (day: Day, everyS: number) => fills(day.waits(900, everyS)).waits(600, everyS),
  'until the truck drives off': (day: Day, everyS: number) => fills(day.waits(900, everyS)).waits(120, everyS).drivesFor(600, 50, everyS),
  driving: (day: Day, everyS: number) => fills(day.drivesFor(600, 50, everyS)).drivesFor(600, 50, everyS),
}
for (const [when, goesOn] of Object.entries(stops))
  for (const everyS of [10, 30, 60]) {
    test(`[fault-2] a gauge that read its full scale, ${when}, and returns to its level: no loss, a frame each ${everyS} s`, () => {
      const run = runDay(delivers(isBack(goesOn(loaded(), everyS)).waits(1200, everyS)).readings, aTruck())
      expect(losses(run)).toEqual([])
      expect(others(run)).toEqual([])
      expect(kinds(run)).toEqual([[103, 'level-jump']])
      const line = (run.recordsOf('trip-leg')[0]?.properties['lines'] as { transitLossV20L: number }[] | undefined)?.[0]
      expect(Math.abs(Number(line?.transitLossV20L))).toBeLessThan(25)
    })
    test(`[fault-2] one that reads it to the end of the trip, ${when}: a fault of the device and no loss, a frame each ${everyS} s`, () => {
      const day = goesOn(loaded(), everyS)
      expect(runDay(day.readings, aTruck()).alarmsOf(329)).toMatchObject([{ object: 103, endedAt: null, grade: 'yellow' }])
      expect(losses(runDay(delivers(day).readings, aTruck()))).toEqual([])
    })
  }

test('[fault-2] one that goes from its full scale to 0 and back is judged by what it read before both', () => {
  const ends = () => fills(loaded().waits(900)).waits(120).gauge(1, { heldMm: 0 }).waits(120)
  expect(losses(runDay(delivers(isBack(ends()).waits(600)).readings, aTruck()))).toEqual([])
  const again = isBack(fills(ends()).waits(120).leaks(1, 100).waits(180).leaks(1, 0)).waits(600)
  expect(Math.abs(litresOf(runDay(delivers(again).readings, aTruck())) - 297)).toBeLessThan(25)
})

test('[fault-2] a compartment that is loaded nearly full is none', () => {
  const day = aDay(5).waits(300).loads([7700, 7600, 6000], 60).roughRoad(60).drivesTo(30).waits(300)
  expect(kinds(runDay(delivers(day).readings, aTruck()))).toEqual([])
})

test('[fault-2] frames that come late give the same rows, and a state restored at any of them goes on to the same facts', () => {
  const context = aTruck()
  const day = fills(loaded().waits(600)).waits(60).leaks(1, 100).waits(120).leaks(1, 0)
  const from = day.readings.length - 20
  const { readings } = isBack(day.drivesTo(32)).drivesTo(34).waits(300)
  const rows = (run: Run) => run.alarms.map(({ type, startedAt, object, endedAt }) => [type, startedAt, object, endedAt])
  const late = readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(rows(runDay(late, context))).toEqual(rows(runDay(readings, context)))
  expectSameOnceRestored(readings, context, { from })
})
