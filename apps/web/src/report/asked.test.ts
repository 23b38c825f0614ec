import type { ReportView } from '@tanker/contract/report-view'
import { FILTER_VALUES } from '@tanker/contract/report-view'
import fc from 'fast-check'
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
    filter('scope', 'truck-or-organisation', true),
    filter('when', 'period', true),
    filter('cab', 'compartment'),
    filter('kind', 'choice'),
  ],
  columns: [column('startedAt', true), column('plate', false)],
  sort: { by: 'startedAt', order: 'desc' },
} as unknown as ReportView
const reader = { organisationId: 5, now: new Date(2026, 10, 21, 9, 30) }
const ask = (search: Record<string, string>): Asked => readAsked(view, search, reader)
const first = ask({}).filters

test('a list opens with the first values, the first page, and the order of the report', () => {
  expect(ask({})).toMatchObject({ fromAlarm: null, page: 0, size: 50, sortBy: 'startedAt', sortOrder: 'desc' })
  expect(first).toMatchObject({ scope: { truckIds: [], organisationIds: [5] } })
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

test('a filter of another shape than its kind is as at first where it is required, and else none: no address stops a report from opening', () => {
  const filters = { scope: { organisationIds: 7 }, when: 'yesterday', cab: 'all', kind: 3 }
  expect(ask({ filters: JSON.stringify(filters) }).filters).toEqual(first)
  expect(ask({ filters: JSON.stringify({ ...filters, cab: [2] }) }).filters).toEqual({ ...first, cab: [2] })
})

test('a page that no list can have is the first', () => {
  expect(ask({ page: '1000000' }).page).toBe(1_000_000)
  for (const page of ['1000001', '9007199254740991', '3 4']) expect(ask({ page }).page, page).toBe(0)
})

test('the totals of a list follow its filters, not where it stands: paging and sorting keep what is chosen', () => {
  const chosen = ask({ filters: JSON.stringify({ ...first, cab: [3], kind: ['a'] }), page: '4', sortOrder: 'asc' })
  const turned = ask(searchOf({ ...chosen, page: 5 }, undefined))
  expect(turned).toEqual({ ...chosen, page: 5 })
  expect(ask(searchOf({ ...chosen, sortOrder: 'desc', page: 0 }, undefined)).filters).toEqual(chosen.filters)
})

const written = fc.oneof(
  fc.json(),
  fc
    .record(
      {
        scope: fc.oneof(
          fc.jsonValue(),
          fc.record({ truckIds: fc.array(fc.nat()), organisationIds: fc.array(fc.nat()) }, { requiredKeys: [] }),
        ),
        when: fc.oneof(
          fc.jsonValue(),
          fc.record({ from: fc.constant('2026-11-01T00:00:00Z'), to: fc.constant('2026-11-02T00:00:00.000Z') }),
        ),
        cab: fc.oneof(fc.jsonValue(), fc.array(fc.integer({ min: 0, max: 11 }))),
        kind: fc.oneof(fc.jsonValue(), fc.array(fc.string())),
        other: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((filters) => JSON.stringify(filters)),
  fc.string(),
)
const anySearch = fc.record(
  { filters: written, page: fc.string(), size: fc.string(), sortBy: fc.string(), sortOrder: fc.string(), fromAlarm: fc.string() },
  { requiredKeys: [] },
)

test('with anything in the address every value has the shape of its filter, and the required ones are there', () => {
  fc.assert(
    fc.property(anySearch, (search) => {
      const { filters, page, fromAlarm } = ask(search)
      expect(filters === null ? fromAlarm : '').not.toBeNull()
      expect(Number.isInteger(page) && page >= 0).toBe(true)
      if (filters === null) return
      for (const [name, value] of Object.entries(filters)) {
        const kind = view.filters.find((one) => one.name === name)?.kind
        expect(kind && FILTER_VALUES[kind].safeParse(value).success, `${name} ${JSON.stringify(value)}`).toBe(true)
      }
      expect(filters).toMatchObject({ scope: {}, when: {} })
    }),
  )
})

test('the address that a list writes says what it shows: written and read again it stays the same', () => {
  fc.assert(
    fc.property(anySearch, (search) => {
      const asked = ask(search)
      expect(JSON.stringify(ask(searchOf(asked, undefined)))).toBe(JSON.stringify(asked))
    }),
  )
})

test('[D-50] an export is named after the period of the list, or its month', () => {
  const local = (day: number, hour: number, ms = 0) => new Date(2026, 10, day, hour, 0, 0, ms).toISOString()
  const named = (when: { from: string; to: string }) =>
    exportValues(view, { ...ask({}), filters: { when } }, [], 'permille', reader.now)['fileName']
  expect(named({ from: local(17, 0), to: local(24, 0, -1) })).toBe('卸油记录 2026-11-17_2026-11-23')
  expect(named({ from: local(17, 0), to: local(18, 0, -1) })).toBe('卸油记录 2026-11-17')
  expect(named({ from: local(17, 8), to: local(17, 9) })).toBe('卸油记录 2026-11-17 0800_2026-11-17 0900')
  const monthly = { ...view, filters: [filter('when', 'month', true)] } as unknown as ReportView
  expect(exportValues(monthly, { ...ask({}), filters: { when: '2026-03' } }, [], 'permille', reader.now)['fileName']).toBe(
    '卸油记录 2026-03',
  )
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
    headers: '开始时间,"Plate, or number"',
    fileName: '卸油记录 202611210930',
    sortBy: 'startedAt',
    sortOrder: 'asc',
    rateUnit: 'percent',
  })
  expect(sent).not.toHaveProperty('fromAlarm')
  expect(exportValues(view, ask({ fromAlarm: '42' }), columns, 'permille', reader.now)).toMatchObject({ fromAlarm: '42' })
})
