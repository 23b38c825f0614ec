import type { TruckStatusRow } from '@tanker/contract/trucks'
import { expect, test } from 'vitest'
import { asReader } from '../platform/test-reader.ts'
import { oilOf, sinceOf } from './status-rows.ts'

const row = (more: Partial<TruckStatusRow>): TruckStatusRow => ({
  truckId: 1,
  signCode: '苏E12345',
  companyName: '江海油运',
  status: 2,
  alarm: 'heavy',
  gpsTime: null,
  alarmStartTime: null,
  statusStartTime: '2026-11-21T06:00:00Z',
  speed: 0,
  area: '',
  lastInventoryMap: '',
  ...more,
})
const oil = (...tanks: { oilCode: number; vt: number }[]) =>
  row({ lastInventoryMap: JSON.stringify(tanks.map((tank, index) => ({ cab: index + 1, ...tank }))) })

test('an alarm counts from its own start, every other state from its beginning', () => {
  expect(sinceOf(row({ alarmStartTime: '2026-11-21T07:30:00Z' }))).toBe('2026-11-21T06:00:00Z')
  expect(sinceOf(row({ status: 3, alarmStartTime: '2026-11-21T07:30:00Z' }))).toBe('2026-11-21T07:30:00Z')
  expect(sinceOf(row({ status: 3 }))).toBe('2026-11-21T06:00:00Z')
  expect(sinceOf(row({ status: 0, statusStartTime: null }))).toBeNull()
})

test('what a truck carries is said by group of products, gasoline before diesel, in litres', () => {
  expect(oilOf(oil({ oilCode: 0, vt: 6_000 }, { oilCode: 92, vt: 8_000.2 }, { oilCode: 95, vt: 4_000 }))).toBe('汽油 12,001 · 柴油 6,000')
  expect(oilOf(oil({ oilCode: -1, vt: 500 }))).toBe('其他 500')
})

test('an empty truck, and one that never said what it carries, have no litres', () => {
  expect([oilOf(oil({ oilCode: 92, vt: 0 })), oilOf(row({}))]).toEqual(['', ''])
})

test('an English user reads the groups in English', async () => {
  const { oilOf: english } = await asReader({ language: 'en' }, () => import('./status-rows.ts'))
  expect(english(oil({ oilCode: -10, vt: 1 }))).toBe('Diesel 1')
})
