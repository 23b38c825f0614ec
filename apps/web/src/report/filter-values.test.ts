import type { ReportView } from '@tanker/contract/report-view'
import { expect, onTestFinished, test, vi } from 'vitest'
import { filtersOfOneLine, firstValues, missingFilters, readFilters, withFilter } from './filter-values.ts'

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
  filters: [filter('scope', 'truck-or-company', true), filter('when', 'period', true, 31), filter('cab', 'compartment')],
} as unknown as ReportView
const today = new Date(2026, 10, 21)

test('a report opens with the whole organisation and the last seven days', () => {
  expect(firstValues(view, 5, today)).toEqual({
    scope: { truckIds: [], companyIds: [5] },
    when: { from: new Date(2026, 10, 15).toISOString(), to: new Date(new Date(2026, 10, 22).getTime() - 1).toISOString() },
  })
})

test('[D-13] what a report chooses at first is chosen, and shown as chosen', () => {
  const types = { filters: [{ ...filter('type', 'choice'), initial: ['207', '208'] }] } as unknown as ReportView
  expect(firstValues(types, 5, today)).toEqual({ type: ['207', '208'] })
  expect(filtersOfOneLine(types.filters, firstValues(types, 5, today), 0).map(({ name }) => name)).toEqual(['type'])
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

test('[5.4] an organisation or a vehicle must be selected', () => {
  expect(missingFilters(view, { when: { from: '', to: '' } })).toEqual(['scope'])
  expect(missingFilters(view, { when: { from: '', to: '' }, scope: { truckIds: [], companyIds: [] } })).toEqual(['scope'])
  expect(missingFilters(view, { when: { from: '', to: '' }, scope: { truckIds: [3], companyIds: [] } })).toEqual([])
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
