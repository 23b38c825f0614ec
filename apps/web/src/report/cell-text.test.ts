import { UNKNOWN_CELLS } from '@tanker/contract/report-view'
import { expect, test } from 'vitest'
import { asReader } from '../platform/test-reader.ts'
import { cellText, type ReportColumn, unknownText } from './cell-text.ts'

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
  leads: null,
  leadsTo: null,
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

/** One value of each kind and how it reads; a kind that is missing here does not compile. */
const EXAMPLES: Record<ReportColumn['kind'], readonly [value: unknown, zh: string, en: string, more?: Partial<ReportColumn>]> = {
  plate: [{ truckId: 7, plate: '苏E12345' }, '苏E12345', '苏E12345'],
  organisation: ['江海油运', '江海油运', '江海油运'],
  time: ['2026-11-21T08:05:09Z', '2026-11-21 16:05:09', '11/21/2026 16:05:09'],
  date: ['2026-11-21', '2026-11-21', '11/21/2026'],
  month: ['2026-11', '2026-11', '11/2026'],
  duration: [5_400_000, '1时30分0秒', '1 h 30 min 0 s'],
  place: [{ name: '甲站', lat: 31.3, lng: 120.6 }, '甲站', '甲站'],
  text: ['备注', '备注', '备注'],
  number: [1234.56, '1,234.6', '1,234.6', { digits: 1 }],
  'loss-rate': [2.5, '2.5000', '2.5000', { digits: 4 }],
  'rank-change': [-3, '▼ 3', '▼ 3'],
  heading: [45, '东北', 'Northeast'],
  product: [92, '92#汽油', 'Gasoline 92'],
  'yes-no': [false, '否', 'No'],
  grade: ['red', '红色', 'Red'],
  'alarm-type': [9999, '未知（9999）', 'Unknown (9999)'],
  choice: ['b', '乙', '乙', { choices: [{ value: 'b', label: '乙' }] }],
  choices: [
    'a,b',
    '甲、乙',
    '甲, 乙',
    {
      choices: [
        { value: 'a', label: '甲' },
        { value: 'b', label: '乙' },
      ],
    },
  ],
  handled: [true, '已处理', 'Handled'],
  'handle-result': ['误报', '误报', 'False alarm'],
  compartment: [2, '2仓', 'C2'],
  driver: ['王师傅', '王师傅', '王师傅'],
  tree: [['集团', '江海', '一队'], '一队', '一队'],
  expiry: ['soon', '即将到期', '即将到期', { choices: [{ value: 'soon', label: '即将到期' }] }],
}
const KINDS = Object.keys(EXAMPLES) as ReportColumn['kind'][]

test('a cell of every kind reads as a Chinese and as an English user writes it', async () => {
  for (const language of ['zh', 'en'] as const) {
    const { cellText: text } = await asReader({ language, zone: 'Asia/Shanghai' }, () => import('./cell-text.ts'))
    for (const kind of KINDS) {
      const [value, zh, en, more] = EXAMPLES[kind]
      expect(text(value, column(kind, more)), `${kind} ${language}`).toBe(language === 'zh' ? zh : en)
    }
  }
})

test('a value that is not there is an empty cell in every kind', () => {
  for (const kind of KINDS) for (const none of [null, undefined, '']) expect(cellText(none, column(kind)), kind).toBe('')
})

test('a rank that rose, fell or stayed is distinguished without colour', () => {
  expect([2, -2, 0].map((by) => cellText(by, column('rank-change')))).toEqual(['▲ 2', '▼ 2', '–'])
})

test('[D-08] a choice without a word is named as unknown, with its key behind it', () => {
  expect(cellText('28', column('choice'))).toBe('未知（28）')
  expect(cellText('a,z', column('choices', { choices: [{ value: 'a', label: '甲' }] }))).toBe('甲、未知（z）')
})

test('a place at the equator and at Greenwich has coordinates', () => {
  expect(cellText({ name: '', lat: 0, lng: 0 }, column('place'))).toBe('0.0000, 0.0000')
})

test('the truck as a whole is no compartment', () => {
  expect(cellText(0, column('compartment'))).toBe('')
})

test('a cell has words for an unknown value only where the server sends some', () => {
  const row = { id: '1', [UNKNOWN_CELLS]: { lossL: '缺少付油单' } }
  expect(unknownText(row, column('number', { name: 'lossL' }))).toBe('缺少付油单')
  expect(unknownText(row, column('number', { name: 'other' }))).toBeUndefined()
  expect(unknownText({ id: '1' }, column('number', { name: 'lossL' }))).toBeUndefined()
})
