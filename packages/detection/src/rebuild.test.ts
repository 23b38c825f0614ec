import type { Reading } from '@tanker/domain/reading'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fact } from './fact.ts'
import { checkpointDue, rebuildStart } from './rebuild.ts'
import { aDay, aTruck } from './scenarios/a-day.ts'
import { anyTrip, driveTrip } from './scenarios/any-trip.ts'
import { factKey } from './scenarios/run-day.ts'
import { createTruckState, encodeTruckState, restoreTruckState, step } from './truck-engine.ts'

const context = aTruck()
const quarterHourMs = 15 * 60_000

const meter = { meter: 1, oilCode: 92, answering: true, temperatureC: 28, flowLpm: 500, totalL: 9000 }
const running = { ...meter, mode: 1, deliveryL: 1200, deliveryV20L: 1188, deliveryKg: 873, receipt: 17 }
const idle = { ...meter, mode: 0, deliveryL: 0, deliveryV20L: 0, deliveryKg: 0, receipt: 0 }

const box = { valveBits: 0, answering: true, temperatureC: 21, compartmentBits: 0b110 }
const idleBox = { ...box, phase: 'idle', test: 'none', testNo: 0, pressurePa: 0 } as const
const holdingBox = { ...box, phase: 'holding', test: 'positive', testNo: 5, pressurePa: 4_500 } as const

/** With the truck, the identity of a reading: what is sent twice has one key. */
const readingKey = (reading: Reading): string => `${reading.at}/${reading.kind}/${reading.digest}`

/** In device time. Equal times are ordered by kind and digest, so that any order of arrival sorts alike. */
const inDeviceTime = (a: Reading, b: Reading): number => a.at - b.at || a.kind - b.kind || Number(a.digest > b.digest) - 0.5

/**
 * A day with everything in it: loading, a theft, a slow tap at a parking stop, overspeed, a half delivery, a gap, a residue; and of the
 * cargo's devices a hanging valve, a transfer, hot air, pressure, a gauge's fault, water, a metered delivery; and of its test box two holds, of which one is broken off.
 */
const eventfulDay: readonly Reading[] = aDay(3)
  .has(1, 12)
  .waits(300)
  .loads([7700, 7500, 6000], 60)
  .air(65, 50, 126)
  .drivesTo(30)
  .waits(240)
  .opens(1, 12)
  .opens(1, 0)
  .flows(1, -120, 180)
  .closes(1, 0, 12)
  .waits(400)
  .transfers(2, 3, 200, 240)
  .air(25, 50, 101)
  .gauge(3, { fault: 2, waterMm: 6 })
  .waits(400)
  .gauge(3, { fault: 0 })
  .drivesFor(300, 90)
  .drivesTo(50)
  .boxed(holdingBox)
  .waits(360)
  .boxed({ ...holdingBox, testNo: 6 })
  .waits(40)
  .boxed(idleBox)
  .flows(2, -300, 15)
  .waits(400)
  .skips(2400)
  .waits(60)
  .drivesTo(70)
  .waits(400)
  .flows(3, -150, 300)
  .waits(400)
  .drivesTo(90)
  .waits(120)
  .metered(running)
  .unloads([3800, 3800, 180], 60)
  .metered(idle)
  .waits(200)
  .shuts()
  .waits(60)
  .drivesTo(110)
  .waits(120)
  .unloads([0, 0, 120], 60)
  .waits(200)
  .shuts()
  .waits(30)
  .drivesTo(100)
  .drivesTo(110)
  .waits(120)
  .opens(3, 0, 2)
  .flows(3, -120, 200)
  .waits(300)
  .shuts()
  .waits(30)
  .drivesTo(40)
  .waits(900).readings

/**
 * A day with everything of driving in it: the emergency button, harsh braking, a curve, overspeed by the platform and by the device alone,
 * parking overtime, a silence, fences and too many hours at the wheel.
 */
