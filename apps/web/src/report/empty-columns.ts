import { type Row } from './actions.ts'
import type { Asked } from './asked.ts'
import { type ReportColumn, unknownText } from './cell-text.ts'
import type { HiddenColumns } from './hidden-columns.ts'

const NONE: HiddenColumns = new Set()

const isEmptyIn = (row: Row, column: ReportColumn): boolean => {
  const value = row[column.name]
  return (value === null || value === undefined || value === '') && unknownText(row, column) === undefined
}

/** Columns without a value in any of the rows. The first column and the one that orders the rows always count as filled. */
export const emptyColumns = (columns: readonly ReportColumn[], rows: readonly Row[], sortBy: string): HiddenColumns =>
  rows.length === 0
    ? NONE
    : new Set(
        columns
          .filter((column, index) => index > 0 && column.name !== sortBy && rows.every((row) => isEmptyIn(row, column)))
          .map(({ name }) => name),
      )

/** The empty columns of one query result. */
export type EmptyColumns = { readonly of: string; readonly names: HiddenColumns }

/** Another page of the same result has the same key. */
export const resultOf = ({ filters, fromAlarm, picked, sortBy, sortOrder }: Asked): string =>
  JSON.stringify([filters, fromAlarm, picked, sortBy, sortOrder])

/**
 * The first page of a result that arrives decides, so that paging takes no column away. A column with its first value on a later page is
 * shown from then on: a value is never hidden. The same object where nothing changes.
 */
export function emptyIn(
  held: EmptyColumns | null,
  of: string,
  columns: readonly ReportColumn[],
  rows: readonly Row[],
  sortBy: string,
): EmptyColumns {
  const now = emptyColumns(columns, rows, sortBy)
  if (held?.of !== of) return { of, names: now }
  if (rows.length === 0 || [...held.names].every((name) => now.has(name))) return held
  return { of, names: new Set([...held.names].filter((name) => now.has(name))) }
}
