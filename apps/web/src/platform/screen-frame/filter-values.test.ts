import type { ReportView } from '@tanker/contract/report-view'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  excludingFilters,
  filtersOfOneLine,
  firstPeriod,
  firstValues,
  missingFilters,
  readFilters,
  valueOf,
  withFilter,
  withoutFilters,
} from './filter-values.ts'
import { periodProblem } from '../../report/period-limits.ts'

const filter = (name: string, kind: ReportView['filters'][number]['kind'], required = false, maxDays: number | null = null) => ({
  name,
  kind,
  label: name,
  required,
  choices: [],
  maxDays,
  backDays: null,
  unit: null,
  initial: [] as string[],
})
const view = {
  filters: [filter('scope', 'truck-or-organisation', true), filter('when', 'period', true, 31), filter('cab', 'compartment')],
} as unknown as ReportView
const today = new Date(2026, 10, 21)

test('a report opens with the whole organisation and the last seven days', () => {
  expect(firstValues(view, 5, today)).toEqual({
    scope: { truckIds: [], organisationIds: [5] },
    when: { from: new Date(2026, 10, 15).toISOString(), to: new Date(new Date(2026, 10, 22).getTime() - 1).toISOString() },
  })
})

test('[D-13] what a report chooses at first is chosen, and shown as chosen', () => {
  const types = { filters: [{ ...filter('type', 'choice'), initial: ['207', '208'] }] } as unknown as ReportView
  expect(firstValues(types, 5, today)).toEqual({ type: ['207', '208'] })
  expect(filtersOfOneLine(types.filters, firstValues(types, 5, today), 0).map(({ name }) => name)).toEqual(['type'])
})

test('a list of one truck opens with the one looked at last, else with the one that the server names', () => {
  const one = { filters: [{ ...filter('truck', 'truck', true), initial: ['12'] }] } as unknown as ReportView
  expect(firstValues(one, 5, today)).toEqual({ truck: 12 })
  expect(firstValues(one, 5, today, 7)).toEqual({ truck: 7 })
  expect(firstValues({ filters: [filter('truck', 'truck', true)] } as unknown as ReportView, 5, today)).toEqual({})
})

test('[D-37] filters that may leave nothing are those that a list does not always ask', () => {
  const values = { scope: { truckIds: [7], organisationIds: [] }, when: { from: 'a', to: 'b' }, cab: [3] }
  expect(excludingFilters(view.filters, values).map(({ name }) => name)).toEqual(['cab'])
  expect(excludingFilters(view.filters, { ...values, cab: [] })).toEqual([])
  expect(withoutFilters(values, excludingFilters(view.filters, values))).toEqual({ scope: values.scope, when: values.when })
})

test('a report that allows fewer days opens with those', () => {
  const short = { filters: [filter('when', 'period', true, 3)] } as unknown as ReportView
  expect(firstValues(short, 5, today)['when']).toEqual({
    from: new Date(2026, 10, 19).toISOString(),
    to: new Date(new Date(2026, 10, 22).getTime() - 1).toISOString(),
  })
})

test('days begin and end at local midnight, also in the week in which clocks change', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  onTestFinished(() => void vi.unstubAllEnvs())
  // Clocks go back on 25 October 2026.
  expect(firstValues(view, 5, new Date(2026, 9, 27))['when']).toEqual({ from: '2026-10-20T22:00:00.000Z', to: '2026-10-27T22:59:59.999Z' })
  // Clocks go forward on the day itself, which has 23 hours.
  expect(firstValues(view, 5, new Date(2026, 2, 29))['when']).toEqual({ from: '2026-03-22T23:00:00.000Z', to: '2026-03-29T21:59:59.999Z' })
})

test('what a report asks at first is never longer than it may ask, in the week of 169 hours too', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  onTestFinished(() => void vi.unstubAllEnvs())
  const limits = { maxDays: 7, backDays: 7 }
  for (let day = 20; day < 35; day += 1) {
    const startOfToday = new Date(2026, 9, day)
    const { from, to } = firstPeriod(limits, startOfToday)
    expect(periodProblem(limits, new Date(from), new Date(to), startOfToday), from).toBeNull()
    expect(Date.parse(to) - Date.parse(from)).toBeGreaterThan(6.9 * 86_400_000)
  }
})

