import { type Kysely, sql } from 'kysely'

/** The feed reads the outbox in the order of transactions: see alarms/outbox.ts of the server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX outbox_feed ON outbox (xid, seq)`.execute(db)
}
