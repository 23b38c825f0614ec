import { sql } from 'kysely'
import { MAX_COUNTED, type ReportRows, ROW_ACTIONS } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import type { AnyReport, Chart } from '@tanker/reports/define-report'
import { errors } from '../platform/http/errors.ts'
import type { HttpSettings } from '../platform/http/http-settings.ts'
import { curvesOf } from './curves.ts'
import { type Requester, orderOf, type ReportQuestion, type Rows, rowsOf } from './question.ts'
import { actionsFor, actionsOnRow, areOnRows } from './report-actions.ts'
import { visibleColumns } from './report-view-for.ts'
import { leftOutIn, RunningTotals } from './running-totals.ts'
import { shownRow } from './shown-row.ts'

/** Lists up to this length are counted with the first page; longer ones by a separate call. */
const MAX_COUNTED_AT_ONCE = 10_000

/** One page of a report: the one place where scope, columns, actions, order and limits are applied. */
export async function runReport(
  report: AnyReport,
  question: ReportQuestion & { readonly page: number; readonly size: number },
  requester: Requester,
  settings: Pick<HttpSettings, 'cardSite'>,
): Promise<ReportRows> {
  const { db } = requester
  const rows = await rowsOf(report, question, requester)
  const columns = visibleColumns(report, requester.user)
  const order = orderOf(report, question, requester)
  const page = sql`LIMIT ${question.size} OFFSET ${question.page * question.size}`
  const read = report.summed ? await readSummed(rows, columns, { order, page }, db) : null
  const content = read?.content ?? (await sql<Row>`SELECT r.* FROM (${rows}) AS r ORDER BY ${order} ${page}`.execute(db.read)).rows
  const actions = actionsFor(report, requester.user, settings)
  const shown = content.map((row) => ({
    ...shownRow(row, columns, requester),
    ...(areOnRows(actions) ? { [ROW_ACTIONS]: actionsOnRow(actions, row) } : {}),
  }))
  return { content: shown, ...(read?.extent ?? (await extentOf(rows, content, question, columns, db))) }
}

type Row = Record<string, unknown>
type Extent = Pick<ReportRows, 'totalElements' | 'totals' | 'leftOut'>

/** The prefix of what is said of all rows beside each row of the page. */
const OF_ALL = 'of all '

/** A page of rows that are sums, with count and totals of all, from one reading. */
async function readSummed(
  rows: Rows,
  columns: Columns,
  { order, page }: { readonly order: Rows; readonly page: Rows },
  db: ScopedDb,
): Promise<{ readonly content: readonly Row[]; readonly extent: Extent }> {
  const sums = sumsOf(columns)
  const { rows: found } = await sql<Row>`
    WITH answered AS MATERIALIZED (${rows})
    SELECT r.*, extent.* FROM (
      SELECT ${sql.join([sql`count(*)::int AS ${sql.id(`${OF_ALL}rows`)}`, ...sums.map(([name, sum]) => sql`${sum} AS ${sql.id(OF_ALL + name)}`)])}
      FROM answered AS r) AS extent
    LEFT JOIN (SELECT r.* FROM answered AS r ORDER BY ${order} ${page}) AS r ON true ORDER BY ${order}`.execute(db.read)
  const all = Object.entries(found[0] ?? {}).flatMap(([name, value]) =>
    name.startsWith(OF_ALL) ? [[name.slice(OF_ALL.length), value as number | null] as const] : [],
  )
  const totals = Object.fromEntries(all.filter(([name]) => name !== 'rows'))
  return {
    // Beyond the last page there is one row without an id: that of the extent.
    content: found.flatMap((row) =>
      row['id'] === null ? [] : [Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith(OF_ALL)))],
    ),
    extent: {
      totalElements: all.find(([name]) => name === 'rows')?.[1] ?? 0,
      ...(sums.length === 0 ? { totals: null } : totalsIn(totals)),
    },
  }
}

/** Row count and totals. If all rows fit on page one, no count query is sent. */
async function extentOf(
  rows: Rows,
  content: readonly Row[],
  { page, size }: { readonly page: number; readonly size: number },
  columns: Columns,
  db: ScopedDb,
): Promise<Extent> {
  if (page === 0 && content.length < size) return { totalElements: content.length, ...totalsOfAll(content, columns) }
  const count = await countUpTo(MAX_COUNTED_AT_ONCE, rows, db)
  return count > MAX_COUNTED_AT_ONCE
    ? { totalElements: null, totals: null }
    : { totalElements: count, ...(await totalsOf(rows, columns, db)) }
}

