import type { ReportView } from '@tanker/contract/report-view'
import { expect, test } from 'vitest'
import { type Asked, exportValues, readAsked, searchOf } from './asked.ts'

const filter = (name: string, kind: ReportView['filters'][number]['kind'], required = false) => ({
  name,
  kind,
  label: name,
  required,
  choices: [{ value: 'a', label: 'A' }],
  maxDays: 31,
  backDays: null,
  unit: null,
  initial: [] as string[],
})
const column = (name: string, sortable: boolean) => ({ name, sortable })
const view = {
  path: 'x',
  title: '卸油记录',
  filters: [
    filter('scope', 'truck-or-company', true),
    filter('when', 'period', true),
    filter('cab', 'compartment'),
    filter('kind', 'choice'),
  ],
  columns: [column('startedAt', true), column('plate', false)],
  sort: { by: 'startedAt', order: 'desc' },
} as unknown as ReportView
const reader = { companyId: 5, now: new Date(2026, 10, 21, 9, 30) }
const ask = (search: Record<string, string>): Asked => readAsked(view, search, reader)
const first = ask({}).filters

test('a list opens with the first values, the first page, and the order of the report', () => {
  expect(ask({})).toMatchObject({ fromAlarm: null, page: 0, size: 50, sortBy: 'startedAt', sortOrder: 'desc' })
  expect(first).toMatchObject({ scope: { truckIds: [], companyIds: [5] } })
  expect(Object.keys(first ?? {})).toEqual(['scope', 'when'])
})

test('the address holds what is asked: it is read as it was written', () => {
  const asked: Asked = {
    filters: { ...first, cab: [1, 2] },
    fromAlarm: null,
    page: 3,
    size: 200,
    sortBy: 'startedAt',
    sortOrder: 'asc',
  }
  expect(ask(searchOf(asked, undefined))).toEqual(asked)
  expect(searchOf(asked, 'x/days')['tab']).toBe('x/days')
})

test('opened from an alarm, a list has no filters until some are chosen', () => {
  expect(ask({ fromAlarm: '42' })).toMatchObject({ filters: null, fromAlarm: '42' })
  expect(ask({ fromAlarm: '42', filters: '{"cab":[1]}' }).filters).toMatchObject({ ...first, cab: [1] })
})

test('an alarm id that the server refuses is none', () => {
  expect(ask({ fromAlarm: '1'.repeat(18) }).fromAlarm).toBe('1'.repeat(18))
  for (const wrong of ['1'.repeat(19), '-1', '1.5', 'x', ''])
    expect(ask({ fromAlarm: wrong })).toMatchObject({ fromAlarm: null, filters: first })
})

test('a page, a size or an order that does not exist is the first one', () => {
  for (const page of ['-1', 'x', 'Infinity', '1e300', '']) expect(ask({ page }).page, page).toBe(0)
  expect(ask({ page: '2.9' }).page).toBe(2)
  for (const size of ['0', '51', 'x']) expect(ask({ size }).size, size).toBe(50)
  expect(ask({ sortBy: 'plate', sortOrder: 'up' })).toMatchObject({ sortBy: 'startedAt', sortOrder: 'desc' })
})

test('filters of another report are left out, and required ones that are missing are as at first', () => {
  expect(ask({ filters: '{"other":1,"cab":[2]}' }).filters).toEqual({ ...first, cab: [2] })
  expect(ask({ filters: '{}' }).filters).toEqual(first)
})

test('an export sends the columns of the page, their titles without commas, and the order', () => {
  const columns = [
    { name: 'startedAt', title: '开始时间' },
    { name: 'plate', title: 'Plate, or number' },
  ]
  const sent = exportValues(view, { ...ask({}), filters: { cab: [1] }, sortOrder: 'asc' }, columns, 'percent', reader.now)
  expect(sent).toMatchObject({
    cab: '[1]',
    fields: 'startedAt,plate',
    headers: '开始时间,Plate， or number',
    fileName: '卸油记录 202611210930',
    sortBy: 'startedAt',
    sortOrder: 'asc',
    rateUnit: 'percent',
  })
  expect(sent).not.toHaveProperty('fromAlarm')
  expect(exportValues(view, ask({ fromAlarm: '42' }), columns, 'permille', reader.now)).toMatchObject({ fromAlarm: '42' })
})
