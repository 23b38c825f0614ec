import type { LevelTrend, TrendEvent } from '@tanker/contract/level-trend'
import type { Text } from '@tanker/domain/texts/text'
import { operationFact } from '@tanker/domain/facts/cargo-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import type { EChartsCoreOption } from 'echarts/core'
import { seriesColour } from '../../platform/charts/series-colours.ts'
import { text } from '../../platform/language.ts'
import { shownTime, shownWhole } from '../../platform/shown-values.ts'
import { FONT, GRADE_COLOUR, type Palette } from '../../platform/ui/tokens.ts'
import { curveOf, type Point, type TrendQuantity, withDetail, withGaps } from './curves.ts'
import type { Window } from './trend-query.ts'

export const QUANTITY_TEXTS: Readonly<Record<TrendQuantity, { readonly name: Text; readonly unit: string }>> = {
  levelMm: { name: { zh: '液位', en: 'Level' }, unit: 'mm' },
  volumeL: { name: { zh: '视体积', en: 'Volume' }, unit: 'L' },
  v20L: { name: { zh: '标准体积', en: 'V20' }, unit: 'L' },
  temperatureC: { name: { zh: '温度', en: 'Temperature' }, unit: '°C' },
  speedKmh: { name: { zh: '速度', en: 'Speed' }, unit: 'km/h' },
}

export const compartmentName = (compartment: number): string => text({ zh: `${compartment}仓`, en: `C${compartment}` })

const LANE_PX = 64
const TOP_PX = 6
const GAP_PX = 30
const FOOT_PX = 26
const LEFT_PX = 62
const RIGHT_PX = 46

const graphPx = (quantities: number): number => (quantities <= 1 ? 340 : quantities === 2 ? 220 : 160)

/** As high as its graphs, one below the other. */
export const trendHeight = (quantities: number): number => TOP_PX + LANE_PX + quantities * (graphPx(quantities) + GAP_PX) + FOOT_PX

/** Events lie on lanes by what they are, the first on top. */
const LANES: readonly Text[] = [
  { zh: '报警', en: 'Alarms' },
  { zh: '开关', en: 'Covers' },
  { zh: '作业', en: 'Cargo' },
]
const ON_COVERS: ReadonlySet<string> = new Set(['cover', 'valve'])
const ON_CARGO: ReadonlySet<string> = new Set(['operation', 'emptying', 'product-change', 'water'])

const laneOf = ({ kind, name }: TrendEvent): number => (kind === 'alarm' ? 0 : ON_COVERS.has(name) ? 1 : ON_CARGO.has(name) ? 2 : 0)

/** Loading points up, unloading down; an opening is a diamond, an alarm a disc. */
const symbolOf = ({ kind, name, properties }: TrendEvent): { readonly symbol: string; readonly symbolRotate: number } => {
  if (kind === 'alarm') return { symbol: 'circle', symbolRotate: 0 }
  if (name === 'operation')
    return { symbol: 'triangle', symbolRotate: stored(properties, operationFact).text('direction') === 'loading' ? 0 : 180 }
  return { symbol: ON_COVERS.has(name) ? 'diamond' : 'rect', symbolRotate: 0 }
}

type Given = {
  readonly trend: LevelTrend
  /** The same truck over another period of the same length. */
  readonly compared: { readonly trend: LevelTrend; readonly shiftMs: number } | null
  /** What was read more closely, and where. */
  readonly detail: { readonly trend: LevelTrend; readonly window: Window } | null
  readonly quantities: readonly TrendQuantity[]
  readonly period: Window
  readonly shown: Window
  readonly palette: Palette
}

