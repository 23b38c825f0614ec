import { type Kysely, sql } from 'kysely'

/** Cards of the first-day guide that a user has opened; the step `dismissed` ends it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE guide_step (
    user_id int NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    step text NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (user_id, step)
  )`.execute(db)
}