const drivingDay: readonly Reading[] = (() => {
  const day = aDay(5).holds(7700, 7700, 6000).gaugeNoise(0).stands(40).waits(120)
  day.alarmBits(1).waits(30).alarmBits(0).waits(30).drivesFor(60, 60)
  for (const kmh of [60, 45, 30, 30]) day.drivesFor(1, kmh, 1)
  day.drivesFor(60, 50, 1)
  const curveFrom = day.readings.length
  day.drivesFor(6, 50, 1).drivesFor(60, 50).waits(2_400)
  day.alarmBits(2).drivesFor(60, 55).alarmBits(0).drivesFor(120, 40).waits(300).drivesFor(120, 95).drivesFor(60, 40).skips(2_400).waits(60)
  day.drivesFor(4.1 * 3_600, 50).waits(600)
  return day.readings.map((reading, i) => ({
    ...reading,
    position: { ...reading.position, headingDeg: 90 + Math.min(Math.max(0, i - curveFrom + 1), 6) * 10 },
  }))
})()

/** What would be stored: facts by key, and whether they pop up, which depends on arrival, left aside. */
const facts = (table: ReadonlyMap<string, Fact>): Record<string, Fact> =>
  Object.fromEntries(
    [...table].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, fact]) => [key, fact.is === 'alarm' ? { ...fact, live: true } : fact]),
  )

/** A little gateway: keeps readings by key and checkpoints by time, steps what is new and rebuilds what is late. */
function aStore() {
  let state = createTruckState()
  const readings = new Map<string, Reading>()
  const checkpoints = new Map<number, Uint8Array>()
  const table = new Map<string, Fact>()

  function take(arrived: readonly Reading[]): void {
    for (const reading of arrived) {
      if (readings.has(readingKey(reading))) continue
      readings.set(readingKey(reading), reading)
      if (reading.at > state.newestAt) stepOne(reading)
      else late = Math.min(late, reading.at)
    }
    if (late !== Number.POSITIVE_INFINITY) rebuild()
    late = Number.POSITIVE_INFINITY
  }
  let late = Number.POSITIVE_INFINITY

  function stepOne(reading: Reading): void {
    const next = step(state, reading, context)
    state = next.state
    for (const fact of next.facts) table.set(factKey(fact), fact)
    if (checkpointDue(state, reading)) checkpoints.set(reading.at, encodeTruckState(state))
  }

  function rebuild(): void {
    const all = [...readings.values()].toSorted(inDeviceTime)
    const from = rebuildStart(late, [...checkpoints.keys()], [...table.values()])
    const recent = all.filter(({ at }) => at <= from && at > from - quarterHourMs)
    const bytes = checkpoints.get(from)
    state = bytes === undefined ? createTruckState() : restoreTruckState(bytes, recent, context)
    for (const at of checkpoints.keys()) if (at > from) checkpoints.delete(at)
    for (const [key, fact] of table) if (fact.startedAt > from) table.delete(key)
    for (const reading of all.filter(({ at }) => at > from)) stepOne(reading)
  }

  return { take, table }
}

const inOrder = (day = eventfulDay): Record<string, Fact> => {
  const store = aStore()
  store.take(day)
  return facts(store.table)
}

test('the eventful day has what the other tests need', () => {
  const found = Object.values(inOrder())
  const types = new Set(found.map((fact) => (fact.is === 'alarm' ? fact.type : fact.kind)))
  for (const type of [
    1,
    2,
    4,
    7,
    202,
    322,
    208,
    213,
    326,
    327,
    329,
    'valve',
    'ledger',
    'seal-change',
    'meter-delivery',
    'airtight-test',
    'operation',
    'trip',
    'trip-leg',
    'split',
    'emptying',
    'cover',
  ]) {
    expect(types, `${type}`).toContain(type)
  }
})

const blindZones = fc.array(
  fc.record({ from: fc.nat(99), length: fc.integer({ min: 1, max: 30 }), delay: fc.integer({ min: 1, max: 6 }) }),
  { minLength: 1, maxLength: 3 },
)

test('scenario 10: the same day, shuffled, duplicated and re-uploaded late, gives the same facts', () => {
  const expected = inOrder()
  fc.assert(
    fc.property(blindZones, fc.integer(), (zones, seed) => {
      const store = aStore()
      for (const chunk of reuploaded(eventfulDay, zones, seed)) store.take(chunk)
      expect(facts(store.table)).toEqual(expected)
    }),
    { numRuns: 12, seed: 1 },
  )
}, 90_000)

