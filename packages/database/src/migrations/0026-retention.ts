import { type Kysely, sql } from 'kysely'

/** What the retention job needs: small indexes by time for what it removes, and a row for each of its runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

// Rows lie nearly in the order of their times; a few that came late must not make whole ranges look old.
const byTime = (table: string, column: string): string =>
  `CREATE INDEX ${table}_retention ON ${table} USING brin (${column} timestamptz_minmax_multi_ops) WITH (pages_per_range = 32, autosummarize = on)`

const STATEMENTS = [
  byTime('alarm', 'started_at'),
  byTime('record', 'started_at'),
  byTime('outbox', 'created_at'),
  byTime('checkpoint', 'at'),
  byTime('quarantine', 'received_at'),
  byTime('upload_hour', 'hour'),
  byTime('upload_gap', 'ended_at'),
  byTime('sms_message', 'created_at'),
  // removed: rows by kind of data. problems: what could not be removed, by kind.
  `CREATE TABLE retention_run (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    started_at timestamptz NOT NULL,
    ended_at timestamptz NOT NULL,
    removed jsonb NOT NULL,
    problems jsonb NOT NULL
  )`,
  `CREATE INDEX retention_run_newest ON retention_run (started_at DESC)`,
  // How full the disks of the processes are, by process; written by each of them.
  `CREATE TABLE disk_use (
    process text PRIMARY KEY,
    measured_at timestamptz NOT NULL,
    used_bytes float8 NOT NULL,
    total_bytes float8 NOT NULL,
    what text NOT NULL CHECK (what IN ('disk', 'database'))
  )`,
] as const
