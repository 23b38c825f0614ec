import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const full = [7700, 7700, 6000]
const onTheRoad = () => aDay().waits(300).loads(full, 60).drivesTo(20).waits(120)
const breaks = (day: ReturnType<typeof aDay>) => runDay(day.readings, aTruck()).alarmsOf(320)
type Opening = { compartment: number; probeType: number; sealCountBefore: number; sealCountAfter: number; how: string }
const openings = (properties: Readonly<Record<string, unknown>> | undefined) => (properties?.['openings'] ?? []) as readonly Opening[]

/** The counters of so many probes, in the order of the truck, take this value while the console is dark. */
const recounted = (day: ReturnType<typeof aDay>, probes: number, count: (i: number) => number) => {
  let i = 0
  for (const compartment of [1, 2, 3]) {
    for (const type of [0, 1, 2, 3]) {
      if (i < probes) day.probe(compartment, type, { sealCount: count(i) })
      i += 1
    }
  }
  return day
}

test('a terminal that comes back with lower counters is one alarm of the truck, with old and new counters', () => {
  const day = recounted(onTheRoad().skips(300), 12, () => 0).waits(60)
  const [alarm, ...others] = breaks(day)
  expect(others).toEqual([])
  expect(alarm).toMatchObject({ grade: 'red', properties: { reason: 'counters-reset', loaded: true } })
  expect(alarm?.endedAt).not.toBeNull()
  expect(openings(alarm?.properties)).toHaveLength(12)
  expect(openings(alarm?.properties)[0]).toMatchObject({ compartment: 1, probeType: 0, sealCountBefore: 8, sealCountAfter: 0 })
})

test('counters that are set are a reset, seals that were opened in the dark are broken however many, and always one alarm', () => {
  const jumped = breaks(recounted(onTheRoad().skips(300), 7, (i) => 40 + i).waits(60))
  expect(jumped).toMatchObject([{ grade: 'red', properties: { reason: 'counters-reset' } }])
  for (const count of [6, 12]) {
    const opened = breaks(recounted(onTheRoad().skips(300), count, (i) => 9 + (i % 2)).waits(60))
    expect(opened).toMatchObject([{ grade: 'black', properties: { reason: 'count' } }])
    expect(openings(opened[0]?.properties)).toHaveLength(count)
  }
})

test('[truth 4.4] a reset terminal is not black as the third red alarm of a day, and a seal that was opened before is', () => {
  const day = onTheRoad()
  for (let place = 1; place <= 2; place += 1)
    day
      .drivesTo(20 + place * 5)
      .waits(240)
      .opens(1, 0)
      .waits(40)
      .closes(1, 0)
      .waits(700)
  const reset = recounted(day.drivesTo(40).waits(120).skips(300), 12, () => 0).waits(60)
  expect(runDay(reset.readings, aTruck()).alarms.map(({ type, grade }) => [type, grade])).toEqual([
    [1, 'red'],
    [1, 'red'],
    [320, 'red'],
  ])
})

test('a terminal that is replaced in the depot is no alarm, nor is one whose counters are the same', () => {
  expect(breaks(recounted(aDay().waits(300).loads(full, 60).skips(300), 12, () => 0).waits(60))).toEqual([])
  expect(breaks(onTheRoad().skips(300).probe(1, 0, {}).waits(60))).toEqual([])
})

test('a single counter that rose while the console was dark is a broken seal', () => {
  const [alarm, ...others] = breaks(onTheRoad().skips(300).probe(1, 1, { sealCount: 9 }).waits(60))
  expect(others).toEqual([])
  expect(alarm).toMatchObject({ object: 101, grade: 'black', properties: { reason: 'count', unseenOpenings: 2 } })
  expect(openings(alarm?.properties)).toMatchObject([{ sealCountBefore: 7, sealCountAfter: 9, how: 'count' }])
})

test('a counter that differs from the departure’s when the console comes back in the station is a broken seal', () => {
  const dark = onTheRoad().skips(3600, 70).probe(2, 0, { sealCount: 11 }).waits(120)
  expect(breaks(dark)).toMatchObject([{ object: 200, properties: { reason: 'count' } }])
  const unloads = onTheRoad().drivesTo(90).waits(120).unloads([0, 0, 0], 60).waits(300).shuts().waits(60).drivesTo(100).waits(120)
  expect(breaks(unloads)).toEqual([])
})

test('an opening that was seen is accounted for: it is an unsealing and no broken seal', () => {
  const day = onTheRoad().opens(1, 0).waits(40).closes(1, 0).waits(1200).drivesTo(60).waits(120)
  expect(runDay(day.readings, aTruck()).alarmTypes).toEqual([1])
})

