import type { ReportView, RowLeads } from './report-view.ts'

/** Of a key `id:name` its name; null where it has none. */
export const nameInKey = (key: string | null): string | null => (key === null ? null : key.slice(key.indexOf(':') + 1) || null)

type Filters = Readonly<Record<string, unknown>>
type Period = { readonly from: string; readonly to: string }

/** Where a number leads: a list with its filters, and what is picked of it. */
export type Lead = { readonly path: string; readonly filters: Filters; readonly picked: Readonly<Record<string, string>> }

/**
 * The list of the rows that a number of this column counts: of one row, or null of the total. Null where it counts none, or leads nowhere.
 * `periodOf` gives a month as a period in the user's zone.
 */
export function leadOf(
  { leadsTo, filters }: Pick<ReportView, 'leadsTo' | 'filters'>,
  column: Pick<ReportView['columns'][number], 'name' | 'leads'>,
  asked: Filters,
  row: RowLeads | null,
  value: unknown,
  periodOf: (month: string) => Period,
): Lead | null {
  if (leadsTo === null || column.leads === null || value === null || value === undefined || value === 0) return null
  const kept = Object.entries(leadsTo.keeps).flatMap(([name, own]) => {
    const given = asked[own]
    if (given === undefined) return []
    const isMonth = filters.some((filter) => filter.name === own && filter.kind === 'month')
    return [[name, isMonth ? periodOf(String(given)) : given] as const]
  })
  return {
    path: leadsTo.path,
    filters: { ...Object.fromEntries(kept), ...row?.filters, ...column.leads, ...row?.of?.[column.name] },
    picked: row?.picked ?? {},
  }
}
