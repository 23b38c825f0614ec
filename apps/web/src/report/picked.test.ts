import type { ReportView } from '@tanker/contract/report-view'
import { expect, test } from 'vitest'
import { clickedAt } from '../platform/charts/chart.tsx'
import type { ReportColumn } from './cell-text.ts'
import { pickedAt, pickedWords, readPicked, togglePicked } from './picked.ts'

const column = (name: string, kind: ReportColumn['kind'], choices: ReportColumn['choices'] = []): ReportColumn => ({
  name,
  kind,
  label: name,
  unit: null,
  digits: 0,
  sortable: false,
  total: false,
  choices,
  hint: null,
  leads: null,
  leadsTo: null,
})
const viewOf = (chart: Partial<NonNullable<ReportView['chart']>>): ReportView =>
  ({
    pickable: [{ name: 'ofDriver', label: '驾驶员' }],
    chart: { kind: 'bars', title: '', x: 'plate', y: ['loss'], by: null, limit: 20, rowsFor: 'all', ...chart },
    columns: [
      column('plate', 'plate'),
      column('station', 'place'),
      column('kind', 'choice', [{ value: 'a', label: '甲' }]),
      column('loss', 'number'),
    ],
  }) as unknown as ReportView
const rows = [
  { id: '1', plate: { truckId: 7, plate: '苏A1' }, station: { name: '狮山站', lat: 1, lng: 2 }, kind: 'a', loss: 3 },
  { id: '2', plate: { truckId: 8, plate: '苏B2' }, station: null, kind: null, loss: 4 },
]

test('a click on a bar is the value of its row: a plate by its truck, a place by its name, a word by its key', () => {
  expect(pickedAt(viewOf({}), rows, { name: '苏B2', series: 'loss' })).toEqual({ plate: '8' })
  expect(pickedAt(viewOf({ x: 'station' }), rows, { name: '狮山站', series: '' })).toEqual({ station: '狮山站' })
  expect(pickedAt(viewOf({ x: 'kind' }), rows, { name: '甲', series: '' })).toEqual({ kind: 'a' })
  expect(pickedAt(viewOf({ x: 'kind' }), rows, { name: '', series: '' })).toEqual({ kind: null })
  expect(pickedAt(viewOf({}), rows, { name: '其他', series: '' })).toBeNull()
})

test('a cell has the values of both its axes, a slice that of its name alone', () => {
  expect(pickedAt(viewOf({ kind: 'heat', by: 'kind' }), rows, { name: '苏A1', series: '甲' })).toEqual({ plate: '7', kind: 'a' })
  expect(pickedAt(viewOf({ kind: 'heat', by: 'kind' }), rows, { name: '苏B2', series: '甲' })).toBeNull()
  expect(pickedAt(viewOf({ kind: 'pie', x: 'kind' }), rows, { name: '甲', series: 'loss' })).toEqual({ kind: 'a' })
})

test('what a click names depends on the drawing; a line over time names nothing', () => {
  const names = { names: ['x', 'y'], series: [{ name: 'a', values: [] }], unit: null }
  expect(clickedAt({ kind: 'bars', ...names }, { name: 'x', seriesName: 'a' })).toEqual({ name: 'x', series: 'a' })
  expect(clickedAt({ kind: 'heat', ...names }, { name: 'x', value: [1, 0, 5] })).toEqual({ name: 'y', series: 'a' })
  expect(clickedAt({ kind: 'heat', ...names }, { value: [5, 0, 5] })).toBeNull()
  expect(clickedAt({ kind: 'time', series: [], unit: null, marks: [] }, { name: 'x', seriesName: 'a' })).toBeNull()
})

test('the address keeps what was picked; what the chart is not drawn by, and nonsense, count as nothing', () => {
  const view = viewOf({ by: 'kind' })
  expect(readPicked(view, JSON.stringify({ plate: '7', kind: null, loss: '3' }))).toEqual({ plate: '7', kind: null })
  for (const written of [undefined, '', '{', '[]', '7', 'null', '{"plate":7}', '{"loss":"3"}'])
    expect(readPicked(view, written), written).toBeNull()
  expect(readPicked({ chart: null, pickable: [] }, '{"plate":"7"}')).toBeNull()
})

test('the same click again gives it up, another one takes its place', () => {
  expect(togglePicked(undefined, { plate: '7' })).toEqual({ plate: '7' })
  expect(togglePicked({ plate: '7' }, { plate: '7' })).toBeUndefined()
  expect(togglePicked({ plate: '7' }, { plate: '8' })).toEqual({ plate: '8' })
})

test('a chip says the column and the value as the rows show it, also while they are not there', () => {
  expect(pickedWords(viewOf({}), { plate: '7' }, rows)).toEqual([{ name: 'plate', label: 'plate', value: '苏A1' }])
  expect(pickedWords(viewOf({ x: 'kind' }), { kind: 'a' }, [])).toEqual([{ name: 'kind', label: 'kind', value: '甲' }])
  expect(pickedWords(viewOf({ x: 'kind' }), { kind: null }, [])).toEqual([{ name: 'kind', label: 'kind', value: '–' }])
  expect(pickedWords(viewOf({}), undefined, rows)).toEqual([])
})

test('what numbers of another list lead here by is kept, and named by its key', () => {
  const view = viewOf({})
  const picked = readPicked(view, JSON.stringify({ ofDriver: '3:王师傅' }))
  expect(picked).toEqual({ ofDriver: '3:王师傅' })
  expect(pickedWords(view, picked ?? undefined, rows)).toEqual([{ name: 'ofDriver', label: '驾驶员', value: '王师傅' }])
  expect(pickedWords(view, { ofDriver: '3:' }, rows)).toEqual([{ name: 'ofDriver', label: '驾驶员', value: '–' }])
})
