import type { ScopedDb } from '@tanker/database/scope'
import { tripFact } from '@tanker/domain/facts/cargo-facts'
import { type RawBuilder, sql } from 'kysely'
import { isKnownTo } from '../conditions.ts'
import type { ChosenTrucks } from '../define-report.ts'
import { DRIVING_DIMENSIONS, drivingTypes } from '../driving-words.ts'
import { isChosen, isDrivenBy } from '../kinds.ts'

export type DrivingDimension = keyof typeof DRIVING_DIMENSIONS

type Asked = { readonly scope: ChosenTrucks; readonly from: Date; readonly to: Date; readonly by: DrivingDimension }

/** SQL: who drove at an alarm of driving; null where it is not known. */
export const driverOfAlarm = sql.ref<string | null>('alarm.driver_name')

/** Whose row an alarm or a piece of driving counts for, as text; of drivers of one name those of one organisation are one. */
export const keyOf = (
  by: DrivingDimension,
  table: 'alarm' | 'record' | 'delivery' | 'driven_piece',
  driver: RawBuilder<string | null>,
): RawBuilder<string> =>
  by === 'driver'
    ? sql<string>`concat(${sql.ref(`${table}.organisation_id`)}, ':', ${driver})`
    : by === 'truck'
      ? sql<string>`${sql.ref(`${table}.truck_id`)}::text`
      : sql<string>`${sql.ref(`${table}.organisation_id`)}::text`

/** Alarms of driving with the key of their row. `kinds`: those alone. */
export const drivingAlarms = (db: ScopedDb, { scope, from, to, by }: Asked, kinds?: readonly string[]) =>
  db
    .from('alarm')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', 'in', drivingTypes(kinds))
    .where(isKnownTo(db.scope, 'alarm'))
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '>=', from)
    .where('alarm.started_at', '<=', to)
    .select([keyOf(by, 'alarm', driverOfAlarm).as('key'), 'alarm.type', 'alarm.started_at as startedAt'])

/** Kilometres and hours driven by the key of their row, those from `currentFrom` on apart from those before. `drivers`: of those alone, by their ids. */
export const drivenBy = (db: ScopedDb, { scope, from, to, by }: Asked, currentFrom = from, drivers?: readonly number[]) =>
  db
    .from('driven_piece')
    .where(isChosen(scope, 'driven_piece'))
    .where('driven_piece.started_at', '>=', from)
    .where('driven_piece.started_at', '<=', to)
    .where(isDrivenBy('driven_piece', sql.ref('driven_piece.driver_name'), drivers))
    .groupBy([sql`1`, sql`2`])
    .select([
      keyOf(by, 'driven_piece', sql.ref('driven_piece.driver_name')).as('key'),
      sql<boolean>`driven_piece.started_at >= ${currentFrom}`.as('current'),
      sql<number>`(sum(driven_piece.distance_m) / 1000)::float8`.as('km'),
      sql<number>`(sum(driven_piece.driving_s) / 3600)::float8`.as('hours'),
    ])

/** A trip names no driver: it counts for the driver of its first piece of driving. By its table, and the column of its departure there. */
export const driverOfTrip = (table: 'record' | 'delivery', left: 'started_at' | 'trip_started_at') => {
  const [truck, from, to] = [sql.ref(`${table}.truck_id`), sql.ref(`${table}.${left}`), sql.ref(`${table}.ended_at`)]
  return sql<string | null>`(SELECT piece.driver_name FROM driven_piece AS piece
  WHERE piece.truck_id = ${truck} AND piece.ended_at > ${from}
    AND piece.started_at BETWEEN ${from} - interval '1 hour' AND coalesce(${to}, 'infinity')
  ORDER BY piece.started_at LIMIT 1)`
}

/** Trips by their departure, with the key of their row. */
const tripsBy = (db: ScopedDb, { scope, from, to, by }: Asked) =>
  db
    .from('record')
    .where(isChosen(scope, 'record'))
    .where('record.kind', '=', tripFact.kind)
    .where('record.started_at', '>=', from)
    .where('record.started_at', '<=', to)
    .select([keyOf(by, 'record', driverOfTrip('record', 'started_at')).as('key'), 'record.started_at as startedAt'])

/** Exceptions, kilometres, hours and trips by key, those from `currentFrom` on apart from those before. */
export const monthlySums = (db: ScopedDb, asked: Asked, currentFrom: Date, kinds?: readonly string[]) => {
  const amount = (one: Record<'total' | 'km' | 'hours' | 'trips', string>) =>
    (['total', 'km', 'hours', 'trips'] as const).map((name) => sql<number>`${sql.raw(one[name])}`.as(name))
  const current = sql<boolean>`one."startedAt" >= ${currentFrom}`
  const pieces = db.read
    .selectFrom(drivingAlarms(db, asked, kinds).as('one'))
    .groupBy([sql`1`, sql`2`])
    .select(['one.key', current.as('current'), ...amount({ total: 'count(*)', km: '0::float8', hours: '0::float8', trips: '0' })])
    .unionAll(
      db.read
        .selectFrom(drivenBy(db, asked, currentFrom).as('one'))
        .select(['one.key', 'one.current', ...amount({ total: '0', km: 'one.km', hours: 'one.hours', trips: '0' })]),
    )
    .unionAll(
      db.read
        .selectFrom(tripsBy(db, asked).as('one'))
        .groupBy([sql`1`, sql`2`])
        .select(['one.key', current.as('current'), ...amount({ total: '0', km: '0', hours: '0', trips: 'count(*)' })]),
    )
  return db.read
    .selectFrom(pieces.as('piece'))
    .groupBy(['piece.key', 'piece.current'])
    .select([
      'piece.key',
      'piece.current',
      sql<number>`sum(piece.total)::int`.as('total'),
      sql<number>`sum(piece.km)::float8`.as('km'),
      sql<number>`sum(piece.hours)::float8`.as('hours'),
      sql<number>`sum(piece.trips)::int`.as('trips'),
    ])
}

/** SQL: the name to show for the key in this column; null for a driver who is not known. */
export const nameOfKey = (by: DrivingDimension, key: string): RawBuilder<string | null> =>
  by === 'truck'
    ? sql`(SELECT truck.plate FROM truck WHERE truck.id = ${sql.ref(key)}::int)`
    : by === 'organisation'
      ? sql`(SELECT coalesce(nullif(organisation.short_name, ''), organisation.name) FROM organisation WHERE organisation.id = ${sql.ref(key)}::int)`
      : sql`nullif(split_part(${sql.ref(key)}, ':', 2), '')`
