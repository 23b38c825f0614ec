import type { ReportView } from '@tanker/contract/report-view'
import type { Row } from './actions.ts'

const levelsAroundMs = 600_000
/** Speeds change faster than levels. */
export const speedsAroundMs = 60_000
/** The server answers six hours at most. */
const longestMs = 5 * 3_600_000

/** When the row happened: its first time and its end, if it has one. */
export const happened = (view: Pick<ReportView, 'columns'>, row: Row): { readonly from: number; readonly to: number } | null => {
  const times = view.columns.filter(({ kind }) => kind === 'time').map(({ name }) => row[name])
  const from = typeof times[0] === 'string' ? Date.parse(times[0]) : null
  if (from === null) return null
  const end = row['endedAt']
  const to = typeof end === 'string' ? Date.parse(end) : from
  return { from, to: Math.min(Math.max(from, to), from + longestMs) }
}

/** The period that is drawn around it. */
export const periodAround = (from: number, to: number, aroundMs = levelsAroundMs): { readonly from: string; readonly to: string } => ({
  from: new Date(from - aroundMs).toISOString(),
  to: new Date(to + aroundMs).toISOString(),
})
