import { MAX_CURVES } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import type { Chart } from '@tanker/reports/define-report'
import { sql } from 'kysely'
import type { Rows } from './question.ts'
import { reportErrors } from './report-errors.ts'

type Row = Record<string, unknown>

/** Points of each curve: more than a screen has room for. */
const MAX_CURVE_POINTS = 400
/** A part of the period has its least and its greatest value. */
const POINTS_OF_A_PART = 2
/** Newest rows that are looked at first: those of a fleet show more trucks than can be drawn. */
const MAX_LOOKED_AT = 5_000
/** Rows of all curves together. */
const MAX_CURVE_ROWS = 1_000_000

type Bounds = { readonly maxLookedAt: number; readonly maxRows: number }
const BOUNDS: Bounds = { maxLookedAt: MAX_LOOKED_AT, maxRows: MAX_CURVE_ROWS }

/**
 * Curves over the whole period. Of each part of it the least and the greatest value stay, in the order in which they were measured, so that
 * no short dip is lost. Nothing where there are more curves than can be distinguished: the page says so. `isJson`: what distinguishes the
 * curves is JSON.
 */
export async function curvesOf(
  rows: Rows,
  chart: Pick<Chart, 'x' | 'y' | 'by' | 'shade'>,
  { isJson }: { readonly isJson: boolean },
  db: Pick<ScopedDb, 'read'>,
  bounds: Bounds = BOUNDS,
): Promise<Row[]> {
  const { x, y, by, shade } = chart
  // As text it is compared quickly.
  const curve = by === undefined ? sql`true` : isJson ? sql`r.${sql.ref(by)}::text` : sql`r.${sql.ref(by)}`
  if (by !== undefined && (await areTooMany(rows, x, curve, db, bounds))) return []
  const read = [
    sql`r.${sql.ref(x)} AS at`,
    sql`${curve} AS curve`,
    ...(shade === undefined ? [] : [sql`r.${sql.ref(shade)} AS shade`]),
    ...y.map((name, index) => sql`r.${sql.ref(name)}::float8 AS ${sql.id(`y${index}`)}`),
  ]
  // Each with its time, so that their order is known.
  const ends = y.flatMap((_, index) => {
    const value = sql.id(`y${index}`)
    const timed = sql`ARRAY[${value}, extract(epoch FROM at)::float8]`
    return [
      sql`min(${timed}) FILTER (WHERE ${value} IS NOT NULL) AS ${sql.id(`low${index}`)}`,
      sql`max(${timed}) FILTER (WHERE ${value} IS NOT NULL) AS ${sql.id(`high${index}`)}`,
    ]
  })
  const points = y.map((name, index) => {
    const [low, high] = [sql.id(`low${index}`), sql.id(`high${index}`)]
    return sql`CASE WHEN (side.at_end = 1) = (${low}[2] <= ${high}[2]) THEN ${high}[1] ELSE ${low}[1] END AS ${sql.ref(name)}`
  })
  const { rows: found } = await sql<Row & { readonly rows_read: number }>`
    WITH answered AS MATERIALIZED (SELECT ${sql.join(read)} FROM (${rows}) AS r LIMIT ${bounds.maxRows + 1}),
      extent AS (SELECT count(*)::int AS rows_read, (SELECT count(*) FROM (SELECT FROM answered GROUP BY curve) AS one) AS curves, min(at) AS begins,
        make_interval(secs => greatest(1, extract(epoch FROM max(at) - min(at)) / ${MAX_CURVE_POINTS / POINTS_OF_A_PART}::float8)) AS part FROM answered),
      parts AS (SELECT curve, min(at) AS first_at, max(at) AS last_at, count(*) AS readings,
        ${sql.join([...ends, ...(shade === undefined ? [] : [sql`bool_or(shade) AS shade`])])}
        FROM answered, extent WHERE extent.curves <= ${MAX_CURVES} AND extent.rows_read <= ${bounds.maxRows}
        GROUP BY curve, date_bin(extent.part, at, extent.begins))
    SELECT extent.rows_read, point.* FROM extent LEFT JOIN (
      SELECT CASE side.at_end WHEN 0 THEN first_at ELSE last_at END AS ${sql.ref(x)},
        ${sql.join([
          ...points,
          ...(by === undefined ? [] : [isJson ? sql`curve::json AS ${sql.ref(by)}` : sql`curve AS ${sql.ref(by)}`]),
          ...(shade === undefined ? [] : [sql`shade AS ${sql.ref(shade)}`]),
        ])}
      FROM parts, (VALUES (0), (1)) AS side (at_end) WHERE side.at_end = 0 OR readings > 1) AS point ON true
    ORDER BY point.${sql.ref(x)}`.execute(db.read)
  if ((found[0]?.rows_read ?? 0) > bounds.maxRows) throw reportErrors.tooManyReadings(bounds.maxRows)
  return found.flatMap(({ rows_read: _read, ...row }) => (row[x] === null ? [] : [row]))
}

/** Whether the newest rows alone are of more curves than can be distinguished: as quick as a page of the list. */
async function areTooMany(rows: Rows, x: string, curve: Rows, db: Pick<ScopedDb, 'read'>, { maxLookedAt }: Bounds): Promise<boolean> {
  const { rows: found } = await sql<{ readonly curves: number }>`
    SELECT count(DISTINCT newest.curve)::int AS curves
    FROM (SELECT ${curve} AS curve FROM (${rows}) AS r ORDER BY r.${sql.ref(x)} DESC NULLS LAST LIMIT ${maxLookedAt}) AS newest`.execute(
    db.read,
  )
  return (found[0]?.curves ?? 0) > MAX_CURVES
}
