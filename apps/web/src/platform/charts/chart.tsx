import type { EChartsType } from 'echarts/core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { text } from '../language.ts'
import { shownDecimal, shownTime } from '../shown-values.ts'
import { paletteOf, type Theme, useTheme } from '../ui/theme.ts'
import { type ChartModel, isEmptyChart } from './chart-model.ts'
import { chartOptions } from './chart-options.ts'
import { ChartCanvas } from './chart-canvas.tsx'

const WORDS = {
  name: { zh: '名称', en: 'Name' },
  time: { zh: '时间', en: 'Time' },
} as const

/** Who hears the page gets the numbers as a table; so many rows are enough to be heard. */
const spokenRows = 50

const spoken = (value: number | null): string => (value === null ? '' : shownDecimal(value, Number.isInteger(value) ? 0 : 2))

const SpokenTable = ({ title, model }: { title: string; model: ChartModel }) => {
  const rows: string[][] =
    model.kind === 'time'
      ? model.series.flatMap(({ name, points }) => points.map(([at, value]) => [shownTime(at), name, spoken(value)])).slice(0, spokenRows)
      : model.names.slice(0, spokenRows).map((name, index) => [name, ...model.series.map(({ values }) => spoken(values[index] ?? null))])
  const heads =
    model.kind === 'time' ? [text(WORDS.time), text(WORDS.name), title] : [text(WORDS.name), ...model.series.map(({ name }) => name)]
  return (
    // A table does not shrink below its words: the box around it does.
    <div className="chart-spoken">
      <table>
        <caption>{model.unit === null ? title : `${title} (${model.unit})`}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, index) => (
                // eslint-disable-next-line react/no-array-index-key
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Clicked = { readonly name?: string; readonly seriesName?: string; readonly value?: unknown }

/** What a click on the drawing names; null where it names nothing along an axis. */
export function clickedAt(
  model: ChartModel,
  { name, seriesName, value }: Clicked,
): { readonly name: string; readonly series: string } | null {
  if (model.kind === 'time') return null
  if (model.kind !== 'heat') return name === undefined ? null : { name, series: seriesName ?? '' }
  const [column, row] = Array.isArray(value) ? (value as readonly number[]) : []
  const [at, series] = [model.names[column ?? -1], model.series[row ?? -1]]
  return at === undefined || series === undefined ? null : { name: at, series: series.name }
}

type ChartProps = {
  readonly title: string
  readonly model: ChartModel
  readonly heightPx?: number
  /** A bar, slice or cell was clicked: its name along the axis, and its series. */
  readonly onPick?: (at: { readonly name: string; readonly series: string }) => void
  /** Another one than the page's: paper is light. */
  readonly theme?: Theme
}

/** A chart with its title, and its numbers as a table for who hears the page. */
export const Chart = ({ title, model, heightPx = 220, theme: given, onPick }: ChartProps) => {
  const shown = useTheme()
  const theme = given ?? shown
  const options = useMemo(() => chartOptions(model, paletteOf(theme)), [model, theme])
  const empty = isEmptyChart(model)
  const clicked = useRef<(about: Clicked) => void>(() => undefined)
  useEffect(() => {
    clicked.current = (about) => {
      const at = clickedAt(model, about)
      if (at) onPick?.(at)
    }
  })
  const listen = useCallback((chart: EChartsType) => {
    const heard = (about: unknown): void => clicked.current(about as Clicked)
    chart.on('click', heard)
    return () => void chart.off('click', heard)
  }, [])
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <ChartCanvas options={options} heightPx={heightPx} label={title} empty={empty} onReady={listen} />
      {!empty && <SpokenTable title={title} model={model} />}
    </figure>
  )
}
