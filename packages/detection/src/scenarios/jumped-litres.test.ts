import { COMPARTMENT_BOTTOM_WET } from '@tanker/domain/devices/probe-type'
import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'
import { expectSameOnceRestored } from './test-restored.ts'

/** Litres that go within one frame past seals that report shut, and gauges that jump as far (domain D, gauge against theft). */
const standing = (litres: readonly number[]) => aDay(3).waits(300).loads(litres, 60).drivesTo(30).waits(600, 30)
/** So many litres in the 30 s between two frames. */
const dumps = (day: ReturnType<typeof aDay>, litres: number) =>
  day
    .leaks(1, litres * 2)
    .waits(30, 30)
    .leaks(1, 0)
    .waits(600, 30)
const delivers = (day: ReturnType<typeof aDay>) =>
  day.drivesTo(90).waits(240).unloads([0, 0, 0], 60).waits(400).shuts().waits(300).drivesTo(95)
const suspected = (run: ReturnType<typeof runDay>) => run.alarmsOf(202).filter(({ properties }) => properties['reason'] === 'gauge-jump')
const litresOf = (properties: Readonly<Record<string, unknown>> | undefined) => Number(properties?.['loss'])

test('500 L that go in one frame and never come back are a device alarm first, and a suspected loss once the compartment ran empty', () => {
  const day = dumps(standing([7000, 7000, 6000]), 500)
  const stopped = runDay(day.readings, aTruck())
  expect(stopped.alarmTypes).toEqual([329])
  delivers(day)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([202, 329])
  const [alarm] = suspected(run)
  expect(alarm).toMatchObject({ grade: 'yellow', properties: { reason: 'gauge-jump', compartments: [{ compartment: 1 }] } })
  expect(Math.abs(litresOf(alarm?.properties) - 495)).toBeLessThan(25)
  expect(run.recordsOf('ledger').filter(({ properties }) => properties['entry'] === 'gauge')).toHaveLength(1)
  const late = day.readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(suspected(runDay(late, aTruck()))).toMatchObject([{ startedAt: alarm?.startedAt, live: false }])
})

test('a gauge that says less than nothing when its compartment runs empty has jumped, and one that jumped back too: no loss', () => {
  const jumped = delivers(standing([7000, 7000, 6000]).gauge(1, { offsetMm: -80 }).waits(900, 30))
  expect(runDay(jumped.readings, aTruck()).alarmTypes).toEqual([329])
  const back = standing([7000, 7000, 6000]).gauge(1, { offsetMm: -80 }).waits(900, 30).gauge(1, { offsetMm: 0 }).waits(900, 30)
  expect(runDay(delivers(back).readings, aTruck()).alarmTypes.filter((type) => type === 202)).toEqual([])
})

test('it waits while its compartment is not empty, and is reported when the truck is back in the depot with it', () => {
  const day = dumps(standing([7000, 7000, 6000]), 500)
    .drivesTo(90)
    .waits(240)
    .opens(1, 0, 2)
    .waits(30)
    .flows(1, -3000, 500)
    .waits(400)
  day.shuts().waits(60)
  expect(suspected(runDay(day.readings, aTruck()))).toEqual([])
  expect(suspected(runDay(day.drivesTo(0).waits(600).readings, aTruck()))).toHaveLength(1)
})

test('a compartment that is let out to the last drop within a frame is a loss there and then', () => {
  const run = runDay(delivers(dumps(standing([700, 7000, 6000]), 700)).readings, aTruck())
  expect(run.alarmTypes).toEqual([202, 329])
  const [alarm] = run.alarmsOf(202)
  expect(alarm).toMatchObject({ object: 1, grade: 'red' })
  expect(Math.abs(litresOf(alarm?.properties) - 693)).toBeLessThan(25)
  expect(run.recordsOf('ledger').filter(({ properties }) => properties['entry'] === 'drain')).toHaveLength(1)
})

