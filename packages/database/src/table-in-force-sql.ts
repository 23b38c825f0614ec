/** SQL: the platform counts, or counted at some time, the litres of the truck of this alias. */
export const everByPlatformSql = (truck: string): string =>
  `(${truck}.volume_source = 'platform' OR EXISTS (SELECT FROM former_volume_source AS former WHERE former.truck_id = ${truck}.id))`
