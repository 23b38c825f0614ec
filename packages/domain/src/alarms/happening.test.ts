import { expect, test } from 'vitest'
import type { AlarmGrade } from './alarm-grade.ts'
import { happeningsOf } from './happening.ts'

const part = (id: number, atS: number, grade: AlarmGrade = 'red', truckId = 1) => ({
  id: String(id),
  truckId,
  startedAt: atS * 1000,
  grade,
})
const ids = (alarms: Parameters<typeof happeningsOf>[0]) => happeningsOf(alarms).map((group) => group.map(({ id }) => id))

test('[D-03] alarms of a truck within a minute of the one before are one happening, its head the gravest, then the oldest', () => {
  expect(ids([part(3, 110, 'red'), part(1, 0, 'yellow'), part(2, 55, 'red'), part(4, 171)])).toEqual([['2', '3', '1'], ['4']])
})

test('sixty seconds are together, sixty-one are not; another truck is another happening', () => {
  expect(ids([part(1, 0), part(2, 60), part(3, 121)])).toEqual([['1', '2'], ['3']])
  expect(ids([part(1, 0), part(2, 0, 'red', 2)])).toEqual([['1'], ['2']])
  expect(ids([])).toEqual([])
})

test('of two of the same grade and second the one with the smaller id leads, also past the digits of a number', () => {
  expect(
    ids([
      { ...part(1, 0), id: '100000000000000000' },
      { ...part(1, 0), id: '99999999999999999' },
    ]),
  ).toEqual([['99999999999999999', '100000000000000000']])
})