/** Row count and totals of a list of at most `most` rows; of a longer one that it has more. */
export async function countReport(
  report: AnyReport,
  question: ReportQuestion,
  requester: Requester,
  most: number = MAX_COUNTED,
): Promise<ReportRows> {
  const rows = await rowsOf(report, question, requester)
  const count = await countUpTo(most, rows, requester.db)
  if (count > most) return { content: [], totalElements: null, totals: null, moreThan: most }
  return { content: [], totalElements: count, ...(await totalsOf(rows, visibleColumns(report, requester.user), requester.db)) }
}

/** Row count and totals of a list of any length: for what has a bound of its own. */
export async function countWholeReport(report: AnyReport, question: ReportQuestion, requester: Requester): Promise<ReportRows> {
  const { db, user } = requester
  const rows = await rowsOf(report, question, requester)
  const { rows: counted } = await sql<{ count: string }>`SELECT count(*) AS count FROM (${rows}) AS r`.execute(db.read)
  return { content: [], totalElements: Number(counted[0]?.count ?? 0), ...(await totalsOf(rows, visibleColumns(report, user), db)) }
}

/** How many rows there are; one more than `most` where there are more, since counting ends there. */
async function countUpTo(most: number, rows: Rows, db: ScopedDb): Promise<number> {
  const { rows: counted } = await sql<{ count: string }>`
    SELECT count(*) AS count FROM (SELECT FROM (${rows}) AS r LIMIT ${most + 1}) AS first_rows`.execute(db.read)
  return Number(counted[0]?.count ?? 0)
}

type Columns = ReturnType<typeof visibleColumns>

/** SQL: aggregate of a column; null if a sum makes no sense. */
function sumOf([name, { total, rateOf, sumWith }]: Columns[number]): Rows | null {
  if (rateOf !== null) {
    const [of, by] = [sql`r.${sql.ref(rateOf.of)}`, sql`r.${sql.ref(rateOf.by)}`]
    return sql`sum(${of}) FILTER (WHERE ${by} IS NOT NULL)::float8 / nullif(sum(${by}) FILTER (WHERE ${of} IS NOT NULL)::float8, 0) * ${rateOf.times}::float8`
  }
  if (!total) return null
  const sum = sql`sum(r.${sql.ref(name)})`
  return sql`coalesce(${sumWith.length === 0 ? sum : sql`${sum} FILTER (WHERE ${knownOf(sumWith)} = ${sql.lit(sumWith.length)})`}, 0)::float8`
}

const knownOf = (names: readonly string[]): Rows => sql`num_nonnulls(${sql.join(names.map((name) => sql`r.${sql.ref(name)}`))})`

/** SQL: rows not in the total of a column that is compared with others; null where all are. */
const leftOutOf = ([name, { total, sumWith }]: Columns[number]): Rows | null =>
  !total || sumWith.length === 0
    ? null
    : sql`(count(*) FILTER (WHERE ${knownOf([name, ...sumWith])} BETWEEN 1 AND ${sql.lit(sumWith.length)}))::int`

/** The prefix of the columns that count rows left out. */
const LEFT_OUT = 'left out '

/** SQL of totals and of what they leave out, by the names that `totalsIn` reads. */
const sumsOf = (columns: Columns): (readonly [name: string, sum: Rows])[] =>
  columns.flatMap((column) => {
    const sum = sumOf(column)
    const leftOut = leftOutOf(column)
    return [
      ...(sum === null ? [] : [[column[0], sum] as const]),
      ...(leftOut === null ? [] : [[`${LEFT_OUT}${column[0]}`, leftOut] as const]),
    ]
  })

async function totalsOf(rows: Rows, columns: Columns, db: ScopedDb): Promise<Pick<ReportRows, 'totals' | 'leftOut'>> {
  const sums = sumsOf(columns)
  if (sums.length === 0) return { totals: null }
  const { rows: totals } = await sql<
    Record<string, number | null>
  >`SELECT ${sql.join(sums.map(([name, sum]) => sql`${sum} AS ${sql.id(name)}`))} FROM (${rows}) AS r`.execute(db.read)
  return totalsIn(totals[0] ?? {})
}

function totalsIn(sums: Readonly<Record<string, number | null>>): Pick<ReportRows, 'totals' | 'leftOut'> {
  // A rate over an empty base is null.
  const known = Object.entries(sums).flatMap(([name, sum]) => (sum === null ? [] : [[name, sum] as const]))
  return {
    totals: Object.fromEntries(known.filter(([name]) => !name.startsWith(LEFT_OUT))),
    ...leftOutIn(known.filter(([name]) => name.startsWith(LEFT_OUT)).map(([name, count]) => [name.slice(LEFT_OUT.length), count])),
  }
}

