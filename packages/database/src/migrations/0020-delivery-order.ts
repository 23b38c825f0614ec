import { type Kysely, sql } from 'kysely'

/** Unloadings and handovers open with what is newest, as alarms and records do (0008). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX delivery_line_arrived ON delivery_line (arrived_at DESC NULLS LAST)`.execute(db)
  await sql`CREATE INDEX handover_newest ON handover (unloaded_at DESC NULLS LAST)`.execute(db)
}
