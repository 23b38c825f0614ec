import { type Kysely, sql } from 'kysely'

/** Connections of terminals, from the sign-in to the drop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE terminal_session (
     truck_id int NOT NULL REFERENCES truck (id) ON DELETE CASCADE,
     -- Of the claim at the sign-in: a truck has no two sessions with one epoch.
     epoch bigint NOT NULL,
     -- The truck's at the sign-in; a session stays where it was.
     organisation_id int NOT NULL REFERENCES organisation (id),
     gateway text NOT NULL,
     port int NOT NULL,
     phone text NOT NULL,
     terminal_id text NOT NULL,
     address text NOT NULL,
     connected_at timestamptz NOT NULL,
     signed_in_at timestamptz NOT NULL,
     -- Up to when the gateway is known to have had the session.
     seen_at timestamptz NOT NULL,
     ended_at timestamptz,
     reason text,
     -- Null where several trucks share the socket.
     received_bytes bigint,
     sent_bytes bigint,
     -- Item 0x30 of the positions: the newest and the weakest.
     signal smallint,
     weakest_signal smallint,
     -- Another connection of the truck was alive at the same time.
     also_connected boolean NOT NULL DEFAULT false,
     PRIMARY KEY (truck_id, epoch),
     CHECK ((ended_at IS NULL) = (reason IS NULL))
   )`,
  `CREATE INDEX terminal_session_list ON terminal_session (organisation_id, signed_in_at DESC)`,
  `CREATE INDEX terminal_session_truck ON terminal_session (truck_id, signed_in_at DESC)`,
  `CREATE INDEX terminal_session_age ON terminal_session (signed_in_at)`,
  `CREATE INDEX terminal_session_open ON terminal_session (gateway) WHERE ended_at IS NULL`,
] as const
