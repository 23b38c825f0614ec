import type { GaugeLearning } from '@tanker/contract/gauge-learning'
import type { Text } from '@tanker/domain/texts/text'
import type { EChartsCoreOption } from 'echarts/core'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownSigned, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { FONT, type Palette } from '../../platform/ui/tokens.ts'

const WORDS = {
  level: { zh: '液位 (mm)', en: 'Level (mm)' },
  difference: { zh: '差量 = 单据 − 液位仪 (L)', en: 'Difference = paper − gauge (L)' },
  loading: { zh: '装油（付油单）', en: 'Loading (ticket)' },
  unloading: { zh: '卸油（站罐）', en: 'Unloading (station)' },
  leftOut: { zh: '剔除', en: 'Left out' },
  line: { zh: '拟合线', en: 'Fitted line' },
  band: { zh: '95% 范围', en: '95 % range' },
} as const satisfies Readonly<Record<string, Text>>

type Point = GaugeLearning['points'][number]
/** Two sigmas to each side. */
const bandSigmas = 2
/** Room above and below what counts, as a share of it. */
const margin = 0.15

/** Litres from the lowest to the highest that count; what was left out far away stands at the edge. */
function shownLitres(used: readonly Point[], curve: GaugeLearning['curve']): readonly [number, number] {
  const all = [0, ...used.map(({ differenceL }) => differenceL)]
  for (const { litres, sigma } of curve) all.push(litres - bandSigmas * sigma, litres + bandSigmas * sigma)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const room = Math.max(5, (most - least) * margin)
  const tens = (value: number, round: (of: number) => number): number => round(value / 10) * 10
  return [tens(least - room, Math.floor), tens(most + room, Math.ceil)]
}

/** Each load by its level and what gauge and paper differ by, with the line that was found and where it may lie. */
export const gaugeChartOptions = ({ points, curve }: GaugeLearning, palette: Palette, isNarrow: boolean): EChartsCoreOption => {
  const used = points.filter(({ leftOut }) => !leftOut)
  const [least, most] = shownLitres(used, curve)
  const dots = (name: Text, shown: readonly Point[], symbol: string, colour: string, opacity: number) => ({
    type: 'scatter',
    name: text(name),
    symbol,
    symbolSize: 8,
    itemStyle: { color: colour, opacity },
    data: shown.map((point) => ({ value: [point.levelMm, Math.min(most, Math.max(least, point.differenceL))], point })),
  })
  const lines = (name: Text, of: (at: GaugeLearning['curve'][number]) => number, style: object) => ({
    type: 'line',
    name: text(name),
    silent: true,
    symbol: 'none',
    data: curve.map((at) => [at.levelMm, of(at)]),
    ...style,
  })
  const edge = { lineStyle: { color: palette.ink, width: 1, type: 'dashed', opacity: 0.55 }, itemStyle: { color: palette.ink } }
  return {
    animation: false,
    textStyle: { fontFamily: FONT, color: palette.ink },
    grid: { left: 56, right: 20, top: isNarrow ? 78 : 54, bottom: 46 },
    legend: { top: 0, left: 0, itemGap: 14, itemWidth: 16, itemHeight: 9, textStyle: { color: palette.ink } },
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: palette.raised,
      borderColor: palette.line,
      textStyle: { color: palette.ink },
      formatter: ({ data }: { data?: { point?: Point } }) => (data?.point ? tipOf(data.point) : ''),
    },
    xAxis: {
      type: 'value',
      scale: true,
      name: text(WORDS.level),
      nameLocation: 'middle',
      nameGap: 28,
      nameTextStyle: { color: palette.muted },
      axisLine: { lineStyle: { color: palette.line }, onZero: false },
      axisTick: { show: false },
      axisLabel: { color: palette.muted, hideOverlap: true, formatter: (value: number) => shownWhole(value) },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      min: least,
      max: most,
      name: text(WORDS.difference),
      nameTextStyle: { color: palette.muted, align: 'left', padding: [0, 0, 0, -48] },
      axisLabel: { color: palette.muted, formatter: (value: number) => shownWhole(value) },
      splitLine: { lineStyle: { color: palette.line, opacity: 0.7 } },
    },
    series: [
      dots(
        WORDS.loading,
        used.filter(({ kind }) => kind === 'loading'),
        'circle',
        palette.info,
        0.75,
      ),
      dots(
        WORDS.unloading,
        used.filter(({ kind }) => kind === 'unloading'),
        'diamond',
        palette.parked,
        0.75,
      ),
      dots(
        WORDS.leftOut,
        points.filter(({ leftOut }) => leftOut),
        'path://M0,1L1,0L5,4L9,0L10,1L6,5L10,9L9,10L5,6L1,10L0,9L4,5Z',
        palette.alarm,
        0.95,
      ),
      lines(WORDS.line, ({ litres }) => litres, { lineStyle: { color: palette.ink, width: 2 }, itemStyle: { color: palette.ink }, z: 5 }),
      // Both edges have one name, so that the legend says it once.
      lines(WORDS.band, ({ litres, sigma }) => litres - bandSigmas * sigma, edge),
      lines(WORDS.band, ({ litres, sigma }) => litres + bandSigmas * sigma, edge),
    ],
  }
}

const tipOf = ({ at, kind, levelMm, volumeL, differenceL, sigmaL, leftOut }: Point): string =>
  [
    `${shownTime(at)} ${text(kind === 'loading' ? WORDS.loading : WORDS.unloading)}${leftOut ? `, ${text(WORDS.leftOut)}` : ''}`,
    `${shownDecimal(levelMm, 1)} mm, ${shownWhole(volumeL)} L`,
    `${shownSigned(differenceL, 1)} ± ${shownDecimal(sigmaL, 1)} L`,
  ].join('<br>')
