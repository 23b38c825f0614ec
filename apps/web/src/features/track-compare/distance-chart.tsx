import type { EChartsType } from 'echarts/core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { ChartCanvas } from '../../platform/charts/chart-canvas.tsx'
import { seriesColour } from '../../platform/charts/series-colours.ts'
import { text } from '../../platform/language.ts'
import { paletteOf, useTheme } from '../../platform/ui/theme.ts'
import { FONT } from '../../platform/ui/tokens.ts'
import { trackName } from './compare-words.ts'
import type { Compared } from './use-compared-tracks.ts'

const WORDS = {
  label: { zh: '各轨迹沿途车速', en: 'Speed of each track along its way' },
} as const

const HEIGHT_PX = 168
const EDGE_PX = 56
const RIGHT_PX = 40
/** Points of a curve at most: more than a screen has room for. */
const MOST_POINTS = 800

type Point = readonly [number, number]

/** Speed by kilometres driven: the highest of each part, so that a short stop or a race is not lost between two points. */
function speedAlong({ line, figures }: Compared): Point[] {
  const whole = figures?.drivenKm ?? 0
  if (whole === 0) return []
  const part = whole / MOST_POINTS
  const points: [number, number][] = []
  for (let index = 0; index < line.at.length; index += 1) {
    const km = (line.drivenM[index] as number) / 1000
    const kmh = line.kmh[index] as number
    const last = points.at(-1)
    if (last && km - last[0] < part) last[1] = Math.max(last[1], kmh)
    else points.push([km, kmh])
  }
  return points
}

type DistanceChartProps = {
  readonly compared: readonly Compared[]
  /** Kilometres driven at which the trucks are shown. */
  readonly km: number
  readonly onKm: (km: number) => void
}

/** Speed along the way of each track, from its start; a click shows the trucks there. */
export const DistanceChart = ({ compared, km, onKm }: DistanceChartProps) => {
  const palette = paletteOf(useTheme())
  const most = Math.max(0.1, ...compared.map(({ figures }) => figures?.drivenKm ?? 0))
  const options = useMemo(() => {
    const axisLabel = { color: palette.muted, fontSize: 11 }
    return {
      animation: false,
      textStyle: { fontFamily: FONT, color: palette.ink },
      grid: { left: EDGE_PX, right: RIGHT_PX, top: 12, bottom: 26 },
      xAxis: {
        type: 'value',
        min: 0,
        max: most,
        axisLabel: { ...axisLabel, formatter: '{value} km', showMaxLabel: false },
        axisLine: { lineStyle: { color: palette.line } },
        splitLine: { show: false },
      },
      yAxis: {
        type: 'value',
        min: 0,
        splitNumber: 3,
        axisLabel: { ...axisLabel, formatter: '{value} km/h' },
        splitLine: { lineStyle: { color: palette.line } },
      },
      series: compared.map((one, index) => ({
        type: 'line',
        name: trackName(index),
        showSymbol: false,
        silent: true,
        data: speedAlong(one),
        lineStyle: { width: 1.4, color: seriesColour(index) },
      })),
    }
  }, [compared, most, palette])
  const listeners = useRef({ onKm })
  useEffect(() => {
    listeners.current = { onKm }
  })
  const onReady = useCallback((chart: EChartsType) => {
    const canvas = chart.getZr()
    const onClick = ({ offsetX, offsetY }: { readonly offsetX: number; readonly offsetY: number }): void => {
      const [clicked] = chart.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY]) as [number, number]
      listeners.current.onKm(Math.max(0, clicked))
    }
    canvas.on('click', onClick)
    return () => canvas.off('click', onClick)
  }, [])
  return (
    <div className="compare-chart">
      <ChartCanvas options={options} heightPx={HEIGHT_PX} label={text(WORDS.label)} empty={false} onReady={onReady} />
      <i
        className="track-cursor"
        style={{ left: `calc(${EDGE_PX}px + (100% - ${EDGE_PX + RIGHT_PX}px) * ${Math.min(1, km / most)})` }}
        aria-hidden="true"
      />
    </div>
  )
}
