import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import type { DownloadOptions } from '../platform/calls/download.ts'
import { readSession } from '../platform/calls/session.ts'
import { text } from '../platform/language.ts'
import { shownDecimal, shownTime } from '../platform/shown-values.ts'
import { idOf, type Row } from './actions.ts'
import type { Asked } from './asked.ts'
import { cellText, type ReportColumn, unknownText } from './cell-text.ts'
import { CELLS } from './cells.tsx'
import { columnTitle } from './column-widths.ts'
import { type PaperRows, readPaperRows } from './paper-rows.ts'
import './printed-list.css'
import { leftOutWords, type RateUnit, shownIn, valueIn } from './report-columns.tsx'

const WORDS = {
  printed: { zh: '打印', en: 'Printed' },
  rows: { zh: '行数', en: 'Rows' },
  total: { zh: '合计', en: 'Total' },
  none: { zh: '没有符合条件的记录', en: 'No rows match' },
} as const

const rowCount = ({ rows, totalElements, moreThan }: PaperRows): string => {
  const all = totalElements ?? moreThan ?? rows.length
  if (all <= rows.length) return shownDecimal(rows.length, 0)
  const count =
    moreThan === undefined ? shownDecimal(all, 0) : text({ zh: `超过 ${shownDecimal(all, 0)}`, en: `more than ${shownDecimal(all, 0)}` })
  return text({ zh: `前 ${shownDecimal(rows.length, 0)} 行，共 ${count} 行`, en: `the first ${shownDecimal(rows.length, 0)} of ${count}` })
}

type ListOnPaper = {
  readonly title: string
  readonly columns: readonly ReportColumn[]
  readonly rateUnit: RateUnit
  readonly list: PaperRows
}

/** More columns than this are set smaller, so that each keeps its words together. */
const MANY_COLUMNS = 14

/** The list on paper: what it is, what was asked, who printed it and when, its rows and totals; nothing of it is on the screen. */
const ListSheet = ({ title, columns, rateUnit, list }: ListOnPaper) => {
  const shown = columns.map((column) => shownIn(rateUnit, column))
  const cell = (value: unknown, column: ReportColumn): string => cellText(valueIn(rateUnit, column, value), column)
  const align = ({ kind }: ReportColumn): string | undefined => CELLS[kind].align
  const hasTotals = list.totals !== null && shown.some(({ name }) => list.totals?.[name] !== undefined)
  const about = [
    ...list.asked.map(({ label, value }) => [label, value] as const),
    [text(WORDS.rows), rowCount(list)] as const,
    [text(WORDS.printed), `${shownTime(Date.now())} ${readSession().userInfo.userName}`] as const,
  ]
  return createPortal(
    <article className="list-sheet" data-many={shown.length > MANY_COLUMNS || undefined}>
      <h1>{title}</h1>
      <dl>
        {about.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {list.rows.length === 0 ? (
        <p>{text(WORDS.none)}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {shown.map((column) => (
                <th key={column.name} scope="col" data-align={align(column)}>
                  {columnTitle(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.rows.map((row: Row) => (
              <tr key={idOf(row)}>
                {shown.map((column) => (
                  <td key={column.name} data-kind={column.kind} data-align={align(column)}>
                    {unknownText(row, column) ?? cell(row[column.name], column)}
                  </td>
                ))}
              </tr>
            ))}
            {hasTotals && (
              <tr className="sheet-total">
                {shown.map((column, index) => {
                  const sum = list.totals?.[column.name]
                  const left = list.leftOut?.[column.name]
                  return (
                    <td key={column.name} data-align={align(column)}>
                      {sum === undefined ? index === 0 && text(WORDS.total) : cell(sum, column)}
                      {left !== undefined && <small>{leftOutWords(left)}</small>}
                    </td>
                  )
                })}
              </tr>
            )}
          </tbody>
        </table>
      )}
    </article>,
    document.body,
  )
}

type PrintedList = {
  /** Reads the rows and opens the browser's print dialog. Rejects when `signal` is aborted. */
  readonly print: (options: DownloadOptions) => Promise<void>
  /** What is printed, while it is. */
  readonly sheet: ReactNode
}

/** Printing of a list with the columns and the loss rates that it has on the screen. */
export function usePrintedList(path: string, asked: Asked, about: Omit<ListOnPaper, 'list'>): PrintedList {
  const [list, setList] = useState<PaperRows | null>(null)
  const printNow = useEffectEvent(() => {
    addEventListener('afterprint', () => setList(null), { once: true })
    window.print()
  })
  useEffect(() => {
    if (list !== null) printNow()
  }, [list])
  return {
    print: async ({ signal }) => setList(await readPaperRows(path, asked, signal)),
    sheet: list === null ? null : <ListSheet {...about} list={list} />,
  }
}
