import { expect, test } from 'vitest'
import type { ReportColumn } from './cell-text.ts'
import { columnTitle, fittedWidthPx, textWidthPx } from './column-widths.ts'

const column = (kind: ReportColumn['kind'], label = '油站', unit: string | null = null): ReportColumn => ({
  name: 'one',
  kind,
  label,
  unit,
  digits: 1,
  sortable: false,
  total: false,
  choices: [],
  hint: null,
  leads: null,
  leadsTo: null,
})

test('a Chinese character takes about as much as two digits', () => {
  expect(textWidthPx('油站')).toBeGreaterThan(textWidthPx('123'))
  expect(textWidthPx('油站')).toBeLessThan(textWidthPx('1234'))
})

test('a column is as wide as its longest text, so that litres of a whole month do not push the loss out of sight', () => {
  const short = fittedWidthPx(column('number'), [1.5, 12.5]) ?? 0
  const long = fittedWidthPx(column('number'), [1.5, 3_660_034.1]) ?? 0
  expect(short).toBeLessThan(60)
  expect(long).toBeGreaterThan(short)
  expect(long).toBeLessThan(110)
})

test('a long list of stations is cut, a column without any value takes its title alone, and without rows nothing is known', () => {
  expect(fittedWidthPx(column('text'), ['丹阳开发区加油站、镇江南徐加油站、句容华阳加油站'])).toBe(200)
  expect(fittedWidthPx(column('text'), [null, ''])).toBe(18)
  expect(fittedWidthPx(column('text'), [])).toBeNull()
})

test('a title has its unit in one pair of brackets with what stands there already', () => {
  expect(columnTitle({ label: '装油量', unit: null })).toBe('装油量')
  expect(columnTitle({ label: '装油量', unit: 'L' })).toBe('装油量 (L)')
  expect(columnTitle({ label: 'Loaded (V20)', unit: 'L' })).toBe('Loaded (V20, L)')
})
