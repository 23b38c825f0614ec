import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { useEffect, useRef, useState } from 'react'
import { language, text } from '../language.ts'
import './chart.css'

const EMPTY = { zh: '暂无数据', en: 'No data' } as const // spec 8.3

type ChartCanvasProps = {
  readonly options: EChartsCoreOption
  readonly heightPx: number
  /** What the drawing says, for who does not see it. */
  readonly label: string
  readonly empty: boolean
  /** Called once the chart is there, to listen to it; what it answers is called before the chart goes. */
  readonly onReady: (chart: EChartsType) => () => void
}

/** The one way to a chart: its library is loaded when the first is seen, it follows its container's size. Empty, it says so. */
export const ChartCanvas = ({ options, heightPx, label, empty, onReady }: ChartCanvasProps) => {
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<EChartsType | null>(null)

  useEffect(() => {
    const element = place.current
    if (!element || empty) return
    let made: EChartsType | null = null
    let left = false
    const watcher = new ResizeObserver(() => made?.resize())
    void import('./echarts.ts').then(({ init }) => {
      if (left) return
      made = init(element, null, { locale: language === 'zh' ? 'ZH' : 'EN' })
      watcher.observe(element)
      setChart(made)
    })
    return () => {
      left = true
      watcher.disconnect()
      made?.dispose()
      setChart(null)
    }
  }, [empty])

  useEffect(() => void chart?.setOption(options, { notMerge: true }), [chart, options])
  useEffect(() => (chart ? onReady(chart) : undefined), [chart, onReady])

  if (empty) {
    return (
      <p className="chart-empty" style={{ height: heightPx }}>
        {text(EMPTY)}
      </p>
    )
  }
  return <div ref={place} className="chart-drawing" style={{ height: heightPx }} role="img" aria-label={label} />
}
