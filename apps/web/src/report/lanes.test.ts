import type { ReportView } from '@tanker/contract/report-view'
import { expect, test } from 'vitest'
import { spanOf } from '../platform/charts/lanes-chart.tsx'
import type { ReportColumn } from './cell-text.ts'
import { lanesOf } from './lanes.ts'

const column = (name: string, kind: ReportColumn['kind'], label: string, choices: ReportColumn['choices'] = []): ReportColumn => ({
  name,
  kind,
  label,
  unit: null,
  digits: 0,
  sortable: false,
  total: false,
  leadsTo: null,
  choices,
  hint: null,
  leads: null,
})
const columns = [
  column('part', 'choice', '设备', [
    { value: 'seal', label: '铅封' },
    { value: 'power', label: '供电' },
  ]),
  column('compartment', 'compartment', '仓号'),
  column('fault', 'choice', '故障', [{ value: 'silent', label: '无应答' }]),
]
const chart = {
  kind: 'lanes',
  x: 'startedAt',
  lanes: { to: 'endedAt', lane: ['part', 'compartment'], words: ['fault'], grade: 'grade' },
} as unknown as NonNullable<ReportView['chart']>
const at = (hour: number): string => new Date(Date.UTC(2026, 10, 21, hour)).toISOString()

test('each device has a lane, the one that failed first above; a fault without an end lasts', () => {
  const rows = [
    { id: '3', part: 'seal', compartment: 2, startedAt: at(5), endedAt: null, fault: 'silent', grade: 'yellow' },
    { id: '2', part: 'seal', compartment: 2, startedAt: at(2), endedAt: at(3), fault: 'silent', grade: 'red' },
    { id: '1', part: 'power', compartment: null, startedAt: at(1), endedAt: at(4), fault: null, grade: 'black' },
  ]
  const lanes = lanesOf({ columns } as unknown as ReportView, chart, rows)
  expect(lanes.map(({ name, spans }) => [name, spans.map(({ words, to }) => [words, to])])).toEqual([
    ['供电', [['', Date.parse(at(4))]]],
    [
      '铅封 2仓',
      [
        ['无应答', Date.parse(at(3))],
        ['无应答', null],
      ],
    ],
  ])
  expect(spanOf(lanes, Date.parse(at(9)))).toEqual({ from: Date.parse(at(1)), to: Date.parse(at(9)) })
})

test('a single moment is drawn on an hour', () => {
  const rows = [{ id: '1', part: 'power', compartment: null, startedAt: at(1), endedAt: at(1), fault: null, grade: 'red' }]
  const lanes = lanesOf({ columns } as unknown as ReportView, chart, rows)
  expect(spanOf(lanes, Date.parse(at(1)))).toEqual({ from: Date.parse(at(1)), to: Date.parse(at(2)) })
})
