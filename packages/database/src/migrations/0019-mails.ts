import { type Kysely, sql } from 'kysely'

/** Alarm mails: one for each alarm and user who asked for its type. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE mail (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id int NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    truck_id int NOT NULL,
    alarm_id bigint NOT NULL,
    alarm_type int NOT NULL,
    address text NOT NULL,
    subject text NOT NULL,
    content text NOT NULL,
    created_at timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'failed')),
    -- What the mail server said of a mail that it did not take.
    reason text NOT NULL DEFAULT '',
    next_at timestamptz NOT NULL,
    tries int NOT NULL DEFAULT 0,
    sent_at timestamptz,
    UNIQUE (alarm_id, user_id)
  )`,
  `CREATE INDEX mail_due ON mail (next_at) WHERE state IN ('waiting', 'sending')`,
  `CREATE INDEX mail_truck ON mail (user_id, truck_id, alarm_type, created_at)`,
  `CREATE INDEX mail_age ON mail (created_at)`,
  // Up to where the alarms' outbox was turned into mails.
  `CREATE TABLE mail_cursor (one boolean PRIMARY KEY DEFAULT true CHECK (one), cursor text NOT NULL)`,
]
