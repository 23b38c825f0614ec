import { type Kysely, sql } from 'kysely'

/** Truck is the one word: the kind of truck that a device is made for, and the colour of a truck's body. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE installed_device RENAME COLUMN vehicle_type TO truck_type`.execute(db)
  await sql`ALTER TABLE truck RENAME COLUMN vehicle_colour TO body_colour`.execute(db)
}
