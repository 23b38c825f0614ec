import { expect, test } from 'vitest'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const MANHOLE = 1
const BOTTOM_VALVE = 2

/** Fills at a park, sprays while it drives, stands at a curb with the valve open, passes a depot and a station, sprays out. */
function sprayingDay() {
  const day = aDay().stands(45).waits(300).opens(1, MANHOLE).flows(1, 7900, 900).closes(1, MANHOLE).waits(120)
  day.opens(1, BOTTOM_VALVE, 0).drivesTo(60)
  day.gauge(1, { oilCode: -1, waterMm: 30 }).flows(1, -2500, 400).drivesTo(90).waits(400)
  day.flows(1, -3000, 500).waits(300).probe(1, 0, { sealCount: 60 }).drivesTo(110).waits(200).flows(1, -1900, 300).waits(400)
  return day.closes(1, BOTTOM_VALVE, 0).drivesTo(0).waits(2000).opens(1, MANHOLE).flows(1, 6000, 900).closes(1, MANHOLE).drivesTo(20)
}

test('[D-01] the same day is full of alarms for fuel and says nothing of a water truck', () => {
  const { readings } = sprayingDay()
  const fuel = runDay(readings, aTruck())
  for (const type of [1, 3, 202, 207]) expect(fuel.alarmTypes, String(type)).toContain(type)
  const water = runDay(readings, aTruck({ carries: 'water' }))
  expect(water.alarmTypes).toEqual([])
  const kinds = new Set(water.records.map(({ kind }) => kind))
  for (const kind of ['cover', 'operation', 'trip', 'trip-leg', 'ledger', 'emptying', 'product-change', 'process'] as const)
    expect(kinds.has(kind), kind).toBe(false)
  expect(water.states).toBe('0')
  expect(water.state.loaded).toBe(false)
})

test('[D-01] a tanker that becomes a water truck forgets its load, its delivery and its open covers', () => {
  const day = aDay().waits(300).loads([7700, 7700, 6000], 60).drivesTo(30).waits(200).opens(1, 0).waits(60)
  const state = createTruckState()
  for (const reading of day.readings) step(state, reading, aTruck())
  expect([state.loaded, state.trip === null, state.process.state]).toEqual([true, false, 6])
  const cut = day.readings.length
  day.waits(120)
  for (const reading of day.readings.slice(cut)) step(state, reading, aTruck({ carries: 'water' }))
  expect([state.loaded, state.trip, state.process.state]).toEqual([false, null, 0])
  const bytes = encodeTruckState(state)
  expect(encodeTruckState(restoreTruckState(bytes, day.readings.slice(-60), aTruck({ carries: 'water' })))).toEqual(bytes)
})
