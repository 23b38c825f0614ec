import type { FleetSnapshot } from '@tanker/contract/trucks'
import { expect, test } from 'vitest'
import { spellingsOf } from '../../platform/find/spelling.ts'
import { type FleetFilter, fleetRows, fleetTexts, makeFleetTree, truckFilter } from './fleet-rows.ts'

const organisations = [
  { id: 2, parentId: 1, name: '苏南油品物流集团', shortName: '苏南物流' },
  { id: 3, parentId: 2, name: '江海油品运输有限公司', shortName: '江海油运' },
  { id: 4, parentId: 2, name: '空壳公司', shortName: '' },
]

const fleet = {
  truckId: [30, 31, 20],
  signCode: ['苏E22222', '苏E11111', '苏A33333'],
  organisationId: [3, 3, 2],
  status: [0, 2, 1],
} as unknown as FleetSnapshot

const counts: Record<number, number[]> = { 2: [0, 1, 0, 0, 0], 3: [1, 0, 1, 0, 0] }

const rowsFor = (more: Partial<FleetFilter>): string[] => {
  const filter: FleetFilter = { search: '', statuses: new Set(), closedOrganisations: new Set(), ...more }
  return fleetRows(
    makeFleetTree(organisations, fleet),
    filter,
    truckFilter(fleet, filter, filter.search === '' ? null : fleetTexts(organisations, fleet, new Map([[20, '陈海霞']]), spellingsOf)),
    (id) => counts[id] ?? [0, 0, 0, 0, 0],
  ).map((row) =>
    row.kind === 'organisation'
      ? `${'>'.repeat(row.level)}${row.name} ${row.online}/${row.total}`
      : `${'>'.repeat(row.level)}${fleet.signCode[row.position]}`,
  )
}

test('the tree shows organisations with the counters of all below, trucks in the order of their plates', () => {
  expect(rowsFor({})).toEqual(['>苏南物流 2/3', '>>江海油运 1/2', '>>>苏E11111', '>>>苏E22222', '>>空壳公司 0/0', '>>苏A33333'])
})

test('a closed organisation hides what is below it', () => {
  expect(rowsFor({ closedOrganisations: new Set([3]) })).toEqual(['>苏南物流 2/3', '>>江海油运 1/2', '>>空壳公司 0/0', '>>苏A33333'])
})

test('a search by part of a plate, in any case and spacing, opens the way to what it finds', () => {
  expect(rowsFor({ search: 'e 111', closedOrganisations: new Set([2, 3]) })).toEqual(['>苏南物流 2/3', '>>江海油运 1/2', '>>>苏E11111'])
})

test('a search by the name of an organisation finds all its trucks', () => {
  expect(rowsFor({ search: '江海' })).toEqual(['>苏南物流 2/3', '>>江海油运 1/2', '>>>苏E11111', '>>>苏E22222'])
})

test('a filter by status keeps only trucks of that status', () => {
  expect(rowsFor({ statuses: new Set([0]) })).toEqual(['>苏南物流 2/3', '>>江海油运 1/2', '>>>苏E22222'])
})

test('[D-39] a truck is found by the pinyin of its plate, of its driver and of its organisation', () => {
  expect(rowsFor({ search: 'sue1' })).toEqual(['>苏南物流 2/3', '>>江海油运 1/2', '>>>苏E11111'])
  expect(rowsFor({ search: 'chx' })).toEqual(['>苏南物流 2/3', '>>苏A33333'])
  expect(rowsFor({ search: '陈海' })).toEqual(['>苏南物流 2/3', '>>苏A33333'])
  expect(rowsFor({ search: 'jianghai' })).toEqual(['>苏南物流 2/3', '>>江海油运 1/2', '>>>苏E11111', '>>>苏E22222'])
})
