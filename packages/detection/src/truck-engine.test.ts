import { expect, test } from 'vitest'
import type { Fact } from './fact.ts'
import { aDay, aTruck } from './scenarios/a-day.ts'
import { factKey, runDay } from './scenarios/run-day.ts'
import { createTruckState, step, stepClock } from './truck-engine.ts'
import { createTruckParts, readTruckParts } from './truck-parts.ts'

const context = aTruck()

test('whether the clock ticked between the readings changes no fact', () => {
  const { readings } = aDay(2).waits(300).loads([7700, 7700, 6000], 60).drivesTo(50).waits(2400).skips(5000).waits(60).drivesTo(60)
  const table = new Map<string, Fact>()
  const state = createTruckState()
  let now = readings[0]?.at ?? 0
  for (const reading of readings) {
    for (; now < reading.at; now += 30_000) {
      for (const fact of stepClock(state, now, context).facts) table.set(factKey(fact), fact)
    }
    for (const fact of step(state, reading, context).facts) table.set(factKey(fact), fact)
  }
  const plain = runDay(readings, context)
  const bare = (facts: Iterable<Fact>) =>
    [...facts].map((fact) => ({ ...fact, live: true })).sort((a, b) => (factKey(a) < factKey(b) ? -1 : 1))
  expect(bare(table.values())).toEqual(bare(plain.rows))
  expect(plain.alarmTypes).toEqual([4, 7])
})

test('an alarm from a reading that came more than ten minutes late does not pop up', () => {
  const { readings } = aDay().stands(20).waits(60).alarmBits(1).waits(30)
  const late = readings.map((reading) => ({ ...reading, receivedAt: reading.at + 600_001 }))
  expect(runDay(readings, context).alarms.map(({ live }) => live)).toEqual([true])
  expect(runDay(late, context).alarms.map(({ live }) => live)).toEqual([false])
})

test('a silence that the frame after it shows is no pop-up, one that the clock shows is', () => {
  const { readings } = aDay().stands(1).waits(120).skips(7200).waits(60)
  const liveOf = (facts: readonly Fact[]) => facts.flatMap((fact) => (fact.is === 'alarm' && fact.type === 7 ? [fact.live] : []))
  expect(liveOf(runDay(readings, context).rows)).toEqual([false])

  const state = createTruckState()
  const before = readings.filter(({ at }) => at <= (readings[0]?.at ?? 0) + 120_000)
  for (const reading of before) step(state, reading, context)
  const silentAt = before.at(-1)?.at ?? 0
  expect(liveOf(stepClock(state, silentAt + 1_800_000, context).facts)).toEqual([true])
})

test('a truck that has just uploaded old readings is not silent: the half hour begins with the upload', () => {
  const { readings } = aDay().stands(1).waits(120)
  const state = createTruckState()
  for (const reading of readings) step(state, reading, context)
  const newestAt = readings.at(-1)?.at ?? 0
  const uploadedAt = newestAt + 4 * 3_600_000
  const offlineAt = (now: number) =>
    stepClock(state, now, context, uploadedAt).facts.filter((fact) => fact.is === 'alarm' && fact.type === 7)
  expect(offlineAt(uploadedAt + 60_000)).toEqual([])
  expect(offlineAt(uploadedAt + 1_799_999)).toEqual([])
  expect(offlineAt(uploadedAt + 1_800_000)).toMatchObject([{ live: true, startedAt: newestAt + 1_800_000, endedAt: null }])
})

test('the live row says where the truck is, what it carries and what stands open', () => {
  const day = aDay().waits(300).loads([7700, 7700, 6000], 60).drivesTo(30).waits(300).opens(1, 0).waits(20)
  const parts = createTruckParts()
  readTruckParts(runDay(day.readings, context).state, parts)
  expect(parts).toMatchObject({ fixAt: day.at, loaded: true, moving: false, processState: 6 })
  expect(parts.probes.filter(({ open }) => open).map(({ compartment, type }) => [compartment, type])).toEqual([[1, 0]])
})

test('a heartbeat is contact and nothing else', () => {
  const day = aDay().stands(1).waits(60)
  const state = runDay(day.readings, context).state
  const [last] = day.readings.slice(-1)
  if (!last) throw new Error('no readings')
  step(state, { ...last, kind: 2, at: last.at + 1_700_000, position: { ...last.position, speedKmh: 90 } }, context)
  expect(state.motion.speedKmh).toBe(0)
  expect(stepClock(state, last.at + 3_000_000, context).facts).toEqual([])
})

test('a repair card allows an opening, but not that product goes with it', () => {
  const opened = (lossL: number) => {
    const day = aDay().waits(300).loads([7700, 7700, 6000], 60).drivesTo(30).waits(240).says('repair-card').waits(10)
    day.opens(1, 0).waits(30)
    if (lossL > 0) day.flows(1, -lossL, 120)
    return runDay(day.closes(1, 0).waits(400).readings, context).alarmTypes
  }
  expect(opened(0)).toEqual([])
  expect(opened(60)).toEqual([1])
})

test.each([
  ['open covers', '1', 0],
  ['change the product', '2', 1],
  ['print a receipt', '3', 1],
  ['repair', '4', 0],
  ['no operation, as other consoles say it', '', 0],
])('a one-time password to %s', (_name, text, alarms) => {
  const day = aDay().waits(300).loads([7700, 7700, 6000], 60).drivesTo(30).waits(240).says('one-time-password', 7, text).waits(10)
  const run = runDay(day.opens(1, 0).waits(30).closes(1, 0).waits(400).readings, context)
  expect(run.alarmTypes.filter((type) => type === 1)).toHaveLength(alarms)
  const [event] = run.recordsOf('device-event').map(({ properties }) => properties)
  expect(event).toMatchObject({ event: 'one-time-password', card: text === '' ? '7' : '07', text: '' })
})