test('a probe of a loaded truck in transit that is gone for more than 60 s is a broken seal and no fault besides', () => {
  const goneFor = (seconds: number) => onTheRoad().probe(1, 0, { answering: false }).waits(seconds)
  expect(runDay(goneFor(70).readings, aTruck()).alarmTypes).toEqual([])
  const day = goneFor(80)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([320])
  expect(run.alarmsOf(320)[0]).toMatchObject({ object: 100, grade: 'black', endedAt: null, properties: { reason: 'missing' } })
  expect(run.recordsOf('seal-fault')).toHaveLength(1)
  day.probe(1, 0, { answering: true }).waits(700)
  const back = runDay(day.readings, aTruck())
  expect(back.alarmTypes).toEqual([320])
  expect(back.alarmsOf(320)[0]?.endedAt).not.toBeNull()
})

test('a probe that is gone in the depot or on an empty truck is a fault, not a broken seal', () => {
  const inDepot = aDay().waits(300).loads(full, 60).probe(1, 0, { answering: false }).waits(120)
  expect(runDay(inDepot.readings, aTruck()).alarmTypes).toEqual([211])
  const empty = aDay().stands(20).waits(300).probe(1, 0, { answering: false }).waits(120)
  expect(runDay(empty.readings, aTruck()).alarmTypes).toEqual([211])
})

test('late data report the same broken seals, as history', () => {
  const day = onTheRoad().skips(300).probe(1, 1, { sealCount: 9 }).waits(60)
  const late = day.readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(runDay(late, aTruck()).alarmsOf(320)).toMatchObject([{ object: 101, live: false, startedAt: breaks(day)[0]?.startedAt }])
})

test('a seal bus that is cut as a whole on the road with a load is one broken seal alarm of all seals; in the depot it is none', () => {
  const cut = (day: ReturnType<typeof aDay>) => {
    for (const compartment of [1, 2, 3]) for (const type of [0, 1, 2, 3]) day.probe(compartment, type, { answering: false })
    return day.waits(300)
  }
  const [alarm, ...others] = breaks(cut(onTheRoad()))
  expect(others).toEqual([])
  expect(alarm).toMatchObject({ grade: 'black', properties: { reason: 'missing' } })
  expect(openings(alarm?.properties)).toHaveLength(9)
  expect(breaks(cut(aDay().waits(300).loads(full, 60)))).toEqual([])
})

test('a seal that was unplugged in the depot is a fault there, and a broken seal once the loaded truck is under way without it', () => {
  const inDepot = () => aDay().waits(300).loads(full, 60).probe(1, 0, { answering: false }).waits(120)
  const day = inDepot().drivesTo(20).waits(120)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([211, 320])
  const departedAt = run.recordsOf('trip')[0]?.startedAt ?? 0
  expect(run.alarmsOf(211)[0]).toMatchObject({ endedAt: run.alarmsOf(320)[0]?.startedAt, properties: { partOf: { type: 320 } } })
  expect(run.alarmsOf(320)[0]).toMatchObject({ object: 100, grade: 'black', endedAt: null, properties: { reason: 'missing' } })
  expect((run.alarmsOf(320)[0]?.startedAt ?? 0) - departedAt).toBeLessThanOrEqual(10_000)
  const late = day.readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(runDay(late, aTruck()).alarmsOf(320)).toMatchObject([{ startedAt: run.alarmsOf(320)[0]?.startedAt, live: false }])

  day.probe(1, 0, { answering: true }).waits(700)
  const back = runDay(day.readings, aTruck())
  expect(back.alarmTypes).toEqual([211, 320])
  expect(back.alarmsOf(320)[0]?.endedAt).not.toBeNull()
})

test('a seal that answers again before the departure, or is missing on an empty truck, is a fault alone', () => {
  const mended = aDay().waits(300).loads(full, 60).probe(1, 0, { answering: false }).waits(120).probe(1, 0, { answering: true })
  const driven = mended.waits(700).drivesTo(20).waits(120)
  expect(runDay(driven.readings, aTruck()).alarmTypes).toEqual([211])
  const empty = aDay().waits(300).probe(1, 0, { answering: false }).waits(120).drivesTo(20).waits(120)
  expect(runDay(empty.readings, aTruck()).alarmTypes).toEqual([211])
})

test('a seal whose loose contact chatters before it fails for good is broken on the road, with any first fault', () => {
  const day = onTheRoad()
  for (let i = 0; i < 10; i += 1) day.probe(1, 0, { open: i % 2 === 0 }).now(1)
  const run = runDay(day.probe(1, 0, { open: false, answering: false }).waits(120).readings, aTruck())
  expect(run.recordsOf('seal-fault')[0]?.properties).toMatchObject({ fault: 'chatter' })
  expect(run.alarmsOf(320)).toMatchObject([{ object: 100, grade: 'black', properties: { reason: 'missing' } }])
})
