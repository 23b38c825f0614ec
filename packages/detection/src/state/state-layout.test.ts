import { expect, test } from 'vitest'
import { DETECTORS } from '../all-detectors.ts'
import { fixState } from '../motion/motion-state.ts'
import { aTruck } from '../scenarios/a-day.ts'
import { truckBytes } from '../truck-bytes.ts'
import { truckState } from '../truck-state.ts'
import {
  baseTime,
  type Declaration,
  flag,
  hundredths,
  kept,
  list,
  nullable,
  oneOf,
  part,
  rare,
  type Shape,
  type State,
  tenths,
  time,
  uint,
  when,
} from './state-fields.ts'
import { everyKind, layoutVersion } from './state-layout.ts'
import { stateOf } from './state-of.ts'

const versionOf = (fields: Declaration): number => layoutVersion(stateOf(fields as never) as State)
const plain = { base: baseTime(), openAt: time(), litres: hundredths(), count: uint(), open: flag() }

const tripState = stateOf({ litres: hundredths() })
const longerTripState = stateOf({ litres: hundredths(), stops: uint() })
type Open = { open: boolean; count: number }

test.each<[string, Declaration, Declaration]>([
  ['a field more', plain, { ...plain, paid: flag() }],
  ['a field less', plain, { base: baseTime(), openAt: time(), litres: hundredths(), count: uint() }],
  ['another name', plain, { base: baseTime(), openAt: time(), loadedL: hundredths(), count: uint(), open: flag() }],
  ['another order', plain, { base: baseTime(), openAt: time(), count: uint(), litres: hundredths(), open: flag() }],
  ['another kind', plain, { ...plain, litres: tenths() }],
  ['another value of a new one', plain, { ...plain, count: uint(3) }],
  ['another bound', plain, { ...plain, count: uint(0, 9) }],
  ['another word', { how: oneOf(['count', 'switch'], 'count') }, { how: oneOf(['switch', 'count'], 'count') }],
  ['a field more in a part', { trip: part(tripState) }, { trip: part(longerTripState) }],
  ['a field more in a state that may be null', { trip: nullable(tripState) }, { trip: nullable(longerTripState) }],
  ['a field more in a list', { trips: list(part(tripState)) }, { trips: list(part(longerTripState)) }],
  ['a null instead of a part', { trip: part(tripState) }, { trip: nullable(tripState) }],
  ['a group', plain, { ...plain, ...rare({ count: uint() }) }],
  ['one group instead of two', { ...rare({ a: uint() }), ...rare({ b: uint() }) }, rare({ a: uint(), b: uint() })],
  ['another field in a condition', { ...plain, ...when('open', { a: uint() }) }, { ...plain, ...when('count', { a: uint() }) }],
  [
    'another condition',
    { ...plain, ...when(({ open, count }: Open) => open && count > 3, { a: uint() }) },
    { ...plain, ...when(({ open, count }: Open) => open && count > 4, { a: uint() }) },
  ],
])('%s is another layout', (_, before, after) => {
  expect(versionOf(after)).not.toBe(versionOf(before))
})

test('the same fields have the same version, also with a field outside the bytes or a condition written otherwise', () => {
  const version = versionOf({ ...plain, ...when(({ open, count }: Open) => open && count > 3, { a: uint() }) })
  expect(versionOf({ ...plain, ...when((state: Open) => !(state.count <= 3) && state.open, { a: uint() }) })).toBe(version)
  expect(versionOf({ ...plain, flips: kept(() => []) })).toBe(versionOf(plain))
})

test('bytes of another layout, cut off or with more at their end are not read', () => {
  const context = aTruck()
  const truck = truckState.initial({ loaded: true, newestAt: Date.UTC(2026, 4, 11) })
  const now = truckBytes(truckState)
  const bytes = now.write(truck)
  expect(now.read(bytes, truckState.initial(), context)).toBe(true)
  const grown = stateOf({ ...truckState.fields, paid: flag() })
  expect(truckBytes(grown).read(bytes, grown.initial(), context)).toBe(false)
  expect(now.read(truckBytes(grown).write(grown.initial()), truckState.initial(), context)).toBe(false)
  expect(now.read(bytes.subarray(0, -1), truckState.initial(), context)).toBe(false)
  expect(now.read(Uint8Array.of(...bytes, 0), truckState.initial(), context)).toBe(false)
  expect(now.read(new Uint8Array(), truckState.initial(), context)).toBe(false)
})

test('the version and the base of a whole second are seven bytes', () => {
  const ofBase = stateOf({ newestAt: baseTime(), fix: part(fixState) })
  const bytes = (at: number) => truckBytes(ofBase as never).write({ newestAt: at, fix: fixState.initial() } as never).length
  expect(bytes(Date.UTC(2026, 4, 11)) - bytes(0)).toBe(4)
})

test('the version sees how each kind of field is written', () => {
  const kindsOf = (fields: Declaration): string[] => Object.values(fields).flatMap(({ shape }) => kindsIn(shape))
  const kindsIn = (shape: Shape): string[] => {
    if (shape.kind === 'part' || shape.kind === 'nullable') return [shape.kind, ...kindsOf(shape.state.fields)]
    return shape.kind === 'list' ? [shape.kind, ...kindsIn(shape.of.shape)] : [shape.kind]
  }
  const used = [truckState, ...DETECTORS.flatMap((detector) => ('state' in detector ? [detector.state] : []))]
  const kinds = new Set(used.flatMap((state) => kindsOf(state.fields)))
  expect(kinds.size).toBeGreaterThan(15)
  kinds.delete('kept')
  expect([...kinds].filter((kind) => !kindsOf(everyKind).includes(kind))).toEqual([])
})
