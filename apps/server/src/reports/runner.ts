import { sql } from 'kysely'
import type { ReportRows } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/text'
import type { AnyReport, PlaceCell } from '@tanker/reports/define-report'
import type { SignedInUser } from '../access/sessions.ts'
import { alarmsOf } from '../alarms/alarm-rows.ts'
import { errors } from '../http/errors.ts'
import type { NameArea } from '../places/area-names.ts'
import { readFilters } from './report-filters.ts'
import { visibleColumns } from './report-view-for.ts'

type ReportQuestion = {
  readonly filters: string | undefined
  readonly fromAlarm: string | undefined
  readonly page: number
  readonly size: number
  readonly sortBy: string | undefined
  readonly sortOrder: 'asc' | 'desc' | undefined
}

type Asker = { readonly db: ScopedDb; readonly user: SignedInUser; readonly language: Language; readonly nameArea: NameArea }

/** Lists up to this length are counted with the first answer; longer ones by a call of their own. */
const countedAtOnce = 10_000
const wholeDay = 86_400_000

/** One page of a report: the one place where scope, columns, order and limits are applied. */
export async function runReport(report: AnyReport, question: ReportQuestion, asker: Asker): Promise<ReportRows> {
  const { db, user } = asker
  const rows = await rowsOf(report, question, db)
  const columns = visibleColumns(report, user)
  const sorted = columns.find(([name, column]) => name === question.sortBy && column.sortable)
  if (question.sortBy !== undefined && question.sortBy !== report.sort.by && !sorted) {
    throw errors.badInput({ zh: '不能按此列排序。', en: 'The list cannot be sorted by this column.' })
  }
  const by = sql.ref(sorted?.[0] ?? report.sort.by)
  const order = (question.sortOrder ?? report.sort.order) === 'asc' ? sql`ASC NULLS FIRST` : sql`DESC NULLS LAST`
  // The ids of the page first, then everything of these rows: deep pages need not build what they skip.
  const [content, counted] = await Promise.all([
    sql<Record<string, unknown>>`
      SELECT r.* FROM (${rows}) AS r
      JOIN (SELECT k.id FROM (${rows}) AS k ORDER BY k.${by} ${order}, k.id DESC LIMIT ${question.size} OFFSET ${question.page * question.size}) AS page USING (id)
      ORDER BY r.${by} ${order}, r.id DESC`.execute(db.unscoped),
    sql<{ count: string }>`SELECT count(*) AS count FROM (SELECT FROM (${rows}) AS r LIMIT ${countedAtOnce + 1}) AS first_rows`.execute(
      db.unscoped,
    ),
  ])
  const count = Number(counted.rows[0]?.count ?? 0)
  const isLarge = count > countedAtOnce
  return {
    content: content.rows.map((row) => shownRow(row, columns, asker)),
    totalElements: isLarge ? null : count,
    totals: isLarge ? null : await totalsOf(rows, columns, db),
  }
}

/** How many rows there are and their totals, however many. */
export async function countReport(report: AnyReport, question: ReportQuestion, { db, user }: Asker): Promise<ReportRows> {
  const rows = await rowsOf(report, question, db)
  const { rows: counted } = await sql<{ count: string }>`SELECT count(*) AS count FROM (${rows}) AS r`.execute(db.unscoped)
  return { content: [], totalElements: Number(counted[0]?.count ?? 0), totals: await totalsOf(rows, visibleColumns(report, user), db) }
}

/** The query of the report with its filters; `fromAlarm` asks for that alarm alone (spec 4.3). */
async function rowsOf(report: AnyReport, { filters, fromAlarm }: ReportQuestion, db: ScopedDb) {
  if (fromAlarm === undefined) return sql`${report.rows(db, await readFilters(report, db, filters))}`
  const alarm = await alarmsOf(db).where('alarm.id', '=', fromAlarm).select(['alarm.truck_id', 'alarm.started_at']).executeTakeFirst()
  if (!alarm) throw errors.alarmNotFound()
  const preset: Record<string, unknown> = {}
  for (const [name, { kind }] of Object.entries(report.filters)) {
    if (kind === 'truck-or-company') preset[name] = { of: 'trucks', ids: [alarm.truck_id] }
    if (kind === 'period') {
      preset[name] = { from: new Date(alarm.started_at.getTime() - wholeDay), to: new Date(alarm.started_at.getTime() + wholeDay) }
    }
  }
  const rows = report.rows(db, preset)
  return report.rowIs === 'alarm' ? sql`SELECT a.* FROM (${rows}) AS a WHERE a.id = ${fromAlarm}::bigint` : sql`${rows}`
}

type Columns = ReturnType<typeof visibleColumns>

async function totalsOf(rows: ReturnType<typeof sql>, columns: Columns, db: ScopedDb): Promise<ReportRows['totals']> {
  const summed = columns.filter(([, column]) => column.total).map(([name]) => name)
  if (summed.length === 0) return null
  const sums = sql.join(summed.map((name) => sql`coalesce(sum(r.${sql.ref(name)}), 0)::float8 AS ${sql.ref(name)}`))
  const { rows: totals } = await sql<Record<string, number>>`SELECT ${sums} FROM (${rows}) AS r`.execute(db.unscoped)
  return totals[0] ?? null
}

/** Only what the user may see, with a name for every place. */
function shownRow(row: Record<string, unknown>, columns: Columns, { nameArea, language }: Asker): Record<string, unknown> {
  const shown: Record<string, unknown> = { id: String(row['id']) }
  for (const [name, { kind }] of columns)
    shown[name] = kind === 'place' ? namedPlace(row[name] as PlaceCell | null, nameArea, language) : row[name]
  return shown
}

function namedPlace(place: PlaceCell | null, nameArea: NameArea, language: Language): PlaceCell | null {
  if (place === null || place.lat === null || place.lng === null) return null
  return place.name === '' ? { ...place, name: nameArea(place.lat, place.lng, language) } : place
}
