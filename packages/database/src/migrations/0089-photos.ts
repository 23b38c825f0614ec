import { type Kysely, sql } from 'kysely'

/** Photos that cameras of trucks took by order or by themselves (JT/T 808, 0x0801); the files are beside those of alarms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE photo (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     truck_id int NOT NULL REFERENCES truck (id) ON DELETE CASCADE,
     organisation_id int NOT NULL,
     -- The terminal's own number; it begins again after 2^32, and after some restarts.
     media_id bigint NOT NULL,
     channel smallint NOT NULL,
     -- Where the camera of the channel looked when the photo came; null where base data says nothing of it.
     camera text,
     trigger text NOT NULL,
     taken_at timestamptz NOT NULL,
     lat double precision,
     lng double precision,
     speed_kmh real,
     kind text NOT NULL CHECK (kind IN ('jpg', 'png')),
     bytes int NOT NULL,
     sha256 bytea NOT NULL,
     -- Below the folder of the evidence.
     path text NOT NULL,
     received_at timestamptz NOT NULL,
     -- A terminal that missed the answer sends it again.
     UNIQUE (truck_id, media_id, sha256)
   )`,
  `CREATE INDEX photo_list ON photo (organisation_id, taken_at DESC)`,
  `CREATE INDEX photo_truck ON photo (truck_id, taken_at DESC)`,
  `CREATE INDEX photo_age ON photo (received_at)`,
]
