import { type Kysely, sql } from 'kysely'

/** The list of changed parameters reads few of many changes, by time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX change_log_parameters ON change_log (at)
    WHERE entity IN ('truck_threshold', 'organisation_threshold', 'terminal_parameters', 'parameter_file')`.execute(db)
}
