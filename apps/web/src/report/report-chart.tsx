import { MAX_CURVES, type ReportRows, type ReportView } from '@tanker/contract/report-view'
import { useMemo } from 'react'
import { CallError } from '../platform/calls/call.ts'
import type { ChartModel, ChartSeries, TimeSeries } from '../platform/charts/chart-model.ts'
import { Chart } from '../platform/charts/chart.tsx'
import { LanesChart } from '../platform/charts/lanes-chart.tsx'
import { text } from '../platform/language.ts'
import { useNow } from '../platform/ui/use-now.ts'
import { cellText } from './cell-text.ts'
import { columnTitle } from './column-widths.ts'
import type { Asked } from './asked.ts'
import { curveCount } from './curve-count.ts'
import { lanesOf } from './lanes.ts'
import { type Picked, pickedAt } from './picked.ts'
import { PhotoGallery } from './photo-gallery.tsx'
import { useReportChart } from './report-query.ts'

type Row = ReportRows['content'][number]
type ChartOf = NonNullable<ReportView['chart']>
/** One that the chart library draws. */
type Drawing = ChartOf & { readonly kind: Exclude<ChartOf['kind'], 'lanes' | 'gallery'> }
const isDrawing = (chart: ChartOf): chart is Drawing => chart.kind !== 'lanes' && chart.kind !== 'gallery'

/** Rows along time: a line for each name, from the oldest to the newest in any sorting of the list. */
const timeSeries = (rows: readonly Row[], x: string, lines: readonly { readonly y: string; readonly nameOf: (row: Row) => string }[]) => {
  const series = new Map<string, (readonly [number, number | null])[]>()
  for (const { y, nameOf } of lines) {
    for (const row of rows) {
      const at = row[x]
      const value = row[y]
      if (typeof at !== 'string') continue
      const point = [Date.parse(at), typeof value === 'number' ? value : null] as const
      const points = series.get(nameOf(row))
      if (points) points.push(point)
      else series.set(nameOf(row), [point])
    }
  }
  return [...series].map(([name, points]): TimeSeries => ({ name, points: points.toSorted(([a], [b]) => a - b) }))
}

/** Times in which a yes-no column is true, each from its first point to the point after its last. */
const spansOf = (rows: readonly Row[], x: string, shade: string) => {
  const points = rows.map((row) => ({ at: Date.parse(String(row[x])), on: row[shade] === true })).toSorted((a, b) => a.at - b.at)
  const spans: { from: number; to: number }[] = []
  for (const [index, { at, on }] of points.entries()) {
    const last = spans.at(-1)
    const next = points[index + 1]?.at ?? at
    if (!on) continue
    if (last?.to === at) last.to = next
    else spans.push({ from: at, to: next })
  }
  return spans
}

/** The rows as names and series: each `y` is one, or each value of `by`. */
export const chartModel = (view: ReportView, chart: Drawing, rows: readonly Row[]): ChartModel => {
  const columns = new Map(view.columns.map((column) => [column.name, column]))
  const shown = (name: string, row: Row): string => {
    const column = columns.get(name)
    return column ? cellText(row[name], column) : ''
  }
  const numberOf = (name: string, row: Row): number | null => (typeof row[name] === 'number' ? row[name] : null)
  const [first = ''] = chart.y
  const { by } = chart
  const unit = columns.get(first)?.unit ?? null
  if (columns.get(chart.x)?.kind === 'time') {
    const units = new Set(chart.y.map((y) => columns.get(y)?.unit ?? null))
    const lines = chart.y.map((y) => {
      const column = columns.get(y)
      const own = column ? (units.size > 1 ? columnTitle(column) : column.label) : y
      return { y, nameOf: (row: Row) => (by === null ? own : chart.y.length > 1 ? `${shown(by, row)} ${own}` : shown(by, row)) }
    })
    const spans = chart.shade === null ? {} : { spans: spansOf(rows, chart.x, chart.shade) }
    return {
      kind: 'time',
      series: timeSeries(rows, chart.x, lines),
      unit: units.size > 1 ? null : unit,
      marks: [],
      ...spans,
      ...(chart.steps && { steps: true }),
    }
  }
  // The greatest come first, but days and months stand in their order.
  const inTime = columns.get(chart.x)?.kind === 'date' || columns.get(chart.x)?.kind === 'month'
  const ordered = inTime ? rows.toSorted((a, b) => String(a[chart.x]).localeCompare(String(b[chart.x]))) : rows
  const names = [...new Set(ordered.map((row) => shown(chart.x, row)))].slice(0, chart.limit)
  const series: ChartSeries[] =
    by === null
      ? chart.y.map((name) => ({
          name: columns.get(name)?.label ?? name,
          values: names.map((x) => {
            const row = rows.find((one) => shown(chart.x, one) === x)
            return row ? numberOf(name, row) : null
          }),
        }))
      : [...new Set(rows.map((row) => shown(by, row)))].map((group) => ({
          name: group,
          values: names.map((x) => {
            const row = rows.find((one) => shown(chart.x, one) === x && shown(by, one) === group)
            return row ? numberOf(first, row) : null
          }),
        }))
  const axes = {
    // Plates, names and stations say themselves what they are; buckets and hours do not.
    names: columns.get(chart.x)?.kind === 'choice' ? (columns.get(chart.x)?.label ?? null) : null,
    values: series.length === 1 || by !== null ? (columns.get(first)?.label ?? null) : null,
  }
  return { kind: chart.kind, names, series, unit, axes }
}

