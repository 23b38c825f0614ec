import type { ReportView, RowLeads } from './report-view.ts'

/** Of a key `id:name` its name; null where it has none. */
export const nameInKey = (key: string | null): string | null => (key === null ? null : key.slice(key.indexOf(':') + 1) || null)

type Filters = Readonly<Record<string, unknown>>
type Period = { readonly from: string; readonly to: string }

/** Among the filters of a column: `dayOfMonth`, a day of the month that is asked for, as a period. */
const dayIn = (given: unknown): number | null =>
  typeof given === 'object' && given !== null && 'dayOfMonth' in given ? Number(given.dayOfMonth) : null

/** Where a number leads: a list or one of its tabs with its filters, and what is picked of it. */
export type Lead = {
  readonly path: string
  readonly tab: string | null
  readonly filters: Filters
  readonly picked: Readonly<Record<string, string>>
}

/**
 * The list of the rows that a number of this column counts: of one row, or null of the total. Null where it counts none, or leads nowhere.
 * `periodOf` gives a month, or one day of it, as a period in the user's zone.
 */
export function leadOf(
  view: Pick<ReportView, 'leadsTo' | 'filters'>,
  column: Pick<ReportView['columns'][number], 'name' | 'leads' | 'leadsTo'>,
  asked: Filters,
  row: RowLeads | null,
  value: unknown,
  periodOf: (month: string, day?: number) => Period,
): Lead | null {
  const leadsTo = column.leadsTo ?? view.leadsTo
  if (leadsTo === null || column.leads === null || value === null || value === undefined || value === 0) return null
  if (row === null && leadsTo.onlyRows) return null
  const month = view.filters.find(({ kind }) => kind === 'month')?.name
  const kept = Object.entries(leadsTo.keeps).flatMap(([name, own]) => {
    const given = asked[own]
    if (given === undefined) return []
    return [[name, own === month ? periodOf(String(given)) : given] as const]
  })
  const ofColumn = Object.entries(column.leads).map(([name, given]) => {
    const day = dayIn(given)
    return [name, day === null || month === undefined ? given : periodOf(String(asked[month]), day)] as const
  })
  return {
    path: leadsTo.path,
    tab: leadsTo.tab,
    filters: { ...leadsTo.with, ...Object.fromEntries(kept), ...row?.filters, ...Object.fromEntries(ofColumn), ...row?.of?.[column.name] },
    picked: row?.picked ?? {},
  }
}
