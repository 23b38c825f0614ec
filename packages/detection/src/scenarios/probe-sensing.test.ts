import type { ProbeSensing, Reading } from '@tanker/domain/reading'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const API = 0
const MINUTE = 60
/** The API valve of compartment 2, shut and as it was calibrated. */
const sound: ProbeSensing = {
  compartment: 2,
  type: API,
  line: 0,
  error: 'none',
  serial: '0000420200',
  sensorMv: 2_380,
  closeMv: 2_400,
  gateMv: 600,
  zeroMv: 200,
  midMv: 400,
  maxMv: 3_000,
}
const shorted: ProbeSensing = { ...sound, error: 'short-circuit', sensorMv: 0 }

type Day = ReturnType<typeof aDay>
/** Ten seconds later the console sends these values with its position. */
function sense(day: Day, ...sensing: readonly ProbeSensing[]): Day {
  day.waits(10)
  Object.assign(day.readings.at(-1) ?? {}, { sensing })
  return day
}

const parked = () => aDay().waits(300)
const underWay = () => aDay().waits(300).loads([7700, 7700, 6000], 60).drivesTo(20).waits(60)
const rowsOf = (readings: readonly Reading[]) => runDay(readings, aTruck()).recordsOf('probe-sensing')
const faultsOf = (readings: readonly Reading[]) => runDay(readings, aTruck()).alarmsOf(211)

test('[2.7-01] what a console finds wrong with a probe is a fault with its values, until it was sound for ten minutes', () => {
  const day = sense(parked(), shorted)
  const began = day.at
  day.waits(5 * MINUTE)
  expect(faultsOf(day.readings)).toMatchObject([
    {
      startedAt: began,
      endedAt: null,
      grade: 'yellow',
      object: 200,
      properties: {
        compartment: 2,
        probeType: API,
        fault: 'short-circuit',
        serial: '0000420200',
        line: 0,
        sensorMv: 0,
        gateMv: 600,
        zeroMv: 200,
        maxMv: 3_000,
      },
    },
  ])
  const mended = day.at + 10_000
  sense(day, sound).waits(9 * MINUTE)
  expect(faultsOf(day.readings)[0]?.endedAt).toBeNull()
  day.waits(2 * MINUTE)
  // The alarm keeps the values with which it began.
  expect(faultsOf(day.readings)).toMatchObject([{ endedAt: mended, properties: { fault: 'short-circuit', sensorMv: 0 } }])
})

test('a sensor above its maximum is over range, at its maximum it is not', () => {
  const at = (sensorMv: number) => faultsOf(sense(parked(), { ...sound, sensorMv }).waits(60).readings)
  expect(at(3_000)).toEqual([])
  expect(at(3_001)).toMatchObject([{ properties: { fault: 'over-range', sensorMv: 3_001 } }])
})

test('two probes with one serial are both faulty; probes without a serial are not', () => {
  const other = { ...sound, compartment: 1 }
  const of = (...values: readonly ProbeSensing[]) => faultsOf(sense(parked(), ...values).waits(60).readings)
  expect(of(sound, other)).toMatchObject([
    { object: 100, properties: { fault: 'duplicate-serial' } },
    { object: 200, properties: { fault: 'duplicate-serial' } },
  ])
  const none = '0000000000'
  expect(of({ ...sound, serial: none }, { ...other, serial: none })).toEqual([])
})

test('a shorted or cut wire of a loaded truck under way is a broken seal, and no fault besides; drift is a fault', () => {
  const of = (error: ProbeSensing['error']) => runDay(sense(underWay(), { ...sound, error }).waits(60).readings, aTruck())
  for (const error of ['short-circuit', 'open-circuit'] as const) {
    expect(of(error).alarmsOf(211), error).toEqual([])
    expect(of(error).alarmsOf(320), error).toMatchObject([{ grade: 'black', endedAt: null, properties: { reason: 'missing' } }])
  }
  expect(of('drift').alarmsOf(320)).toEqual([])
  expect(of('drift').alarmsOf(211)).toMatchObject([{ properties: { fault: 'drift' } }])
})

test('[2.7-02] a row is written when a value moves by fifty millivolts, when its state changes, and every six hours', () => {
  const day = parked()
  for (const sensorMv of [2_380, 2_331, 2_330, 2_320]) sense(day, { ...sound, sensorMv }).waits(10 * MINUTE)
  expect(rowsOf(day.readings).map(({ properties }) => [properties['sensorMv'], properties['marginPercent'], properties['state']])).toEqual([
    [2_380, 99, 'normal'],
    [2_330, 96, 'normal'],
  ])
  // (1,049 − 600) / 1,800 is 24.9 %, rounded 25; 1,040 is 24 %.
  sense(day, { ...sound, sensorMv: 1_049 }).waits(10 * MINUTE)
  sense(day, { ...sound, sensorMv: 1_040 }).waits(10 * MINUTE)
  expect(rowsOf(day.readings).slice(2)).toMatchObject([
    { properties: { sensorMv: 1_049, marginPercent: 25, state: 'normal' } },
    { properties: { sensorMv: 1_040, marginPercent: 24, state: 'near' } },
  ])
  sense(day.skips(5 * 3600), { ...sound, sensorMv: 1_040 }).waits(10)
  expect(rowsOf(day.readings)).toHaveLength(4)
  sense(day.skips(3600), { ...sound, sensorMv: 1_040 }).waits(10)
  expect(rowsOf(day.readings)).toHaveLength(5)
})

test('probes elsewhere than at API valves have faults, but no row for each value; a probe that never reported its state has nothing', () => {
  const manhole = { ...shorted, type: 1 }
  const day = sense(parked(), manhole).waits(60)
  expect(rowsOf(day.readings)).toEqual([])
  expect(faultsOf(day.readings)).toMatchObject([{ object: 201 }])
  const unknown = sense(parked(), { ...shorted, compartment: 9 }).waits(60)
  expect(faultsOf(unknown.readings)).toEqual([])
})

test('a restart between fault and repair changes nothing', () => {
  const day = sense(parked(), shorted).waits(5 * MINUTE)
  sense(day, sound).waits(12 * MINUTE)
  const context = aTruck()
  let state = createTruckState()
  const facts = day.readings.flatMap((reading, i) => {
    state = restoreTruckState(encodeTruckState(state), day.readings.slice(0, i), context)
    return step(state, reading, context).facts
  })
  const last = facts.filter((fact) => fact.is === 'alarm' && fact.type === 211).at(-1)
  expect(last).toMatchObject({ endedAt: faultsOf(day.readings)[0]?.endedAt, properties: { sensorMv: 0 } })
  expect(facts.filter((fact) => fact.is === 'record' && fact.kind === 'probe-sensing')).toEqual(rowsOf(day.readings))
})

test('detection goes on with any values that a console sends, and no margin is below nothing', () => {
  const millivolts = fc.option(fc.nat(0xfffe))
  const values = fc.record({
    sensorMv: millivolts,
    closeMv: millivolts,
    gateMv: millivolts,
    zeroMv: millivolts,
    midMv: millivolts,
    maxMv: millivolts,
  })
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 4 }), (sent) => {
      const day = aDay().waits(60)
      for (const one of sent) sense(day, { ...sound, ...one }).waits(60)
      for (const { properties } of rowsOf(day.readings)) expect(Number(properties['marginPercent'] ?? 0)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 40 },
  )
})
