import { propertiesIn } from '@tanker/database/fact-properties'
import { drivenFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'

/** SQL of pieces of driving (`drivenFact`) in the table `record`, and their sums. */

export const driven = propertiesIn('record', drivenFact)

export const drivenKm = sql<number>`(sum(${driven.number('distanceM')}) / 1000)::float8`
export const loadedKm = sql<number>`(coalesce(sum(${driven.number('distanceM')}) FILTER (WHERE ${driven.flag('loaded')}), 0) / 1000)::float8`
export const emptyKm = sql<number>`(coalesce(sum(${driven.number('distanceM')}) FILTER (WHERE NOT ${driven.flag('loaded')}), 0) / 1000)::float8`
export const drivingMs = sql<number>`(sum(${driven.number('drivingS')}) * 1000)::float8`
export const highestKmh = sql<number>`max(${driven.number('maxKmh')})`
/** Of the odometer, where the terminal sends it. */
export const odometerFrom = sql<number | null>`min(${driven.number('fromKm')})`
export const odometerTo = sql<number | null>`max(${driven.number('toKm')})`

/** The day of a moment in the user's zone, YYYY-MM-DD. Pieces are of clock hours: in zones that are not of whole hours a day is cut at the nearest one. */
export const dayOf = (column: string, zone: string) => sql<string>`to_char(${sql.ref(column)} AT TIME ZONE ${sql.lit(zone)}, 'YYYY-MM-DD')`
