import type { ViewContent } from '@tanker/contract/named-views'
import type { ReportView } from '@tanker/contract/report-view'
import { expect, test } from 'vitest'
import { contentOf, filtersNow, isSameView, movingName, periodNow, type Shown } from './view-content.ts'

const filter = (name: string, kind: ReportView['filters'][number]['kind'], maxDays: number | null = null) => ({
  name,
  kind,
  label: name,
  required: true,
  choices: [],
  maxDays,
  backDays: null,
  unit: null,
  initial: [],
})
const report = {
  filters: [filter('scope', 'truck-or-organisation'), filter('when', 'period', 31), filter('month', 'month'), filter('plate', 'text')],
  columns: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
} as unknown as ReportView
const now = new Date(2026, 10, 23, 15)
const reader = { organisationId: 5, now }
const iso = (from: Date, to: Date) => ({ from: from.toISOString(), to: to.toISOString() })
const yesterday = iso(new Date(2026, 10, 22), new Date(2026, 10, 22, 23, 59, 59, 999))
const shown = (more: Partial<Shown> = {}): Shown => ({
  filters: { scope: { truckIds: [], organisationIds: [5] }, when: yesterday, month: '2026-10', plate: 'A' },
  asked: { sortBy: 'a', sortOrder: 'asc' },
  choice: { hidden: new Set(['c', 'gone', 'b']), shown: new Set() },
  rateUnit: 'permille',
  ...more,
})

test('a period, a month and the own organisation are saved by name, and mean the day and the user who opens the view', () => {
  const content = contentOf(report, shown(), reader)
  expect(content).toEqual({
    filters: { scope: { own: true }, when: { period: 'yesterday' }, month: { month: 'last-month' }, plate: 'A' },
    hidden: ['b', 'c'],
    shown: [],
    sortBy: 'a',
    sortOrder: 'asc',
    rateUnit: 'permille',
  })
  expect(filtersNow(report, content, { organisationId: 9, now: new Date(2027, 0, 1, 1) })).toEqual({
    scope: { truckIds: [], organisationIds: [9] },
    when: iso(new Date(2026, 11, 31), new Date(2026, 11, 31, 23, 59, 59, 999)),
    month: '2026-12',
    plate: 'A',
  })
})

test('a fixed period stays fixed, also when the view is saved again on a day on which it has a name', () => {
  const fixed = contentOf(report, shown(), reader, { moving: false })
  expect(fixed.filters['when']).toEqual(yesterday)
  const again = contentOf(report, shown({ asked: { sortBy: 'b', sortOrder: 'desc' } }), reader, { kept: fixed })
  expect(again.filters['when']).toEqual(yesterday)
  const today = iso(new Date(2026, 10, 23), new Date(2026, 10, 23, 23, 59, 59, 999))
  const other = contentOf(report, shown({ filters: { when: today } }), reader, { kept: fixed })
  expect(other.filters['when']).toEqual({ period: 'today' })
})

test('trucks, other organisations and other days are saved as they are', () => {
  const when = iso(new Date(2026, 10, 2), new Date(2026, 10, 3))
  const { filters } = contentOf(
    report,
    shown({ filters: { scope: { truckIds: [7], organisationIds: [] }, when, month: '2026-01' } }),
    reader,
  )
  expect(filters).toEqual({ scope: { truckIds: [7], organisationIds: [] }, when, month: '2026-01' })
})

test('a named period is no longer than its filter allows', () => {
  const { from, to } = periodNow('this-month', now, 7)
  expect(to.getTime() - from.getTime()).toBe(7 * 86_400_000)
  expect(movingName({ kind: 'period', maxDays: 7 }, iso(from, to), now)).toBe('this-month')
})

test('two views are the same in any order of their names', () => {
  const one = contentOf(report, shown(), reader)
  const other: ViewContent = { ...one, filters: Object.fromEntries(Object.entries(one.filters).toReversed()) }
  expect(isSameView(one, other)).toBe(true)
  expect(isSameView(one, { ...one, picked: { a: null } })).toBe(false)
})
