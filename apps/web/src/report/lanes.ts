import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import type { Lane } from '../platform/charts/lanes-chart.tsx'
import { cellText } from './cell-text.ts'

type Row = ReportRows['content'][number]

/** Rows as lanes, one for each device, in the order in which the devices first failed; what happened in each, the oldest first. */
export function lanesOf(view: Pick<ReportView, 'columns'>, chart: NonNullable<ReportView['chart']>, rows: readonly Row[]): Lane[] {
  const { lanes, x } = chart
  if (!lanes) return []
  const columns = new Map(view.columns.map((column) => [column.name, column]))
  const shown = (names: readonly string[], row: Row): string[] =>
    names.flatMap((name) => {
      const column = columns.get(name)
      const words = column && row[name] !== null ? cellText(row[name], column) : ''
      return words === '' ? [] : [words]
    })
  const byName = new Map<string, Lane['spans'][number][]>()
  for (const row of rows.toSorted((a, b) => Date.parse(String(a[x])) - Date.parse(String(b[x])))) {
    const name = shown(lanes.lane, row).join(' ')
    const span = {
      from: Date.parse(String(row[x])),
      to: typeof row[lanes.to] === 'string' ? Date.parse(row[lanes.to] as string) : null,
      words: shown(lanes.words, row).join(' · '),
      grade: row[lanes.grade] as AlarmGrade,
    }
    const spans = byName.get(name)
    if (spans) spans.push(span)
    else byName.set(name, [span])
  }
  return [...byName].map(([name, spans]) => ({ name, spans }))
}
