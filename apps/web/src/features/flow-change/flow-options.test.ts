import type { Flow } from '@tanker/contract/flow-change'
import { FLOW_STEPS } from '@tanker/domain/facts/cargo-facts'
import { expect, test } from 'vitest'
import { asReader } from '../../platform/test-reader.ts'
import { LIGHT } from '../../platform/ui/tokens.ts'
import { FLOW_STEP_TEXTS, flowOptions } from './flow-options.ts'

const minuteMs = 60_000
const start = Date.UTC(2026, 10, 21, 8)
const minute = (index: number, rateLpm: number | null, movedL: number | null, step: Flow['minutes'][number]['step'] = null) => ({
  at: start + index * minuteMs,
  rateLpm,
  movedL,
  step,
})
const flow: Flow = {
  minutes: [minute(0, 900, 900), minute(1, null, null), minute(2, 400, 1_300, 'drop')],
  detected: [{ at: new Date(start + 2 * minuteMs).toISOString(), step: 'drop', rateLpm: 400, beforeLpm: 900 }],
}

type Bar = { value: [number, number | null]; itemStyle: { color: string }; label: { show: boolean; formatter: string } }
type Options = {
  xAxis: { min: number; max: number; axisPointer: { label: { formatter: (at: { value: number }) => string } } }
  yAxis: { name: string; min: number; axisLabel: { formatter: (value: number) => string } }[]
  series: [{ data: Bar[]; markLine?: { data: { xAxis: number }[] } }, { yAxisIndex: number; data: [number, number | null][] }]
}
const optionsOf = (of: Flow): Options => flowOptions(of, LIGHT) as unknown as Options

test('the time runs from the first minute to the end of the last', () => {
  expect(optionsOf(flow).xAxis).toMatchObject({ min: start, max: start + 3 * minuteMs })
})

test('the bar of a minute stands in its middle, and the litres moved at its end', () => {
  const [bars, moved] = optionsOf(flow).series
  expect(bars.data.map(({ value }) => value)).toEqual([
    [start + 0.5 * minuteMs, 900],
    [start + 1.5 * minuteMs, null],
    [start + 2.5 * minuteMs, 400],
  ])
  expect(moved.data).toEqual([
    [start + minuteMs, 900],
    [start + 2 * minuteMs, null],
    [start + 3 * minuteMs, 1_300],
  ])
  expect(moved.yAxisIndex).toBe(1)
})

test('a minute with a step is red and says which; others carry no word', () => {
  const [bars] = optionsOf(flow).series
  expect(bars.data.map(({ itemStyle, label }) => [itemStyle.color, label.show, label.formatter])).toEqual([
    [LIGHT.info, false, ''],
    [LIGHT.info, false, ''],
    [LIGHT.alarm, true, '骤降'],
  ])
})

test('what detection found stands as upright lines; a steady flow has none', () => {
  expect(optionsOf(flow).series[0].markLine?.data).toEqual([{ xAxis: start + 2 * minuteMs }])
  expect(optionsOf({ ...flow, detected: [] }).series[0].markLine).toBeUndefined()
})

test('both axes begin at zero and carry their units, in both languages', async () => {
  expect(optionsOf(flow).yAxis.map(({ name, min }) => [name, min])).toEqual([
    ['流量 (L/min)', 0],
    ['累计 (L)', 0],
  ])
  const { flowOptions: english } = await asReader({ language: 'en', zone: 'Asia/Shanghai' }, () => import('./flow-options.ts'))
  const { yAxis, xAxis } = english(flow, LIGHT) as unknown as Options
  expect(yAxis.map(({ name }) => name)).toEqual(['Flow (L/min)', 'Moved (L)'])
  expect(xAxis.axisPointer.label.formatter({ value: start })).toBe('11/21/2026 16:00:00')
  expect(yAxis[1]?.axisLabel.formatter(12_000)).toBe('12,000')
})

test('every step that detection distinguishes has its word in both languages', () => {
  for (const step of FLOW_STEPS) {
    expect(FLOW_STEP_TEXTS[step].zh, step).toMatch(/^\p{Script=Han}+$/u)
    expect(FLOW_STEP_TEXTS[step].en, step).toMatch(/^[A-Z][a-z]+$/)
  }
  expect(new Set(FLOW_STEPS.map((step) => FLOW_STEP_TEXTS[step].zh)).size).toBe(FLOW_STEPS.length)
})

test('an operation without a reading is an empty chart and no error', () => {
  expect(optionsOf({ minutes: [], detected: [] }).series[0].data).toEqual([])
})
