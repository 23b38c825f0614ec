import type { AirtightBox, Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const idle: AirtightBox = {
  phase: 'idle',
  test: 'none',
  valveBits: 0,
  answering: true,
  testNo: 0,
  pressurePa: 0,
  temperatureC: 21,
  compartmentBits: 0,
}
/** Compartment 2 alone: 8,000 L, of which 380 Pa may be lost. */
const held = (pressurePa: number, more: Partial<AirtightBox> = {}): AirtightBox => ({
  ...idle,
  phase: 'holding',
  test: 'positive',
  testNo: 41,
  compartmentBits: 0b010,
  pressurePa,
  ...more,
})

/** A pressure that changes evenly over so many seconds of holding, one reading every ten. */
function holds(fromPa: number, toPa: number, seconds: number, more: Partial<AirtightBox> = {}) {
  const day = aDay().waits(60).boxed(idle).waits(20)
  day.boxed(held(fromPa, { ...more, phase: 'pressurising' })).waits(30)
  for (let s = 0; s <= seconds; s += 10) day.boxed(held(fromPa + ((toPa - fromPa) * s) / Math.max(10, seconds), more)).waits(10)
  return day
}
const ended = (day: ReturnType<typeof holds>, more: Partial<AirtightBox> = {}) =>
  day.boxed(held(0, { ...more, phase: 'finished' })).waits(60)
const testsOf = (readings: readonly Reading[], truck = aTruck()) => runDay(readings, truck).recordsOf('airtight-test')

test('a tank that keeps its pressure for five minutes has passed', () => {
  const rows = testsOf(ended(holds(4_500, 4_150, 300)).readings)
  expect(rows).toMatchObject([
    {
      properties: { testNo: 41, test: 'positive', compartmentBits: 0b010, volumeL: 8_000, temperatureC: 21 },
    },
  ])
  expect(rows[0]?.properties).toMatchObject({ startPa: 4_500, endPa: 4_150, lossPa: 350, limitPa: 380, result: 'passed' })
  expect((rows[0]?.endedAt ?? 0) - (rows[0]?.startedAt ?? 0)).toBe(300_000)
})

test('it may lose exactly the limit, and not a pascal more', () => {
  const result = (toPa: number) => testsOf(ended(holds(4_500, toPa, 300)).readings)[0]?.properties['result']
  expect(result(4_120)).toBe('passed')
  expect(result(4_119)).toBe('failed')
})

test('compartments that are tested together are one volume', () => {
  const together = testsOf(ended(holds(4_500, 4_240, 300, { compartmentBits: 0b011 })).readings)
  expect(together[0]?.properties).toMatchObject({ volumeL: 16_000, limitPa: 250, lossPa: 260, result: 'failed' })
  const whole = testsOf(ended(holds(-1_500, -1_260, 300, { test: 'negative', compartmentBits: 0 })).readings)
  expect(whole[0]?.properties).toMatchObject({ compartmentBits: 0b111, volumeL: 24_000, limitPa: 250, lossPa: 240, result: 'passed' })
})

test('a compartment without a known capacity is not judged', () => {
  const rows = testsOf(ended(holds(4_500, 4_500, 300, { compartmentBits: 0b1000 })).readings)
  expect(rows[0]?.properties).toMatchObject({ compartmentBits: 0b1000, volumeL: null, limitPa: null, result: 'not-judged' })
})

test('a hold that ends before its time is broken off', () => {
  const day = holds(4_500, 4_480, 200)
  expect(testsOf(day.readings)).toMatchObject([{ endedAt: null, properties: { result: null, endPa: null } }])
  const rows = testsOf(ended(day).readings)
  expect(rows).toMatchObject([{ properties: { result: 'broken-off', lossPa: 20 } }])
  expect((rows[0]?.endedAt ?? 0) - (rows[0]?.startedAt ?? 0)).toBe(200_000)
})

test('a box that holds on after its five minutes has done one test; its next number is the next one', () => {
  const day = holds(4_500, 4_200, 600)
  expect(testsOf(day.readings)).toMatchObject([{ properties: { lossPa: 150, result: 'passed' } }])
  day.boxed(held(-1_500, { test: 'negative', testNo: 42 })).waits(320)
  expect(testsOf(day.readings)).toMatchObject([
    { properties: { testNo: 41 } },
    { properties: { testNo: 42, test: 'negative', lossPa: 0, result: 'passed' } },
  ])
})

test('what a box says that does not answer on its bus is not believed, and a truck without a box has no test', () => {
  expect(testsOf(ended(holds(4_500, 4_500, 300, { answering: false }), { answering: false }).readings)).toEqual([])
  expect(testsOf(aDay().waits(600).readings)).toEqual([])
})

test('readings that were missed in the middle leave the result as it is where it is certain', () => {
  const { readings } = ended(holds(4_500, 4_150, 320))
  const begin = readings.findIndex(({ airtight }) => airtight?.phase === 'holding')
  const without = (from: number, to: number) => [...readings.slice(0, begin + from), ...readings.slice(begin + to)]
  expect(testsOf(without(3, 30))[0]?.properties).toMatchObject({ result: 'passed' })
  // Nothing of the end was heard.
  expect(testsOf(without(20, 33))[0]?.properties).toMatchObject({ result: 'broken-off' })
})

test('a restart in the middle of a test changes nothing', () => {
  const { readings } = ended(holds(4_500, 4_150, 300))
  const context = aTruck()
  let state = createTruckState()
  const facts = readings.flatMap((reading, i) => {
    state = restoreTruckState(encodeTruckState(state), readings.slice(0, i), context)
    return step(state, reading, context).facts
  })
  const last = facts.filter((fact) => fact.is === 'record' && fact.kind === 'airtight-test').at(-1)
  expect(last).toEqual(testsOf(readings)[0])
})
