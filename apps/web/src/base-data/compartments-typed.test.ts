import { compartmentsOf, compartmentsValue, MAX_COMPARTMENTS, newCompartment } from '@tanker/contract/base-data/compartments'
import { truck } from '@tanker/contract/base-data/truck'
import { WrongValue } from '@tanker/contract/base-data/fields'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ofProduct, safeFillL, sumOfCapacities, type Typed, typedOf, valueOf, withOneMore } from './compartments-typed.ts'

const two = compartmentsValue([newCompartment(1, 9_160, 92), newCompartment(2, 7_786, 0)])
const typed = (row: Partial<Typed>): Typed => ({ ...(typedOf(two)[0] as Typed), ...row })
const field = Object.values(truck.fields).find(({ kind }) => kind === 'compartments')
const problem = (rows: readonly Typed[]): string | null => {
  const read = field?.read(valueOf(rows))
  return read instanceof WrongValue ? read.words.zh : null
}

test('the rows of the form are what the truck has, each number as it is typed', () => {
  expect(typedOf(two)).toEqual([
    {
      compartment: '1',
      capacityL: '9160',
      oilCode: '92',
      oilName: '92#汽油',
      expansionRate: '0.0012',
      inflationRate: '0.05',
      blindLevelMm: '40',
      gauge: {},
    },
    {
      compartment: '2',
      capacityL: '7786',
      oilCode: '0',
      oilName: '0#柴油',
      expansionRate: '0.0008',
      inflationRate: '0.05',
      blindLevelMm: '40',
      gauge: {},
    },
  ])
  expect(typedOf('')).toEqual([])
  expect(typedOf('{"no":"list"}')).toEqual([])
})

test('the first compartment of a truck begins empty, a further one like the last with the first free number', () => {
  const [first] = withOneMore([])
  expect(first).toMatchObject({ compartment: '1', capacityL: '', oilCode: '92' })
  const three = withOneMore([typed({ compartment: '1' }), typed({ compartment: '3', capacityL: '5000', oilCode: '0' })])
  expect(three.at(-1)).toMatchObject({ compartment: '2', capacityL: '5000', oilCode: '0', expansionRate: '0.0008' })
})

test('compartments that are added one by one are numbered 1 to 10, each once', () => {
  let rows: readonly Typed[] = []
  for (let count = 0; count < MAX_COMPARTMENTS; count += 1) rows = withOneMore(rows)
  expect(rows.map(({ compartment }) => compartment)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
})

test('another product brings its name and its expansion rate, and leaves the capacity', () => {
  expect(ofProduct('0')).toEqual({ oilCode: '0', oilName: '0#柴油', expansionRate: '0.0008' })
  expect(ofProduct('95')).toEqual({ oilCode: '95', oilName: '95#汽油', expansionRate: '0.0012' })
})

test('the safe fill leaves the share free that the product needs to swell', () => {
  expect(safeFillL(typed({ capacityL: '10000', inflationRate: '0.05' }))).toBe(9_500)
  expect(safeFillL(typed({ capacityL: '', inflationRate: '0.05' }))).toBeNaN()
})

test('the sum counts the compartments whose capacity is a number', () => {
  expect(
    sumOfCapacities([typed({ capacityL: '9160' }), typed({ capacityL: '7 7' }), typed({ capacityL: '' }), typed({ capacityL: ' 840 ' })]),
  ).toBe(10_000)
})

test('what is no number yet stays as it is typed and is refused by the rules of the field, not taken for another', () => {
  for (const capacityL of ['', '9,160', '0x10', '1e3', 'abc', '９１６０'])
    expect(problem([typed({ capacityL })]), capacityL).toContain('容量')
  expect(problem([typed({ capacityL: ' 9160 ' })])).toBeNull()
  expect(problem([typed({ compartment: '1' }), typed({ compartment: '1' })])).not.toBeNull()
})

test('the value of the form is the same in any order of its rows', () => {
  const rows = typedOf(two)
  expect(valueOf(rows.toReversed())).toBe(two)
})

test('a truck that is opened and saved unchanged keeps its compartments', () => {
  const compartment = fc
    .record({
      compartment: fc.integer({ min: 1, max: 10 }),
      capacityL: fc.integer({ min: 1, max: 100_000 }),
      oilCode: fc.constantFrom(92, 95, 0, -10, -1),
    })
    .map((one) => newCompartment(one.compartment, one.capacityL, one.oilCode))
  fc.assert(
    fc.property(fc.uniqueArray(compartment, { selector: (one) => one.compartment, minLength: 1, maxLength: 10 }), (all) => {
      const value = compartmentsValue(all)
      expect(valueOf(typedOf(value))).toBe(value)
      expect(compartmentsOf(valueOf(typedOf(value)))).toHaveLength(all.length)
      expect(field?.read(value)).toBe(value)
    }),
  )
})
