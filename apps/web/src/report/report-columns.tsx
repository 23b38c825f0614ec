import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import type { ReactNode } from 'react'
import { text } from '../platform/language.ts'
import type { GridColumn } from '../platform/ui/data-grid.tsx'
import { idOf, type Row } from './actions.ts'
import { type ReportColumn, unknownText } from './cell-text.ts'
import { CELLS, type Place } from './cells.tsx'
import { columnTitle, fittedWidthPx, textWidthPx } from './column-widths.ts'
import type { Asked } from './asked.ts'
import { LeadingCell } from './leading-cell.tsx'

export type RateUnit = 'permille' | 'percent'

const WORDS = {
  totals: { zh: '合计', en: 'Total' },
  leftOut: {
    zh: '合计只计入双方数值都有的行，便于直接比较。',
    en: 'The total counts only rows that have both values, so that the sums can be compared.',
  },
  selectPage: { zh: '选择本页全部', en: 'Select all on this page' },
  selectRow: { zh: '选择此行', en: 'Select this row' },
} as const

/** A loss rate in per cent where the user wants it so (spec 9). */
export const shownIn = (rateUnit: RateUnit, column: ReportColumn): ReportColumn =>
  column.kind === 'loss-rate' && rateUnit === 'percent' ? { ...column, unit: '%' } : column
export const valueIn = (rateUnit: RateUnit, { kind }: ReportColumn, value: unknown): unknown =>
  kind === 'loss-rate' && rateUnit === 'percent' && typeof value === 'number' ? value / 10 : value

/** Widths by column name, as the rows of the page need them; without rows as their kinds have them. */
export const columnWidths = (
  columns: readonly ReportColumn[],
  rows: readonly Row[],
  totals: ReportRows['totals'],
  leftOut?: ReportRows['leftOut'],
): ReadonlyMap<string, number> =>
  new Map(
    columns.map((column) => {
      const { name, kind, sortable } = column
      const shown = rows.map((row) => row[name])
      const fitted = fittedWidthPx(column, totals?.[name] === undefined ? shown : [...shown, totals[name]])
      const title = textWidthPx(columnTitle(column)) + (sortable ? 38 : 22)
      const count = leftOut?.[name]
      const beside = count === undefined ? 0 : textWidthPx(leftOutWords(count))
      const total = beside === 0 ? 0 : beside + (fittedWidthPx(column, [totals?.[name]]) ?? 0) + 8
      const unknown = Math.max(0, ...rows.map((row) => textWidthPx(unknownText(row, column) ?? '') + 18))
      return [name, Math.ceil(Math.max(title, unknown, total, fitted ?? CELLS[kind].widthPx))]
    }),
  )

export const leftOutWords = (count: number): string => text({ zh: `${count}行未计`, en: `${count} left out` })

/** A total, with the number of rows that are not in it. */
const withLeftOut = (total: ReactNode, count: number | undefined): ReactNode =>
  count === undefined ? (
    total
  ) : (
    <>
      <small className="grid-left-out" title={text(WORDS.leftOut)}>
        {leftOutWords(count)}
      </small>{' '}
      {total}
    </>
  )

type DataColumns = {
  readonly view: Pick<ReportView, 'leadsTo' | 'filters'>
  /** As `columnWidths` has them. */
  readonly widths: ReadonlyMap<string, number>
  readonly columns: readonly ReportColumn[]
  readonly totals: ReportRows['totals']
  /** By column: rows that are not in its total. */
  readonly leftOut?: ReportRows['leftOut']
  readonly asked: Asked
  readonly rateUnit: RateUnit
  readonly onSort: (by: string, order: 'asc' | 'desc') => void
  readonly openPlace: (place: Place) => void
}

/** The columns of the report as the grid draws them. */
export const dataColumns = ({
  view,
  widths,
  columns,
  totals,
  leftOut,
  asked,
  rateUnit,
  onSort,
  openPlace,
}: DataColumns): GridColumn<Row>[] =>
  columns.map((given, index) => {
    const column = shownIn(rateUnit, given)
    const kind = CELLS[column.kind]
    const sum = totals?.[column.name]
    const sorted = asked.sortBy === column.name ? asked.sortOrder : null
    const draw = (value: unknown, row: Row | null) => {
      const drawn = kind.draw(valueIn(rateUnit, column, value), column, { openPlace })
      if (column.leads === null) return drawn
      return (
        <LeadingCell view={view} column={column} asked={asked} row={row} value={value}>
          {drawn}
        </LeadingCell>
      )
    }
    return {
      key: column.name,
      title: columnTitle(column),
      hint: column.hint,
      widthPx: widths.get(column.name) ?? kind.widthPx,
      // Who reads far to the right still sees whose row it is.
      ...(index === 0 ? { pinned: 'start' as const } : { grows: true }),
      ...(kind.align ? { align: kind.align } : {}),
      ...(column.sortable ? { sort: sorted, onSort: () => onSort(column.name, sorted === 'desc' ? 'asc' : 'desc') } : {}),
      cell: (row) => {
        const unknown = unknownText(row, column)
        return unknown === undefined ? draw(row[column.name], row) : <span className="cell-unknown">{unknown}</span>
      },
      total: sum !== undefined ? withLeftOut(draw(sum, null), leftOut?.[column.name]) : index === 0 ? text(WORDS.totals) : null,
    }
  })

type ChosenRows = {
  readonly rows: readonly Row[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
}

/** The boxes at the left edge. */
export const chosenColumn = ({ rows, chosen, onChoose }: ChosenRows): GridColumn<Row> => {
  const all = rows.length > 0 && rows.every((row) => chosen.has(idOf(row)))
  return {
    key: ' chosen',
    widthPx: 36,
    pinned: 'start',
    title: (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={text(WORDS.selectPage)}
        checked={all}
        onChange={() => onChoose(new Set(all ? [] : rows.map(idOf)))}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={text(WORDS.selectRow)}
        checked={chosen.has(idOf(row))}
        onChange={() => {
          const next = new Set(chosen)
          if (!next.delete(idOf(row))) next.add(idOf(row))
          onChoose(next)
        }}
      />
    ),
  }
}
