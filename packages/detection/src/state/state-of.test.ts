import type { Place } from '@tanker/domain/facts/place'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DETECTORS } from '../all-detectors.ts'
import { noAnchor } from '../gauges/anchor.ts'
import { fixState, membershipState, parkingState } from '../motion/motion-state.ts'
import { aTruck, depot, park, station } from '../scenarios/a-day.ts'
import { truckState } from '../truck-state.ts'
import { StateReader, StateWriter } from './state-bytes.ts'
import { flag, hundredths, list, type Shape, type State, time, uint, when } from './state-fields.ts'
import { stateOf } from './state-of.ts'
import { startPieces } from './state-pieces.ts'

const base = Date.UTC(2026, 4, 11, 8)
const fences = [depot, station, park]
const context = aTruck({ fences: { near: () => fences } })
const writer = new StateWriter()

const STATES: Readonly<Record<string, State>> = statesIn({
  truckState,
  ...Object.fromEntries(DETECTORS.flatMap(({ name, state }) => (state === undefined ? [] : [[name, state]]))),
})

type Values = Record<string, unknown>

function bytesOf(state: State, value: Values): Uint8Array {
  writer.start()
  startPieces()
  writer.base(base)
  state.write(writer, value)
  return writer.finish()
}

function readAgain(state: State, bytes: Uint8Array): Values {
  const reader = new StateReader(bytes, context, { lat: 0, lng: 0 })
  startPieces()
  reader.base()
  const value = state.initial() as Values
  state.read(reader, value)
  return value
}

/** With the states inside them, by name. */
function statesIn(states: Readonly<Record<string, unknown>>): Record<string, State> {
  const all: Record<string, State> = {}
  const add = (name: string, state: State): void => {
    all[name] = state
    for (const [field, { shape }] of Object.entries(state.fields)) {
      const inner = shape.kind === 'list' ? shape.of.shape : shape
      if (inner.kind === 'part' || inner.kind === 'nullable') add(`${name}.${field}`, inner.state)
    }
  }
  for (const [name, state] of Object.entries(states)) add(name, state as State)
  return all
}

const aTime = fc.oneof(fc.constant(0), fc.integer({ min: base - 10 ** 11, max: base + 10 ** 9 }))
const aPlace = fc
  .record({
    lat: fc.integer({ min: -9e7, max: 9e7 }),
    lng: fc.integer({ min: -18e7, max: 18e7 }),
    fence: fc.constantFrom(null, ...fences),
    speedKmh: fc.integer({ min: 0, max: 2000 }),
    headingDeg: fc.nat(359),
  })
  .map(({ lat, lng, fence, speedKmh, headingDeg }): Place => ({
    lat: lat / 1e6,
    lng: lng / 1e6,
    fenceId: fence?.id ?? null,
    fenceName: fence?.name ?? null,
    speedKmh: speedKmh / 10,
    headingDeg,
  }))
const aHundredth = fc.integer({ min: -(10 ** 8), max: 10 ** 8 }).map((value) => value / 100)
const anAnchor = fc.oneof(
  fc.constant(noAnchor()),
  fc.record({
    at: aTime.filter((at) => at !== 0),
    levelMm: aHundredth,
    volumeL: aHundredth,
    v20L: aHundredth,
    temperatureC: aHundredth,
    calm: fc.boolean(),
  }),
)

function anyOf(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'base':
      return fc.constant(base)
    case 'time':
      return aTime
    case 'span':
      return fc.nat(10 ** 9)
    case 'uint':
      return fc.nat(Math.min(shape.most, 10 ** 9))
    case 'rounded':
      return fc.maxSafeNat()
    case 'int':
    case 'mask':
      return fc.integer()
    case 'degrees':
      return fc.integer({ min: -18e7, max: 18e7 }).map((value) => value / 1e6)
    case 'tenths':
      return fc.nat(10_000).map((value) => value / 10)
    case 'hundredths':
      return aHundredth
    case 'flag':
      return fc.boolean()
    case 'oneOf':
      return fc.constantFrom(...shape.words)
    case 'countLike':
      return fc.oneof(fc.constant(-1), fc.nat(3), fc.nat(65_535))
    case 'place':
      return fc.option(aPlace)
    case 'placeSet':
      return aPlace
    case 'anchor':
      return anAnchor
    case 'fence':
      return fc.constantFrom(null, ...fences)
    case 'fewTimes':
      return fc.array(aTime, { minLength: shape.length, maxLength: shape.length }).map((times) => Float64Array.from(times))
    case 'fewSpans':
      return fc.array(fc.nat(900_000), { minLength: shape.length, maxLength: shape.length }).map((spans) => Int32Array.from(spans))
    case 'part':
      return valuesOf(shape.state)
    case 'nullable':
      return fc.option(valuesOf(shape.state))
    case 'list':
      return fc.array(anyOf(shape.of.shape), { maxLength: Math.min(shape.most, 4) })
    case 'kept':
      return fc.constant(null).map(() => shape.initial())
  }
}

