import type { EChartsType } from 'echarts/core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { ChartCanvas } from '../../platform/charts/chart-canvas.tsx'
import { seriesColour } from '../../platform/charts/series-colours.ts'
import { text } from '../../platform/language.ts'
import { paletteOf, useTheme } from '../../platform/ui/theme.ts'
import { FONT } from '../../platform/ui/tokens.ts'
import type { Span } from './play-clock.ts'
import type { Played } from './use-playback.ts'

const WORDS = {
  speed: { zh: '速度', en: 'Speed' },
  litres: { zh: '视体积', en: 'Volume' },
  label: { zh: '速度和各仓油量曲线', en: 'Curves of speed and of every compartment' },
} as const

/** The bar below has the same edges, so that one moment stands at one place on both. */
export const EDGE_PX = 56
const HEIGHT_PX = 168
const GAP_MS = 900_000

type Point = readonly [number, number | null]

/** The line breaks where nothing was read for a quarter of an hour. */
const points = (at: readonly number[], values: readonly (number | null)[], stretchMs: number): readonly Point[] =>
  at.flatMap((one, index): Point[] => {
    const before = at[index - 1]
    const point: Point = [one, values[index] ?? null]
    return before !== undefined && one - before > Math.max(GAP_MS, 2 * stretchMs) ? [[before + 1, null], point] : [point]
  })

type CurvesPanelProps = {
  readonly played: readonly Played[]
  readonly colours: readonly (string | null)[]
  readonly span: Span
  readonly at: number
  readonly onSeek: (at: number) => void
}

/** Speed and litres over the whole time with the cursor of the playback; a click goes to its moment. */
export const CurvesPanel = ({ played, colours, span, at, onSeek }: CurvesPanelProps) => {
  const palette = paletteOf(useTheme())
  const isOne = played.length === 1
  const options = useMemo(() => {
    const stretchMs = (span.to - span.from) / 600
    const axis = { axisLabel: { color: palette.muted, fontSize: 11 }, splitLine: { lineStyle: { color: palette.line } } }
    const time = { type: 'time', min: span.from, max: span.to, axisLine: { lineStyle: { color: palette.line } } } as const
    const base = { type: 'line', showSymbol: false, animation: false, silent: true } as const
    const speeds = played.map(({ line, tanks }, index) => ({
      ...base,
      name: isOne ? text(WORDS.speed) : line.plate,
      xAxisIndex: 0,
      yAxisIndex: 0,
      data: tanks ? points(tanks.speed.at, tanks.speed.speedKmh, stretchMs) : [],
      lineStyle: { width: 1.2, color: colours[index] ?? palette.muted },
    }))
    const litres = isOne
      ? (played[0]?.tanks?.compartments ?? []).map((tank, index) => ({
          ...base,
          name: text({ zh: `${tank.compartment}仓`, en: `C${tank.compartment}` }),
          xAxisIndex: 1,
          yAxisIndex: 1,
          data: points(tank.at, tank.volumeL, stretchMs),
          lineStyle: { width: 1.5, color: seriesColour(index) },
        }))
      : []
    const hasLitres = litres.length > 0
    return {
      animation: false,
      textStyle: { fontFamily: FONT, color: palette.ink },
      grid: [
        { left: EDGE_PX, right: 16, top: 8, height: hasLitres ? 50 : 126 },
        { left: EDGE_PX, right: 16, top: 72, height: hasLitres ? 66 : 0 },
      ],
      xAxis: [
        {
          ...time,
          gridIndex: 0,
          axisLabel: { show: !hasLitres, color: palette.muted, fontSize: 11, hideOverlap: true },
          axisTick: { show: false },
        },
        { ...time, gridIndex: 1, show: hasLitres, axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true } },
      ],
      yAxis: [
        { ...axis, gridIndex: 0, type: 'value', min: 0, splitNumber: 2, axisLabel: { ...axis.axisLabel, formatter: '{value} km/h' } },
        {
          ...axis,
          gridIndex: 1,
          show: hasLitres,
          type: 'value',
          min: 0,
          splitNumber: 2,
          axisLabel: { ...axis.axisLabel, formatter: '{value} L' },
        },
      ],
      series: [...speeds, ...litres],
    }
  }, [played, colours, span.from, span.to, isOne, palette])
  const listeners = useRef({ onSeek })
  useEffect(() => {
    listeners.current = { onSeek }
  })
  const onReady = useCallback((chart: EChartsType) => {
    const canvas = chart.getZr()
    const onClick = ({ offsetX, offsetY }: { readonly offsetX: number; readonly offsetY: number }): void => {
      const [moment] = chart.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY]) as [number, number]
      listeners.current.onSeek(moment)
    }
    canvas.on('click', onClick)
    return () => canvas.off('click', onClick)
  }, [])
  const share = (at - span.from) / Math.max(1, span.to - span.from)
  return (
    <div className="playback-curves">
      <ChartCanvas options={options} heightPx={HEIGHT_PX} label={text(WORDS.label)} empty={false} onReady={onReady} />
      <i className="track-cursor" style={{ left: `calc(${EDGE_PX}px + (100% - ${EDGE_PX + 16}px) * ${share})` }} aria-hidden="true" />
    </div>
  )
}
