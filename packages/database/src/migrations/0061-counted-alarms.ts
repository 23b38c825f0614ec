import { type Kysely, sql } from 'kysely'

/**
 * Analyses count alarms from an index alone: what they group and choose by stands in it. The driver, and whether an alarm is part of
 * another one, become columns that follow from the properties.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const BOX_DOOR_OUTSIDE = 210
/** Far above the longest name of base data; an index entry has a bound. */
const MAX_DRIVER_NAME = 200

const STATEMENTS = [
  // Working hours have their driver in a group.
  `ALTER TABLE alarm
     ADD driver_name text GENERATED ALWAYS AS (left(coalesce(properties ->> 'driverName', properties -> 'driver' ->> 'name'), ${MAX_DRIVER_NAME})) STORED,
     ADD is_part boolean GENERATED ALWAYS AS (type = ${BOX_DOOR_OUTSIDE} AND properties -> 'partOf' IS NOT NULL) STORED`,
  `CREATE INDEX alarm_analysed ON alarm (organisation_id, started_at)
     INCLUDE (truck_id, type, grade, confirm, handled_at, driver_name, is_part) WHERE superseded_at IS NULL`,
] as const
