// How many rows each list of the web console has (of a long one, those of its first page) with the virtual fleet after its stored days are uploaded, over the longest period that it allows.
// Usage: npm run bench -- screen-rows [--data FOLDER] (kept for later benches)
import { parseArgs } from 'node:util'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { SCREENS } from '@tanker/contract/screens'
import { startFleetProduct } from './fleet-product.ts'
import { ask } from './ground.ts'

const { values } = parseArgs({ options: { data: { type: 'string' } } })
const DAY_MS = 86_400_000
const LONGEST_DAYS = 31

const product = await startFleetProduct(values.data ?? null)
try {
  await product.uploaded()
  const [root] = await ask<{ id: number }>(product.databaseUrl, 'SELECT id FROM organisation WHERE parent_id IS NULL')
  const now = Date.now()
  /** The least that a list must be asked. */
  const filtersOf = ({ filters }: ReportView): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      filters.flatMap(({ name, kind, choices, maxDays, required }): (readonly [string, unknown])[] => {
        if (kind === 'truck-or-organisation') return [[name, { organisationIds: [root?.id ?? 1] }]]
        if (kind === 'month') return [[name, new Date(now + DAY_MS / 3).toISOString().slice(0, 7)]]
        if (kind === 'dimension' || (required && choices[0])) return [[name, choices[0]?.value]]
        const from = new Date(now - (Math.min(maxDays ?? LONGEST_DAYS, LONGEST_DAYS) - 0.1) * DAY_MS)
        return kind === 'period' ? [[name, { from: from.toISOString(), to: new Date(now).toISOString() }]] : []
      }),
    )
  const countOf = async (path: string): Promise<number> => {
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
  let empty = 0
  for (const { path, kind, title } of SCREENS) {
    if (kind !== 'report') continue
    const count = await countOf(path)
    if (count === 0) empty += 1
    console.log(`${String(count).padStart(8)}  ${title.en} (${path})`)
  }
  console.log(`${empty} lists are empty`)
} finally {
  await product.stop()
}
