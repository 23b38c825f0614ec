import { type Kysely, sql } from 'kysely'

/**
 * Device commands that are a message instead of a file, and commands that expire.
 * form_values: what the user gave, as the form of the command's kind takes it. expires_at: null for a command that waits without end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // The program declares its kinds of commands and their results; a constraint would be a second list.
  `ALTER TABLE device_command
    DROP CONSTRAINT device_order_kind_check,
    DROP CONSTRAINT device_order_result_check,
    ALTER COLUMN file_id DROP NOT NULL,
    ALTER COLUMN crc32 DROP NOT NULL,
    ALTER COLUMN sha256 DROP NOT NULL,
    ALTER COLUMN total_bytes SET DEFAULT 0,
    ADD COLUMN form_values jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN expires_at timestamptz,
    ADD CHECK ((file_id IS NULL) = (crc32 IS NULL) AND (file_id IS NULL) = (sha256 IS NULL)),
    ADD CHECK (file_id IS NOT NULL OR kind NOT IN ('tank-table', 'upgrade'))`,
  `CREATE INDEX device_command_expires ON device_command (expires_at) WHERE finished_at IS NULL AND expires_at IS NOT NULL`,
] as const
