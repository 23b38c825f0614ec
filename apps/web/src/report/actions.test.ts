import { expect, test } from 'vitest'
import { actionsOnList, actionsOnRows, actionsOnTicked, applyingTo, inRow, type ListAction, mostInRow } from './actions.ts'

const action = (name: ListAction['name'], more: Partial<ListAction> = {}): ListAction => ({
  name,
  row: null,
  rows: null,
  list: null,
  primary: false,
  ...more,
})
const handle = action('handle-alarm', { row: '处理', rows: '处理所选' })
const verdict = action('change-verdict', { row: '改判' })
const detail = action('open-detail', { row: '详情' })
const add = action('add-row', { list: '新增', primary: true })
const move = action('move-rows', { rows: '调整组织' })
const edit = action('edit-row', { row: '编辑' })
const enable = action('enable-row', { row: '启用' })
const remove = action('delete-row', { row: '删除' })
const disable = action('disable-row', { row: '停用' })

const open = { id: '1', rowActions: ['handle-alarm', 'open-detail'] }
const handled = { id: '2', rowActions: ['change-verdict', 'open-detail'] }
const closed = { id: '3', rowActions: [] }
/** Of a list in which the user has no action. */
const plain = { id: '4' }

test('each button stands where the server gives it a label', () => {
  const view = { actions: [add, move, handle, detail] }
  expect(actionsOnList(view)).toEqual([add])
  expect(actionsOnTicked(view)).toEqual([move, handle])
  expect(actionsOnRows(view)).toEqual([handle, detail])
})

test('actions stand in the order of the server', () => {
  expect(actionsOnRows({ actions: [edit, enable, add, detail, remove, disable] })).toEqual([edit, enable, detail, remove, disable])
  expect(actionsOnRows({ actions: [add] })).toEqual([])
})

test('a row has the buttons that the server names, and none without a word of it', () => {
  const group = [handle, verdict, detail]
  expect(inRow(group, open)).toEqual([handle, detail])
  expect(inRow(group, handled)).toEqual([verdict, detail])
  expect(inRow(group, closed)).toEqual([])
  expect(inRow(group, plain)).toEqual([])
})

test('an action for ticked rows takes those to which it applies', () => {
  expect(applyingTo(handle, [open, handled, closed, plain])).toEqual([open])
  expect(applyingTo(move, [open, handled])).toEqual([])
})

test('a column has room for the most buttons of one row, and of an empty list for all', () => {
  const group = [handle, verdict, detail]
  expect(mostInRow(group, [open, handled])).toBe(2)
  expect(mostInRow(group, [closed])).toBe(1)
  expect(mostInRow(group, [])).toBe(3)
})
