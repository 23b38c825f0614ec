import { ALL_REPORTS } from '@tanker/reports/all-reports'
import { reportsOf } from '@tanker/reports/define-report'
import { expect, test } from 'vitest'
import { exportedValue, type Reader } from './exported-cells.ts'

const reader = (language: Reader['language']): Reader => ({ language, zone: 'Asia/Shanghai', rateUnit: 'permille' })
const COLUMNS = ALL_REPORTS.flatMap(reportsOf).flatMap(({ path, columns }) =>
  Object.entries(columns).map(([name, column]) => ({ what: `${path} ${name}`, column })),
)

test('[D-08] every stored choice of every report is exported by its words, and one that this version does not know is named as unknown', () => {
  const choices = COLUMNS.filter(({ column }) => column.choices.length > 0)
  expect(choices.length).toBeGreaterThan(50)
  for (const { what, column } of choices) {
    for (const { value, label } of column.choices)
      for (const language of ['zh', 'en'] as const) expect(exportedValue(value, column, reader(language)), what).toBe(label[language])
    expect(exportedValue('x-28', column, reader('zh')), what).toBe('未知（x-28）')
    expect(exportedValue('x-28', column, reader('en')), what).toBe('Unknown (x-28)')
  }
})

test('[D-08] a type of alarm that this version does not know is named as unknown', () => {
  const types = COLUMNS.filter(({ column }) => column.kind === 'alarm-type')
  expect(types.length).toBeGreaterThan(0)
  for (const { what, column } of types) expect(exportedValue(9999, column, reader('en')), what).toBe('Unknown (9999)')
})
