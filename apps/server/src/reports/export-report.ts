import { setImmediate as nextTurn } from 'node:timers/promises'
import { CSV, XLSX } from '@tanker/contract/endpoint'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { type reportExport, UNKNOWN_CELLS } from '@tanker/contract/report-view'
import type { Text } from '@tanker/domain/texts/text'
import { timeText } from '@tanker/domain/texts/time-text'
import type { AnyReport } from '@tanker/reports/define-report'
import type { z } from 'zod'
import { errors } from '../platform/http/errors.ts'
import { FileAnswer } from '../platform/http/file-answer.ts'
import { filteredBook } from '../platform/sheets/filtered-book.ts'
import { askedPeriod, askedWords, pickedWords } from './asked-words.ts'
import { columnWidth, csvText, exportedTitle, exportedValue, type ExportedValue, numberFormat, type Reader } from './exported-cells.ts'
import { csvLine, CSV_MARK } from './csv-lines.ts'
import { exportSlot } from './export-slots.ts'
import { type Requester, orderOf, type ReportQuestion, rowsOf } from './question.ts'
import { visibleColumns } from './report-view-for.ts'
import { RunningTotals } from './running-totals.ts'
import { shownRow } from './shown-row.ts'
import { reportErrors } from './report-errors.ts'

/** The body of an export, its filters gathered as in the other calls. */
export type ReportExport = ReportQuestion &
  Pick<z.output<typeof reportExport>, 'language' | 'format' | 'rateUnit'> & {
    readonly headers: string | undefined
    readonly fields: string | undefined
    readonly fileName: string | undefined
  }

/** Rows read from the cursor at once, and rows written between two turns of the event loop. */
const MAX_FETCHED_ROWS = 1_000
const MAX_ROWS_A_TURN = 50
/** Rows by which the columns get their widths. */
const MAX_MEASURED_ROWS = 200

/**
 * A report as a spreadsheet (spec 7.5) or as CSV: the rows of one snapshot, in the order of the page, read from a cursor while the file is
 * sent, so that memory does not grow with the list. Columns that the user may not see are refused. `left` is aborted when the
 * browser disconnects or the time is up; the query stops then.
 */
export async function exportReport(report: AnyReport, asked: ReportExport, requester: Requester, left: AbortSignal): Promise<FileAnswer> {
  const reader: Reader = { language: asked.language, zone: requester.zone, rateUnit: asked.rateUnit }
  const columns = chosenColumns(report, asked.fields, requester)
  const titles = asked.headers === undefined ? columns.map(([, column]) => exportedTitle(column, reader)) : titlesIn(asked.headers)
  if (titles.length !== columns.length)
    throw errors.badInput({ zh: 'headers 与 fields 的数量不一致。', en: 'Parameters headers and fields differ in length.' })
  const notes = await notesOf(report, asked, requester)
  const batches = await batchesOf(report, asked, requester, left)
  const shower = { nameArea: requester.nameArea, language: asked.language }
  const cellsOf = (row: Row): ExportedValue[] => {
    const shown = shownRow(row, columns, shower)
    const unknown = (shown[UNKNOWN_CELLS] ?? {}) as Readonly<Record<string, string>>
    return columns.map(([name, column]) => unknown[name] ?? exportedValue(shown[name], column, reader))
  }
  const first: Batch = (await batches.next()).value ?? []
  if (asked.format === 'csv') {
    const lines = async function* (): AsyncGenerator<string> {
      yield CSV_MARK + csvLine(titles)
      let count = 0
      for await (const batch of batchesFrom(first, batches))
        for (const row of batch) {
          yield csvLine(cellsOf(row).map((value, index) => csvText(value, columns[index]?.[1])))
          count += 1
          if (count % MAX_ROWS_A_TURN === 0) await nextTurn()
        }
    }
    return new FileAnswer(Readable.from(lines()), CSV, `${fileName(report, asked, requester)}.csv`)
  }
  const measured = first.slice(0, MAX_MEASURED_ROWS).map(cellsOf)
  let written = 0
  const rows = async function* (): AsyncGenerator<ExportedValue[]> {
    const running = new RunningTotals(columns)
    for await (const batch of batchesFrom(first, batches)) {
      for (const row of batch) {
        running.add(row)
        written += 1
        yield cellsOf(row)
        if (written % MAX_ROWS_A_TURN === 0) await nextTurn()
      }
    }
    // Apart from the rows by an empty one, so that a spreadsheet neither sorts nor filters them.
    yield []
    const answer = running.answer()
    const totals = totalLine(columns, answer.totals, reader)
    if (totals !== null) yield* [totals, []]
    for (const [name, column] of columns) {
      const count = answer.leftOut?.[name]
      if (count !== undefined) yield [leftOutNote(exportedTitle(column, reader), count, asked.language)]
    }
    for (const note of notes) yield [note]
  }
  const workbook = filteredBook(rows(), {
    name: sheetName(report.title[asked.language]),
    columns: columns.map(([, column], index) => {
      const numFmt = numberFormat(column, asked.language)
      const header = titles[index] ?? ''
      const width = columnWidth(
        column,
        header,
        measured.map((cells) => cells[index] ?? null),
      )
      return { header, width, ...(numFmt === null ? {} : { numFmt }) }
    }),
    freezePane: { rows: 1 },
    filteredRows: () => written,
  })
  return new FileAnswer(workbook, XLSX, `${fileName(report, asked, requester)}.xlsx`)
}

