import type { ReportView } from '@tanker/contract/report-view'
import type { FilterValues } from '../platform/screen-frame/filter-values.ts'
import type { ReportColumn } from './cell-text.ts'

/** From its first moment to its last, milliseconds UTC. */
export type Day = { readonly from: number; readonly until: number }

/** The day in the user's zone that the period of the filters lies in; null for a longer one, or without a period. */
export function dayOf(view: Pick<ReportView, 'filters'>, values: FilterValues | null): Day | null {
  const name = view.filters.find(({ kind }) => kind === 'period')?.name
  const period = name === undefined ? undefined : (values?.[name] as { readonly from: string; readonly to: string } | undefined)
  if (!period) return null
  const from = new Date(period.from)
  const day = {
    from: new Date(from.getFullYear(), from.getMonth(), from.getDate()).getTime(),
    until: new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1).getTime() - 1,
  }
  return Date.parse(period.to) <= day.until ? day : null
}

/** Columns whose times of that day are shown without the date. */
export const withinDay = (columns: readonly ReportColumn[], day: Day | null): readonly ReportColumn[] =>
  day === null ? columns : columns.map((column) => (column.kind === 'time' ? { ...column, day } : column))