test('[4.4-02] scenario 10: so does a day with an alarm of every driving rule', () => {
  const expected = inOrder(drivingDay)
  const types = new Set(Object.values(expected).map((fact) => (fact.is === 'alarm' ? fact.type : fact.kind)))
  for (const type of [2, 4, 5, 6, 7, 45, 201, 203, 'fence-visit', 'driven', 'parking']) expect(types, `${type}`).toContain(type)
  fc.assert(
    fc.property(blindZones, fc.integer(), (zones, seed) => {
      const store = aStore()
      for (const chunk of reuploaded(drivingDay, zones, seed)) store.take(chunk)
      expect(facts(store.table)).toEqual(expected)
    }),
    { numRuns: 12, seed: 3 },
  )
}, 90_000)

test('scenario 10: so does any trip with any events on it', () => {
  fc.assert(
    fc.property(anyTrip, blindZones, fc.integer(), (trip, zones, seed) => {
      const day = driveTrip(trip).readings
      const store = aStore()
      for (const chunk of reuploaded(day, zones, seed)) store.take(chunk)
      expect(facts(store.table)).toEqual(inOrder(day))
    }),
    { numRuns: 12, seed: 7 },
  )
}, 90_000)

type BlindZone = { readonly from: number; readonly length: number; readonly delay: number }

/** The day in chunks; blind zones (in per cent of the day) come chunks later, shuffled, some frames twice. */
function reuploaded(day: readonly Reading[], blindZones: readonly BlindZone[], seed: number): Reading[][] {
  const chunks: Reading[][] = Array.from({ length: 30 }, () => [])
  let random = seed >>> 0
  const next = (below: number): number => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((random / 2 ** 32) * below)
  }
  day.forEach((reading, i) => {
    const percent = (i / day.length) * 100
    const zone = blindZones.find(({ from, length }) => percent >= from && percent < from + length)
    const due = Math.floor((i / day.length) * 20) + (zone ? zone.delay : 0)
    chunks[due]?.push(reading)
    if (next(20) === 0) chunks[Math.min(29, due + next(4))]?.push({ ...reading })
  })
  for (const chunk of chunks) {
    if (next(2) === 0) chunk.sort((a, b) => Number((a.digest * 7919n) % 101n) - Number((b.digest * 7919n) % 101n))
  }
  return chunks
}

test('a state restored from its bytes and the last quarter hour goes on to the same facts, wherever it was cut', () => {
  const whole = stepsOf(createTruckState(), eventfulDay)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: eventfulDay.length - 1 }), (cut) => {
      const before = createTruckState()
      for (const reading of eventfulDay.slice(0, cut)) step(before, reading, context)
      const bytes = encodeTruckState(before)
      const recent = eventfulDay.slice(0, cut).filter(({ at }) => at > before.newestAt - quarterHourMs)
      const restored = restoreTruckState(bytes, recent, context)
      expect(encodeTruckState(restored)).toEqual(bytes)
      expect(stepsOf(restored, eventfulDay.slice(cut))).toEqual(whole.slice(cut))
    }),
    { numRuns: 60, seed: 2 },
  )
})

function stepsOf(state: ReturnType<typeof createTruckState>, readings: readonly Reading[]): (readonly Fact[])[] {
  return readings.map((reading) => step(state, reading, context).facts)
}

test('over an eventful day the state is within 512 bytes in the mean while devices are sound, and within 1024 at its worst moment', () => {
  const state = createTruckState()
  const sizes: number[] = []
  const sound: number[] = []
  for (const reading of eventfulDay) {
    step(state, reading, context)
    const size = encodeTruckState(state).length
    sizes.push(size)
    if (state.custody.troubles.length === 0 && state.custody.deliveries.length === 0 && state.airtight.startedAt === 0) sound.push(size)
  }
  expect(sound.reduce((sum, size) => sum + size, 0) / sound.length).toBeLessThanOrEqual(512)
  expect(sound.length).toBeGreaterThan(sizes.length / 2)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1024)
})

test('bytes that are not ours are not read: the recent readings make a new state', () => {
  const recent = eventfulDay.slice(0, 60)
  const state = restoreTruckState(new Uint8Array([99, 1, 2, 3]), recent, context)
  expect(state.newestAt).toBe(recent[59]?.at)
})
