import { type Kysely, sql } from 'kysely'

/** What lets a red alarm that nobody handles become black by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // When time made it black; detection does not take that back.
  `ALTER TABLE alarm ADD escalated_at timestamptz`,
  `CREATE INDEX alarm_red_open ON alarm (inserted_at) WHERE grade = 'red' AND handled_at IS NULL AND superseded_at IS NULL`,
] as const
