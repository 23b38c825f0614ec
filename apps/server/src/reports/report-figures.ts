import type { ScopedDb } from '@tanker/database/scope'
import type { AnyReport } from '@tanker/reports/define-report'
import { sql } from 'kysely'
import { type AskedAt, readFilters } from './report-filters.ts'

/** Who counts, and when. */
export type CountedFor = AskedAt & { readonly db: ScopedDb }

type FilterTexts = Readonly<Record<string, unknown>>

const rowsFor = async (report: AnyReport, filters: FilterTexts, { db, now, zone }: CountedFor) =>
  report.rows(db, await readFilters(report, db, JSON.stringify(filters), { now, zone }), 'zh')

/** The number of rows that the list shows with these filters. */
export async function countRows(report: AnyReport, filters: FilterTexts, at: CountedFor): Promise<number> {
  const { rows } = await sql<{ count: string }>`SELECT count(*) AS count FROM (${await rowsFor(report, filters, at)}) AS r`.execute(
    at.db.read,
  )
  return Number(rows[0]?.count ?? 0)
}

/** The same for each value of a column, the most frequent first, at most `limit`; a plate counts as one value. */
export async function countRowsBy(
  report: AnyReport,
  filters: FilterTexts,
  { column, limit }: { readonly column: string; readonly limit: number },
  at: CountedFor,
): Promise<readonly { readonly value: unknown; readonly count: number }[]> {
  const { rows } = await sql<{ value: unknown; count: string }>`
    SELECT to_jsonb(r.${sql.ref(column)}) AS value, count(*) AS count FROM (${await rowsFor(report, filters, at)}) AS r
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`.execute(at.db.read)
  return rows.map(({ value, count }) => ({ value, count: Number(count) }))
}

/** The rows with the greatest values of a column. */
export async function greatestRows(
  report: AnyReport,
  filters: FilterTexts,
  { column, limit }: { readonly column: string; readonly limit: number },
  at: CountedFor,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT r.* FROM (${await rowsFor(report, filters, at)}) AS r
    ORDER BY r.${sql.ref(column)} DESC NULLS LAST, r.id DESC LIMIT ${limit}`.execute(at.db.read)
  return rows
}
