import type { Flow } from '@tanker/contract/flow-change'
import type { FlowStep } from '@tanker/domain/facts/cargo-facts'
import type { Text } from '@tanker/domain/texts/text'
import type { EChartsCoreOption } from 'echarts/core'
import { text } from '../../platform/language.ts'
import { shownTime, shownWhole } from '../../platform/shown-values.ts'
import { FONT, type Palette } from '../../platform/ui/tokens.ts'

export const FLOW_STEP_TEXTS: Readonly<Record<FlowStep, Text>> = {
  surge: { zh: '骤升', en: 'Surge' },
  drop: { zh: '骤降', en: 'Drop' },
  stop: { zh: '中断', en: 'Stopped' },
}

const RATE: Text = { zh: '流量 (L/min)', en: 'Flow (L/min)' }
const MOVED: Text = { zh: '累计 (L)', en: 'Moved (L)' }

const minuteMs = 60_000

/** Bars of flow by the minute, the litres moved so far as a line, and the steps that detection found. */
export const flowOptions = ({ minutes, detected }: Flow, palette: Palette): EChartsCoreOption => {
  const end = (minutes.at(-1)?.at ?? 0) + minuteMs
  return {
    animation: false,
    textStyle: { fontFamily: FONT, color: palette.ink },
    grid: { left: 64, right: 72, top: 34, bottom: 30 },
    axisPointer: { show: true, triggerTooltip: false, label: { show: false } },
    xAxis: {
      type: 'time',
      min: minutes[0]?.at ?? 0,
      max: end,
      axisLine: { lineStyle: { color: palette.line } },
      axisLabel: { color: palette.muted, hideOverlap: true },
      axisTick: { show: false },
      axisPointer: {
        show: true,
        snap: false,
        label: { show: true, formatter: ({ value }: { value: number }) => shownTime(value) },
        lineStyle: { color: palette.muted },
      },
    },
    yAxis: [
      {
        type: 'value',
        min: 0,
        name: text(RATE),
        nameTextStyle: { color: palette.muted, align: 'left', padding: [0, 0, 0, -44] },
        axisLabel: { color: palette.muted, formatter: (value: number) => shownWhole(value) },
        splitLine: { lineStyle: { color: palette.line, opacity: 0.7 } },
        axisPointer: { show: false },
      },
      {
        type: 'value',
        min: 0,
        name: text(MOVED),
        nameTextStyle: { color: palette.muted, align: 'right', padding: [0, -52, 0, 0] },
        axisLabel: { color: palette.muted, formatter: (value: number) => shownWhole(value) },
        splitLine: { show: false },
        axisPointer: { show: false },
      },
    ],
    series: [
      {
        type: 'bar',
        silent: true,
        barMaxWidth: 26,
        data: minutes.map(({ at, rateLpm, step }) => ({
          value: [at + minuteMs / 2, rateLpm],
          itemStyle: { color: step === null ? palette.info : palette.alarm, opacity: step === null ? 0.55 : 0.9 },
          label: {
            show: step !== null,
            position: 'top',
            color: palette.ink,
            fontSize: 11,
            formatter: step === null ? '' : text(FLOW_STEP_TEXTS[step]),
          },
        })),
        ...(detected.length === 0
          ? {}
          : {
              markLine: {
                silent: true,
                symbol: ['none', 'circle'],
                symbolSize: 7,
                lineStyle: { color: palette.alarm, type: 'dashed' },
                label: { show: false },
                data: detected.map(({ at }) => ({ xAxis: Date.parse(at) })),
              },
            }),
      },
      {
        type: 'line',
        yAxisIndex: 1,
        silent: true,
        showSymbol: false,
        data: minutes.map(({ at, movedL }) => [Math.min(at + minuteMs, end), movedL]),
        lineStyle: { color: palette.muted, width: 1.5 },
        itemStyle: { color: palette.muted },
      },
    ],
  }
}
