import { expect, test } from 'vitest'
import { type ChartModel, isEmptyChart } from './chart-model.ts'

const bars = (...values: (number | null)[]): ChartModel => ({
  kind: 'bars',
  names: ['a', 'b'],
  series: [{ name: 's', values }],
  unit: null,
})

test('[8.3-08] a chart without a number is empty; zero is a number', () => {
  expect(isEmptyChart({ kind: 'bars', names: [], series: [], unit: null })).toBe(true)
  expect(isEmptyChart(bars(null, null))).toBe(true)
  expect(isEmptyChart(bars(null, 0))).toBe(false)
  const line = (value: number | null): ChartModel => ({
    kind: 'time',
    series: [{ name: 's', points: [[0, value]] }],
    unit: 'mm',
    marks: [],
  })
  expect(isEmptyChart(line(null))).toBe(true)
  expect(isEmptyChart(line(880))).toBe(false)
})
