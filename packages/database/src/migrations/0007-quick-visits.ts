import { type Kysely, sql } from 'kysely'

/** Quick access (spec 3.4): screens that a user keeps at hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE quick_visit (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id int NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    url text NOT NULL CHECK (length(url) BETWEEN 1 AND 200),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    UNIQUE (user_id, url)
  )`.execute(db)
}
