import { type Kysely, sql } from 'kysely'

/** What finds trucks whose late readings wait although no gateway has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Since when late readings wait to be judged; null while none do.
  `ALTER TABLE truck_state ADD rebuild_wanted_at timestamptz`,
  `UPDATE truck_state SET rebuild_wanted_at = now() WHERE rebuild_from IS NOT NULL`,
  `CREATE INDEX truck_state_late ON truck_state (truck_id) WHERE rebuild_from IS NOT NULL`,
  // Each running gateway says every few seconds that it is there: trucks of one that fell silent are free.
  `CREATE TABLE gateway_process (name text PRIMARY KEY, alive_at timestamptz NOT NULL)`,
] as const
