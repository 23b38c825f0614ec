import { cargoCalls } from '@tanker/contract/endpoints/cargo'
import type { Flow, OperationRow } from '@tanker/contract/flow-change'
import type { EChartsType } from 'echarts/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { ChartCanvas } from '../../platform/charts/chart-canvas.tsx'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownTime } from '../../platform/shown-values.ts'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { paletteOf, useTheme } from '../../platform/ui/theme.ts'
import { FLOW_STEP_TEXTS, flowOptions } from './flow-options.ts'

const WORDS = {
  minute: { zh: '时间', en: 'Minute' },
  rate: { zh: '流量 (L/min)', en: 'Flow (L/min)' },
  moved: { zh: '累计 (L)', en: 'Moved (L)' },
  step: { zh: '突变', en: 'Step' },
  table: { zh: '逐分钟流量', en: 'Flow by the minute' },
  detected: { zh: '检测结果', en: 'Detected' },
  noSteps: { zh: '流量平稳，未检出突变', en: 'Steady: detection found no step' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '数据加载失败，请重试', en: 'The flow could not be read, please try again' },
} as const

const minuteMs = 60_000

const useFlow = ({ truckId, compartment, startedAt }: OperationRow) =>
  useEndpoint(cargoCalls.flow, { truckId, compartment, startedAt }, { purpose: 'action' })

const shown = (value: number | null): string => (value === null ? '–' : shownDecimal(value, 1))

const labelOf = ({ minutes, detected }: Flow): string => {
  const steps = minutes.filter(({ step }) => step !== null).length
  return text({
    zh: `逐分钟流量，共 ${minutes.length} 分钟，曲线突变 ${steps} 处，检出 ${detected.length} 处；数值见表`,
    en: `Flow by the minute, ${minutes.length} minutes, ${steps} steps in the curve, ${detected.length} detected; the values are in the table`,
  })
}

const Detected = ({ detected }: Pick<Flow, 'detected'>) => (
  <div className="flow-detected">
    <h3>{text(WORDS.detected)}</h3>
    {detected.length === 0 ? (
      <p>{text(WORDS.noSteps)}</p>
    ) : (
      <ul>
        {detected.map(({ at, step, rateLpm, beforeLpm }) => (
          <li key={at}>
            <b>{text(FLOW_STEP_TEXTS[step])}</b> {shownTime(at)}
            {rateLpm !== null && beforeLpm !== null && ` ${shown(beforeLpm)} → ${shown(rateLpm)} L/min`}
          </li>
        ))}
      </ul>
    )}
  </div>
)

/** Chart and table of one operation with one cursor: a row of the table is a minute of the chart. */
export const OperationFlow = ({ operation }: { operation: OperationRow }) => {
  const palette = paletteOf(useTheme())
  const { data, isError, refetch } = useFlow(operation)
  const [minute, setMinute] = useState<number | null>(null)
  const chart = useRef<EChartsType | null>(null)
  const table = useRef<HTMLTableSectionElement>(null)
  const options = useMemo(() => data && flowOptions(data, palette), [data, palette])
  const first = data?.minutes[0]?.at ?? 0

  const begins = useRef(0)
  useEffect(() => {
    begins.current = first
    setMinute(null)
  }, [first])
  const onReady = useCallback((made: EChartsType) => {
    chart.current = made
    made.on('updateAxisPointer', (event) => {
      const at = (event as { axesInfo?: readonly { value: number }[] }).axesInfo?.[0]?.value
      if (at !== undefined) setMinute(Math.floor((at - begins.current) / minuteMs))
    })
    return () => {
      chart.current = null
    }
  }, [])

  useEffect(() => {
    if (minute !== null) table.current?.rows[minute]?.scrollIntoView({ block: 'nearest' })
  }, [minute])

  const point = (index: number): void => {
    setMinute(index)
    const x = chart.current?.convertToPixel({ xAxisIndex: 0 }, first + (index + 0.5) * minuteMs)
    if (typeof x === 'number') chart.current?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'mousemove', x, y: 120 })
  }

  if (isError) return <ReadFailed words={text(WORDS.failed)} onAgain={() => void refetch()} />
  if (!data || !options) return <p className="waiting">{text(WORDS.loading)}</p>
  return (
    <div className="flow-body">
      <ChartCanvas
        options={options}
        heightPx={260}
        label={labelOf(data)}
        empty={data.minutes.every(({ rateLpm }) => rateLpm === null)}
        onReady={onReady}
      />
      <Detected detected={data.detected} />
      <div className="flow-table" tabIndex={0} role="region" aria-label={text(WORDS.table)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text(WORDS.minute)}</th>
              <th scope="col">{text(WORDS.rate)}</th>
              <th scope="col">{text(WORDS.moved)}</th>
              <th scope="col">{text(WORDS.step)}</th>
            </tr>
          </thead>
          <tbody ref={table}>
            {data.minutes.map(({ at, rateLpm, movedL, step }, index) => (
              <tr key={at} data-at={index === minute} data-step={step} onMouseEnter={() => point(index)}>
                <th scope="row">{shownTime(at)}</th>
                <td>{shown(rateLpm)}</td>
                <td>{shown(movedL)}</td>
                <td>{step && text(FLOW_STEP_TEXTS[step])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
