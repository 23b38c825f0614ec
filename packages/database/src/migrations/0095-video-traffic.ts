import { type Kysely, sql } from 'kysely'

/** Bytes of live video of each truck by days of its own calendar, for the traffic of its SIM card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE video_traffic (
         truck_id int NOT NULL REFERENCES truck (id) ON DELETE CASCADE,
         day date NOT NULL,
         bytes bigint NOT NULL CHECK (bytes >= 0),
         PRIMARY KEY (truck_id, day)
       )`,
    )
    .execute(db)
  await sql.raw('CREATE INDEX video_traffic_age ON video_traffic (day)').execute(db)
}
