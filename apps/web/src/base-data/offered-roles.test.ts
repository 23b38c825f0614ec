import { expect, test } from 'vitest'
import { offeredRoles } from './offered-roles.ts'

const organisations = [
  { id: 1, parentId: null },
  { id: 2, parentId: 1 },
  { id: 3, parentId: 2 },
  { id: 9, parentId: 1 },
]
const role = (id: number, organisationId: number, more: object = {}) => ({ id, organisationId, canGrant: true, enabled: true, ...more })
const ids = (...given: Parameters<typeof offeredRoles>) => offeredRoles(...given).map(({ id }) => id)
const roles = [role(10, 1), role(20, 2), role(30, 3), role(90, 9)]

test('a user of an organisation is given a role of it or of one above, not of a neighbour or one below', () => {
  expect(ids(roles, organisations, 2, null)).toEqual([10, 20])
  expect(ids(roles, organisations, 3, null)).toEqual([10, 20, 30])
  expect(ids(roles, organisations, 9, null)).toEqual([10, 90])
})

test('a role with more than the user has, or one that is disabled, is not offered', () => {
  const some = [role(10, 1, { canGrant: false }), role(11, 1, { enabled: false }), role(12, 1)]
  expect(ids(some, organisations, 2, null)).toEqual([12])
})

test('the role that someone has stays to be seen, also when it can no longer be given', () => {
  expect(ids([role(11, 1, { enabled: false }), role(12, 1)], organisations, 2, 11)).toEqual([11, 12])
  expect(ids(roles, organisations, 2, 90)).toEqual([10, 20, 90])
})

test('before an organisation is chosen no role fits', () => {
  expect(ids(roles, organisations, Number.NaN, null)).toEqual([])
})