test('a report by month opens with this month, one with kinds of view with its first', () => {
  const monthly = {
    filters: [filter('month', 'month', true), { ...filter('by', 'dimension', true), choices: [{ value: 'day', label: '日' }] }],
  }
  expect(firstValues(monthly, 5, new Date(2026, 0, 9))).toEqual({ month: '2026-01', by: 'day' })
})

test('an optional choice of trucks opens empty, an optional organisation with the own one', () => {
  const filters = [filter('scope', 'truck-or-organisation'), filter('who', 'organisations')]
  expect(firstValues({ filters }, 5, today)).toEqual({ who: { organisationIds: [5] } })
})

test('[5.4] an organisation or a vehicle must be selected', () => {
  expect(missingFilters(view, { when: { from: '', to: '' } })).toEqual(['scope'])
  expect(missingFilters(view, { when: { from: '', to: '' }, scope: { truckIds: [], organisationIds: [] } })).toEqual(['scope'])
  expect(missingFilters(view, { when: { from: '', to: '' }, scope: { truckIds: [3], organisationIds: [] } })).toEqual([])
})

test('a value in another shape than its filter has is none', () => {
  const of = (kind: ReportView['filters'][number]['kind'], given: unknown) => valueOf({ kind }, given)
  for (const wrong of [5, 'x', [], { organisationIds: 5 }, { organisationIds: ['5'] }, { organisationIds: [-1] }, null])
    expect(of('truck-or-organisation', wrong), JSON.stringify(wrong)).toBeUndefined()
  for (const wrong of ['x', { from: 'x', to: 'y' }, { from: '2026-11-01', to: '2026-11-02' }, { from: '2026-11-01T00:00:00Z' }])
    expect(of('period', wrong), JSON.stringify(wrong)).toBeUndefined()
  for (const wrong of ['2026-13', '2026-1', '26-01', 202601]) expect(of('month', wrong), String(wrong)).toBeUndefined()
  expect([of('compartment', [11]), of('compartment', '1'), of('number', '3'), of('handled', 'yes'), of('choice', 'a')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a value in the shape of its filter is taken; trucks or organisations may be left out', () => {
  expect(valueOf({ kind: 'truck-or-organisation' }, { organisationIds: [5] })).toEqual({ organisationIds: [5], truckIds: [] })
  expect(valueOf({ kind: 'period' }, { from: '2026-11-01T08:00:00+08:00', to: '2026-11-02T00:00:00Z' })).toBeDefined()
  expect([valueOf({ kind: 'number' }, 0), valueOf({ kind: 'text' }, ' 罐 '), valueOf({ kind: 'station' }, [3])]).toEqual([0, '罐', [3]])
})

test('a filter that restricts nothing is not sent', () => {
  expect(withFilter({ cab: [1] }, 'cab', [])).toEqual({})
  expect(withFilter({ cab: [1] }, 'minOver', 0)).toEqual({ cab: [1], minOver: 0 })
})

test('an address with nonsense in it is as one without filters', () => {
  expect(readFilters(undefined)).toBeNull()
  expect(readFilters('{broken')).toBeNull()
  expect(readFilters('[1]')).toBeNull()
  expect(readFilters('{"cab":[1]}')).toEqual({ cab: [1] })
})

test('one line of filters: those that restrict something, then the first of the others, in the order of the report', () => {
  const filters = ['scope', 'when', 'depot', 'station', 'volume'].map((name) => filter(name, 'choice'))
  const names = (values: Record<string, string[]>): string[] => filtersOfOneLine(filters, values, 3).map(({ name }) => name)
  expect(names({})).toEqual(['scope', 'when', 'depot'])
  expect(names({ scope: ['a'], when: ['b'], volume: ['v20'] })).toEqual(['scope', 'when', 'volume'])
  expect(names({ scope: ['a'], when: ['b'], volume: ['v20'], station: ['c'] })).toEqual(['scope', 'when', 'station', 'volume'])
})
