import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const full = [7700, 7700, 6000]

test('scenario 1: a normal day with pauses over two minutes', () => {
  const day = aDay()
    .waits(300)
    .loads(full, 200)
    .drivesTo(90)
    .waits(120)
    .unloads([0, 0, 0], 200)
    .waits(600)
    .shuts()
    .waits(60)
    .drivesTo(0)
    .waits(300)
  const run = runDay(day.readings, aTruck())
  expect(run.states).toBe('0-1-2-5-2-5-2-5-6-7-8-9-8-9-8-9-10-0')
  const operations = run.recordsOf('operation')
  expect(operations.filter(({ properties }) => properties['direction'] === 'loading')).toHaveLength(3)
  expect(operations.filter(({ properties }) => properties['direction'] === 'unloading')).toHaveLength(3)
  expect(operations.every(({ endedAt }) => endedAt !== null)).toBe(true)
  expect(run.recordsOf('trip')).toHaveLength(1)
  expect(run.recordsOf('emptying').map(({ properties }) => properties['ok'])).toEqual([true, true, true])
  expect(run.alarmsOf(213)).toHaveLength(1)
  expect(run.alarmTypes).toEqual([])
})

test('scenario 1: shorter pauses collapse', () => {
  const day = aDay().waits(300).loads(full, 60).drivesTo(90).waits(120).unloads([0, 0, 0], 60).waits(600).shuts().waits(60).drivesTo(0)
  const run = runDay(day.readings, aTruck())
  expect(run.states).toBe('0-1-2-5-6-7-8-9-10-0')
  expect(run.recordsOf('operation')).toHaveLength(6)
  expect(run.alarmTypes).toEqual([])
})

test('scenario 1: operations say the litres of their compartment', () => {
  const day = aDay(4).waits(300).loads(full, 60).drivesTo(90).waits(120).unloads([0, 0, 0], 60).waits(600).shuts().waits(60)
  const run = runDay(day.readings, aTruck())
  const litres = run.recordsOf('operation').map(({ object, properties }) => {
    const change = Number(properties['endVolumeL']) - Number(properties['startVolumeL'])
    return [object, Math.round(change / 25) * 25]
  })
  expect(litres).toEqual([
    [1, 7700],
    [2, 7700],
    [3, 6000],
    [1, -7700],
    [2, -7700],
    [3, -6000],
  ])
  const trip = run.recordsOf('trip')[0]
  expect(Math.abs(Number(trip?.properties['transitLossV20L']))).toBeLessThan(40)
  expect(trip?.endedAt).not.toBeNull()
})

test('scenario 2: top loading', () => {
  const day = aDay().waits(300)
  for (const compartment of [1, 2, 3]) day.opens(compartment, 1)
  day.waits(30)
  day.flows(1, 7700, 1000)
  day.flows(2, 7700, 1000)
  day.flows(3, 6000, 1000)
  day.waits(200)
  for (const compartment of [1, 2, 3]) day.closes(compartment, 1)
  day.waits(200)
  const run = runDay(day.readings, aTruck())
  expect(run.states).toBe('0-3-4-5')
  expect(run.recordsOf('operation').map(({ properties }) => properties['way'])).toEqual(['top', 'top', 'top'])
  expect(run.alarmTypes).toEqual([])
})

test('scenario 3: half-unloading at two stations', () => {
  const day = aDay().waits(300).loads(full, 60).drivesTo(90).waits(120)
  day.unloads([3800, 3800, 3000], 60).waits(200).shuts().waits(60).drivesTo(110).waits(120)
  day.unloads([0, 0, 0], 60).waits(600).shuts().waits(60).drivesTo(0)
  const run = runDay(day.readings, aTruck())
  expect(run.states).toBe('0-1-2-5-6-7-8-9-11-7-8-9-10-0')
  expect(run.recordsOf('trip')).toHaveLength(1)
  expect(run.recordsOf('trip-leg')).toHaveLength(2)
  expect(run.recordsOf('split').map(({ object }) => object)).toEqual([1, 2, 3])
  expect(run.alarmTypes).toEqual([])
})

test('scenario 3: leaves the first station within two minutes of the last flow', () => {
  const day = aDay().waits(300).loads(full, 60).drivesTo(90).waits(120)
  day.unloads([3800, 3800, 3000], 60).waits(20).shuts().waits(10).drivesTo(110).waits(120)
  day.unloads([0, 0, 0], 60).waits(600).shuts().waits(60).drivesTo(0)
  const run = runDay(day.readings, aTruck())
  expect(run.states).toBe('0-1-2-5-6-7-8-11-7-8-9-10-0')
  expect(run.alarmTypes).toEqual([])
})

test('a visit without unloading returns to transit', () => {
  const day = aDay().waits(300).loads(full, 60).drivesTo(90).waits(120).opens(1, 0).waits(60).closes(1, 0).waits(60).drivesTo(110)
  const run = runDay(day.readings, aTruck())
  expect(run.states).toBe('0-1-2-5-6-7-6')
})
