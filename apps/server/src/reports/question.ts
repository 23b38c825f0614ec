import { type RawBuilder, sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import type { AnyReport } from '@tanker/reports/define-report'
import type { Account } from '../platform/access/account.ts'
import { errors } from '../platform/http/errors.ts'
import type { NameArea } from '../platform/places/area-names.ts'
import { type AskedAt, readFilters, defaultOf } from './report-filters.ts'
import { visibleColumns } from './report-view-for.ts'
import { monthAt, zonedMonth } from './zoned-month.ts'
import { conditionOf, pickedIn } from './picked-values.ts'
import { reportErrors } from './report-errors.ts'

/** The query of a report as sent by the calls. */
export type ReportQuestion = {
  /** JSON text by filter name. */
  readonly filters: string | undefined
  /** An alarm's id: that alarm alone (spec 4.3). */
  readonly fromAlarm: string | undefined
  /** JSON text: values of the chart's columns. */
  readonly picked?: string | undefined
  readonly sortBy: string | undefined
  readonly sortOrder: 'asc' | 'desc' | undefined
}

/** Truck and start of an alarm; refuses when the user does not see it. */
export type FindAlarm = (db: ScopedDb, alarmId: string, zone: string) => Promise<{ readonly truckId: number; readonly startedAt: Date }>

/** User, time zone and time of the request. */
export type Requester = AskedAt & {
  readonly db: ScopedDb
  readonly user: Account
  readonly language: Language
  readonly nameArea: NameArea
  readonly findAlarm: FindAlarm
}

export type Rows = RawBuilder<unknown>

const wholeDay = 86_400_000

/** The query of the report with its filters and what was picked in its chart, without order and limit. */
export async function rowsOf(report: AnyReport, question: ReportQuestion, requester: Requester): Promise<Rows> {
  const rows = await filteredRows(report, question, requester)
  const picked = pickedIn(report, question.picked, requester.user)
  return picked.length === 0 ? rows : sql`SELECT p.* FROM (${rows}) AS p WHERE ${sql.join(picked.map(conditionOf), sql` AND `)}`
}

async function filteredRows(
  report: AnyReport,
  { filters, fromAlarm }: ReportQuestion,
  { db, now, zone, language, findAlarm }: Requester,
): Promise<Rows> {
  if (fromAlarm === undefined) return sql`${report.rows(db, await readFilters(report, db, filters, { now, zone }), language)}`
  const { truckId, startedAt } = await findAlarm(db, fromAlarm, zone)
  const preset: Record<string, unknown> = {}
  for (const [name, filter] of Object.entries(report.filters)) {
    if (filter.kind === 'truck-or-organisation' || filter.kind === 'truck') preset[name] = { of: 'trucks', ids: [truckId] }
    if (filter.kind === 'period') {
      preset[name] = { from: new Date(startedAt.getTime() - wholeDay), to: new Date(startedAt.getTime() + wholeDay), zone }
    }
    if (filter.kind === 'month') preset[name] = zonedMonth(monthAt(startedAt, zone), zone)
    if (filter.kind === 'dimension') preset[name] = defaultOf(filter, { now, zone })
  }
  // An alarm has no organisation or depot filter: a list that requires one cannot be opened from an alarm.
  if (Object.entries(report.filters).some(([name, { required }]) => required && preset[name] === undefined))
    throw reportErrors.notFromAlarm()
  const rows = report.rows(db, preset, language)
  return report.rowIs === 'alarm' ? sql`SELECT a.* FROM (${rows}) AS a WHERE a.id = ${fromAlarm}::bigint` : sql`${rows}`
}

/** SQL: the order of the rows `r`; the id makes it the same on every page. */
export function orderOf(report: AnyReport, { sortBy, sortOrder }: ReportQuestion, { user }: Requester): Rows {
  const sorted = visibleColumns(report, user).find(([name, column]) => name === sortBy && column.sortable)
  if (sortBy !== undefined && sortBy !== report.sort.by && !sorted) {
    throw errors.badInput({ zh: '不能按此列排序。', en: 'The list cannot be sorted by this column.' })
  }
  const by = sql.ref(`r.${sorted?.[0] ?? report.sort.by}`)
  return (sortOrder ?? report.sort.order) === 'asc' ? sql`${by} ASC NULLS FIRST, r.id DESC` : sql`${by} DESC NULLS LAST, r.id DESC`
}
