import { type Kysely, sql } from 'kysely'

/**
 * Lists open with what is newest. In the order of these the first page of a long list is read from an index and the rest is
 * never touched; NULLS LAST, because that is how reports ask.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX alarm_newest ON alarm (started_at DESC NULLS LAST, id DESC)`.execute(db)
  await sql`CREATE INDEX record_newest ON record (kind, started_at DESC NULLS LAST)`.execute(db)
  await sql`CREATE INDEX position_newest ON position (at DESC NULLS LAST)`.execute(db)
}
