import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import type { ChosenPeriod, ChosenTrucks } from '../define-report.ts'
import { isChosen } from '../kinds.ts'

/** SQL of pieces of driving, the table `driven_piece`, and their sums. */

export const drivenKm = sql<number>`(sum(driven_piece.distance_m) / 1000)::float8`
export const loadedKm = sql<number>`(coalesce(sum(driven_piece.distance_m) FILTER (WHERE driven_piece.loaded), 0) / 1000)::float8`
export const emptyKm = sql<number>`(coalesce(sum(driven_piece.distance_m) FILTER (WHERE NOT driven_piece.loaded), 0) / 1000)::float8`
export const drivingMs = sql<number>`(sum(driven_piece.driving_s) * 1000)::float8`
export const highestKmh = sql<number>`max(driven_piece.max_kmh)`
/** Of the odometer, where the terminal sends it. */
export const odometerFrom = sql<number | null>`min(driven_piece.from_km)`
export const odometerTo = sql<number | null>`max(driven_piece.to_km)`

/** Pieces of chosen trucks that begin in the period, with their truck and organisation. */
export const piecesOf = (
  db: ScopedDb,
  { scope, when }: { readonly scope: ChosenTrucks; readonly when: Pick<ChosenPeriod, 'from' | 'to'> },
) =>
  db
    .from('driven_piece')
    .innerJoin('truck', 'truck.id', 'driven_piece.truck_id')
    .innerJoin('organisation', 'organisation.id', 'driven_piece.organisation_id')
    .where(isChosen(scope, 'driven_piece'))
    .where('driven_piece.started_at', '>=', when.from)
    .where('driven_piece.started_at', '<=', when.to)

/** The day of a moment in the user's zone, to group by: cheaper than its text. */
export const localDay = (column: string, zone: string) => sql<Date>`(${sql.ref(column)} AT TIME ZONE ${sql.lit(zone)})::date`

/** The day of a moment in the user's zone, YYYY-MM-DD. Pieces are of clock hours: in zones that are not of whole hours a day is cut at the nearest one. */
export const dayOf = (column: string, zone: string) => sql<string>`to_char(${localDay(column, zone)}, 'YYYY-MM-DD')`
