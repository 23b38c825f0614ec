import type { EChartsCoreOption } from 'echarts/core'
import { shownDecimal, shownTime } from '../shown-values.ts'
import { FONT, type Palette } from '../ui/tokens.ts'
import type { ChartModel } from './chart-model.ts'
import { seriesColour } from './series-colours.ts'

type Option = EChartsCoreOption

/** What is counted has no unit and comes in ones: there is no tick at half a truck. */
const isCounted = (model: ChartModel): boolean =>
  model.kind !== 'time' &&
  model.unit === null &&
  model.series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)))

const shown = (value: unknown, unit: string | null): string =>
  typeof value === 'number' ? `${shownDecimal(value, Number.isInteger(value) ? 0 : 2)}${unit === null ? '' : ` ${unit}`}` : '–'

const axesOf = (palette: Palette): { readonly label: Option; readonly split: Option } => ({
  label: { axisLabel: { color: palette.muted }, axisLine: { lineStyle: { color: palette.line } }, axisTick: { show: false } },
  split: { splitLine: { lineStyle: { color: palette.line } } },
})

/** Names are cut on the axis, days are not; the tooltip has them whole. */
const longestName = 10

/** More names than these, and longer ones, do not stand side by side under a chart as wide as a screen. */
const manyNames = 12
const shortEnough = 5

/** A narrower chart has no room for words around a pie, nor for many times on its axis. */
const narrowPx = 560

/** More points than this on a line are drawn as a line only. */
const manyPoints = 40

const shortName = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name)

/** Names that stand aslant side by side under a narrow chart. */
const manyNarrow = 14

const isTight = (names: readonly string[]): boolean => names.length > manyNames && names.some((name) => name.length > shortEnough)

/** Every name has its place: many of them stand aslant, so that none is left out. */
const namesOf = (names: readonly string[]): Option => ({
  interval: 0,
  formatter: shortName,
  ...(isTight(names) ? { rotate: 32, fontSize: 11 } : { hideOverlap: true }),
})

/** A narrow chart leaves out names between, rather than writing them over one another; the tooltip has them all. */
const withNarrowNames = (drawn: Option, names: readonly string[]): Option =>
  isTight(names)
    ? {
        baseOption: drawn,
        media: [
          { query: { minWidth: narrowPx }, option: { xAxis: { axisLabel: { interval: 0 } } } },
          { query: { maxWidth: narrowPx }, option: { xAxis: { axisLabel: { interval: Math.ceil(names.length / manyNarrow) - 1 } } } },
        ],
      }
    : drawn

const shareText = ({ name, value, percent }: { name: string; value: number; percent: number }): string =>
  `${name}  ${shownDecimal(value, 0)} (${shownDecimal(percent, 1)}%)`

type TimeModel = Extract<ChartModel, { readonly kind: 'time' }>

/** Moments as upright lines. */
const marksOf = ({ marks, markNames }: TimeModel, palette: Palette): Option => ({
  symbol: 'none',
  silent: true,
  label: { show: markNames !== undefined, color: palette.muted, fontSize: 10, formatter: ({ name }: { name: string }) => name },
  lineStyle: { color: palette.alarm, type: 'dashed' },
  data: marks.map((xAxis, index) => ({ xAxis, ...(markNames ? { name: markNames[index] ?? '' } : {}) })),
})

/** Values that are as good as zero, and times that are shaded. */
const areasOf = ({ band, spans = [] }: TimeModel, palette: Palette): Option => ({
  silent: true,
  itemStyle: { color: palette.info, opacity: 0.16 },
  data: [...(band ? [[{ yAxis: band.from }, { yAxis: band.to }]] : []), ...spans.map(({ from, to }) => [{ xAxis: from }, { xAxis: to }])],
})

/** Readings that stand out, over the lines. */
const dotsOf = ({ dots = [], series }: TimeModel, palette: Palette): Option[] =>
  dots.map(({ name, points }) => ({
    name,
    type: 'scatter',
    symbolSize: 8,
    z: 5,
    itemStyle: {
      color: seriesColour(
        Math.max(
          0,
          series.findIndex((one) => one.name === name),
        ),
      ),
      borderColor: palette.surface,
      borderWidth: 1,
    },
    data: points,
  }))

/** Shares beside their parts; where there is no room for that, in a list beside the pie. */
function pieOptions(model: Extract<ChartModel, { readonly names: readonly string[] }>, palette: Palette, base: Option): Option {
  const values = new Map(model.names.map((name, index) => [name, model.series[0]?.values[index] ?? 0]))
  const all = [...values.values()].reduce((sum, value) => sum + value, 0)
  const share = (name: string): string => {
    const value = values.get(name) ?? 0
    return shareText({ name, value, percent: all === 0 ? 0 : (value / all) * 100 })
  }
  return {
    baseOption: {
      ...base,
      series: [
        {
          type: 'pie',
          radius: ['40%', '70%'],
          label: { color: palette.ink, formatter: shareText },
          itemStyle: { borderColor: palette.surface, borderWidth: 1 },
          data: [...values].map(([name, value]) => ({ name, value })),
        },
      ],
    },
    media: [
      { query: { minWidth: narrowPx }, option: {} },
      {
        query: { maxWidth: narrowPx },
        option: {
          legend: { show: true, orient: 'vertical', right: 0, top: 'middle', itemWidth: 10, itemHeight: 10, formatter: share },
          series: [{ radius: ['45%', '75%'], center: ['22%', '50%'], label: { show: false } }],
        },
      },
    ],
  }
}