/** The same totals as `totalsOf`, computed from rows in memory. */
function totalsOfAll(rows: readonly Row[], columns: Columns): Pick<ReportRows, 'totals' | 'leftOut'> {
  const running = new RunningTotals(columns)
  for (const row of rows) running.add(row)
  return running.answer()
}

/** The chart of a report over its whole answer: the greatest values of `x` by the first `y`, each with its series. */
export async function chartOfReport(report: AnyReport, question: ReportQuestion, requester: Requester): Promise<Record<string, unknown>[]> {
  const { chart } = report
  const columns = visibleColumns(report, requester.user)
  const find = (name: string) => columns.find((column) => column[0] === name)
  const drawn = chart ? [find(chart.x), ...chart.y.map(find), ...(chart.by === undefined ? [] : [find(chart.by)])] : [undefined]
  if (!chart || drawn.includes(undefined)) throw errors.unknownCall()
  // All bars stay, so that another one can be picked.
  const rows = await rowsOf(report, { ...question, picked: undefined }, requester)
  if (chart.lanes) return lanesOf(rows, chart, columns, requester)
  const group = [chart.x, ...(chart.by === undefined ? [] : [chart.by])]
  // Plates and places are JSON, which cannot be grouped by.
  const isJson = (name: string) => ['plate', 'place'].includes(find(name)?.[1].kind ?? '')
  const key = (name: string) => (isJson(name) ? sql`r.${sql.ref(name)}::jsonb` : sql`r.${sql.ref(name)}`)
  const ys = chart.y.map((name) => {
    const column = find(name)
    const value = (column && sumOf(column)) ?? sql`avg(r.${sql.ref(name)})::float8`
    return sql`${value} AS ${sql.ref(name)}`
  })
  if (chart.kind === 'line' && find(chart.x)?.[1].kind === 'time') {
    const named = columns.filter(([name]) => group.includes(name) || chart.y.includes(name) || name === chart.shade)
    return (await curvesOf(rows, chart, { isJson: isJson(chart.by ?? '') }, requester.db)).map((row) => shownRow(row, named, requester))
  }
  // Equal values always come in the same order.
  const ties = group.map((name) => sql.ref(name))
  const order = chart.kind === 'line' || chart.kind === 'heat' ? ties : [sql`${sql.ref(chart.y[0] ?? chart.x)} DESC NULLS LAST`, ...ties]
  const { rows: answer } = await sql<Record<string, unknown>>`
    WITH answered AS (SELECT ${sql.join(group.map((name) => sql`${key(name)} AS ${sql.ref(name)}`))}, ${sql.join(ys)}
      FROM (${rows}) AS r GROUP BY ${sql.join(group.map(key))})
    SELECT * FROM answered WHERE ${sql.ref(chart.x)} IN (
      SELECT ${sql.ref(chart.x)} FROM answered GROUP BY 1 ORDER BY sum(abs(${sql.ref(chart.y[0] ?? chart.x)})) DESC NULLS LAST, 1 LIMIT ${chart.limit ?? 20})
    ORDER BY ${sql.join(order)}`.execute(requester.db.read)
  const named = columns.filter(([name]) => group.includes(name) || chart.y.includes(name))
  const words = chart.kind === 'bars' && chart.by === undefined ? (find(chart.x)?.[1].choices ?? []) : []
  // Bars over a list of words are a histogram: each word has a bar, also an empty one.
  const shown =
    words.length === 0
      ? answer
      : words.map(
          ({ value }) =>
            answer.find((row) => row[chart.x] === value) ?? { [chart.x]: value, ...Object.fromEntries(chart.y.map((y) => [y, 0])) },
        )
  return shown.map((row) => shownRow(row, named, requester))
}

/** What lasted, row by row: the newest as far as they can be drawn. */
async function lanesOf(rows: Rows, chart: Chart, columns: Columns, requester: Requester): Promise<Record<string, unknown>[]> {
  const { x, lanes, limit = 20 } = chart
  const drawn = lanes ? [x, lanes.to, lanes.grade, ...lanes.lane, ...lanes.words] : [x]
  const named = columns.filter(([name]) => drawn.includes(name))
  const { rows: answer } = await sql<Row>`
    SELECT ${sql.join(named.map(([name]) => sql.ref(`r.${name}`)))} FROM (${rows}) AS r ORDER BY ${sql.ref(`r.${x}`)} DESC LIMIT ${limit}`.execute(
    requester.db.read,
  )
  return answer.map((row) => shownRow(row, named, requester))
}
