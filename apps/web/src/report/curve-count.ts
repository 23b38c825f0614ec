import type { ReportRows, ReportView } from '@tanker/contract/report-view'

/** Curves that the rows of a page alone would give a drawing of all rows; 0 where it is drawn of the page, or is one curve. */
export const curveCount = (
  { by, rowsFor }: Pick<NonNullable<ReportView['chart']>, 'by' | 'rowsFor'>,
  rows: readonly ReportRows['content'][number][],
): number => (by === null || rowsFor !== 'all' ? 0 : new Set(rows.map((row) => JSON.stringify(row[by]))).size)
