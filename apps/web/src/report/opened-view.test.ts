import type { NamedView } from '@tanker/contract/named-views'
import { expect, test } from 'vitest'
import { addressesOf, openedView, reportAt } from './opened-view.ts'

const view = (id: number, report: string, isDefault = false): NamedView => ({
  id,
  report,
  name: `v${id}`,
  content: { filters: {}, hidden: [], shown: [], sortBy: 'at', sortOrder: 'asc', rateUnit: 'permille' },
  sharedBy: null,
  roles: [],
  isDefault,
  narrowed: false,
})
const views = [view(1, 'monitor/offline_truck'), view(2, 'monitor/offline_truck', true), view(3, 'monitor/alarm_record')]
const opened = (search: Record<string, string>, report = 'monitor/offline_truck') => {
  const { view: found, gone } = openedView(views, report, search)
  return gone ? 'gone' : (found?.id ?? null)
}

test('the address names the view; without anything else in it the list opens with its default', () => {
  expect(opened({ view: '1' })).toBe(1)
  expect(opened({ view: '1', filters: '{}', page: '2' })).toBe(1)
  expect(opened({})).toBe(2)
  expect(opened({ tab: 'x' })).toBe(2)
  expect(opened({ view: 'none' })).toBe(null)
  // A link with filters means these filters.
  expect(opened({ filters: '{}' })).toBe(null)
  expect(opened({ fromAlarm: '7' })).toBe(null)
  expect(opened({}, 'monitor/alarm_record')).toBe(null)
})

test('a view that was deleted, is no longer shared or belongs to another list is said to be gone', () => {
  expect(opened({ view: '99' })).toBe('gone')
  expect(opened({ view: '3' })).toBe('gone')
  expect(opened({ view: 'x' })).toBe('gone')
})

test('a view of a tab opens that tab; another tab in the address counts more', () => {
  const tabs = [view(5, 'handover/shifts')]
  expect(reportAt('handover', { view: '5' }, tabs)).toBe('handover/shifts')
  expect(reportAt('handover', { view: '5', tab: 'handover/loads' }, tabs)).toBe('handover/loads')
  expect(reportAt('handover', { view: '5', tab: 'elsewhere' }, [])).toBe('handover')
  const left = addressesOf({ path: 'handover/shifts', tabs: [{ path: 'handover/shifts', label: 'x' }] }, tabs[0] ?? null, { view: '5' })
  expect(left.of(null)).toEqual({ tab: 'handover/shifts', view: 'none' })
  expect(left.atFirst).toEqual({ view: '5' })
})

test('what is asked keeps the view of which it is a change', () => {
  const asked = { filters: {}, fromAlarm: null, page: 0, size: 50, sortBy: 'at', sortOrder: 'asc' } as const
  const report = { path: 'monitor/offline_truck', tabs: [] }
  expect(addressesOf(report, views[0] ?? null, { view: '1' }).asking(asked)).toMatchObject({ view: '1', filters: '{}' })
  expect(addressesOf(report, null, {}).asking(asked)).not.toHaveProperty('view')
  expect(addressesOf(report, null, {}).atFirst).toEqual({})
})
