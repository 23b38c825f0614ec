import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import type { FleetProduct } from './fleet-product.ts'
import { ask } from './ground.ts'

const DAY_MS = 86_400_000
const LONGEST_DAYS = 31

/** Counts the rows of a list (of a long one, those of its first page) over the longest period that it allows; of tabs the fullest. */
export async function rowCounter(product: FleetProduct): Promise<(path: string) => Promise<number>> {
  const [root] = await ask<{ id: number }>(product.databaseUrl, 'SELECT id FROM organisation WHERE parent_id IS NULL')
  /** The least that a list must be asked. */
  const filtersOf = ({ filters }: ReportView): Readonly<Record<string, unknown>> => {
    const now = Date.now()
    return Object.fromEntries(
      filters.flatMap(({ name, kind, choices, maxDays, required }): (readonly [string, unknown])[] => {
        if (kind === 'truck-or-organisation' || kind === 'organisations') return [[name, { organisationIds: [root?.id ?? 1] }]]
        if (kind === 'month') return [[name, new Date(now + DAY_MS / 3).toISOString().slice(0, 7)]]
        if (kind === 'dimension' || (required && choices[0])) return [[name, choices[0]?.value]]
        const from = new Date(now - (Math.min(maxDays ?? LONGEST_DAYS, LONGEST_DAYS) - 0.1) * DAY_MS)
        return kind === 'period' ? [[name, { from: from.toISOString(), to: new Date(now).toISOString() }]] : []
      }),
    )
  }
  async function countOf(path: string): Promise<number> {
    const view = await product.ask<ReportView>(`/reports/${path}`)
    if (view.tabs.length > 0 && !view.tabs.some((tab) => tab.path === path)) {
      const counts = await Promise.all(view.tabs.map((tab) => countOf(tab.path)))
      return Math.max(...counts)
    }
    const query = new URLSearchParams({
      filters: JSON.stringify(filtersOf(view)),
      page: '0',
      size: '50',
      sortBy: view.sort.by,
      sortOrder: view.sort.order,
    })
    const { content, totalElements } = await product.ask<ReportRows>(`/reports/${path}/rows?${query}`)
    return totalElements ?? content.length
  }
  return countOf
}
