import { type Kysely, sql } from 'kysely'

/** Lists that are mailed as spreadsheets at set times: what and when, each file that was made, and the mail to each receiver. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE mailed_report (
     id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     -- Whose rights and scope count.
     user_id int NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
     report text NOT NULL,
     name text NOT NULL,
     content jsonb NOT NULL,
     rhythm text NOT NULL CHECK (rhythm IN ('daily', 'weekly', 'monthly')),
     weekday int CHECK (weekday BETWEEN 1 AND 7),
     month_day int CHECK (month_day BETWEEN 0 AND 28),
     hour int NOT NULL CHECK (hour BETWEEN 0 AND 23),
     zone text NOT NULL,
     language text NOT NULL CHECK (language IN ('zh', 'en')),
     user_ids int[] NOT NULL,
     addresses text[] NOT NULL,
     paused text CHECK (paused IN ('owner', 'right', 'disabled')),
     -- When it is due by its times; the same file is made again later where it failed.
     next_at timestamptz NOT NULL,
     try_at timestamptz NOT NULL,
     tries int NOT NULL DEFAULT 0,
     -- Asked for by its owner, besides its times.
     asked_at timestamptz
   )`,
  `CREATE UNIQUE INDEX mailed_report_name ON mailed_report (user_id, report, lower(name))`,
  `CREATE INDEX mailed_report_due ON mailed_report (try_at) WHERE paused IS NULL`,
  `CREATE TABLE mailed_report_file (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     mailed_report_id int NOT NULL REFERENCES mailed_report (id) ON DELETE CASCADE,
     due_at timestamptz NOT NULL,
     made_at timestamptz NOT NULL,
     by_hand boolean NOT NULL,
     rows int,
     bytes int,
     problem text NOT NULL,
     subject text NOT NULL,
     content text NOT NULL,
     file_name text NOT NULL,
     -- Taken away once every mail was sent or given up.
     file bytea,
     -- A second process that made the same one stores nothing.
     UNIQUE (mailed_report_id, due_at, by_hand)
   )`,
  `CREATE INDEX mailed_report_file_age ON mailed_report_file (made_at)`,
  `CREATE TABLE mailed_report_mail (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     file_id bigint NOT NULL REFERENCES mailed_report_file (id) ON DELETE CASCADE,
     address text NOT NULL,
     state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'failed')),
     reason text NOT NULL DEFAULT '',
     next_at timestamptz NOT NULL,
     tries int NOT NULL DEFAULT 0,
     sent_at timestamptz,
     UNIQUE (file_id, address)
   )`,
  `CREATE INDEX mailed_report_mail_due ON mailed_report_mail (next_at) WHERE state IN ('waiting', 'sending')`,
]
