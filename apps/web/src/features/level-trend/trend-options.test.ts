import type { LevelTrend, TrendEvent } from '@tanker/contract/level-trend'
import { expect, test } from 'vitest'
import { asReader } from '../../platform/test-reader.ts'
import { LIGHT } from '../../platform/ui/tokens.ts'
import type { TrendQuantity } from './curves.ts'
import { QUANTITY_TEXTS, trendHeight, trendOptions } from './trend-options.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 21)
const at = (minutes: number): number => start + minutes * minute

const compartment = (number: number, times: readonly number[], volumeL: (number | null)[]): LevelTrend['compartments'][number] => ({
  compartment: number,
  oilCode: 92,
  oilName: '92#汽油',
  capacityL: 10_000,
  at: [...times],
  levelMm: volumeL.map((litres) => (litres === null ? null : litres / 10)),
  volumeL,
  v20L: volumeL.map((litres) => (litres === null ? null : litres - 1)),
  temperatureC: volumeL.map(() => 20),
})
const event = (key: string, more: Partial<TrendEvent> = {}): TrendEvent => ({
  key,
  at: new Date(at(5)).toISOString(),
  endedAt: null,
  kind: 'record',
  name: 'operation',
  object: 1,
  grade: null,
  properties: {},
  ...more,
})
const trendOf = (more: Partial<LevelTrend> = {}): LevelTrend => ({
  truckId: 1,
  signCode: '苏E12345',
  readings: 4,
  compartments: [compartment(1, [at(0), at(10), at(40)], [100, 90, 80]), compartment(2, [at(0), at(10), at(20)], [500, null, 480])],
  speed: { at: [at(0), at(10)], speedKmh: [0, 60] },
  events: [],
  moreEvents: false,
  ...more,
})

type Series = {
  type: string
  name?: string
  data: (readonly [number, number | null])[]
  xAxisIndex: number
  yAxisIndex: number
  lineStyle: { type?: string; color: string }
  step?: string
}
type Options = {
  series: Series[]
  yAxis: { name?: string; data?: string[]; scale?: boolean; axisLabel: { formatter?: (value: number) => string } }[]
  xAxis: { min: number; max: number; show?: boolean; axisLabel?: { show: boolean } }[]
  grid: { top: number; height: number }[]
  dataZoom: { startValue: number; endValue: number; xAxisIndex: number[] }[]
}
type Given = Parameters<typeof trendOptions>[0]
const period = { from: at(0), to: at(60) }
const given = (more: Partial<Given> = {}): Given => ({
  trend: trendOf(),
  compared: null,
  detail: null,
  quantities: ['volumeL'],
  period,
  shown: period,
  palette: LIGHT,
  ...more,
})
const optionsOf = (more: Partial<Given> = {}): Options => trendOptions(given(more)) as unknown as Options
const lines = (options: Options): Series[] => options.series.filter(({ type }) => type === 'line')

