import { type RawBuilder, sql } from 'kysely'
import { inForceSql } from '@tanker/database/thresholds-in-force'
import { defaultThresholds, type ThresholdName } from '@tanker/domain/thresholds'

const inForce = sql.raw<boolean>(inForceSql('t'))

/** The threshold of the row's truck: its own, its organisation's, the nearest above, or the default. */
export const limitOf = (name: ThresholdName): RawBuilder<number> =>
  sql`coalesce((SELECT t.value FROM threshold_value AS t LEFT JOIN organisation AS owner ON owner.id = t.organisation_id
    WHERE t.name = ${sql.lit(name)} AND ${inForce} AND (t.truck_id = truck.id OR t.organisation_id = ANY (organisation.ancestors))
    ORDER BY t.truck_id NULLS LAST, cardinality(owner.ancestors) DESC NULLS LAST LIMIT 1), ${sql.lit(defaultThresholds[name])}::float8)`

/** The same for a row's organisation: its own, the nearest above, or the default. */
export const limitOfOrganisation = (name: ThresholdName): RawBuilder<number> =>
  sql`coalesce((SELECT t.value FROM threshold_value AS t JOIN organisation AS owner ON owner.id = t.organisation_id
    WHERE t.name = ${sql.lit(name)} AND ${inForce} AND t.organisation_id = ANY (organisation.ancestors)
    ORDER BY cardinality(owner.ancestors) DESC LIMIT 1), ${sql.lit(defaultThresholds[name])}::float8)`

/**
 * Smallest and greatest value of a threshold over all trucks, found once per query. A value below the smallest limit exceeds
 * none, so the truck's own limit is looked up for few rows only.
 */
export const leastLimit = (name: ThresholdName): RawBuilder<number> =>
  sql`(SELECT least(min(t.value), ${sql.lit(defaultThresholds[name])}::float8) FROM threshold_value AS t
    WHERE t.name = ${sql.lit(name)} AND ${inForce})`
export const greatestLimit = (name: ThresholdName): RawBuilder<number> =>
  sql`(SELECT greatest(max(t.value), ${sql.lit(defaultThresholds[name])}::float8) FROM threshold_value AS t
    WHERE t.name = ${sql.lit(name)} AND ${inForce})`
