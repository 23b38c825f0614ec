import type { ReportView } from '@tanker/contract/report-view'
import { expect, test } from 'vitest'
import { actionColumns } from './action-columns.tsx'
import type { ListAction } from './actions.ts'

const action = (name: ListAction['name'], row: string | null): ListAction => ({
  name,
  row,
  rows: null,
  list: row === null ? '新增' : null,
  primary: false,
})
const viewOf = (...actions: ListAction[]) => ({ actions }) as unknown as ReportView
const rowOf = (id: string, ...rowActions: ListAction['name'][]) => ({ id, rowActions })
const titles = (view: ReportView, rows: { id: string }[], isNarrow: boolean) =>
  actionColumns(view, rows, isNarrow, () => {}).map(({ title, widthPx, pinned }) => ({ title, widthPx, pinned }))

const alarms = viewOf(action('handle-alarm', '处理'), action('change-verdict', '改判'), action('open-detail', '详情'))
const stations = viewOf(action('add-row', null), action('edit-row', '编辑'), action('enable-row', '启用'), action('disable-row', '停用'))

test('a list without actions on rows has no column for them', () => {
  expect(titles(viewOf(action('add-row', null)), [], false)).toEqual([])
  expect(titles(viewOf(action('add-row', null)), [], true)).toEqual([])
})

test('one column is as wide as the buttons of the fullest row need, not as all that exist', () => {
  const rows = [rowOf('1', 'handle-alarm', 'open-detail'), rowOf('2', 'change-verdict', 'open-detail')]
  expect(titles(alarms, rows, false)).toEqual([{ title: '操作', widthPx: 100, pinned: 'end' }])
  expect(titles(alarms, [rowOf('1', 'open-detail')], false)).toEqual([{ title: '操作', widthPx: 60, pinned: 'end' }])
})

test('a long label widens its column', () => {
  const view = viewOf(action('correct-fence-of-alarm', '修正围栏和它的位置'))
  const [column] = titles(view, [rowOf('1', 'correct-fence-of-alarm')], false)
  expect(column?.widthPx).toBeGreaterThan(120)
})

test('[D-28] the actions of base data share one column, as wide as those of one row', () => {
  const rows = [rowOf('1', 'edit-row', 'disable-row'), rowOf('2', 'edit-row', 'enable-row')]
  expect(titles(stations, rows, false)).toEqual([{ title: '操作', widthPx: 100, pinned: 'end' }])
})

test('on a phone several actions stand behind one button, and one stands by itself', () => {
  expect(titles(alarms, [rowOf('1', 'handle-alarm', 'open-detail')], true)).toMatchObject([{ widthPx: 44 }])
  expect(titles(alarms, [rowOf('1', 'open-detail')], true)).toMatchObject([{ title: '操作', widthPx: 60 }])
  expect(titles(stations, [rowOf('1', 'edit-row', 'disable-row')], true)).toHaveLength(1)
})
