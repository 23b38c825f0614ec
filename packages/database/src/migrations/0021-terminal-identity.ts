import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  // What base data announces of the terminal that a truck carries; '' where nobody has entered it.
  `ALTER TABLE truck ADD COLUMN terminal_id text NOT NULL DEFAULT ''`,
  `CREATE UNIQUE INDEX truck_terminal_id_key ON truck (upper(terminal_id)) WHERE terminal_id <> ''`,
  // Until then any terminal may register for the truck.
  `ALTER TABLE truck ADD COLUMN enrolment_until timestamptz`,

  // A code is kept as its hash only. Codes given before keep working: their hashes stand for them.
  `ALTER TABLE device ADD COLUMN code_hash bytea`,
  `UPDATE device SET code_hash = sha256(convert_to(auth_code, 'UTF8'))`,
  `ALTER TABLE device ALTER COLUMN code_hash SET NOT NULL`,
  `ALTER TABLE device DROP COLUMN auth_code`,
  // Whether somebody has authenticated with the newest code; the code before it stays good until release.
  `ALTER TABLE device ADD COLUMN code_used boolean NOT NULL DEFAULT true`,
  `ALTER TABLE device ADD COLUMN former_hash bytea`,
  `ALTER TABLE device ADD COLUMN bound_at timestamptz`,
  `UPDATE device SET bound_at = registered_at`,
  `ALTER TABLE device ALTER COLUMN bound_at SET NOT NULL`,
  // When the terminal said that it leaves (0x0003).
  `ALTER TABLE device ADD COLUMN left_at timestamptz`,
]

/** Terminals are announced, enrolled, bound and released; their codes are hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