/** Any values of a state that its bytes hold: what a condition leaves out is as new. */
function valuesOf(state: State): fc.Arbitrary<Values> {
  const initial = state.initial() as Values
  return fc.record(Object.fromEntries(Object.entries(state.fields).map(([name, { shape }]) => [name, anyOf(shape)]))).map((value) => {
    for (const { shape } of Object.values(state.fields)) {
      if (shape.kind === 'fewSpans') {
        const [name] = Object.entries(state.fields).find(([, other]) => other.shape === shape) ?? ['']
        value[shape.sum] = (value[name] as Int32Array).reduce((sum, ms) => sum + ms, 0)
      }
    }
    for (const [name, { when: on }] of Object.entries(state.fields)) {
      if (on === undefined) continue
      const differs = (key: string): boolean => JSON.stringify(value[key]) !== JSON.stringify(initial[key])
      const holds = 'keys' in on ? on.keys.some(differs) : on.holds(value as never)
      if (!holds) value[name] = (state.initial() as Values)[name]
    }
    return value
  })
}

test.each(Object.entries(STATES))('%s: any values come back from their bytes', (_, state) => {
  fc.assert(
    fc.property(valuesOf(state), (value) => {
      expect(readAgain(state, bytesOf(state, value))).toEqual(value)
    }),
    { numRuns: 200 },
  )
})

test.each(Object.entries(STATES))('%s: a new one comes back as new, with every declared field', (_, state) => {
  const initial = state.initial() as Values
  expect(readAgain(state, bytesOf(state, initial))).toEqual(initial)
  expect(Object.keys(initial)).toEqual(Object.keys(state.fields))
})

test('parking as bytes, checked by hand', () => {
  const parking = parkingState.initial()
  const head = bytesOf(parkingState, parking).length - 1
  const bytes = () => [...bytesOf(parkingState, parking).subarray(head)]
  expect(bytes()).toEqual([0])
  parking.startedAt = base - 600_000
  parking.place = { lat: 0.000_001, lng: -0.000_001, fenceId: 5, fenceName: null, speedKmh: 0, headingDeg: 90 }
  parking.recorded = true
  parking.hoursNoted = 2
  expect(bytes()).toEqual([
    1, // it has a start
    1, // recorded, not loaded
    0xe1,
    0x12, // 600 s ago: (600 · 2) · 2 + 1 = 2401 = 18 · 128 + 97
    7, // fence 5, after none and the last place
    2,
    1, // a millionth of a degree, and minus a millionth
    0,
    90, // 0 km/h, 90 degrees
    0, // no alarm
    2, // hours
    5, // in no fence: the sixth word
  ])
})

test('membership as bytes, checked by hand', () => {
  const membership = membershipState.initial()
  const head = bytesOf(membershipState, membership).length - 3
  const bytes = () => [...bytesOf(membershipState, membership).subarray(head)]
  expect(bytes()).toEqual([0, 0, 0])
  membership.rooted = true
  membership.enteredAt = base - 1500
  membership.outFixes = 3
  expect(bytes()).toEqual([
    0b0110, // out, rooted; no candidate, no edge
    0, // no fence
    0xf2,
    0x2e, // 1500 ms ago: (1500 · 2) · 2 + 2 = 6002 = 46 · 128 + 114
    3,
    0, // fixes outside, since never
  ])
})

test('a field that is declared is in type, initial value and bytes at once', () => {
  const grown = stateOf({ ...parkingState.fields, tollL: hundredths(), paid: flag() })
  const value = grown.initial()
  value.tollL = 12.34
  value.paid = true
  // @ts-expect-error -- not declared
  expect(value.toll).toBeUndefined()
  // @ts-expect-error -- of another type
  const text: string = value.tollL
  expect(text).toBe(12.34)
  expect(readAgain(grown, bytesOf(grown, value))).toEqual({ ...parkingState.initial(), tollL: 12.34, paid: true })
})

test('a condition reads declared fields that stand before it, or its own', () => {
  const late = { ...when('openAt', { count: uint() }), openAt: time() }
  expect(() => stateOf(late)).toThrow('openAt is read by a condition')
  // @ts-expect-error -- no field has this name
  expect(() => stateOf(when('shutAt', { openAt: time() }))).toThrow('shutAt is read by a condition')
  // @ts-expect-error -- nor this one
  stateOf(when(({ shutAt }: { shutAt: number }) => shutAt === 0, { openAt: time() }))
})

test('bytes that end early, or with a list that is too long, are refused', () => {
  const bytes = bytesOf(fixState, fixState.initial())
  expect(() => readAgain(fixState, bytes.subarray(0, -1))).toThrow(RangeError)
  const times = stateOf({ times: list(time()) })
  const long = bytesOf(times, times.initial({ times: Array.from({ length: 300 }, (_, index) => base - index * 1000) }))
  const { times: last } = readAgain(times, long) as { times: number[] }
  expect([last.length, last[0], last.at(-1)]).toEqual([256, base - 44_000, base - 299_000])
  // The length stands after the base and the bits, in two bytes: 256 becomes 257.
  const at = bytesOf(times, times.initial()).length
  expect([long[at], long[at + 1]]).toEqual([128, 2])
  long[at] = 129
  expect(() => readAgain(times, long)).toThrow('a list that is too long')
})
