import type { GaugeLearning } from '@tanker/contract/gauge-learning'
import { expect, test } from 'vitest'
import { asReader } from '../../platform/test-reader.ts'
import { LIGHT } from '../../platform/ui/tokens.ts'
import { gaugeChartOptions } from './gauge-chart-options.ts'

type Point = GaugeLearning['points'][number]
const point = (levelMm: number, differenceL: number, more: Partial<Point> = {}): Point =>
  ({ at: '2026-11-21T08:00:00.000Z', kind: 'loading', levelMm, volumeL: 8_000, differenceL, sigmaL: 2.5, leftOut: false, ...more }) as Point
const learned = (points: Point[], curve: GaugeLearning['curve'] = []) => ({ points, curve }) as unknown as GaugeLearning

type Series = { type: string; name: string; data: { value?: [number, number]; 0?: number; 1?: number; point?: Point }[] }
type Options = {
  xAxis: { name: string }
  yAxis: { name: string; min: number; max: number }
  series: Series[]
  tooltip: { formatter: (about: { data?: { point?: Point } }) => string }
  grid: { top: number }
}
const optionsOf = (...given: Parameters<typeof learned>): Options =>
  gaugeChartOptions(learned(...given), LIGHT, false) as unknown as Options
const curve = [
  { levelMm: 500, litres: 20, sigma: 4 },
  { levelMm: 1500, litres: 40, sigma: 6 },
]

test('loads by ticket, unloadings by station and what was left out are three kinds of marks', () => {
  const { series } = optionsOf([point(500, 20), point(600, 25, { kind: 'unloading' }), point(700, 900, { leftOut: true })])
  expect(series.slice(0, 3).map(({ name, data }) => [name, data.length])).toEqual([
    ['装油（付油单）', 1],
    ['卸油（站罐）', 1],
    ['剔除', 1],
  ])
})

test('what was left out far away stands at the edge and does not flatten the others', () => {
  const { yAxis, series } = optionsOf([point(500, 20), point(700, 900, { leftOut: true }), point(800, -900, { leftOut: true })])
  expect(yAxis.max).toBeLessThan(100)
  expect(series[2]?.data.map(({ value }) => value?.[1])).toEqual([yAxis.max, yAxis.min])
  // The tooltip still says what was measured.
  expect(series[2]?.data[0]?.point?.differenceL).toBe(900)
})

test('the zero line and the whole band are always in sight, with room around them, in tens of litres', () => {
  const { yAxis } = optionsOf([point(500, 60), point(900, 80)], curve)
  expect(yAxis.min).toBeLessThanOrEqual(-5)
  expect(yAxis.max).toBeGreaterThanOrEqual(85)
  expect([yAxis.min % 10, yAxis.max % 10].map(Math.abs)).toEqual([0, 0])
  expect(optionsOf([]).yAxis).toMatchObject({ min: -10, max: 10 })
})

test('the band lies two sigmas to each side of the fitted line, under one name', () => {
  const [line, below, above] = optionsOf([point(500, 20)], curve).series.slice(3)
  expect([line?.data, below?.data, above?.data]).toEqual([
    [
      [500, 20],
      [1500, 40],
    ],
    [
      [500, 12],
      [1500, 28],
    ],
    [
      [500, 28],
      [1500, 52],
    ],
  ])
  expect(below?.name).toBe(above?.name)
  expect(below?.name).not.toBe(line?.name)
})

test('a mark says when, what and how far paper and gauge are apart, with a sign and its one sigma', () => {
  const { tooltip } = optionsOf([point(500, 20)])
  const tip = (one: Point) => tooltip.formatter({ data: { point: one } }).split('<br>')
  expect(tip(point(512.25, -18.84)).slice(1)).toEqual(['512.3 mm, 8,000 L', '−18.8 ± 2.5 L'])
  expect(tip(point(512, 3, { kind: 'unloading', leftOut: true }))[0]).toMatch(/卸油（站罐）, 剔除$/)
  expect(tooltip.formatter({})).toBe('')
})

test('the axes carry units in both languages, and a narrow chart leaves the legend two lines', async () => {
  const { gaugeChartOptions: english } = await asReader({ language: 'en' }, () => import('./gauge-chart-options.ts'))
  const of = (isNarrow: boolean) => english(learned([]), LIGHT, isNarrow) as unknown as Options
  expect([of(false).xAxis.name, of(false).yAxis.name]).toEqual(['Level (mm)', 'Difference = paper − gauge (L)'])
  expect(optionsOf([]).xAxis.name).toBe('液位 (mm)')
  expect(of(true).grid.top).toBeGreaterThan(of(false).grid.top)
})
