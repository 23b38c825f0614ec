import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { createTruckState, step, stepClock } from '../truck-engine.ts'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const minuteMs = 60_000
const full = [7700, 7700, 6000] as const
const late = (readings: readonly Reading[]): readonly Reading[] =>
  readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))

/** Drives, stands for so many seconds at a place, and drives on. */
const stop = (km: number, seconds: number, litres: readonly number[] = []): readonly Reading[] =>
  aDay()
    .holds(...litres)
    .gaugeNoise(0)
    .stands(km - 2)
    .waits(60)
    .drivesTo(km)
    .waits(seconds)
    .drivesTo(km + 5).readings
const parkings = (readings: readonly Reading[]) => runDay(readings, aTruck()).alarmsOf(4)

test('[4.4-02] parking overtime: an empty truck may stand for two hours at the roadside, a loaded one for 30 minutes', () => {
  // The truck stands from the first reading without speed; half a minute on either side is its stopping and starting.
  expect(parkings(stop(30, 118 * 60))).toEqual([])
  expect(parkings(stop(30, 122 * 60))).toMatchObject([{ grade: 'yellow', properties: { thresholdMin: 120, loaded: false } }])
  expect(parkings(stop(30, 28 * 60, full))).toEqual([])
  expect(parkings(stop(30, 32 * 60, full))).toMatchObject([{ grade: 'red', properties: { thresholdMin: 30, loaded: true } }])
})

test('parking overtime: six hours in a depot, a station, a car park or a repair shop are none', () => {
  for (const km of [0, 90, 45, 60]) expect(parkings(stop(km, 6 * 3600)), `km ${km}`).toEqual([])
  expect(parkings(stop(30, 6 * 3600))).toMatchObject([{ remark: '6 h' }])
})

test('parking overtime: a jam that creeps on every ten minutes is none', () => {
  const jam = aDay().stands(20).waits(60).drivesTo(30)
  for (let move = 0; move < 18; move += 1) jam.waits(600).drivesFor(60, 20)
  expect(parkings(jam.drivesTo(60).readings)).toEqual([])
})

test('parking overtime: late data give the same row as history', () => {
  const live = parkings(stop(30, 122 * 60))[0]
  expect(parkings(late(stop(30, 122 * 60)))).toEqual([{ ...live, live: false }])
})

/** Drives, is silent for so many seconds, and is there again. */
const silence = (seconds: number, litres: readonly number[] = [], rolledKm = 0) => {
  const day = aDay()
    .holds(...litres)
    .gaugeNoise(0)
    .stands(20)
    .waits(60)
  if (rolledKm > 0) day.drivesFor(300, 60)
  return day.skips(seconds, rolledKm).drivesFor(120, 60).readings
}
const silences = (readings: readonly Reading[]) => runDay(readings, aTruck()).alarmsOf(7)

test('[4.4-02] offline: 29 minutes of silence are none, 31 are one; loaded on the road nine and eleven', () => {
  expect(silences(silence(29 * 60))).toEqual([])
  expect(silences(silence(31 * 60))).toMatchObject([{ grade: 'yellow', properties: { thresholdMin: 30, loaded: false } }])
  expect(silences(silence(9 * 60, full, 8))).toEqual([])
  expect(silences(silence(11 * 60, full, 10))).toMatchObject([{ grade: 'red', properties: { thresholdMin: 10, loaded: true } }])
})

test('offline: by the clock it is there after half an hour, and what was only not yet uploaded is not silent', () => {
  const state = createTruckState()
  const readings = aDay().stands(20).waits(120).readings
  for (const reading of readings) step(state, reading, aTruck())
  const lastAt = readings.at(-1)?.at ?? 0
  const typesAt = (minutes: number, heardAt = 0) =>
    stepClock(state, lastAt + minutes * minuteMs, aTruck(), heardAt).facts.flatMap((fact) => (fact.is === 'alarm' ? fact.type : []))
  expect(typesAt(29)).toEqual([])
  expect(typesAt(31, lastAt + 20 * minuteMs)).toEqual([])
  expect(typesAt(51, lastAt + 20 * minuteMs)).toEqual([7])
})

test('offline: readings that fill the silence later leave none', () => {
  const whole = aDay().stands(20).waits(120).waits(3600).waits(60).readings
  const filled = whole.map((reading, i) => (i > 12 && i < 360 ? { ...reading, resent: true, receivedAt: reading.at + 7_200_000 } : reading))
  expect(silences(filled)).toEqual([])
})

const button = 1
const collision = 1 << 29
const emergencies = (readings: readonly Reading[]) => runDay(readings, aTruck()).alarmsOf(201)

test('[4.4-02] emergency: a button held for an hour is one alarm, pressed twice it is two, and a collision is one of its own', () => {
  const day = () => aDay().stands(20).waits(60)
  expect(emergencies(day().alarmBits(button).waits(3600).alarmBits(0).waits(30).readings)).toHaveLength(1)
  const twice = day().alarmBits(button).waits(20).alarmBits(0).waits(20).alarmBits(button).waits(20).alarmBits(0).waits(20)
  expect(emergencies(twice.readings)).toHaveLength(2)
  const both = day()
    .alarmBits(button)
    .waits(20)
    .alarmBits(button | collision)
    .waits(20)
    .alarmBits(0)
    .waits(20)
  expect(emergencies(both.readings).map(({ properties }) => properties['trigger'])).toEqual(['button', 'collision'])
})

