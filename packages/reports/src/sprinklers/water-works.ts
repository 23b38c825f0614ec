import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { carriesWaterSql } from '@tanker/database/water-trucks'
import { BOTTOM_VALVE, MANHOLE } from '@tanker/domain/devices/probe-type'
import { sealChangeFact } from '@tanker/domain/facts/seal-facts'
import { type RawBuilder, sql } from 'kysely'
import type { ChosenPeriod, ChosenTrucks } from '../define-report.ts'
import { isChosen, placeCell, plateCell, shortNameOf } from '../kinds.ts'

/** Water that a filling or a spraying at least moves; less is an opening to look, or waves in the tank. */
const LEAST_L = 100
/** After spraying the water comes to rest: what stands in the tank is read between so many minutes later. */
const REST_MIN = 1
const REST_READ_MIN = 15
/** A reading of longer before says nothing of a moment. */
const BEFORE_MIN = 15

/** An older opening without a closing is a lost one, hours. */
export const MAX_OPEN_H = 12

/** What a water truck does with its water. */
export const WATER_WORKS = {
  fill: { zh: '加水', en: 'Filled' },
  spray: { zh: '洒水', en: 'Sprayed' },
} as const
export type WaterWork = keyof typeof WATER_WORKS

/** SQL: the truck of the query carries water. */
export const carriesWater = sql<boolean>`${sql.raw(carriesWaterSql('truck'))}`

const change = propertiesIn('record', sealChangeFact)
/** SQL: what comes next of the same probe. */
const next = <T>(value: RawBuilder<T>): RawBuilder<T | null> =>
  sql`lead(${value}) OVER (PARTITION BY record.truck_id, record.object ORDER BY record.started_at)`

type Asked = { readonly scope: ChosenTrucks; readonly when: Pick<ChosenPeriod, 'from' | 'to'> }

/** Openings and closings of manholes and bottom valves of water trucks, each with the one that follows. */
const switchingsOf = (db: ScopedDb, { scope, when }: Asked) =>
  db
    .from('record')
    .innerJoin('truck', 'truck.id', 'record.truck_id')
    .innerJoin('organisation', 'organisation.id', 'record.organisation_id')
    .where(isChosen(scope, 'record'))
    .where('record.kind', '=', sealChangeFact.kind)
    .where('record.started_at', '>=', when.from)
    .where('record.started_at', '<=', when.to)
    .where(sql<boolean>`${change.number('probeType')} IN (${sql.lit(MANHOLE)}, ${sql.lit(BOTTOM_VALVE)})`)
    .where(sql<boolean>`${change.text('action')} IN ('opened', 'closed')`)
    .where(carriesWater)
    .select([
      'record.truck_id as truckId',
      'record.object',
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'record.started_at as startedAt',
      placeCell('record').as('place'),
      sql<string>`${change.text('action')}`.as('action'),
      sql<WaterWork>`CASE ${change.number('probeType')} WHEN ${sql.lit(MANHOLE)} THEN 'fill' ELSE 'spray' END`.as('work'),
      sql<number>`${change.number('compartment')}`.as('compartment'),
      sql<number | null>`${change.number('volumeL')}`.as('volume'),
      next(sql<string>`${change.text('action')}`).as('nextAction'),
      next(sql<Date>`record.started_at`).as('endedAt'),
      next(sql<number | null>`${change.number('volumeL')}`).as('endVolume'),
    ])

/** SQL: what stands in the tank once the water has come to rest; where nothing was read then, what stood at the end. */
const restedVolume = sql<number | null>`coalesce((SELECT volume_l FROM compartment_reading r
  WHERE r.truck_id = switching."truckId" AND r.compartment = switching.compartment
    AND r.at BETWEEN switching."endedAt" + ${sql.lit(REST_MIN)} * interval '1 minute' AND switching."endedAt" + ${sql.lit(REST_READ_MIN)} * interval '1 minute'
  ORDER BY r.at LIMIT 1), switching."endVolume")`

