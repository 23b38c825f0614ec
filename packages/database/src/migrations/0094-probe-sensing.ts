import { type Kysely, sql } from 'kysely'

/** The newest values of each probe of a truck are found without reading its other records. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX record_probe_sensing ON record (truck_id, object, started_at DESC) WHERE kind = 'probe-sensing'`.execute(db)
}
