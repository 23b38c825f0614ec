import { mailedReportErrors } from './mailed-report-errors.ts'
import type { ViewContent, ViewFilter } from '@tanker/contract/named-views'
import type { Connection } from '@tanker/database/connection'
import { openScope } from '@tanker/database/scope'
import { namedMonth, namedPeriod, type Today } from '@tanker/domain/texts/named-period'
import type { Language, Text } from '@tanker/domain/texts/text'
import type { AnyReport } from '@tanker/reports/define-report'
import { sql } from 'kysely'
import type { Account } from '../../platform/access/account.ts'
import type { AreaNames } from '../../platform/places/area-names.ts'
import { askedWords } from '../../reports/asked-words.ts'
import { exportReport, type ReportExport } from '../../reports/export-report.ts'
import { exportedTitle, exportedValue } from '../../reports/exported-cells.ts'
import type { FindAlarm, Requester } from '../../reports/question.ts'
import { visibleColumns } from '../../reports/report-view-for.ts'
import { countWholeReport } from '../../reports/runner.ts'
import { dayAt, midnightIn } from '../../reports/zoned-month.ts'

/** Bytes of a spreadsheet in a mail; mail servers take 10 to 25 MB, and base64 adds a third. */
const MAX_FILE_BYTES = 7_000_000
/** How long one file may take with the count of its rows, ms. */
const MAX_MAKE_MS = 300_000
/** Totals that the text of a mail names. */
const MAX_TOTALS = 12

const dayMs = 86_400_000

export type FileParts = {
  readonly connection: Connection
  readonly areas: AreaNames
  readonly findAlarm: FindAlarm
  readonly reports: ReadonlyMap<string, AnyReport>
  /** Bytes of a file, and how long it may take; less in tests. */
  readonly maxFileBytes?: number
  readonly maxMakeMs?: number
}

export type Wanted = {
  readonly report: string
  readonly name: string
  readonly content: ViewContent
  readonly language: Language
  readonly zone: string
}

export type MadeFile = {
  readonly rows: number
  readonly file: Buffer | null
  readonly fileName: string
  /** Of the mail: what was asked, the rows, the totals. */
  readonly lines: readonly string[]
  /** The file is too large for a mail. */
  readonly isTooLarge: boolean
}

/**
 * The spreadsheet of a list as its owner would export it at this moment, with its periods as they are at `due`. Refused like the export: a
 * filter that no longer holds, a list that is gone.
 */
export async function makeFile(
  { connection, areas, findAlarm, reports, maxFileBytes = MAX_FILE_BYTES, maxMakeMs = MAX_MAKE_MS }: FileParts,
  account: Account,
  { report: path, name, content, language, zone }: Wanted,
  { due, now }: { readonly due: Date; readonly now: Date },
): Promise<MadeFile> {
  const report = reports.get(path)
  if (!report) throw mailedReportErrors.listGone()
  const requester: Requester = {
    db: openScope(connection, account.scope),
    user: account,
    language,
    zone,
    now,
    nameArea: await areas.for(account.scope),
    findAlarm,
  }
  const asked = questionOf(report, account, content, { due, zone, language, name })
  const until = performance.now() + maxMakeMs
  const counted = await countedWithin(maxMakeMs, requester, (bounded) => countWholeReport(report, asked, bounded))
  const rows = counted.totalElements ?? 0
  const words = await askedWords(report, asked.filters, requester, language)
  const lines = [
    ...words.map(({ label, value }) => line(label, value, language)),
    line(ROWS[language], String(rows), language),
    ...totalLines(report, account, counted.totals, asked, { language, zone }),
  ]
  if (rows === 0) return { rows, file: null, fileName: '', lines, isTooLarge: false }
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), until - performance.now())
  try {
    const answer = await exportReport(report, asked, requester, stop.signal)
    const file = await bounded(answer.content, maxFileBytes)
    if (file === null) stop.abort()
    return { rows, file, fileName: answer.name, lines, isTooLarge: file === null }
  } finally {
    clearTimeout(late)
  }
}