test('a gauge that falls to nothing faster than anything flows, or over a bottom that is wet, is a fault of the gauge', () => {
  const dead = standing([7000, 7000, 6000]).gauge(1, { heldMm: 0 }).waits(600, 30)
  expect(runDay(dead.readings, aTruck()).alarmTypes).toEqual([329])
  const wet = aDay(3).has(1, COMPARTMENT_BOTTOM_WET).probe(1, COMPARTMENT_BOTTOM_WET, { wet: true }).waits(300).loads([700, 7000, 6000], 60)
  wet.drivesTo(30).waits(600, 30).gauge(1, { heldMm: 0 }).waits(600, 30)
  expect(runDay(wet.readings, aTruck()).alarmTypes).toEqual([329])
})

const watched = (litres: number) => {
  const day = aDay(3)
  for (const compartment of [1, 2, 3])
    day.has(compartment, COMPARTMENT_BOTTOM_WET).probe(compartment, COMPARTMENT_BOTTOM_WET, { wet: true })
  return day.waits(300).loads([litres, 7000, 6000], 60).drivesTo(30)
}
/** The bottom runs dry with the unloading, which the gauge does not show. */
const unloadsUnder = (day: ReturnType<typeof aDay>) => {
  day.drivesTo(90).waits(240).unloads([0, 0, 0], 60)
  for (const compartment of [1, 2, 3]) day.probe(compartment, COMPARTMENT_BOTTOM_WET, { wet: false })
  return day.waits(400).shuts().waits(300).drivesTo(95).waits(300).drivesTo(0).waits(600)
}

for (const everyS of [10, 30, 60, 120])
  test(`[truth 4.6] a gauge that stops at 0 from 7,000 L, a frame each ${everyS} s, is a fault of the gauge to the end of the trip: no litres are suspected`, () => {
    const stood = aDay(3).waits(300).loads([7000, 7000, 6000], 60).drivesTo(30).waits(900, everyS)
    const run = runDay(unloadsUnder(stood.gauge(1, { heldMm: 0 }).waits(1200, everyS)).readings, aTruck())
    expect(run.alarmsOf(329).map(({ properties }) => properties['kind'])).toContain('level-jump')
    expect(run.alarmTypes.filter((type) => ![4, 329].includes(type))).toEqual([])
  })

test('[truth 4.6] a gauge that stops at 0 on the road is a fault of the gauge to the end of the trip', () => {
  const road = aDay(3).waits(300).loads([7000, 7000, 6000], 60).drivesTo(30).gauge(1, { heldMm: 0 }).drivesTo(60).waits(300)
  const run = runDay(unloadsUnder(road).readings, aTruck())
  expect(run.alarmTypes).toEqual([329])
})

for (const [litres, everyS] of [
  [1200, 30],
  [7000, 300],
] as const)
  test(`[truth 4.6] a gauge that stops at 0 from ${litres} L, a frame each ${everyS} s, over a bottom that is still wet is a fault of the gauge`, () => {
    const stood = watched(litres).waits(3600, everyS)
    const wet = runDay(unloadsUnder(stood.gauge(1, { heldMm: 0 }).waits(3600, everyS)).readings, aTruck())
    expect(wet.alarmTypes.filter((type) => type !== 4)).toEqual([329])
    const dry = watched(litres).waits(3600, everyS).gauge(1, { heldMm: 0 }).probe(1, COMPARTMENT_BOTTOM_WET, { wet: false })
    expect(runDay(dry.waits(3600, everyS).readings, aTruck()).alarmsOf(202)).toHaveLength(1)
  })

test('a state that is restored while litres are suspected, or after they were found gone, goes on to the same facts', () => {
  const context = aTruck()
  for (const litres of [500, 700]) {
    const day = dumps(standing([litres === 700 ? 700 : 7000, 7000, 6000]), litres)
    const from = day.readings.length - 20
    const { readings } = delivers(day)
    expectSameOnceRestored(readings, context, { from, every: 4 })
  }
})
