import { type Kysely, sql } from 'kysely'

/** Where trucks stood to load or unload at a fence, newest first: its correction is computed from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX record_operation_at_fence ON record (fence_id, started_at DESC) WHERE kind = 'operation' AND fence_id IS NOT NULL`.execute(
    db,
  )
}