/** Each statement ends when the time is up; then the file is made again later. */
const countedWithin = <T>(ms: number, requester: Requester, count: (bounded: Requester) => Promise<T>): Promise<T> =>
  requester.db.read.transaction().execute(async (read) => {
    await sql`SELECT set_config('statement_timeout', ${String(ms)}, true)`.execute(read)
    return count({ ...requester, db: { ...requester.db, read } })
  })

const ROWS: Text = { zh: '行数', en: 'Rows' }

const line = (label: string, value: string, language: Language): string =>
  ({ zh: `${label}：${value}`, en: `${label}: ${value}` })[language]

/** The bytes of the file; null where there are more than a mail may have. */
async function bounded(content: AsyncIterable<Buffer | string>, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of content) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part
    bytes += chunk.length
    if (bytes > maxBytes) return null
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

/** What the export of this view asks. Columns and orders that the list no longer has for this user are left out. */
function questionOf(
  report: AnyReport,
  account: Account,
  content: ViewContent,
  { due, zone, language, name }: { readonly due: Date; readonly zone: string; readonly language: Language; readonly name: string },
): ReportExport {
  const seen = visibleColumns(report, account)
  const shown = seen.filter(([column]) => !content.hidden.includes(column))
  const isSortable = seen.some(([column, { sortable }]) => column === content.sortBy && sortable)
  const filters = Object.entries(report.filters).flatMap(([filter, { kind, maxDays }]): [string, unknown][] => {
    const written = content.filters[filter]
    if (written === undefined) return []
    return [[filter, filterAt(written, kind === 'organisations', maxDays, account, due, zone)]]
  })
  return {
    filters: JSON.stringify(Object.fromEntries(filters)),
    fromAlarm: undefined,
    picked: content.picked === undefined ? undefined : JSON.stringify(content.picked),
    sortBy: isSortable ? content.sortBy : undefined,
    sortOrder: isSortable ? content.sortOrder : undefined,
    language,
    rateUnit: content.rateUnit,
    format: 'xlsx',
    headers: undefined,
    fields: (shown.length > 0 ? shown : seen).map(([column]) => column).join(','),
    fileName: `${name} ${dayText(due, zone)}`,
  }
}

const dayText = (at: Date, zone: string): string => {
  const { year, month, day } = dayAt(at, zone)
  return [year, month + 1, day].map((part) => String(part).padStart(2, '0')).join('-')
}

/** A filter by name as it is at that moment for this user. */
function filterAt(
  written: ViewFilter,
  isOrganisations: boolean,
  maxDays: number | null,
  { organisation }: Account,
  due: Date,
  zone: string,
): unknown {
  if (typeof written !== 'object' || Array.isArray(written)) return written
  const today: Today = dayAt(due, zone)
  if ('period' in written) {
    const { from, to } = namedPeriod(written.period, today, midnightIn(zone), maxDays === null ? Infinity : maxDays * dayMs)
    return { from: from.toISOString(), to: to.toISOString() }
  }
  if ('month' in written) return namedMonth(written.month, today)
  if ('own' in written)
    return isOrganisations ? { organisationIds: [organisation.id] } : { truckIds: [], organisationIds: [organisation.id] }
  return written
}

/** The totals of the list as its last line has them. */
function totalLines(
  report: AnyReport,
  account: Account,
  totals: Readonly<Record<string, number>> | null,
  { rateUnit }: Pick<ReportExport, 'rateUnit'>,
  { language, zone }: { readonly language: Language; readonly zone: string },
): string[] {
  const reader = { language, zone, rateUnit }
  return visibleColumns(report, account)
    .filter(([name]) => totals?.[name] !== undefined)
    .slice(0, MAX_TOTALS)
    .map(([name, column]) => line(exportedTitle(column, reader), String(exportedValue(totals?.[name], column, reader)), language))
}
