import { type Kysely, sql } from 'kysely'

/** Where each truck was in each hour, by cells of two hundredths of a degree: the search by area reads positions only of these times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // The key holds everything, so that a search reads the index alone.
  `CREATE TABLE track_cell (
     cell int NOT NULL,
     hour timestamptz NOT NULL,
     truck_id int NOT NULL,
     organisation_id int NOT NULL,
     -- Seconds since the hour began; a way from the hour before begins below 0.
     first_s smallint NOT NULL,
     last_s smallint NOT NULL,
     PRIMARY KEY (cell, hour, truck_id, organisation_id) INCLUDE (first_s, last_s)
   )`,
  // For the removal of old hours: rows lie in the order in which they were written.
  `CREATE INDEX track_cell_hour ON track_cell USING brin (hour) WITH (pages_per_range = 32)`,
  `CREATE TABLE track_cell_cursor (
     one boolean PRIMARY KEY DEFAULT true CHECK (one),
     -- Positions received up to here have their cells.
     received_at timestamptz NOT NULL,
     -- Hours from here on have their cells; null: all have.
     back_to timestamptz
   )`,
  `INSERT INTO role_grant (role_id, permission) SELECT role_id, 'monitor/track_search' FROM role_grant WHERE permission = 'monitor/playback_track' ON CONFLICT DO NOTHING`,
] as const