test('[4.4-02] an emergency says what was aboard: 7,000 L, and nothing of an empty truck', () => {
  const pressed = (litres: number) => aDay().holds(litres, 0, 0).stands(300).alarmBits(button).waits(30).alarmBits(0).waits(30).readings
  const [loaded] = emergencies(pressed(7000))
  expect(loaded?.properties['loaded']).toBe(true)
  expect(Number(loaded?.properties['loadL'])).toBeCloseTo(7000, -2)
  expect(Number(emergencies(pressed(0))[0]?.properties['loadL'])).toBeLessThan(100)
})

test('emergency: no other bit of the terminal is one, and late data give it as history', () => {
  const others = ~(button | collision | (1 << 30))
  expect(emergencies(aDay().stands(20).waits(60).alarmBits(others).waits(60).readings)).toEqual([])
  const pressed = aDay().stands(20).waits(60).alarmBits(button).waits(30).alarmBits(0).waits(30).readings
  expect(emergencies(late(pressed))).toMatchObject([{ grade: 'black', live: false }])
})

const hours = (readings: readonly Reading[]) => runDay(readings, aTruck()).alarmsOf(203)
/** One minute of 4 h is used by standing before the way. */
const shift = (minutes: number) =>
  aDay()
    .stands(1)
    .waits(60)
    .drivesFor(minutes * 60, 50)
    .waits(60).readings

test('[4.4-02] working hours: 3 h 58 at the wheel are none, 4 h 02 are one', () => {
  expect(hours(shift(238))).toEqual([])
  expect(hours(shift(242))).toHaveLength(1)
})

test('working hours: late data give the same row as history', () => {
  const [live] = hours(shift(242))
  expect(hours(late(shift(242)))).toEqual([{ ...live, live: false }])
})

/** The same readings from this hour of the truck's day on. */
const fromHour = (readings: readonly Reading[], hour: number): readonly Reading[] => {
  const dayMs = 24 * 60 * minuteMs
  const startMs = ((readings[0]?.at ?? 0) + aTruck().zoneOffsetMinutes * minuteMs) % dayMs
  const laterMs = (hour * 60 * minuteMs - startMs + dayMs) % dayMs
  return readings.map((reading) => ({ ...reading, at: reading.at + laterMs, receivedAt: reading.receivedAt + laterMs }))
}
const rules = (readings: readonly Reading[]) => hours(readings).map(({ remark }) => remark)

test('[3.3-03] working hours: at night two hours without a rest are the limit, by day the same way is none', () => {
  expect(rules(fromHour(shift(118), 23))).toEqual([])
  expect(rules(fromHour(shift(122), 23))).toEqual(['night'])
  expect(rules(fromHour(shift(122), 9))).toEqual([])
})

test('[3.3-03] working hours: eight hours within a day with rests between are the limit', () => {
  const spells = (minutes: number) => {
    const day = aDay().stands(1).waits(60)
    for (let spell = 0; spell < 3; spell += 1) day.drivesFor(minutes * 60, 50).waits(1500)
    return fromHour(day.readings, 7)
  }
  expect(rules(spells(158))).toEqual([])
  expect(rules(spells(162))).toEqual(['day'])
})

test('[2.5-01] a stop of 2 min 45 s is no parking record, one of 3 min 15 s is; late data give the same', () => {
  const records = (readings: readonly Reading[]) => runDay(readings, aTruck()).recordsOf('parking')
  expect(records(stop(40, 165))).toHaveLength(0)
  const [stood] = records(stop(40, 195))
  expect(stood?.properties).toMatchObject({ judgeMode: 'speed', fenceKind: 'none', loaded: false })
  expect(records(late(stop(40, 195)))).toEqual([stood])
})

const visits = (readings: readonly Reading[]) => runDay(readings, aTruck()).recordsOf('fence-visit')
const secondsOf = ({ startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number | null }): number | null =>
  endedAt === null ? null : (endedAt - startedAt) / 1000

test('[2.5-03] a fence is visited by the truck that stands in it and by the one that drives through, not by one beside it', () => {
  // The car park's circle is 400 m across: 24 s at 60 km/h, and the truck has left once it is clearly outside.
  const through = visits(aDay().stands(44).waits(60).drivesTo(46).waits(60).readings)
  expect(through).toHaveLength(1)
  expect(secondsOf(through[0]!)).toBeGreaterThanOrEqual(20)
  expect(secondsOf(through[0]!)).toBeLessThanOrEqual(50)
  expect(visits(aDay().stands(44.5).waits(3600).readings)).toEqual([])
  // Half an hour, and 12 s on the way in and out.
  const stay = aDay().stands(44).waits(60).drivesTo(45).waits(1800).drivesTo(46).waits(60).readings
  expect(visits(stay)).toHaveLength(1)
  expect(secondsOf(visits(stay)[0]!)).toBeGreaterThanOrEqual(1800)
  expect(secondsOf(visits(stay)[0]!)).toBeLessThanOrEqual(1860)
  expect(visits(late(stay)).map(secondsOf)).toEqual(visits(stay).map(secondsOf))
})
