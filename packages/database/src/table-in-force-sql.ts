/*
 * Which tank table is in force for a compartment, the same for all callers: a table counts from `counts_from` on, and
 * of those that count at a time the one that began last is in force. Where the platform computes the litres a table counts
 * from when it takes effect, sent or not; where the truck's terminal does, from when the terminal has it too.
 */

/** SQL: the platform counts, or counted at some time, the litres of the truck of this alias. */
export const everByPlatformSql = (truck: string): string =>
  `(${truck}.volume_source = 'platform' OR EXISTS (SELECT FROM former_volume_source AS former WHERE former.truck_id = ${truck}.id))`

/** SQL: the platform counts the litres of the truck of this alias at a time. */
export const byPlatformAtSql = (truck: string, at: string): string =>
  `(coalesce((SELECT former.source FROM former_volume_source AS former WHERE former.truck_id = ${truck}.id AND former.until_at > ${at}
    ORDER BY former.until_at LIMIT 1), ${truck}.volume_source) = 'platform')`

/** SQL: from when on the tank table of this alias counts; null while the terminal of a truck that counts by itself lacks it. */
export const countsFromSql = (table: string, byPlatform: string): string =>
  `(CASE WHEN ${byPlatform} THEN ${table}.effective_at
    WHEN ${table}.synced_at IS NOT NULL THEN greatest(${table}.effective_at, ${table}.synced_at) END)`

/** SQL: the tables of a truck's compartment that count at a time, each with `counts_from` and `by_platform`. */
export const countingTablesSql = (truck: string, compartment: string, at: string): string =>
  `(SELECT * FROM (SELECT tt.*, ${countsFromSql('tt', 'by_platform')} AS counts_from, by_platform
      FROM tank_table AS tt CROSS JOIN (SELECT ${byPlatformAtSql(truck, at)} AS by_platform) AS s
      WHERE tt.truck_id = ${truck}.id AND tt.compartment = ${compartment}) AS began WHERE began.counts_from <= ${at})`

/** SQL: the platform computed litres by the tank table of this alias at some time until then. */
export const usedByPlatformSql = (table: string, truck: string, at: string): string =>
  `(${table}.effective_at <= ${at} AND (${byPlatformAtSql(truck, at)} OR EXISTS (SELECT FROM former_volume_source AS former
    WHERE former.truck_id = ${truck}.id AND former.source = 'platform' AND former.until_at > ${table}.effective_at)))`

/** A moment as SQL has it. */
export const momentSql = (at: Date): string => `'${at.toISOString()}'::timestamptz`
