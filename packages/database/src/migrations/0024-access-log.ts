import { type Kysely, sql } from 'kysely'

/** Who signed in, who tried, whose sessions and passwords ended. A chain of its own, so that a sign-in waits for nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // No foreign keys: rows stay when a user goes. hash: as in change_log.
  `CREATE TABLE access_log (
    id bigint PRIMARY KEY,
    at timestamptz NOT NULL,
    what text NOT NULL,
    -- Whose account. Of a name that no user has there is only a mark: it may be a password in the wrong field.
    user_id int,
    user_name text NOT NULL,
    company_id int,
    name_mark text NOT NULL,
    address text NOT NULL,
    browser text NOT NULL,
    -- Why it was refused; empty for what was not.
    reason text NOT NULL,
    -- How many attempts the row stands for.
    count int NOT NULL,
    -- Who did it, where that is somebody else than the user.
    by_id int,
    by_name text NOT NULL,
    session_id int,
    hash bytea NOT NULL
  )`,
  `CREATE INDEX access_log_user ON access_log (user_id, id DESC)`,
  `CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON access_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  `ALTER TABLE access_log ENABLE ALWAYS TRIGGER append_only`,
]
