import { type RawBuilder, sql } from 'kysely'
import { defaultThresholds, type ThresholdName } from '@tanker/domain/thresholds'

/** The threshold of the row's truck: its own, its organisation's, the nearest above, the global one, or the default. */
export const limitOf = (name: ThresholdName): RawBuilder<number> =>
  sql`coalesce((SELECT (t.overrides ->> ${sql.lit(name)})::float8 FROM threshold AS t LEFT JOIN organisation AS owner ON owner.id = t.organisation_id
    WHERE t.overrides ? ${sql.lit(name)}
      AND (t.truck_id = truck.id OR t.organisation_id = ANY (organisation.ancestors) OR (t.truck_id IS NULL AND t.organisation_id IS NULL))
    ORDER BY t.truck_id NULLS LAST, cardinality(owner.ancestors) DESC NULLS LAST LIMIT 1), ${sql.lit(defaultThresholds[name])}::float8)`

/**
 * Smallest and greatest value of a threshold over all trucks, found once per query. A value below the smallest limit exceeds
 * none, so the truck's own limit is looked up for few rows only.
 */
export const leastLimit = (name: ThresholdName): RawBuilder<number> =>
  sql`(SELECT least(min((t.overrides ->> ${sql.lit(name)})::float8), ${sql.lit(defaultThresholds[name])}::float8) FROM threshold AS t)`
export const greatestLimit = (name: ThresholdName): RawBuilder<number> =>
  sql`(SELECT greatest(max((t.overrides ->> ${sql.lit(name)})::float8), ${sql.lit(defaultThresholds[name])}::float8) FROM threshold AS t)`
