import { crc32 } from 'node:zlib'
import { type Kysely, sql } from 'kysely'

/** Backups of parameter files as a list: why each was taken, and the CRC-32 of its content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE parameter_backup ADD COLUMN crc32 bigint,
    ADD COLUMN source text NOT NULL DEFAULT 'before-send' CHECK (source IN ('before-send', 'manual'))`.execute(db)
  const { rows } = await sql<{ id: number }>`SELECT id FROM parameter_backup`.execute(db)
  // One at a time: the contents of a fleet together may not fit into memory.
  for (const { id } of rows) {
    const { rows: found } = await sql<{ content: Buffer }>`SELECT content FROM parameter_backup WHERE id = ${id}`.execute(db)
    for (const { content } of found) await sql`UPDATE parameter_backup SET crc32 = ${crc32(content)} WHERE id = ${id}`.execute(db)
  }
  await sql`ALTER TABLE parameter_backup ALTER COLUMN crc32 SET NOT NULL, ALTER COLUMN source DROP DEFAULT`.execute(db)
  await sql`CREATE INDEX parameter_backup_taken ON parameter_backup (taken_at)`.execute(db)
}
