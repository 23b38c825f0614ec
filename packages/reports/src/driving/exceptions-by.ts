import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { drivenFact, overspeedFact, workingHoursFact } from '@tanker/domain/facts/driving-facts'
import { type RawBuilder, sql } from 'kysely'
import { isKnownTo } from '../conditions.ts'
import type { ChosenTrucks } from '../define-report.ts'
import { DRIVING_DIMENSIONS, drivingTypes } from '../driving-words.ts'
import { isChosen } from '../kinds.ts'
import { driven } from './driven-columns.ts'

export type DrivingDimension = keyof typeof DRIVING_DIMENSIONS

type Asked = { readonly scope: ChosenTrucks; readonly from: Date; readonly to: Date; readonly by: DrivingDimension }

/** Every alarm of driving that knows its driver names him like this; working hours in a group. */
const named = propertiesIn('alarm', overspeedFact)
const rested = propertiesIn('alarm', workingHoursFact)

/** Whose row an alarm or a piece of driving counts for, as text; of drivers of one name those of one organisation are one. */
export const keyOf = (by: DrivingDimension, table: 'alarm' | 'record', driver: RawBuilder<string | null>): RawBuilder<string> =>
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
    .select([
      keyOf(by, 'alarm', sql`coalesce(${named.text('driverName')}, ${rested.json('driver')} ->> 'name')`).as('key'),
      'alarm.type',
      'alarm.started_at as startedAt',
    ])

/** Kilometres and hours driven with the key of their row. */
export const drivenBy = (db: ScopedDb, { scope, from, to, by }: Asked) =>
  db
    .from('record')
    .where(isChosen(scope, 'record'))
    .where('record.kind', '=', drivenFact.kind)
    .where('record.started_at', '>=', from)
    .where('record.started_at', '<=', to)
    .select([
      keyOf(by, 'record', driven.text('driverName')).as('key'),
      'record.started_at as startedAt',
      sql<number>`${driven.number('distanceM')} / 1000`.as('km'),
      sql<number>`${driven.number('drivingS')} / 3600`.as('hours'),
    ])

/** SQL: the name to show for the key in this column; null for a driver who is not known. */
export const nameOfKey = (by: DrivingDimension, key: string): RawBuilder<string | null> =>
  by === 'truck'
    ? sql`(SELECT truck.plate FROM truck WHERE truck.id = ${sql.ref(key)}::int)`
    : by === 'organisation'
      ? sql`(SELECT coalesce(nullif(organisation.short_name, ''), organisation.name) FROM organisation WHERE organisation.id = ${sql.ref(key)}::int)`
      : sql`nullif(split_part(${sql.ref(key)}, ':', 2), '')`
