import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { tripFact } from '@tanker/domain/facts/cargo-facts'
import { drivenFact, overspeedFact, workingHoursFact } from '@tanker/domain/facts/driving-facts'
import { type RawBuilder, sql } from 'kysely'
import { isKnownTo } from '../conditions.ts'
import type { ChosenTrucks } from '../define-report.ts'
import { DRIVING_DIMENSIONS, drivingTypes } from '../driving-words.ts'
import { isChosen, isDrivenBy } from '../kinds.ts'
import { driven } from './driven-columns.ts'

export type DrivingDimension = keyof typeof DRIVING_DIMENSIONS

type Asked = { readonly scope: ChosenTrucks; readonly from: Date; readonly to: Date; readonly by: DrivingDimension }

/** Every alarm of driving that knows its driver names him like this; working hours in a group. */
const named = propertiesIn('alarm', overspeedFact)
const rested = propertiesIn('alarm', workingHoursFact)

/** SQL: who drove at an alarm of driving; null where it is not known. */
export const driverOfAlarm = sql<string | null>`coalesce(${named.text('driverName')}, ${rested.json('driver')} ->> 'name')`

/** Whose row an alarm or a piece of driving counts for, as text; of drivers of one name those of one organisation are one. */
export const keyOf = (
  by: DrivingDimension,
  table: 'alarm' | 'record' | 'delivery',
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

/** Kilometres and hours driven with the key of their row. `drivers`: of those alone, by their ids. */
export const drivenBy = (db: ScopedDb, { scope, from, to, by }: Asked, drivers?: readonly number[]) =>
  db
    .from('record')
    .where(isChosen(scope, 'record'))
    .where('record.kind', '=', drivenFact.kind)
    .where('record.started_at', '>=', from)
    .where('record.started_at', '<=', to)
    .where(isDrivenBy('record', driven.text('driverName'), drivers))
    .select([
      keyOf(by, 'record', driven.text('driverName')).as('key'),
      'record.started_at as startedAt',
      sql<number>`${driven.number('distanceM')} / 1000`.as('km'),
      sql<number>`${driven.number('drivingS')} / 3600`.as('hours'),
    ])

/** A trip names no driver: it counts for the driver of its first piece of driving. By its table, and the column of its departure there. */
export const driverOfTrip = (table: 'record' | 'delivery', left: 'started_at' | 'trip_started_at') => {
  const [truck, from, to] = [sql.ref(`${table}.truck_id`), sql.ref(`${table}.${left}`), sql.ref(`${table}.ended_at`)]
  return sql<string | null>`(SELECT ${propertiesIn('piece', drivenFact).text('driverName')} FROM record AS piece
  WHERE piece.truck_id = ${truck} AND piece.kind = ${drivenFact.kind} AND piece.ended_at > ${from}
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
  const pieces = db.read
    .selectFrom(drivingAlarms(db, asked, kinds).as('one'))
    .select(['one.key', 'one.startedAt', ...amount({ total: '1', km: '0::float8', hours: '0::float8', trips: '0' })])
    .unionAll(
      db.read
        .selectFrom(drivenBy(db, asked).as('one'))
        .select(['one.key', 'one.startedAt', ...amount({ total: '0', km: 'one.km', hours: 'one.hours', trips: '0' })]),
    )
    .unionAll(
      db.read
        .selectFrom(tripsBy(db, asked).as('one'))
        .select(['one.key', 'one.startedAt', ...amount({ total: '0', km: '0', hours: '0', trips: '1' })]),
    )
  return db.read
    .selectFrom(pieces.as('piece'))
    .groupBy([sql`1`, sql`2`])
    .select([
      'piece.key',
      sql<boolean>`piece."startedAt" >= ${currentFrom}`.as('current'),
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
