import { type Arithmetic, POINTS_OF_LEVEL, SCORED_FAMILIES, type ScoredFamily, scoredTypes } from '@tanker/domain/alarms/safety-score'
import { type RawBuilder, sql } from 'kysely'

type Expression = RawBuilder<number>

/** The score in SQL. Numbers are literals: as parameters their type would be guessed. */
export const SQL_ARITHMETIC: Arithmetic<Expression> = {
  number: (value) => sql`${sql.lit(value)}::float8`,
  plus: (a, b) => sql`(${a} + ${b})`,
  minus: (a, b) => sql`(${a} - ${b})`,
  times: (a, b) => sql`(${a} * ${b})`,
  over: (a, b) => sql`coalesce(${a} / nullif(${b}, 0), 0)`,
  power: (base, exponent) => sql`power(${sql.lit(base)}::float8, ${exponent})`,
  floor: (a) => sql`floor(${a})`,
}

/** The column with the points of a family. */
export const pointsColumn = (family: ScoredFamily) => `points ${family}` as const

/** Points of a family over rows `counted` with `type`, `level`, `confirm` and `many`. */
export const pointsOf = (family: ScoredFamily): Expression => sql`coalesce(sum(counted.many
    * CASE WHEN counted.level = 1 THEN ${sql.lit(POINTS_OF_LEVEL[1])} ELSE ${sql.lit(POINTS_OF_LEVEL[2])} END)
  FILTER (WHERE counted.type = ANY (${[...scoredTypes(family)]}::int[]) AND counted.confirm <> 'non-abnormal'), 0)::float8`

/** The columns with the points, by family. */
export const pointsIn = (table: string) =>
  Object.fromEntries(SCORED_FAMILIES.map((family) => [family, sql.ref(`${table}.${pointsColumn(family)}`)])) as Readonly<
    Record<ScoredFamily, Expression>
  >
