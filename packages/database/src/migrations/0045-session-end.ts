import { type Kysely, sql } from 'kysely'

/** Why a session was ended before its time; null for those that ran out and those ended before this release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE session ADD COLUMN end_reason text`.execute(db)
}