const WORDS = {
  tooMany: { zh: '曲线最多显示 8 辆车，请在条件中选择车辆', en: 'Curves of up to 8 trucks can be shown: choose trucks in the filters' },
} as const

/** Leaves the list most of an ordinary screen. */
const chartHeightPx = 210

/** How far what lasts has come. */
const LANES_NOW_MS = 60_000

const ReportLanes = ({ view, chart, rows }: { view: ReportView; chart: ChartOf; rows: readonly Row[] }) => {
  const now = useNow(LANES_NOW_MS)
  const lanes = useMemo(() => lanesOf(view, chart, rows), [view, chart, rows])
  return <LanesChart title={chart.title} lanes={lanes} now={now} />
}

type ReportChartProps = {
  readonly view: ReportView
  readonly asked: Asked
  readonly rows: readonly Row[]
  /** The rows are not there yet. */
  readonly pending: boolean
  /** A bar, slice or cell was clicked. */
  readonly onPick: (picked: Picked) => void
}

/** The drawing above a list, of the page's rows or of all; a click on a part of it filters the rows. */
export const ReportChart = ({ view, asked, rows, pending, onPick }: ReportChartProps) => {
  const { chart } = view
  const all = useReportChart(view.path, asked, chart?.rowsFor === 'all')
  const drawn = chart?.rowsFor === 'all' ? all.data : rows
  const model = useMemo(() => (chart && isDrawing(chart) && drawn ? chartModel(view, chart, drawn) : null), [view, chart, drawn])
  // Of nothing there is no drawing: the empty list below says so.
  if (!chart || (!pending && rows.length === 0 && drawn?.length === 0)) return null
  // The server answers nothing for more curves than can be distinguished; rows of this page may say so before it does.
  const isTooMany = chart.kind === 'line' && rows.length > 0 && (curveCount(chart, rows) > MAX_CURVES || all.data?.length === 0)
  // More rows than curves are drawn of: the server says what to ask for instead.
  const refused = all.error instanceof CallError && all.error.outcome === 'refused' ? all.error.message : null
  const none = refused ?? (isTooMany ? text(WORDS.tooMany) : null)
  // Its place is kept free until it is there, so that the list below does not move.
  if (chart.kind === 'gallery') return <PhotoGallery view={view} rows={rows} />
  if (!isDrawing(chart))
    return (
      <div className="report-chart">
        <ReportLanes view={view} chart={chart} rows={drawn ?? []} />
      </div>
    )
  return (
    <div className="report-chart">
      {none !== null && <p className="report-chart-none">{none}</p>}
      {model && none === null && (
        <Chart
          title={chart.title}
          model={model}
          heightPx={chartHeightPx}
          onPick={(at) => {
            const picked = pickedAt(view, drawn ?? [], at)
            if (picked) onPick(picked)
          }}
        />
      )}
    </div>
  )
}
