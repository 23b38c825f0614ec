import { expect, test } from 'vitest'
import type { CompartmentReading, Reading } from '@tanker/domain/reading'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const full = [7700, 7700, 6000]
const minute = 60
/** Loaded at 0 km; the probe at the bottom of compartment 1 (19) is wet since then. Unloaded at 90 km after more than two hours. */
const unloaded = (keepsL: number) => {
  const day = aDay().has(1, 19).waits(300).loads(full, 60).probe(1, 19, { wet: true }).drivesTo(90).waits(120)
  return day.unloads([keepsL, 0, 0], 60, 1500)
}
const longWet = (readings: readonly Reading[]) =>
  runDay(readings, aTruck())
    .alarmsOf(211)
    .filter(({ properties }) => properties['fault'] === 'long-wet')

test('[truth 4.9] long wet counts from when the tank became empty, not from when the probe became wet', () => {
  const day = unloaded(0).waits(15 * minute)
  expect(longWet(day.readings)).toEqual([])
  day.probe(1, 19, { wet: false }).waits(20 * minute)
  expect(longWet(day.readings)).toEqual([])
})

test('[truth 4.9] a probe that is wet for more than 30 minutes in an empty tank is a fault, at 30 minutes it is none', () => {
  const day = unloaded(0)
  day.waits(10)
  const state = (readings: readonly Reading[]) =>
    runDay(readings, aTruck()).state.probes.find(({ compartment, type }) => compartment === 1 && type === 19)
  const since = state(day.readings)?.wetEmptySinceAt ?? 0
  expect(since).toBeGreaterThan(0)
  day.waits((since + 30 * 60_000 - day.at) / 1000)
  expect(longWet(day.readings)).toEqual([])
  day.waits(10)
  const [alarm, ...others] = longWet(day.readings)
  expect(alarm).toMatchObject({ object: 119, startedAt: since + 30 * 60_000 + 10_000 })
  expect(others).toEqual([])
})

test.each([6, 30, 49])('[truth 4.9] a residue of %d L wets the probe rightly', (residueL) => {
  expect(longWet(unloaded(residueL).waits(60 * minute).readings)).toEqual([])
})

test('[truth 4.9] a truck without gauges has no long-wet and no long-dry probe', () => {
  const bare = (readings: readonly Reading[]) => readings.map((reading) => ({ ...reading, compartments: [] as CompartmentReading[] }))
  const day = unloaded(0)
    .waits(60 * minute)
    .shuts()
    .waits(60 * minute)
  expect(longWet(bare(day.readings))).toEqual([])
  expect(runDay(bare(day.readings), aTruck()).alarmsOf(211)).toEqual([])
})

test('[truth 4.9] late data give the same result as fresh data', () => {
  const day = unloaded(0).waits(40 * minute)
  const late = day.readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  const keys = (readings: readonly Reading[]) => longWet(readings).map(({ startedAt, object }) => [startedAt, object])
  expect(keys(late)).toEqual(keys(day.readings))
  expect(longWet(late).every(({ live }) => !live)).toBe(true)
})

test('[truth 4.9] a probe that died while it was wet neither keeps its compartment from being empty nor is wet for long in an empty tank', () => {
  const day = aDay()
    .has(1, 19)
    .waits(300)
    .loads(full, 60)
    .probe(1, 19, { wet: true })
    .drivesTo(60)
    .probe(1, 19, { answering: false })
    .drivesTo(90)
  day
    .waits(120)
    .unloads([0, 0, 0], 60, 1500)
    .waits(60 * minute)
    .shuts()
    .waits(300)
    .drivesTo(95)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmsOf(213)).toHaveLength(1)
  expect(run.recordsOf('emptying').map(({ properties }) => properties['ok'])).toEqual([true, true, true])
  expect(run.alarmsOf(211).map(({ object, properties }) => [object, properties['fault']])).toEqual([[119, 'silent']])
  expect(run.alarmTypes).toEqual([211])
})

test('[truth 4.9] a probe that is alive and wet keeps its compartment from being proven empty', () => {
  const day = aDay().has(1, 19).waits(300).loads(full, 60).probe(1, 19, { wet: true }).drivesTo(90).waits(120)
  const run = runDay(day.unloads([0, 0, 0], 60, 1500).waits(600).shuts().waits(300).drivesTo(95).readings, aTruck())
  expect(run.recordsOf('emptying').find(({ object }) => object === 1)?.properties['ok']).toBe(false)
})

test('[truth 4.9] without gauges, the word of a dead bottom probe does not make the truck loaded', () => {
  const day = aDay()
    .has(1, 19)
    .has(2, 19)
    .has(3, 19)
    .probe(1, 19, { wet: true, answering: false })
    .stands(45)
    .waits(600)
    .opens(2, 0)
    .waits(60)
  const bare = day.readings.map((reading) => ({ ...reading, compartments: [] as CompartmentReading[] }))
  expect(runDay(bare, aTruck()).state.loaded).toBe(false)
})