/** Titles separated by commas; one with a comma of its own stands in double quotes. */
const titlesIn = (headers: string): string[] =>
  (`${headers},`.match(/"[^"]*",|[^,]*,/g) ?? []).map((title) => title.slice(0, -1).replace(/^"(.*)"$/s, '$1'))

const WORDS = {
  total: { zh: '合计', en: 'Total' },
  report: { zh: '报表', en: 'Report' },
  alarm: { zh: '报警编号', en: 'Alarm' },
  exported: { zh: '导出', en: 'Exported' },
} as const

/** The sums under their columns; null for a list without sums. */
function totalLine(
  columns: ReturnType<typeof visibleColumns>,
  totals: Readonly<Record<string, number>> | null,
  reader: Reader,
): ExportedValue[] | null {
  if (totals === null) return null
  const line = columns.map(([name, column]) => exportedValue(totals[name], column, reader))
  const free = line.indexOf(null)
  return free === -1 ? line : line.with(free, WORDS.total[reader.language])
}

/** What the sheet is: the report, what was asked, who exported it and when. */
async function notesOf(report: AnyReport, { filters, fromAlarm, picked, language }: ReportExport, requester: Requester): Promise<string[]> {
  const said = (label: Text, value: string): string => noteLine(label[language], value, language)
  const { now, zone, user } = requester
  const asked = fromAlarm === undefined ? await askedWords(report, filters, requester, language) : []
  return [
    said(WORDS.report, report.title[language]),
    ...(fromAlarm === undefined ? [] : [said(WORDS.alarm, fromAlarm)]),
    ...asked.map(({ label, value }) => noteLine(label, value, language)),
    ...(await pickedWords(report, picked, requester, language)).map(({ label, value }) => noteLine(label, value, language)),
    said(WORDS.exported, `${timeText(now.getTime(), language, zone)} (${zone}) ${user.userName}`),
  ]
}

const leftOutNote = (title: string, count: number, language: ReportExport['language']): string =>
  ({
    zh: `合计“${title}”未计入 ${count} 行：缺少对比的数值`,
    en: `Total of "${title}" leaves out ${count} rows: a value that it is compared with is missing`,
  })[language]

const noteLine = (label: string, value: string, language: ReportExport['language']): string =>
  ({ zh: `${label}：${value}`, en: `${label}: ${value}` })[language]

/** The requested columns in that order; by default all columns visible to the user. */
function chosenColumns(report: AnyReport, fields: string | undefined, { user }: Requester): ReturnType<typeof visibleColumns> {
  const seen = visibleColumns(report, user)
  if (fields === undefined || fields === '') return seen
  const byName = new Map(seen.map((column) => [column[0], column]))
  return [...new Set(fields.split(','))].map((name) => {
    const column = byName.get(name)
    if (!column) throw errors.badInput({ zh: `没有名为 ${name} 的列。`, en: `There is no column called ${name}.` })
    return column
  })
}

/** A sheet has at most 31 characters, none of these, and no apostrophe at its ends. */
const sheetName = (title: string): string =>
  title
    .replaceAll(/[\\/?*[\]:]/g, '-')
    .replaceAll(/^'|'$/g, '')
    .slice(0, 31)

/** The list's own name with the period that was asked for, or the minute where there is none, unless the caller names the file. */
function fileName(report: AnyReport, { fileName: given, language, filters }: ReportExport, { now, zone }: Requester): string {
  const wanted =
    given ?? `${report.title[language]} ${askedPeriod(report, filters, zone) ?? timeText(now.getTime(), language, zone, 'minute')}`
  // Replaces path separators, header characters and bidirectional controls.
  return wanted.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '-').slice(0, 120)
}

type Row = Record<string, unknown>
type Batch = readonly Row[]

/** The first batch, which is read before the file begins, and the others. */
async function* batchesFrom(first: Batch, others: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  yield first
  yield* others
}

/** Batches of rows out of one read-only transaction, the first of them read; refuses when there is none. */
async function batchesOf(report: AnyReport, asked: ReportExport, requester: Requester, left: AbortSignal): Promise<AsyncGenerator<Batch>> {
  const giveBack = await exportSlot(requester.user.id, left)
  let release = (): Promise<unknown> => Promise.resolve()
  let stopping: Promise<unknown> = Promise.resolve()
  let isOver = false
  const end = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    // The cancellation names a connection, and must not hit its next user.
    await stopping
    // The read-only transaction is discarded either way; a broken connection has nothing to end.
    await release().catch(() => undefined)
    giveBack()
  }
  try {
    const rows = await rowsOf(report, asked, requester)
    const order = orderOf(report, asked, requester)
    const transaction = await requester.db.read.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
    release = () => transaction.rollback().execute()
    const { rows: backend } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction)
    const stop = (): Promise<unknown> =>
      sql`SELECT pg_cancel_backend(${backend[0]?.pid})`.execute(requester.db.unscoped).catch(() => undefined)
    // The connection goes back to the pool, whether or not reading of the batches has begun.
    const leave = (): void => {
      if (isOver) return
      stopping = stop()
      void end()
    }
    left.addEventListener('abort', leave, { once: true })
    await sql`DECLARE exported NO SCROLL CURSOR FOR SELECT r.* FROM (${rows}) AS r ORDER BY ${order}`.execute(transaction)
    const next = async (): Promise<Batch> => {
      left.throwIfAborted()
      return (await sql<Record<string, unknown>>`FETCH ${sql.lit(MAX_FETCHED_ROWS)} FROM exported`.execute(transaction)).rows
    }
    const first = await next()
    if (first.length === 0) throw reportErrors.nothingToExport()
    return (async function* () {
      try {
        for (let batch = first; batch.length > 0; batch = await next()) yield batch
      } finally {
        await end()
      }
    })()
  } catch (error) {
    await end()
    throw left.aborted ? reportErrors.exportCancelled() : error
  }
}
