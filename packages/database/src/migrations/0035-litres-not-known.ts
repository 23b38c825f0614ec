import { type Kysely, sql } from 'kysely'

/** Compartments without a gauge have lines of deliveries too: what they loaded is known from papers, or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `ALTER TABLE delivery_line ALTER COLUMN load_l DROP NOT NULL, ALTER COLUMN load_v20_l DROP NOT NULL`,
  // unknown_compartments: how many compartments are not in the sums, because no gauge measured them. load_v20_l is null when none was measured.
  `ALTER TABLE delivery ALTER COLUMN load_v20_l DROP NOT NULL, ADD COLUMN unknown_compartments int NOT NULL DEFAULT 0`,
  // Deliveries of before whose litres are not known, in whole or in part.
  `INSERT INTO delivery_due (truck_id, from_at, to_at)
   SELECT truck_id, began, began FROM (
     SELECT truck_id, CASE WHEN kind = 'trip' THEN started_at
       ELSE coalesce(to_timestamp((properties ->> 'tripStartedAt')::float8 / 1000), started_at) END AS began
     FROM record WHERE kind IN ('trip', 'trip-leg') AND properties -> 'lines' @> '[{"volumeKnown": false}]'
   ) unknown GROUP BY truck_id, began`,
] as const
