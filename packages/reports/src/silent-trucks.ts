import type { ScopedDb } from '@tanker/database/scope'
import { type RawBuilder, sql } from 'kysely'
import type { ChosenTrucks, PlaceCell } from './define-report.ts'
import { isChosen, plateCell, shortNameOf } from './kinds.ts'

/** Three heartbeats of a minute each are missed by any short tunnel: never sooner than this (domain rule catalogue D.7). */
const SILENT_MINUTES = 15

/** Since the last contact, in whole minutes: it grows while the list is read. */
export const silentMs = sql<number>`(floor(extract(epoch FROM now() - truck_state.contact_at) / 60) * 60000)::float8`

/** Enabled trucks that reported before, but not for a quarter of an hour, with their last reading. */
export const silentTrucks = (db: ScopedDb, scope: ChosenTrucks) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .leftJoinLateral(
      // By its key: one row of the newest partition that has the truck.
      (from) =>
        from
          .selectFrom('position')
          .whereRef('position.truck_id', '=', 'truck.id')
          .whereRef('position.at', '=', 'truck_state.last_at')
          .select(['position.lat', 'position.lng'])
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .where(isChosen(scope, 'truck'))
    .where('truck.enabled', '=', true)
    .where(sql<boolean>`truck_state.contact_at < now() - make_interval(mins => ${SILENT_MINUTES})`)

/** Where a silent truck was last, under the name of a fence if one is known. */
export const lastPlace = (fenceName: RawBuilder<string | null>) =>
  sql<PlaceCell>`json_build_object('name', coalesce(${fenceName}, ''), 'lat', last.lat / 1e6, 'lng', last.lng / 1e6)`

/** What every list of silent trucks selects. */
export const silentTruckRow = [
  sql<string>`truck.id::text`.as('id'),
  plateCell.as('plate'),
  shortNameOf('organisation').as('organisation'),
  'truck_state.contact_at as contact',
  'truck_state.last_at as position',
] as const
