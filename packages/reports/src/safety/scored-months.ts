import type { ScopedDb } from '@tanker/database/scope'
import { SCORED_FAMILIES, SCORED_FROM_KM, safetyScore } from '@tanker/domain/alarms/safety-score'
import { sql } from 'kysely'
import type { ChosenMonth, ChosenTrucks } from '../define-report.ts'
import { drivenBy, keyOf } from '../driving/exceptions-by.ts'
import { driverName, levelOf, safetyAlarmsIn } from './safety-counts.ts'
import { pointsColumn, pointsIn, pointsOf, SQL_ARITHMETIC } from './score-in-sql.ts'

/** Whose scores: of several trucks of one organisation there is none. */
export const SCORED_DIMENSIONS = {
  truck: { zh: '按车辆', en: 'Truck' },
  driver: { zh: '按驾驶员', en: 'Driver' },
} as const
export type ScoredDimension = keyof typeof SCORED_DIMENSIONS

type Asked = { readonly scope: ChosenTrucks; readonly month: ChosenMonth; readonly by: ScoredDimension }

/**
 * A row `scored` for each truck or driver with alarms or kilometres, of the month (`current`) and of the one before: counts, score, what
 * each family took off, rank. `tops` has the three most frequent kinds of the month.
 */
export const scoredMonths = (db: ScopedDb, { scope, month, by }: Asked) => {
  const when = { from: month.previousFrom, to: month.to }
  const many = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`coalesce(sum(counted.many) FILTER (WHERE ${condition}), 0)::int`
  // Driving without a known driver is of several people.
  const isScored = sql<boolean>`way.km >= ${sql.lit(SCORED_FROM_KM)}${by === 'driver' ? sql` AND split_part(way.key, ':', 2) <> ''` : sql``}`
  const points = Object.fromEntries(
    SCORED_FAMILIES.map((family) => [family, sql<number>`coalesce(${pointsIn('alarm')[family]}, 0)`]),
  ) as ReturnType<typeof pointsIn>
  const { score, parts } = safetyScore(SQL_ARITHMETIC, points, sql<number>`way.km`)
  return db.read
    .with('counted', (query) =>
      query
        .selectFrom(
          safetyAlarmsIn(db, { scope, when })
            .select([
              keyOf(by, 'alarm', driverName).as('key'),
              sql<boolean>`alarm.started_at >= ${month.from}`.as('current'),
              'alarm.type',
              levelOf.as('level'),
              'alarm.confirm',
              'alarm.handled_at',
            ])
            .as('alarm'),
        )
        .groupBy(['alarm.key', 'alarm.current', 'alarm.type', 'alarm.level', 'alarm.confirm'])
        .select(['alarm.key', 'alarm.current', 'alarm.type', 'alarm.level', 'alarm.confirm'])
        .select([sql<number>`count(*)`.as('many'), sql<number>`count(alarm.handled_at)`.as('handled')]),
    )
    .with('summed', (query) =>
      query
        .selectFrom('counted')
        .groupBy(['counted.key', 'counted.current'])
        .select([
          'counted.key',
          'counted.current',
          sql<number>`sum(counted.many)::int`.as('total'),
          many(sql<boolean>`counted.level = 1`).as('level1'),
          many(sql<boolean>`counted.level = 2`).as('level2'),
          many(sql<boolean>`counted.confirm = 'non-abnormal'`).as('falseAlarms'),
          many(sql<boolean>`counted.confirm <> 'unconfirmed'`).as('judged'),
          sql<number>`sum(counted.handled)::int`.as('handled'),
        ])
        .select(SCORED_FAMILIES.map((family) => pointsOf(family).as(pointsColumn(family)))),
    )
    .with('driven_by', () => drivenBy(db, { scope, ...when, by }, month.from))
    .with('scored', (query) =>
      query
        .selectFrom('driven_by as way')
        .fullJoin('summed as alarm', (join) => join.onRef('alarm.key', '=', 'way.key').onRef('alarm.current', '=', 'way.current'))
        .select([
          sql<string>`coalesce(way.key, alarm.key)`.as('key'),
          sql<boolean>`coalesce(way.current, alarm.current)`.as('current'),
          sql<number>`coalesce(way.km, 0)`.as('km'),
          sql<number | null>`CASE WHEN ${isScored} THEN ${score} END`.as('score'),
        ])
        .select((['total', 'level1', 'level2', 'falseAlarms', 'judged', 'handled'] as const).map((name) => orNone(name).as(name)))
        .select(SCORED_FAMILIES.map((family) => sql<number | null>`CASE WHEN ${isScored} THEN ${parts[family]} END`.as(family))),
    )
    .with('tops', (query) =>
      query
        .selectFrom(
          query
            .selectFrom('counted')
            .where(sql<boolean>`counted.current`)
            .groupBy(['counted.key', 'counted.type'])
            .select([
              'counted.key',
              'counted.type',
              sql<number>`row_number() OVER (PARTITION BY counted.key ORDER BY sum(counted.many) DESC, counted.type)`.as('place'),
            ])
            .as('kind'),
        )
        .groupBy('kind.key')
        .select('kind.key')
        .select(([1, 2, 3] as const).map((place) => topAt(place).as(`top${place}` as const))),
    )
}

const orNone = (name: string) => sql<number>`coalesce(${sql.ref(`alarm.${name}`)}, 0)`
const topAt = (place: number) => sql<number>`max(kind.type) FILTER (WHERE kind.place = ${sql.lit(place)})`
