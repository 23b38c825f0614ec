import { expect, test } from 'vitest'
import { asReader } from '../test-reader.ts'
import { DARK, LIGHT, PRODUCT_COLOUR, STATUS_COLOUR } from '../ui/tokens.ts'
import type { ChartModel } from './chart-model.ts'
import { chartOptions } from './chart-options.ts'
import { seriesColour } from './series-colours.ts'

type Named = Extract<ChartModel, { readonly names: readonly string[] }>
const named = (more: Partial<Named> = {}): Named => ({
  kind: 'bars',
  names: ['苏E11111', '苏E22222'],
  series: [{ name: '损耗', values: [12.5, null] }],
  unit: 'L',
  ...more,
})
const time: ChartModel = {
  kind: 'time',
  unit: 'mm',
  marks: [5],
  series: [
    {
      name: '1仓',
      points: [
        [0, 100],
        [10, null],
        [20, 90],
      ],
    },
    { name: '2仓', points: [[0, 50]] },
  ],
}

type Axis = {
  type: string
  name?: string
  data?: string[]
  scale?: boolean
  min?: number
  axisLabel: { formatter?: (name: string) => string; interval?: number }
}
type Series = { type: string; name: string; data: unknown; stack?: string; showSymbol?: boolean; markLine?: { data: { xAxis: number }[] } }
type Options = {
  xAxis: Axis
  yAxis: Axis
  series: Series[]
  legend: { show: boolean }
  grid: { top: number; bottom: number }
  tooltip: { trigger: string; valueFormatter: (value: unknown) => string }
  visualMap: { max: number }
}
const optionsOf = (model: ChartModel, palette = LIGHT): Options => {
  const options = chartOptions(model, palette) as unknown as Options & { baseOption?: Options }
  return options.baseOption ?? options
}

test('an axis of counts has whole ticks only; one of litres or of rates has what it needs', () => {
  const leastOf = (model: ChartModel) => (optionsOf(model) as { yAxis?: { minInterval?: number } }).yAxis?.minInterval
  const of = (values: readonly number[], unit: string | null) =>
    leastOf({ kind: 'bars', names: ['a', 'b'], series: [{ name: 'x', values }], unit })
  expect([of([1, 2], null), of([1, 2], 'L'), of([0.5, 2], null)]).toEqual([1, undefined, undefined])
})

test('the axis of values carries what is counted and its unit; without either it carries nothing', () => {
  const name = (model: ChartModel) => optionsOf(model).yAxis.name
  expect(name(named())).toBe('L')
  expect(name(named({ axes: { names: null, values: '损耗' } }))).toBe('损耗 (L)')
  expect(name(named({ unit: null, axes: { names: null, values: '次数' } }))).toBe('次数')
  expect(name(named({ unit: null }))).toBe('')
})

test('bars begin at zero; levels over time begin where they are', () => {
  expect(optionsOf(named()).yAxis.scale).toBe(false)
  expect(optionsOf(named({ kind: 'line' })).yAxis.scale).toBe(false)
  expect(optionsOf(time).yAxis.scale).toBe(true)
})

test('a value that is not there is left out: a gap in a line, no bar of zero, no cell', () => {
  expect(optionsOf(named()).series[0]?.data).toEqual([12.5, null])
  expect(optionsOf(time).series[0]?.data).toEqual([
    [0, 100],
    [10, null],
    [20, 90],
  ])
  const heat = optionsOf(
    named({
      kind: 'heat',
      series: [
        { name: '周一', values: [null, 0] },
        { name: '周二', values: [3, null] },
      ],
    }),
  )
  expect(heat.series[0]?.data).toEqual([
    [1, 0, 0],
    [0, 1, 3],
  ])
})

test('the tooltip says a value with its unit, whole numbers without decimals, and a dash for none', () => {
  const { valueFormatter } = optionsOf(named()).tooltip
  expect([valueFormatter(12.345), valueFormatter(1_200), valueFormatter(0), valueFormatter(null), valueFormatter('-')]).toEqual([
    '12.35 L',
    '1,200 L',
    '0 L',
    '–',
    '–',
  ])
  expect(optionsOf(named({ unit: null })).tooltip.valueFormatter(3)).toBe('3')
})

test('a legend stands where several series must be distinguished, and not beside one line or a pie', () => {
  const two = [
    { name: 'a', values: [1, 2] },
    { name: 'b', values: [1, 2] },
  ]
  expect(optionsOf(named()).legend.show).toBe(false)
  expect(optionsOf(named({ series: two })).legend.show).toBe(true)
  expect(optionsOf(time).legend.show).toBe(true)
  expect(optionsOf(named({ kind: 'pie', series: two })).legend.show).toBe(false)
  expect(optionsOf(named({ kind: 'heat', series: two })).legend.show).toBe(false)
})

test('stacked series lie on one another, others beside', () => {
  const series = [
    { name: 'a', values: [1, 2] },
    { name: 'b', values: [1, 2] },
  ]
  expect(optionsOf(named({ kind: 'stacked', series })).series.map(({ type, stack }) => [type, stack])).toEqual([
    ['bar', 'all'],
    ['bar', 'all'],
  ])
  expect(optionsOf(named({ series })).series[0]?.stack).toBeUndefined()
  expect(optionsOf(named({ kind: 'line', series })).series[0]).toMatchObject({ type: 'line' })
})