/** The graphs of the chosen quantities below each other with one cursor, and the events on a lane above them. */
export const trendOptions = ({ trend, compared, detail, quantities, period, shown, palette }: Given): EChartsCoreOption => {
  const stretchMs = (period.to - period.from) / 400
  const graph = graphPx(quantities.length)
  const time = { type: 'time', min: period.from, max: period.to, axisLine: { lineStyle: { color: palette.line } } } as const
  const points = (quantity: TrendQuantity, compartment: number): readonly Point[] => {
    const overview = curveOf(trend, quantity, compartment)
    return withGaps(detail ? withDetail(overview, curveOf(detail.trend, quantity, compartment), detail.window) : overview, stretchMs)
  }
  const line = (quantity: TrendQuantity, graphIndex: number, compartment: number, index: number) => {
    const colour = quantity === 'speedKmh' ? palette.muted : seriesColour(index)
    const base = {
      type: 'line',
      xAxisIndex: graphIndex + 1,
      yAxisIndex: graphIndex + 1,
      showSymbol: false,
      animation: false,
      silent: true,
      ...(quantity === 'speedKmh' ? { step: 'end' as const } : {}),
    }
    const own = {
      ...base,
      name: compartment === 0 ? '' : compartmentName(compartment),
      data: points(quantity, compartment),
      lineStyle: { color: colour, width: 1.5 },
      itemStyle: { color: colour },
      endLabel: compartment === 0 ? { show: false } : { show: true, color: colour, fontSize: 11, formatter: compartmentName(compartment) },
      labelLayout: { moveOverlap: 'shiftY' },
    }
    if (!compared) return [own]
    const other = curveOf(compared.trend, quantity, compartment).map(([at, value]): Point => [at + compared.shiftMs, value])
    return [
      own,
      {
        ...base,
        data: withGaps(other, stretchMs),
        lineStyle: { color: colour, width: 1.2, type: 'dashed', opacity: 0.7 },
        itemStyle: { color: colour },
      },
    ]
  }
  return {
    animation: false,
    textStyle: { fontFamily: FONT, color: palette.ink },
    axisPointer: {
      link: [{ xAxisIndex: 'all' }],
      show: true,
      triggerTooltip: false,
      lineStyle: { color: palette.muted },
      label: { show: false },
    },
    dataZoom: [
      {
        type: 'inside',
        xAxisIndex: quantities.map((_, index) => index + 1).concat(0),
        startValue: shown.from,
        endValue: shown.to,
        minValueSpan: 60_000,
        zoomOnMouseWheel: 'ctrl',
        moveOnMouseWheel: false,
      },
    ],
    grid: [
      { left: LEFT_PX, right: RIGHT_PX, top: TOP_PX, height: LANE_PX - 10 },
      ...quantities.map((_, index) => ({
        left: LEFT_PX,
        right: RIGHT_PX,
        top: TOP_PX + LANE_PX + index * (graph + GAP_PX) + 16,
        height: graph,
      })),
    ],
    xAxis: [
      { ...time, gridIndex: 0, show: false },
      ...quantities.map((_, index) => ({
        ...time,
        gridIndex: index + 1,
        axisLabel: { show: index === quantities.length - 1, color: palette.muted, hideOverlap: true },
        axisTick: { show: false },
        splitLine: { show: true, lineStyle: { color: palette.line, opacity: 0.5 } },
        axisPointer: {
          show: true,
          label: {
            show: index === quantities.length - 1,
            color: palette.surface,
            backgroundColor: palette.ink,
            formatter: ({ value }: { value: number }) => shownTime(value),
          },
        },
      })),
    ],
    yAxis: [
      {
        type: 'category',
        gridIndex: 0,
        inverse: true,
        data: LANES.map(text),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color: palette.muted, fontSize: 11, interval: 0 },
        splitLine: { show: true, lineStyle: { color: palette.line, opacity: 0.5 } },
        axisPointer: { show: false },
      },
      ...quantities.map((quantity, index) => ({
        type: 'value',
        gridIndex: index + 1,
        scale: quantity !== 'speedKmh',
        name: `${text(QUANTITY_TEXTS[quantity].name)} (${QUANTITY_TEXTS[quantity].unit})`,
        nameLocation: 'end',
        nameGap: 6,
        nameTextStyle: { color: palette.muted, align: 'left', padding: [0, 0, 0, -LEFT_PX + 8] },
        axisLabel: { color: palette.muted, formatter: (value: number) => shownWhole(value) },
        splitNumber: 4,
        splitLine: { lineStyle: { color: palette.line, opacity: 0.7 } },
        axisPointer: { show: false },
      })),
    ],
    series: [
      {
        type: 'scatter',
        xAxisIndex: 0,
        yAxisIndex: 0,
        animation: false,
        cursor: 'pointer',
        symbolSize: 11,
        data: trend.events.map((event) => ({
          value: [Date.parse(event.at), laneOf(event)],
          name: event.key,
          ...symbolOf(event),
          itemStyle: {
            color: event.grade === null ? palette.muted : palette[GRADE_COLOUR[event.grade]],
            borderColor: palette.surface,
            borderWidth: 1,
          },
        })),
      },
      ...quantities.flatMap((quantity, graphIndex) =>
        quantity === 'speedKmh'
          ? line(quantity, graphIndex, 0, 0)
          : trend.compartments.flatMap(({ compartment }, index) => line(quantity, graphIndex, compartment, index)),
      ),
    ],
  }
}
