import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scopeOf, truckTreeOf, type TruckNode } from './truck-tree.ts'

const organisations = [
  { id: 2, parentId: null, name: '苏南物流' },
  { id: 3, parentId: 2, name: '江海油运' },
  { id: 4, parentId: 2, name: '空壳公司' },
]
const fleet = { truckId: [30, 31, 20], signCode: ['苏E22222', '苏E11111', '苏A33333'], organisationId: [3, 3, 2] }
const shown = (nodes: readonly TruckNode[], level = 0): string[] =>
  nodes.flatMap(({ value, label, children = [] }) => [`${'>'.repeat(level)}${value} ${label}`, ...shown(children, level + 1)])

test('organisations stand below those above them, with their trucks by plate after them', () => {
  expect(shown(truckTreeOf(organisations, fleet))).toEqual([
    'c2 苏南物流',
    '>c3 江海油运',
    '>>t31 苏E11111',
    '>>t30 苏E22222',
    '>c4 空壳公司',
    '>t20 苏A33333',
  ])
})

test('the own organisation is the top, although it has a parent that the user does not see', () => {
  expect(shown(truckTreeOf([{ id: 3, parentId: 2, name: '江海油运' }], fleet))).toEqual(['c3 江海油运', '>t31 苏E11111', '>t30 苏E22222'])
})

test('before the fleet is there organisations can be chosen already', () => {
  expect(shown(truckTreeOf(organisations, null))).toEqual(['c2 苏南物流', '>c3 江海油运', '>c4 空壳公司'])
})

test('a truck and an organisation of the same number are distinguished', () => {
  const values = ['c7', 't7', 't12', 'c3']
  expect(scopeOf(values, values)).toEqual({ organisationIds: [7, 3], truckIds: [7, 12] })
})

test('[D-12] a truck takes the place of the organisations, as its rows do; an organisation takes the place of the trucks', () => {
  expect(scopeOf(['c1', 't7'], ['c1'])).toEqual({ organisationIds: [], truckIds: [7] })
  expect(scopeOf(['t7', 't8'], ['t7'])).toEqual({ organisationIds: [], truckIds: [7, 8] })
  expect(scopeOf(['t7', 't8', 'c2'], ['t7', 't8'])).toEqual({ organisationIds: [2], truckIds: [] })
  expect(scopeOf(['c1', 'c2'], ['c1'])).toEqual({ organisationIds: [1, 2], truckIds: [] })
  // What is taken away leaves the rest.
  expect(scopeOf(['t8'], ['t7', 't8'])).toEqual({ organisationIds: [], truckIds: [8] })
  expect(scopeOf([], ['c1'])).toEqual({ organisationIds: [], truckIds: [] })
})

test('every truck of the organisations is in the tree exactly once, and every value names a row', () => {
  const tree = fc
    .array(fc.nat(20), { minLength: 1, maxLength: 20 })
    .map((parents) =>
      parents.map((parent, index) => ({ id: index + 1, parentId: index === 0 ? null : (parent % index) + 1, name: `o${index}` })),
    )
  fc.assert(
    fc.property(tree, fc.array(fc.nat(19), { maxLength: 30 }), (all, owners) => {
      const trucks = {
        truckId: owners.map((_, index) => index + 1),
        signCode: owners.map((_, index) => `苏E${index}`),
        organisationId: owners.map((owner) => (owner % all.length) + 1),
      }
      const values = shown(truckTreeOf(all, trucks)).map((line) => line.replace(/^>*/, '').split(' ')[0] ?? '')
      const { truckIds, organisationIds } = scopeOf(values, values)
      expect(truckIds.toSorted((a, b) => a - b)).toEqual(trucks.truckId)
      expect(organisationIds.toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id))
    }),
  )
})
