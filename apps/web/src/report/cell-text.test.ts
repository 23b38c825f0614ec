import { expect, test } from 'vitest'
import { cellText, type ReportColumn } from './cell-text.ts'

const column = (kind: ReportColumn['kind'], more: Partial<ReportColumn> = {}): ReportColumn => ({
  name: 'x',
  kind,
  label: 'x',
  unit: null,
  digits: 0,
  sortable: false,
  total: false,
  choices: [],
  hint: null,
  ...more,
})

test('[9-05] a loss rate has four decimals and a loss has two', () => {
  expect(cellText(3.12345, column('loss-rate', { digits: 4 }))).toBe('3.1235')
  expect(cellText(-1234.5, column('number', { digits: 2 }))).toBe('-1,234.50')
  // Zero has no sign.
  expect(cellText(-0.001, column('number', { digits: 2 }))).toBe('0.00')
})

test('an absent value is shown as empty, zero as zero', () => {
  expect(cellText(null, column('number'))).toBe('')
  expect(cellText(0, column('number'))).toBe('0')
  expect(cellText(0, column('compartment'))).toBe('')
})

test('a place without a name reads as its coordinates, one without coordinates as its name', () => {
  expect(cellText({ name: '', lat: 31.32, lng: 120.62 }, column('place'))).toBe('31.3200, 120.6200')
  expect(cellText({ name: '甲站', lat: null, lng: null }, column('place'))).toBe('甲站')
})