/** SQL: what stood in the tank before it was opened: in the reading that shows it open, some has come or gone already. */
const volumeBefore = sql<number | null>`coalesce((SELECT volume_l FROM compartment_reading r
  WHERE r.truck_id = switching."truckId" AND r.compartment = switching.compartment
    AND r.at >= switching."startedAt" - ${sql.lit(BEFORE_MIN)} * interval '1 minute' AND r.at < switching."startedAt"
  ORDER BY r.at DESC LIMIT 1), switching.volume)`

/** SQL: the odometer at a moment, kilometres; null where the terminal sends none. */
const odometerAt = (moment: string) => sql<number | null>`(SELECT mileage_km FROM fix_reading f WHERE f.truck_id = switching."truckId"
  AND f.at BETWEEN ${sql.ref(moment)} - ${sql.lit(BEFORE_MIN)} * interval '1 minute' AND ${sql.ref(moment)} ORDER BY f.at DESC LIMIT 1)`
const odometerM = sql<number | null>`1000 * (${odometerAt('switching.endedAt')} - ${odometerAt('switching.startedAt')})`

/** SQL: metres of the pieces of driving in the meantime, each by the share of its time. */
const piecesM = sql<number>`coalesce((SELECT sum(p.distance_m * extract(epoch FROM least(p.ended_at, switching."endedAt") - greatest(p.started_at, switching."startedAt"))
    / nullif(extract(epoch FROM p.ended_at - p.started_at), 0)) FROM driven_piece p
  WHERE p.truck_id = switching."truckId" AND p.started_at < switching."endedAt" AND p.ended_at > switching."startedAt"), 0)::float8`

/** SQL: metres driven in the meantime; an odometer that runs backwards was set. */
const drivenM = sql<number>`CASE WHEN ${odometerM} >= 0 THEN ${odometerM} ELSE ${piecesM} END`

/** Openings in the period that nothing has closed yet: works that may go on. */
export const openWorksOf = (db: ScopedDb, asked: Asked) =>
  db.read
    .selectFrom(switchingsOf(db, asked).as('switching'))
    .where('switching.action', '=', 'opened')
    .where('switching.nextAction', 'is', null)
    .select(['switching.truckId', 'switching.work', 'switching.startedAt', 'switching.object', 'switching.place'])

/**
 * Fillings through the manhole and sprayings through the bottom valve that begin in the period and ended: when, where, litres, and metres
 * driven while it sprayed.
 */
export const worksOf = (db: ScopedDb, asked: Asked) => {
  const works = db.read
    .selectFrom(switchingsOf(db, asked).as('switching'))
    .where('switching.action', '=', 'opened')
    .where('switching.nextAction', '=', 'closed')
    .select([
      sql<string>`concat_ws('-', switching."truckId", (extract(epoch FROM switching."startedAt") * 1000)::bigint, switching.object)`.as(
        'id',
      ),
      'switching.truckId',
      'switching.plate',
      'switching.organisation',
      'switching.work',
      'switching.startedAt',
      sql<Date>`switching."endedAt"`.as('endedAt'),
      'switching.place',
      sql<
        number | null
      >`CASE switching.work WHEN 'fill' THEN switching."endVolume" - ${volumeBefore} ELSE ${volumeBefore} - ${restedVolume} END`.as(
        'litres',
      ),
      sql<number>`CASE switching.work WHEN 'fill' THEN 0 ELSE ${drivenM} END`.as('meters'),
    ])
  return db.read
    .selectFrom(works.as('work'))
    .where(sql<boolean>`work.litres >= ${sql.lit(LEAST_L)}`)
    .select([
      'work.id',
      'work.truckId',
      'work.plate',
      'work.organisation',
      'work.work',
      'work.startedAt',
      'work.endedAt',
      'work.place',
      sql<number>`work.litres`.as('litres'),
      'work.meters',
    ])
}