test('every name stands below its bar, cut where it is long', () => {
  const { axisLabel } = optionsOf(named()).xAxis
  expect(axisLabel.interval).toBe(0)
  expect([axisLabel.formatter?.('苏E11111'), axisLabel.formatter?.('江苏省丹阳市开发区加油站')]).toEqual([
    '苏E11111',
    '江苏省丹阳市开发区…',
  ])
})

test('[D-48] twenty plates stand aslant below their bars, so that every one can be read; hours and few names stand upright', () => {
  const many = (name: (index: number) => string) =>
    optionsOf(named({ names: Array.from({ length: 20 }, (_, index) => name(index)) })).xAxis.axisLabel
  expect(many((index) => `苏E1000${index}`)).toMatchObject({ rotate: 32, interval: 0 })
  expect(many((index) => `苏E1000${index}`)).not.toHaveProperty('hideOverlap')
  expect(many((index) => `${index}:00`)).not.toHaveProperty('rotate')
  expect(optionsOf(named()).xAxis.axisLabel).not.toHaveProperty('rotate')
})

test('a narrow chart leaves out names between where all of them would lie over one another', () => {
  const narrowOf = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `苏E1000${index}`)
    const { media } = chartOptions(named({ names }), LIGHT) as { media?: { query: { maxWidth?: number }; option: { xAxis: Axis } }[] }
    return media?.find(({ query }) => query.maxWidth !== undefined)?.option.xAxis.axisLabel.interval
  }
  expect([narrowOf(12), narrowOf(14), narrowOf(15), narrowOf(28), narrowOf(29)]).toEqual([undefined, 0, 1, 1, 2])
})

test('points of a short line can be seen; many points are a line', () => {
  const values = (count: number) =>
    named({ kind: 'line', series: [{ name: 'a', values: Array.from({ length: count }, (_, index) => index) }] })
  expect([optionsOf(values(40)).series[0]?.showSymbol, optionsOf(values(41)).series[0]?.showSymbol]).toEqual([true, false])
})

test('moments are upright lines, drawn once however many series there are', () => {
  const marked = optionsOf(time).series.map(({ markLine }) => markLine?.data)
  expect(marked).toEqual([[{ xAxis: 5 }], undefined])
  expect(optionsOf({ ...time, marks: [] }).series[0]?.markLine).toBeUndefined()
})

test('the warmest cell of a heat map is the greatest value, and a map of zeros is cold', () => {
  const of = (...values: (number | null)[]) => optionsOf(named({ kind: 'heat', series: [{ name: 'a', values }] })).visualMap.max
  expect([of(3, 9, null), of(0, null), of()]).toEqual([9, 1, 1])
})

type Pie = {
  baseOption: { series: { data: { name: string; value: number }[]; label: { formatter: (part: object) => string } }[] }
  media: { query: { maxWidth?: number; minWidth?: number }; option: { legend?: { formatter: (name: string) => string } } }[]
}
test('a pie says each part with its share, and without values no share is a number divided by zero', () => {
  const pie = (values: (number | null)[]) => chartOptions(named({ kind: 'pie', series: [{ name: 'a', values }] }), LIGHT) as unknown as Pie
  const { baseOption, media } = pie([30, 10])
  expect(baseOption.series[0]?.data).toEqual([
    { name: '苏E11111', value: 30 },
    { name: '苏E22222', value: 10 },
  ])
  const narrow = media.find(({ query }) => query.maxWidth !== undefined)?.option.legend
  expect([narrow?.formatter('苏E11111'), narrow?.formatter('苏E22222')]).toEqual(['苏E11111  30 (75.0%)', '苏E22222  10 (25.0%)'])
  expect(baseOption.series[0]?.label.formatter({ name: 'x', value: 1234, percent: 12.34 })).toBe('x  1,234 (12.3%)')
  const none = pie([0, null]).media.find(({ query }) => query.maxWidth !== undefined)?.option.legend
  expect(none?.formatter('苏E22222')).toBe('苏E22222  0 (0.0%)')
})

test('in the dark the words are light', () => {
  expect(optionsOf(named(), DARK)).toMatchObject({ textStyle: { color: DARK.ink }, tooltip: { backgroundColor: DARK.surface } })
})

test('the pointer on an axis of time says the time as the user writes it', async () => {
  type Timed = { baseOption: { xAxis: { axisPointer: { label: { formatter: (at: { value: number }) => string } } } } }
  const { chartOptions: english } = await asReader({ language: 'en', zone: 'Asia/Shanghai' }, () => import('./chart-options.ts'))
  const { formatter } = (english(time, LIGHT) as unknown as Timed).baseOption.xAxis.axisPointer.label
  expect(formatter({ value: Date.UTC(2026, 10, 21, 16) })).toBe('11/22/2026 00:00:00')
})

test('lines beside each other have colours of their own: none of another line, of a state or of a product', () => {
  const colours = Array.from({ length: 10 }, (_, index) => seriesColour(index))
  expect(new Set(colours).size).toBe(10)
  expect(seriesColour(10)).toBe(colours[0])
  const taken: string[] = [...STATUS_COLOUR.flatMap((name) => [LIGHT[name], DARK[name]]), ...Object.values(PRODUCT_COLOUR)]
  for (const colour of colours) expect(taken).not.toContain(colour)
})

test('a line of changes alone holds each value until the next one', () => {
  const stepsOf = (model: ChartModel) =>
    ((chartOptions(model, LIGHT).baseOption?.series ?? []) as { step?: string }[]).map(({ step }) => step)
  expect(stepsOf(time)).toEqual([undefined, undefined])
  expect(stepsOf({ ...time, steps: true })).toEqual(['end', 'end'])
})