/** How the library draws what a chart shows. */
export const chartOptions = (model: ChartModel, palette: Palette): Option => {
  const { label, split } = axesOf(palette)
  const axes = 'axes' in model ? model.axes : undefined
  const hasLegend = model.series.length > 1 && model.kind !== 'pie' && model.kind !== 'heat'
  const valueName = axes?.values ? `${axes.values}${model.unit === null ? '' : ` (${model.unit})`}` : (model.unit ?? '')
  const base = {
    animation: false,
    color: Array.from({ length: 10 }, (_, index) => seriesColour(index)),
    textStyle: { fontFamily: FONT, color: palette.ink },
    grid: {
      left: 8,
      right: 20,
      top: (hasLegend ? 24 : 6) + (valueName === '' || model.kind === 'heat' ? 6 : 24),
      bottom: axes?.names ? 22 : 4,
      containLabel: true,
    },
    legend: {
      top: 0,
      type: 'scroll',
      itemWidth: 14,
      itemHeight: 8,
      textStyle: { color: palette.ink },
      pageTextStyle: { color: palette.muted },
      pageIconColor: palette.ink,
      pageIconInactiveColor: palette.line,
      show: hasLegend,
    },
    tooltip: {
      trigger: model.kind === 'pie' || model.kind === 'heat' ? 'item' : 'axis',
      backgroundColor: palette.surface,
      borderColor: palette.line,
      textStyle: { color: palette.ink },
      confine: true,
      valueFormatter: (value: unknown) => shown(value, model.unit),
    },
  }
  const value = {
    type: 'value',
    name: valueName,
    nameTextStyle: { color: palette.muted, align: 'left' },
    scale: model.kind === 'time',
    splitNumber: 4,
    ...(isCounted(model) ? { minInterval: 1 } : {}),
    ...label,
    ...split,
  }
  const nameTitle = axes?.names ? { name: axes.names, nameLocation: 'middle', nameGap: 26, nameTextStyle: { color: palette.muted } } : {}
  switch (model.kind) {
    case 'time':
      return {
        baseOption: {
          ...base,
          xAxis: { type: 'time', ...label, axisPointer: { label: { formatter: ({ value: at }: { value: number }) => shownTime(at) } } },
          yAxis: { ...value, ...(model.range ? { min: model.range.from, max: model.range.to } : {}) },
          series: [
            ...model.series.map(({ name, points }, index) => ({
              name,
              type: 'line',
              showSymbol: false,
              ...(model.steps && { step: 'end' as const }),
              data: points,
              ...(index === 0 && model.marks.length > 0 ? { markLine: marksOf(model, palette) } : {}),
              ...(index === 0 && (model.band || model.spans) ? { markArea: areasOf(model, palette) } : {}),
            })),
            ...dotsOf(model, palette),
          ],
        },
        media: [
          { query: { minWidth: narrowPx }, option: { xAxis: { splitNumber: 8 } } },
          { query: { maxWidth: narrowPx }, option: { xAxis: { splitNumber: 3 } } },
        ],
      }
    case 'pie':
      return pieOptions(model, palette, base)
    case 'heat':
      return {
        ...base,
        xAxis: { type: 'category', data: model.names, ...nameTitle, ...label },
        yAxis: { type: 'category', data: model.series.map(({ name }) => name), ...label },
        visualMap: {
          min: 0,
          max: Math.max(1, ...model.series.flatMap(({ values }) => values.map((one) => one ?? 0))),
          show: false,
          inRange: { color: [palette.raised, palette.info] },
        },
        series: [
          {
            type: 'heatmap',
            label: { show: true, color: palette.ink },
            labelLayout: { hideOverlap: true },
            data: model.series.flatMap(({ values }, row) => values.flatMap((one, column) => (one === null ? [] : [[column, row, one]]))),
          },
        ],
      }
    default:
      return withNarrowNames(
        {
          ...base,
          xAxis: {
            type: 'category',
            data: model.names,
            ...nameTitle,
            ...label,
            axisLabel: { color: palette.muted, ...namesOf(model.names) },
          },
          yAxis: value,
          series: model.series.map(({ name, values }) => ({
            name,
            type: model.kind === 'line' ? 'line' : 'bar',
            data: values,
            barMaxWidth: 28,
            // So many points are a line of their own.
            showSymbol: values.length <= manyPoints,
            ...(model.kind === 'stacked' ? { stack: 'all' } : {}),
          })),
        },
        model.names,
      )
  }
}
