import { type Kysely, sql } from 'kysely'

/** Pictures and clips of active-safety alarms: what each truck is asked for, and the files that came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE evidence_request (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     -- The terminal sends it back with the files; cannot be guessed.
     number text NOT NULL UNIQUE CHECK (length(number) = 32),
     truck_id int NOT NULL REFERENCES truck (id) ON DELETE CASCADE,
     organisation_id int NOT NULL,
     alarm_id bigint NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
     -- The mark of the event, as the terminal sent it.
     terminal_id text NOT NULL,
     mark_time text NOT NULL,
     sequence int NOT NULL,
     attachments int NOT NULL,
     state text NOT NULL DEFAULT 'waiting'
       CHECK (state IN ('waiting', 'asked', 'receiving', 'complete', 'partly', 'refused', 'expired')),
     -- Commands sent for it since it was last asked for by a user.
     tries int NOT NULL DEFAULT 0,
     created_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     -- When the truck is asked next; null while a command is under way, and when it is over.
     ask_at timestamptz,
     asked_at timestamptz,
     -- The newest message about its files.
     heard_at timestamptz,
     -- Files that the terminal announced, and those of them that are of no kind that is stored.
     announced int,
     refused_files int NOT NULL DEFAULT 0,
     UNIQUE (truck_id, terminal_id, mark_time, sequence)
   )`,
  `CREATE INDEX evidence_request_alarm ON evidence_request (alarm_id)`,
  `CREATE INDEX evidence_request_due ON evidence_request (ask_at) WHERE ask_at IS NOT NULL`,
  `CREATE INDEX evidence_request_age ON evidence_request (created_at)`,
  `CREATE TABLE evidence_file (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     request_id bigint NOT NULL REFERENCES evidence_request (id) ON DELETE CASCADE,
     truck_id int NOT NULL REFERENCES truck (id) ON DELETE CASCADE,
     organisation_id int NOT NULL,
     -- As the terminal named it; no part of the path.
     name text NOT NULL,
     kind text NOT NULL CHECK (kind IN ('jpg', 'png', 'mp4', 'wav', 'txt')),
     bytes int NOT NULL,
     sha256 bytea NOT NULL,
     -- Below the folder of the evidence.
     path text NOT NULL,
     received_at timestamptz NOT NULL,
     UNIQUE (request_id, name)
   )`,
  `CREATE INDEX evidence_file_truck ON evidence_file (truck_id, received_at)`,
  `CREATE INDEX evidence_file_age ON evidence_file (received_at)`,
]
