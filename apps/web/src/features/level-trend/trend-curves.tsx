import type { LevelTrend, TrendEvent } from '@tanker/contract/level-trend'
import type { EChartsType } from 'echarts/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ChartCanvas } from '../../platform/charts/chart-canvas.tsx'
import { text } from '../../platform/language.ts'
import { paletteOf, useTheme } from '../../platform/ui/theme.ts'
import type { TrendQuantity } from './curves.ts'
import { CursorValues } from './cursor-values.tsx'
import { EventDialog, EventList } from './trend-events.tsx'
import { QUANTITY_TEXTS, trendHeight, trendOptions } from './trend-options.ts'
import { type TrendAsked, useTrend, type Window } from './trend-query.ts'

const WORDS = {
  curves: { zh: '曲线', en: 'Curves' },
  whole: { zh: '显示全部时段', en: 'Show the whole period' },
  zoomHint: { zh: '按住 Ctrl 滚动可缩放，拖动可平移', en: 'Ctrl + wheel zooms, dragging moves' },
} as const

const ZOOM_SETTLES_MS = 250
/** From this part of the period on, closer readings are asked for. */
const CLOSER_SHARE = 0.5
const LOOK_AROUND_MS = 600_000

type TrendCurvesProps = {
  readonly asked: TrendAsked
  readonly trend: LevelTrend
  readonly compared: { readonly trend: LevelTrend; readonly shiftMs: number } | null
  readonly quantities: readonly TrendQuantity[]
  /** What of the period is shown. */
  readonly shown: Window
  readonly onShow: (window: Window) => void
}

const labelOf = (trend: LevelTrend, quantities: readonly TrendQuantity[]): string => {
  const names = quantities.map((quantity) => QUANTITY_TEXTS[quantity].name)
  return text({
    zh: `${trend.signCode} ${names.map(({ zh }) => zh).join('、')}曲线，${trend.compartments.length} 个仓，${trend.events.length} 个事件；游标处读数见表`,
    en: `${trend.signCode}: curves of ${names.map(({ en }) => en.toLowerCase()).join(', ')}, ${trend.compartments.length} compartments, ${trend.events.length} events; values at the cursor are in the table`,
  })
}

/** The curves with one cursor, what stood at it, and what happened. */
export const TrendCurves = ({ asked, trend, compared, quantities, shown, onShow }: TrendCurvesProps) => {
  const palette = paletteOf(useTheme())
  const [cursor, setCursor] = useState<number | null>(null)
  const [picked, setPicked] = useState<TrendEvent | null>(null)
  const chart = useRef<EChartsType | null>(null)
  const { from, to } = asked
  const zoomed = shown.from > from || shown.to < to
  const closer = zoomed && shown.to - shown.from < (to - from) * CLOSER_SHARE
  const detail = useTrend(closer ? { ...asked, from: Math.round(shown.from), to: Math.round(shown.to) } : null, 'silent').data

  const options = useMemo(
    () =>
      trendOptions({
        trend,
        compared,
        detail:
          closer && detail
            ? { trend: detail, window: { from: detail.speed.at[0] ?? shown.from, to: detail.speed.at.at(-1) ?? shown.to } }
            : null,
        quantities,
        period: { from, to },
        shown,
        palette,
      }),
    [trend, compared, closer, detail, quantities, from, to, shown, palette],
  )

  const listeners = useRef({ onShow, trend, from, to })
  useEffect(() => {
    listeners.current = { onShow, trend, from, to }
  })
  const onReady = useCallback((made: EChartsType) => {
    chart.current = made
    let settling: ReturnType<typeof setTimeout> | undefined
    made.on('updateAxisPointer', (event) => {
      const { axesInfo } = event as { axesInfo?: readonly { value: number }[] }
      const at = axesInfo?.[0]?.value
      if (at !== undefined) setCursor(Math.round(at))
    })
    made.on('datazoom', () => {
      clearTimeout(settling)
      settling = setTimeout(() => {
        const [zoom] = (made.getOption() as { dataZoom: readonly { startValue: number; endValue: number }[] }).dataZoom
        if (zoom) listeners.current.onShow({ from: Math.round(zoom.startValue), to: Math.round(zoom.endValue) })
      }, ZOOM_SETTLES_MS)
    })
    made.on('click', { seriesType: 'scatter' }, ({ name }) => {
      const event = listeners.current.trend.events.find(({ key }) => key === name)
      if (event) setPicked(event)
    })
    return () => {
      clearTimeout(settling)
      chart.current = null
    }
  }, [])

  const moveCursor = (at: number): void => {
    setCursor(at)
    const x = chart.current?.convertToPixel({ xAxisIndex: 1 }, at)
    if (typeof x === 'number') chart.current?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'mousemove', x, y: 80 })
  }

  const look = (event: TrendEvent): void => {
    setPicked(null)
    const start = Date.parse(event.at)
    const end = event.endedAt === null ? start : Date.parse(event.endedAt)
    onShow({ from: Math.max(from, start - LOOK_AROUND_MS), to: Math.min(to, end + LOOK_AROUND_MS) })
    setCursor(start)
  }

  const newest = Math.min(shown.to, trend.speed.at.at(-1) ?? shown.to)
  const within = cursor !== null && cursor >= shown.from && cursor <= shown.to ? cursor : newest
  return (
    <div className="trend-body">
      <div className="trend-graphs" role="region" aria-label={text(WORDS.curves)} tabIndex={0}>
        <p className="trend-hint">
          {text(WORDS.zoomHint)}
          {zoomed && (
            <button type="button" className="cell-button" onClick={() => onShow({ from, to })}>
              {text(WORDS.whole)}
            </button>
          )}
        </p>
        <ChartCanvas
          options={options}
          heightPx={trendHeight(quantities.length)}
          label={labelOf(trend, quantities)}
          empty={trend.readings === 0}
          onReady={onReady}
        />
      </div>
      <div className="trend-side">
        <CursorValues trend={closer && detail ? detail : trend} compared={compared} at={within} shown={shown} onMove={moveCursor} />
        <EventList events={trend.events} more={trend.moreEvents} onPick={setPicked} />
      </div>
      {picked && <EventDialog event={picked} onLook={look} onClose={() => setPicked(null)} />}
    </div>
  )
}