test('each quantity has a graph of its own with its unit, one below the other, and speed begins at zero', () => {
  const { yAxis, grid, xAxis } = optionsOf({ quantities: ['levelMm', 'speedKmh'] })
  expect(yAxis.slice(1).map(({ name, scale }) => [name, scale])).toEqual([
    ['液位 (mm)', true],
    ['速度 (km/h)', false],
  ])
  expect(grid).toHaveLength(3)
  for (const [index, { top }] of grid.slice(1).entries())
    expect(top).toBeGreaterThanOrEqual((grid[index]?.top ?? 0) + (grid[index]?.height ?? 0))
  const last = grid.at(-1)
  expect((last?.top ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(trendHeight(2))
  // Times stand once, below the last graph.
  expect(xAxis.slice(1).map(({ axisLabel }) => axisLabel?.show)).toEqual([false, true])
})

test('every quantity has its name in both languages and the unit that stands on its axis', async () => {
  const { trendOptions: english } = await asReader({ language: 'en' }, () => import('./trend-options.ts'))
  for (const quantity of Object.keys(QUANTITY_TEXTS) as TrendQuantity[]) {
    const { name, unit } = QUANTITY_TEXTS[quantity]
    const axis = (english(given({ quantities: [quantity] })) as unknown as Options).yAxis[1]
    expect(axis?.name).toBe(`${name.en} (${unit})`)
  }
  expect((english(given()) as unknown as Options).yAxis[0]?.data).toEqual(['Alarms', 'Covers', 'Cargo'])
})

test('all graphs show the same time, and zooming one zooms all', () => {
  const { xAxis, dataZoom } = optionsOf({ quantities: ['levelMm', 'volumeL'], shown: { from: at(10), to: at(20) } })
  expect(xAxis.map(({ min, max }) => [min, max])).toEqual([0, 1, 2].map(() => [at(0), at(60)]))
  expect(dataZoom[0]).toMatchObject({ startValue: at(10), endValue: at(20) })
  expect(dataZoom[0]?.xAxisIndex.toSorted()).toEqual([0, 1, 2])
})

test('a gap in the readings is a gap in the line, and so is a gauge that is out of order', () => {
  const [first, second] = lines(optionsOf())
  expect(first?.data).toEqual([
    [at(0), 100],
    [at(10), 90],
    [at(10) + 1, null],
    [at(40), 80],
  ])
  expect(second?.data).toEqual([
    [at(0), 500],
    [at(10), null],
    [at(20), 480],
  ])
})

test('in a week thinned to stretches, points as far apart as these are no gap', () => {
  const week = { from: at(0), to: at(0) + 7 * 86_400_000 }
  const [first] = lines(optionsOf({ period: week, shown: week }))
  expect(first?.data).toHaveLength(3)
})

test('each compartment has a line of one colour on every graph, named by its number', () => {
  const drawn = lines(optionsOf({ quantities: ['levelMm', 'volumeL'] }))
  expect(drawn.map(({ name, yAxisIndex }) => [name, yAxisIndex])).toEqual([
    ['1仓', 1],
    ['2仓', 1],
    ['1仓', 2],
    ['2仓', 2],
  ])
  expect(drawn[0]?.lineStyle.color).toBe(drawn[2]?.lineStyle.color)
  expect(drawn[0]?.lineStyle.color).not.toBe(drawn[1]?.lineStyle.color)
})

test('speed is the truck’s: one line in steps, without the number of a compartment', () => {
  const [speed, ...others] = lines(optionsOf({ quantities: ['speedKmh'] }))
  expect(others).toEqual([])
  expect(speed).toMatchObject({
    name: '',
    step: 'end',
    data: [
      [at(0), 0],
      [at(10), 60],
    ],
  })
})

test('what is compared lies dashed over what is asked, moved to its time, with its own gaps', () => {
  const dayMs = 86_400_000
  const before = trendOf({ compartments: [compartment(1, [at(0) - dayMs, at(30) - dayMs], [70, 60])] })
  const drawn = lines(optionsOf({ compared: { trend: before, shiftMs: dayMs } }))
  const dashed = drawn.filter(({ lineStyle }) => lineStyle.type === 'dashed')
  expect(dashed[0]?.data).toEqual([
    [at(0), 70],
    [at(0) + 1, null],
    [at(30), 60],
  ])
  expect(dashed[0]?.lineStyle.color).toBe(drawn[0]?.lineStyle.color)
  // A compartment that the truck did not have then has no readings to lay over.
  expect(dashed[1]?.data).toEqual([])
})

test('a closer look is drawn inside its window, without a seam that looks like a gap', () => {
  const detail = trendOf({ compartments: [compartment(1, [at(2), at(4), at(6), at(8)], [98, 96, 94, 92])] })
  const [first] = lines(optionsOf({ detail: { trend: detail, window: { from: at(1), to: at(9) } } }))
  expect(first?.data.map(([time]) => (time - start) / minute).filter(Number.isInteger)).toEqual([0, 2, 4, 6, 8, 10, 40])
})

test('events lie on lanes: alarms on top, then covers, then cargo', () => {
  const names = ['operation', 'cover', 'valve', 'emptying', 'product-change', 'water', 'parking']
  const events = [event('a', { kind: 'alarm', name: '201', grade: 'red' }), ...names.map((name) => event(name, { name }))]
  const [scatter] = optionsOf({ trend: trendOf({ events }) }).series as unknown as { data: { name: string; value: [number, number] }[] }[]
  expect(Object.fromEntries(scatter?.data.map(({ name, value }) => [name, value[1]]) ?? [])).toEqual({
    a: 0,
    operation: 2,
    cover: 1,
    valve: 1,
    emptying: 2,
    'product-change': 2,
    water: 2,
    parking: 0,
  })
})

test('loading points up, unloading down; a cover is a diamond, an alarm a disc of the colour of its grade', () => {
  const events = [
    event('in', { properties: { direction: 'loading' } }),
    event('out', { properties: { direction: 'unloading' } }),
    event('cover', { name: 'cover' }),
    event('alarm', { kind: 'alarm', name: '201', grade: 'black' }),
  ]
  type Mark = { name: string; symbol: string; symbolRotate: number; itemStyle: { color: string } }
  const [scatter] = optionsOf({ trend: trendOf({ events }) }).series as unknown as { data: Mark[] }[]
  expect(scatter?.data.map(({ symbol, symbolRotate, itemStyle }) => [symbol, symbolRotate, itemStyle.color])).toEqual([
    ['triangle', 0, LIGHT.muted],
    ['triangle', 180, LIGHT.muted],
    ['diamond', 0, LIGHT.muted],
    ['circle', 0, LIGHT.gradeBlack],
  ])
})

test('numbers on the axes carry groups of three', () => {
  expect(optionsOf().yAxis[1]?.axisLabel.formatter?.(12_500)).toBe('12,500')
})

test('one graph is high, more are lower each but higher together', () => {
  const heights = [1, 2, 3, 4, 5].map(trendHeight)
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  expect(trendHeight(2)).toBeLessThan(2 * trendHeight(1))
})
