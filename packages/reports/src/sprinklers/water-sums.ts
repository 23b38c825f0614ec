import type { ScopedDb } from '@tanker/database/scope'
import { type RawBuilder, sql } from 'kysely'
import type { ChosenPeriod, ChosenTrucks } from '../define-report.ts'
import { drivenKm, piecesOf } from '../driving/driven-columns.ts'
import { plateCell, shortNameOf } from '../kinds.ts'
import { carriesWater, worksOf } from './water-works.ts'

type Asked = { readonly scope: ChosenTrucks; readonly when: ChosenPeriod }

/**
 * What each water truck filled, sprayed and drove in each span of time. A span without a work has a row where the truck drove.
 * @param spanOf SQL text of the span of a moment, by the name of its column
 */
export const waterSums = (db: ScopedDb, asked: Asked, spanOf: (column: string) => RawBuilder<string>) => {
  const works = db.read
    .selectFrom(worksOf(db, asked).as('work'))
    .groupBy(['work.truckId', spanOf('work.startedAt')])
    .select([
      'work.truckId',
      spanOf('work.startedAt').as('span'),
      sql<number>`count(*) FILTER (WHERE work.work = 'fill')::int`.as('fills'),
      sql<number>`coalesce(sum(work.litres) FILTER (WHERE work.work = 'fill'), 0) / 1000`.as('filled'),
      sql<number>`coalesce(sum(work.litres) FILTER (WHERE work.work = 'spray'), 0) / 1000`.as('used'),
      sql<number>`coalesce(sum(work.meters), 0) / 1000`.as('sprayed'),
      sql<number>`(coalesce(sum(extract(epoch FROM work."endedAt" - work."startedAt")) FILTER (WHERE work.work = 'spray'), 0) * 1000)::float8`.as(
        'working',
      ),
    ])
  const drives = piecesOf(db, asked)
    .where(carriesWater)
    .groupBy(['truck.id', spanOf('driven_piece.started_at')])
    .select([
      'truck.id as truckId',
      plateCell.as('plate'),
      sql<string>`max(${shortNameOf('organisation')})`.as('organisation'),
      spanOf('driven_piece.started_at').as('span'),
      drivenKm.as('distance'),
    ])
  return db.read
    .selectFrom(drives.as('drive'))
    .leftJoin(works.as('work'), (join) => join.onRef('work.truckId', '=', 'drive.truckId').onRef('work.span', '=', 'drive.span'))
    .select([
      sql<string>`concat_ws('-', drive."truckId", drive.span)`.as('id'),
      'drive.plate',
      'drive.organisation',
      'drive.span',
      sql<number>`coalesce(work.fills, 0)`.as('fills'),
      sql<number>`coalesce(work.filled, 0)`.as('filled'),
      sql<number>`coalesce(work.used, 0)`.as('used'),
      sql<number>`coalesce(work.sprayed, 0)`.as('sprayed'),
      'drive.distance',
      sql<number>`coalesce(work.working, 0)`.as('working'),
      sql<number | null>`100 * coalesce(work.sprayed, 0) / nullif(drive.distance, 0)`.as('coverage'),
    ])
}
