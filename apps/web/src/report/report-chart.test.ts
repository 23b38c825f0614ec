import type { ReportView } from '@tanker/contract/report-view'
import { expect, test } from 'vitest'
import type { ReportColumn } from './cell-text.ts'
import { chartModel } from './report-chart.tsx'

const column = (name: string, kind: ReportColumn['kind'], label: string, unit: string | null = null): ReportColumn => ({
  name,
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
const viewOf = (...columns: ReportColumn[]): ReportView => ({ columns }) as unknown as ReportView
const chart = { title: '', by: null, limit: 20, rowsFor: 'page', shade: null, steps: false, lanes: null } as const
const plate = (text: string) => ({ truckId: 1, plate: text })

test('pressures of a list that begins with the newest are drawn from the oldest to the newest, a line for each truck', () => {
  const view = viewOf(column('plate', 'plate', '车牌号'), column('at', 'time', '时间'), column('pressure', 'number', '表压', 'kPa'))
  const rows = [
    { id: '3', plate: plate('苏A1'), at: '2026-11-21T03:00:00Z', pressure: 1.5 },
    { id: '2', plate: plate('苏B2'), at: '2026-11-21T02:00:00Z', pressure: null },
    { id: '1', plate: plate('苏A1'), at: '2026-11-21T01:00:00Z', pressure: -0.5 },
  ]
  const at = (hour: number): number => Date.UTC(2026, 10, 21, hour)
  expect(chartModel(view, { ...chart, kind: 'line', x: 'at', y: ['pressure'], by: 'plate' }, rows)).toEqual({
    kind: 'time',
    unit: 'kPa',
    marks: [],
    series: [
      {
        name: '苏A1',
        points: [
          [at(1), -0.5],
          [at(3), 1.5],
        ],
      },
      { name: '苏B2', points: [[at(2), null]] },
    ],
  })
})

test('bars say what their names and their values are', () => {
  const view = viewOf(column('bucket', 'choice', '液位差区间(mm)'), column('readings', 'number', '次数'))
  const rows = [
    { id: '1', bucket: '-1', readings: 4 },
    { id: '2', bucket: '0', readings: 9 },
  ]
  expect(chartModel(view, { ...chart, kind: 'bars', x: 'bucket', y: ['readings'] }, rows)).toEqual({
    kind: 'bars',
    names: ['未知（-1）', '未知（0）'],
    series: [{ name: '次数', values: [4, 9] }],
    unit: null,
    axes: { names: '液位差区间(mm)', values: '次数' },
  })
})

test('days stand in their order, however the greatest come first', () => {
  const view = viewOf(column('day', 'date', '日期'), column('received', 'number', '实收'))
  const rows = [
    { id: '1', day: '2026-11-19', received: 9 },
    { id: '2', day: '2026-11-17', received: 4 },
    { id: '3', day: '2026-11-18', received: 1 },
  ]
  const model = chartModel(view, { ...chart, kind: 'stacked', x: 'day', y: ['received'] }, rows)
  expect('names' in model && [model.names, model.series.map(({ values }) => values)]).toEqual([
    ['2026-11-17', '2026-11-18', '2026-11-19'],
    [[4, 1, 9]],
  ])
})

test('temperature and humidity of two trucks are four lines that say their units', () => {
  const view = viewOf(
    column('plate', 'plate', '车牌号'),
    column('at', 'time', '时间'),
    column('temperature', 'number', '温度', '°C'),
    column('humidity', 'number', '湿度', '%RH'),
  )
  const rows = ['苏A1', '苏B2'].map((one) => ({ id: one, plate: plate(one), at: '2026-11-21T03:00:00Z', temperature: 21, humidity: 48 }))
  const model = chartModel(view, { ...chart, kind: 'line', x: 'at', y: ['temperature', 'humidity'], by: 'plate' }, rows)
  expect(model.unit).toBeNull()
  expect(model.series.map(({ name }) => name)).toEqual(['苏A1 温度 (°C)', '苏B2 温度 (°C)', '苏A1 湿度 (%RH)', '苏B2 湿度 (%RH)'])
})
