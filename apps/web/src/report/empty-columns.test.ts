import { UNKNOWN_CELLS } from '@tanker/contract/report-view'
import { expect, test } from 'vitest'
import type { ReportColumn } from './cell-text.ts'
import { emptyColumns, emptyIn, resultOf } from './empty-columns.ts'

const column = (name: string): ReportColumn => ({
  name,
  kind: 'text',
  label: name,
  unit: null,
  digits: 0,
  sortable: true,
  total: false,
  choices: [],
  hint: null,
  leads: null,
  leadsTo: null,
})
const columns = ['plate', 'left', 'escort', 'loss', 'note'].map(column)
const row = (values: object) => ({ id: '1', plate: 'A1', ...values })

test('[D-11] a column without a value in any row is empty; zero and false are values', () => {
  const rows = [row({ left: null, escort: null, loss: 0, note: '' }), row({ left: null, loss: null, note: false })]
  expect(emptyColumns(columns, rows, 'loss')).toEqual(new Set(['left', 'escort']))
})

test('[D-11] the first column, the one that orders the rows, and a value that is not known are never empty', () => {
  const rows = [{ id: '1', plate: null, left: null, escort: null, loss: null, note: null, [UNKNOWN_CELLS]: { loss: 'No gauge data' } }]
  expect(emptyColumns(columns, rows, 'left')).toEqual(new Set(['escort', 'note']))
})

test('[D-11] a list without rows has no empty columns', () => {
  expect(emptyColumns(columns, [], 'left')).toEqual(new Set())
})

test('[D-11] the first page decides for all pages of a result; a first value on a later page brings its column back and it stays', () => {
  const first = emptyIn(null, 'a', columns, [row({ left: 1 })], 'left')
  expect(first.names).toEqual(new Set(['escort', 'loss', 'note']))
  // The second page has other empty columns: nothing that is shown goes.
  expect(emptyIn(first, 'a', columns, [row({})], 'left')).toBe(first)
  const second = emptyIn(first, 'a', columns, [row({ loss: 5 })], 'left')
  expect(second.names).toEqual(new Set(['escort', 'note']))
  expect(emptyIn(second, 'a', columns, [row({ left: 1 })], 'left')).toBe(second)
  expect(emptyIn(second, 'b', columns, [row({ left: 1 })], 'left').names).toEqual(first.names)
})

test('another page is the same result, other filters or another order are not', () => {
  const asked = { filters: { when: 'x' }, fromAlarm: null, page: 0, size: 50, sortBy: 'left', sortOrder: 'desc' } as const
  expect(resultOf({ ...asked, page: 3, size: 20 })).toBe(resultOf(asked))
  for (const other of [{ sortOrder: 'asc' as const }, { filters: null }, { fromAlarm: '7' }, { sortBy: 'loss' }])
    expect(resultOf({ ...asked, ...other })).not.toBe(resultOf(asked))
})
