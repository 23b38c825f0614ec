// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DataGrid, type GridColumn } from './data-grid.tsx'

type Row = { readonly id: number; readonly plate: string; readonly litres: number }
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, plate: `苏E${index + 1}`, litres: index * 10 }))

const pressed: string[] = []
const sorts: string[] = []
afterEach(() => {
  cleanup()
  pressed.length = 0
  sorts.length = 0
})

const columns: readonly GridColumn<Row>[] = [
  {
    key: 'plate',
    title: '车牌号',
    widthPx: 100,
    pinned: 'start',
    sort: 'asc',
    onSort: () => void sorts.push('plate'),
    cell: ({ plate }) => plate,
    total: '合计',
  },
  {
    key: 'litres',
    title: '油量 (L)',
    widthPx: 90,
    align: 'end',
    hint: '视体积',
    onSort: () => void sorts.push('litres'),
    cell: ({ litres }) => litres,
    total: 450,
  },
  {
    key: 'open',
    title: '操作',
    widthPx: 80,
    pinned: 'end',
    cell: ({ plate }) => (
      <button tabIndex={-1} onClick={() => void pressed.push(plate)}>
        详情
      </button>
    ),
  },
  {
    key: 'more',
    title: '更多',
    widthPx: 60,
    pinned: 'end',
    cell: ({ plate }) => (
      <>
        <button tabIndex={-1} onClick={() => void pressed.push(`edit ${plate}`)}>
          编辑
        </button>
        <button tabIndex={-1} onClick={() => void pressed.push(`delete ${plate}`)}>
          删除
        </button>
      </>
    ),
  },
]
const open = (rows: readonly Row[], more: Partial<Parameters<typeof DataGrid<Row>>[0]> = {}) => {
  render(<DataGrid label="车辆" columns={columns} rows={rows} rowKey={({ id }) => id} empty="没有车辆" {...more} />)
  const grid = screen.getByRole('grid')
  grid.focus()
  const press = (key: string, ctrlKey = false): void => void fireEvent.keyDown(document.activeElement ?? grid, { key, ctrlKey })
  /** The cell that is announced. */
  const active = (): string | null | undefined => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent
  return { grid, press, active }
}

test('a list is one tab stop: none of its links and buttons is reached by the tabulator', () => {
  const { grid } = open(rowsOf(3))
  expect(grid.tabIndex).toBe(0)
  expect([...grid.querySelectorAll<HTMLElement>('a, button, input')].every(({ tabIndex }) => tabIndex === -1)).toBe(true)
})

test('arrows move from cell to cell, and stop at the edges', () => {
  const { press, active } = open(rowsOf(3))
  expect(active()).toBe('苏E1')
  press('ArrowDown')
  press('ArrowRight')
  expect(active()).toBe('10')
  press('ArrowLeft')
  press('ArrowLeft')
  expect(active()).toBe('苏E2')
  for (let times = 0; times < 5; times += 1) press('ArrowDown')
  expect(active()).toBe('苏E3')
})

test('above the first row stand the headings, and Enter on one sorts', () => {
  const { press, active } = open(rowsOf(3))
  press('ArrowUp')
  expect(active()).toBe('车牌号')
  press('ArrowUp')
  press('ArrowRight')
  press('Enter')
  expect(sorts).toEqual(['litres'])
})

test('Home and End go to the ends of a row, with Ctrl to those of the list', () => {
  const { press, active } = open(rowsOf(4))
  press('End')
  press('Home')
  expect(active()).toBe('苏E1')
  press('End', true)
  expect(active()).toBe('编辑删除')
  press('Home')
  expect(active()).toBe('苏E4')
  press('Home', true)
  expect(active()).toBe('苏E1')
})

test('Enter presses the one button of a cell', () => {
  const { press } = open(rowsOf(2))
  press('ArrowDown')
  press('ArrowRight')
  press('ArrowRight')
  press('Enter')
  press(' ')
  expect(pressed).toEqual(['苏E2', '苏E2'])
})

test('in a cell of several buttons Enter goes to the first, arrows to its neighbours, and beyond the last on to the next cell', () => {
  const { grid, press, active } = open(rowsOf(2))
  press('End')
  press('Enter')
  expect(document.activeElement?.textContent).toBe('编辑')
  expect(pressed).toEqual([])
  press('ArrowRight')
  expect(document.activeElement?.textContent).toBe('删除')
  press('ArrowDown')
  expect([document.activeElement, active()]).toEqual([grid, '编辑删除'])
  expect(grid.getAttribute('aria-activedescendant')).toMatch(/-1-3$/)
})

test('a cell that is pointed at is where the arrows go on', () => {
  const { press, active } = open(rowsOf(3))
  fireEvent.mouseDown(screen.getByText('苏E3'))
  press('ArrowUp')
  expect(active()).toBe('苏E2')
})

test('the heading says how the list is sorted, and what a column means', () => {
  open(rowsOf(1))
  const headings = screen.getAllByRole('columnheader')
  expect(headings.map((heading) => [heading.getAttribute('aria-sort'), heading.getAttribute('title')])).toEqual([
    ['ascending', null],
    [null, '视体积'],
    [null, null],
    [null, null],
  ])
})

test('pinned columns stay beside each other at their edges', () => {
  open(rowsOf(1))
  const styles = screen.getAllByRole('columnheader').map(({ style }) => [style.left, style.right])
  expect(styles).toEqual([
    ['0px', ''],
    ['', ''],
    ['', '60px'],
    ['', '0px'],
  ])
})

test('of ten thousand rows only those in sight are drawn, and all are counted', () => {
  const { grid } = open(rowsOf(10_000))
  expect(grid.getAttribute('aria-rowcount')).toBe('10001')
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
})

test('totals stand below the rows, and not below an empty list, which says so', () => {
  open(rowsOf(2), { withTotals: true })
  expect(screen.getByText('合计')).toBeTruthy()
  cleanup()
  open([], { withTotals: true })
  expect([screen.queryByText('合计'), screen.getByText('没有车辆').getAttribute('role')]).toEqual([null, 'gridcell'])
})

test('while rows are read again the list says that it is busy', () => {
  const { grid } = open(rowsOf(1), { busy: true })
  expect(grid.getAttribute('aria-busy')).toBe('true')
})
