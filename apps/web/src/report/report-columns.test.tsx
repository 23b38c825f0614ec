import { ROW_ACTIONS, UNKNOWN_CELLS } from '@tanker/contract/report-view'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Row } from './actions.ts'
import type { Asked } from './asked.ts'
import type { ReportColumn } from './cell-text.ts'
import type { Place } from './cells.tsx'
import { chosenColumn, columnWidths, dataColumns, type RateUnit, shownIn } from './report-columns.tsx'

const column = (name: string, kind: ReportColumn['kind'], more: Partial<ReportColumn> = {}): ReportColumn => ({
  name,
  kind,
  label: name,
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
const day = column('day', 'date', { label: '日期', sortable: true })
const lossL = column('lossL', 'number', { label: '损耗', unit: 'L', digits: 2, sortable: true, hint: '装油减卸油' })
const rate = column('rate', 'loss-rate', { label: '损耗率', unit: '‰', digits: 4 })
const place = column('place', 'place', { label: '地点' })
const rows: Row[] = [
  { id: '1', day: '2026-11-20', lossL: 12.5, rate: 3.125, place: { name: '甲库', lat: 31.3, lng: 120.6 } },
  { id: '2', day: '2026-11-21', lossL: null, rate: null, place: { name: '无坐标', lat: null, lng: null } },
]
const asked: Asked = { filters: null, fromAlarm: null, page: 0, size: 50, sortBy: 'lossL', sortOrder: 'desc' }

type Given = { rateUnit?: RateUnit; totals?: Record<string, number> | null; leftOut?: Record<string, number>; asked?: Asked }
const drawn = (given: Given = {}) => {
  const sorts: unknown[] = []
  const places: Place[] = []
  const columns = dataColumns({
    view: { leadsTo: null, filters: [] },
    widths: new Map([['day', 111]]),
    columns: [day, lossL, rate, place],
    totals: given.totals ?? null,
    leftOut: given.leftOut,
    asked: given.asked ?? asked,
    rateUnit: given.rateUnit ?? 'permille',
    onSort: (by, order) => void sorts.push([by, order]),
    openPlace: (one) => void places.push(one),
  })
  const cell = (name: string, row: Row): string => renderToStaticMarkup(columns.find(({ key }) => key === name)?.cell(row))
  return { columns, sorts, places, cell, titles: columns.map(({ title }) => title) }
}
const [first = {}, second = {}] = rows

test('a column is headed by its label and its unit, and numbers stand at the right', () => {
  const { columns, titles } = drawn()
  expect(titles).toEqual(['日期', '损耗 (L)', '损耗率 (‰)', '地点'])
  expect(columns.map(({ align }) => align)).toEqual([undefined, 'end', 'end', undefined])
  expect(columns.map(({ hint }) => hint)).toEqual([null, '装油减卸油', null, null])
})

test('[D-17] beside a total stands how many rows are not in it, and the column is wide enough for both', () => {
  const { columns } = drawn({ totals: { lossL: 12.5 }, leftOut: { lossL: 3 } })
  const total = renderToStaticMarkup(columns.find(({ key }) => key === 'lossL')?.total)
  expect(total).toContain('3行未计')
  expect(total).toContain('12.50')
  const whole = columnWidths([lossL], rows, { lossL: 12.5 }).get('lossL') ?? 0
  expect(columnWidths([lossL], rows, { lossL: 12.5 }, { lossL: 300 }).get('lossL')).toBeGreaterThan(whole)
})

test('the first column stays in sight while the others scroll by', () => {
  expect(drawn().columns.map(({ pinned, grows }) => [pinned, grows])).toEqual([
    ['start', undefined],
    [undefined, true],
    [undefined, true],
    [undefined, true],
  ])
})

test('a click on a heading sorts by it, the largest first, and a second click turns the order round', () => {
  const { columns, sorts } = drawn()
  expect(columns.map(({ sort }) => sort)).toEqual([null, 'desc', undefined, undefined])
  for (const one of columns) one.onSort?.()
  expect(sorts).toEqual([
    ['day', 'desc'],
    ['lossL', 'asc'],
  ])
  const turned = drawn({ asked: { ...asked, sortOrder: 'asc' } })
  turned.columns[1]?.onSort?.()
  expect(turned.sorts).toEqual([['lossL', 'desc']])
})

test('[9-05] a loss rate in per cent is a tenth of the one per mille, in its heading, its cells and its total', () => {
  const percent = drawn({ rateUnit: 'percent', totals: { rate: 3.125 } })
  expect(percent.titles[2]).toBe('损耗率 (%)')
  expect(percent.cell('rate', first)).toBe('0.3125')
  expect(renderToStaticMarkup(percent.columns[2]?.total)).toBe('0.3125')
  expect(drawn().cell('rate', first)).toBe('3.1250')
  // Litres are no rate.
  expect(percent.cell('lossL', first)).toBe('12.50')
  expect(shownIn('percent', lossL).unit).toBe('L')
})

test('a value that is not there is an empty cell, not a zero, also as a rate', () => {
  const { cell } = drawn({ rateUnit: 'percent' })
  expect([cell('lossL', second), cell('rate', second)]).toEqual(['', ''])
})

test('a value that is not known says why in place of a number', () => {
  const row = { ...second, [UNKNOWN_CELLS]: { lossL: '缺少付油单' } }
  expect(drawn().cell('lossL', row)).toBe('<span class="cell-unknown">缺少付油单</span>')
  expect(drawn().cell('rate', row)).toBe('')
})

test('totals stand under their columns, named at the left; a column without a total has nothing', () => {
  const { columns } = drawn({ totals: { lossL: 1234.5 } })
  expect(columns.map(({ total }) => renderToStaticMarkup(total))).toEqual(['合计', '1,234.50', '', ''])
  // A total that the first column has itself stands there.
  const own = dataColumns({ ...base, columns: [lossL], totals: { lossL: 0 } })
  expect(renderToStaticMarkup(own[0]?.total)).toBe('0.00')
})
const base = {
  view: { leadsTo: null, filters: [] },
  widths: new Map<string, number>(),
  columns: [lossL],
  totals: null,
  asked,
  rateUnit: 'permille' as const,
  onSort: () => {},
  openPlace: () => {},
}

test('a place with coordinates opens the map, one without is text', () => {
  const { columns, places, cell } = drawn()
  const button = columns[3]?.cell(first) as ReactElement<{ onClick: () => void }>
  button.props.onClick()
  expect(places).toEqual([{ name: '甲库', lat: 31.3, lng: 120.6 }])
  expect(cell('place', first)).toContain('<button')
  expect(cell('place', second)).toBe('<span title="无坐标">无坐标</span>')
})

test('a column is as wide as its heading, its longest cell, its total and what is said of an unknown value', () => {
  const widths = (more: Partial<Row>[], totals: Record<string, number> | null = null) =>
    columnWidths([lossL], more.length === 0 ? [] : [{ id: '1', ...more[0] }], totals).get('lossL') ?? 0
  const heading = widths([{ lossL: 1 }])
  expect(widths([{ lossL: 12_345_678_901.5 }])).toBeGreaterThan(heading)
  expect(widths([{ lossL: 1 }], { lossL: 12_345_678_901.5 })).toBe(widths([{ lossL: 12_345_678_901.5 }]))
  expect(widths([{ lossL: null, [UNKNOWN_CELLS]: { lossL: '该仓没有付油单，无法计算损耗' } }])).toBeGreaterThan(heading)
})

test('without rows a column is as wide as its kind has it, so that an empty list looks like a list', () => {
  expect(columnWidths([column('at', 'time', { label: '时' })], [], null).get('at')).toBe(152)
})

test('a heading that sorts leaves room for its arrow', () => {
  const width = (sortable: boolean) => columnWidths([{ ...lossL, sortable }], [{ id: '1', lossL: 1 }], null).get('lossL') ?? 0
  expect(width(true) - width(false)).toBe(16)
})

const boxes = (ids: readonly string[]) => {
  const chosen: ReadonlySet<string>[] = []
  const { title, cell } = chosenColumn({ rows, chosen: new Set(ids), onChoose: (next) => void chosen.push(next) })
  type Box = ReactElement<{ checked: boolean; onChange: () => void }>
  return { chosen, all: (title as Box).props, of: (row: Row) => (cell(row) as Box).props }
}

test('the box above ticks the whole page, and when all is ticked it takes all away', () => {
  const some = boxes(['1'])
  expect([some.all.checked, some.of(first).checked, some.of(second).checked]).toEqual([false, true, false])
  some.all.onChange()
  expect(some.chosen).toEqual([new Set(['1', '2'])])
  const all = boxes(['1', '2'])
  expect(all.all.checked).toBe(true)
  all.all.onChange()
  expect(all.chosen).toEqual([new Set()])
})

test('a box ticks its row, and a row that was ticked no more', () => {
  const { of, chosen } = boxes(['1'])
  of(second).onChange()
  of(first).onChange()
  expect(chosen).toEqual([new Set(['1', '2']), new Set()])
})

test('an empty page is not ticked as a whole, and ids are compared as text', () => {
  const empty = chosenColumn({ rows: [], chosen: new Set(['1']), onChoose: () => {} })
  expect((empty.title as ReactElement<{ checked: boolean }>).props.checked).toBe(false)
  const numbered = chosenColumn({ rows: [{ id: 7, [ROW_ACTIONS]: [] } as unknown as Row], chosen: new Set(['7']), onChoose: () => {} })
  expect((numbered.title as ReactElement<{ checked: boolean }>).props.checked).toBe(true)
})
