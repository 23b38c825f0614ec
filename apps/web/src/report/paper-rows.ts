import { reportCalls } from '@tanker/contract/endpoints/reports'
import type { ReportRows } from '@tanker/contract/report-view'
import { call } from '../platform/calls/call.ts'
import { idOf, type Row } from './actions.ts'
import type { Asked } from './asked.ts'
import { pickedOf, valuesOf } from './report-query.ts'

/** Rows on paper at most: some 40 pages. Who needs more takes the spreadsheet. */
export const MAX_PAPER_ROWS = 1_000
const ROWS_A_CALL = 200

/** A list as it goes on paper. */
export type PaperRows = { readonly asked: NonNullable<ReportRows['asked']> } & Pick<
  ReportRows,
  'totalElements' | 'totals' | 'leftOut' | 'moreThan'
> & { readonly rows: readonly Row[] }

/** The rows that were asked for from the first one on, however far the list on the screen has been turned. */
export async function readPaperRows(path: string, asked: Asked, signal: AbortSignal): Promise<PaperRows> {
  const { rows, count } = reportCalls(path)
  const found = new Map<string, Row>()
  let first: ReportRows | null = null
  for (let page = 0; page * ROWS_A_CALL < MAX_PAPER_ROWS; page += 1) {
    const values = { ...valuesOf({ ...asked, page, size: ROWS_A_CALL }), ...(page === 0 ? { withWords: 'true' as const } : {}) }
    const answer = await call(rows, values, { purpose: 'action', signal })
    first ??= answer
    // A row that came in between moves the last of one call to the first of the next.
    for (const row of answer.content) found.set(idOf(row), row)
    if (answer.content.length < ROWS_A_CALL) break
  }
  const isCounted = first !== null && first.totalElements !== null
  const extent = isCounted ? first : await call(count, pickedOf(asked), { purpose: 'action', signal })
  const { totalElements = null, totals = null, leftOut, moreThan } = extent ?? {}
  return {
    rows: [...found.values()],
    asked: first?.asked ?? [],
    totalElements,
    totals,
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(moreThan === undefined ? {} : { moreThan }),
  }
}
