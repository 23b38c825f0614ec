import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'

/** An hour of a truck, by its start. */
type TruckHour = { readonly truck_id: number; readonly hour: Date }

const minuteMs = 60_000
const dayMs = 86_400_000
/** Maximum delay between receiving and storing a reading. */
const overlapMs = 10 * minuteMs
/** Range of the first run: the longest range of a list. */
const firstDays = 31
/** Truck hours summed by one statement. */
const MAX_HOURS_AT_ONCE = 300

/**
 * Sums up uploads by truck and hour, for all hours with new readings since the last run; late readings count in their own hour.
 * Returns how many truck-hours were recomputed. Restartable at any point: an hour is computed completely from its readings,
 * and the cursor moves last. One process at a time may call it.
 */
export async function sumUploads(db: Db, now: Date): Promise<number> {
  const cursor = await db.selectFrom('upload_cursor').select('received_at').executeTakeFirst()
  const since = new Date((cursor?.received_at.getTime() ?? now.getTime() - firstDays * dayMs) - overlapMs)
  await takeInNewPages(db)
  const touched = await touchedHours(db, since, new Date(now.getTime() - firstDays * dayMs))
  for (let from = 0; from < touched.length; from += MAX_HOURS_AT_ONCE) await sumHours(db, touched.slice(from, from + MAX_HOURS_AT_ONCE))
  await db
    .insertInto('upload_cursor')
    .values({ received_at: now })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ received_at: now }))
    .execute()
  return touched.length
}

/** The BRIN index on the time of receipt covers only summarised pages; others would be read in full. */
const takeInNewPages = (db: Db): Promise<unknown> =>
  sql`SELECT brin_summarize_new_values(indexrelid) FROM pg_index JOIN pg_inherits ON inhrelid = indexrelid
    WHERE inhparent = 'position_received'::regclass`.execute(db)

/** Hours with new readings, and the next known hour of the truck: its first gap may have changed. */
async function touchedHours(db: Db, since: Date, oldest: Date): Promise<TruckHour[]> {
  const { rows } = await sql<TruckHour>`
    WITH came AS (
      SELECT DISTINCT truck_id, date_trunc('hour', at, 'UTC') AS hour FROM position WHERE received_at > ${since} AND at >= ${oldest})
    SELECT truck_id, hour FROM came
    UNION
    SELECT came.truck_id, next.hour FROM came, LATERAL (
      SELECT min(u.hour) AS hour FROM upload_hour u WHERE u.truck_id = came.truck_id AND u.hour > came.hour) AS next
    WHERE next.hour IS NOT NULL
    ORDER BY 2, 1`.execute(db)
  return rows
}

/**
 * Recomputes truck-hours. The number of expected readings follows from the readings themselves: those received plus
 * those missing. Between two neighbours, both with the ignition on, readings are missing if the interval is more than two
 * and a half times the usual one: as many as fit in between at the usual interval. Usual is the median interval of the
 * truck's readings in that hour, separately for moving and standing; with fewer than six readings, the consoles' setting
 * (10 s moving, 30 s standing). With the ignition off no readings are expected. Silence of more than a day is not measured.
 */
export async function sumHours(db: Db, hours: readonly TruckHour[]): Promise<void> {
  const wanted = sql`unnest(${hours.map(({ truck_id }) => truck_id)}::int[], ${hours.map(({ hour }) => hour)}::timestamptz[]) AS w (truck_id, hour)`
  const columns = sql`at, received_at, organisation_id, flags, speed, get_byte(packed, 28) AS levels, get_byte(packed, 29) AS seals, get_byte(packed, 31) AS safety`
  await db.transaction().execute(async (transaction) => {
    await sql`DELETE FROM upload_hour USING ${wanted} WHERE upload_hour.truck_id = w.truck_id AND upload_hour.hour = w.hour`.execute(
      transaction,
    )
    await sql`DELETE FROM upload_gap USING ${wanted} WHERE upload_gap.truck_id = w.truck_id
      AND upload_gap.ended_at >= w.hour AND upload_gap.ended_at < w.hour + interval '1 hour'`.execute(transaction)
    await sql`
      WITH reading AS (
        SELECT w.truck_id, w.hour, p.*,
          lag(p.at) OVER line AS before_at, lag(p.flags) OVER line AS before_flags, lag(p.speed) OVER line >= 30 AS moving
        FROM ${wanted} CROSS JOIN LATERAL (
          (SELECT ${columns} FROM position WHERE truck_id = w.truck_id AND at >= w.hour - interval '1 day' AND at < w.hour ORDER BY at DESC LIMIT 1)
          UNION ALL
          (SELECT ${columns} FROM position WHERE truck_id = w.truck_id AND at >= w.hour AND at < w.hour + interval '1 hour')
        ) AS p
        WINDOW line AS (PARTITION BY w.truck_id, w.hour ORDER BY p.at)
      ), stepped AS (
        SELECT *, CASE WHEN (flags & 2) <> 0 AND (before_flags & 2) <> 0 THEN extract(epoch FROM at - before_at)::float8 END AS apart_s
        FROM reading WHERE at >= hour
      ), usual AS (
        SELECT truck_id, hour, moving, CASE WHEN count(*) >= 6 THEN greatest(percentile_cont(0.5) WITHIN GROUP (ORDER BY apart_s), 1) END AS usual_s
        FROM stepped WHERE apart_s > 0 AND apart_s <= 600 GROUP BY truck_id, hour, moving
      ), counted AS (
        SELECT s.*, CASE WHEN s.apart_s > 2.5 * i.usual_s THEN (round(s.apart_s / i.usual_s) - 1)::int ELSE 0 END AS missing
        FROM stepped s LEFT JOIN usual u ON u.truck_id = s.truck_id AND u.hour = s.hour AND u.moving = s.moving
        CROSS JOIN LATERAL (SELECT coalesce(u.usual_s, CASE WHEN s.moving THEN 10 ELSE 30 END) AS usual_s) AS i
      ), gaps AS (
        INSERT INTO upload_gap (truck_id, ended_at, organisation_id, started_at, missing, moving)
        SELECT truck_id, at, organisation_id, before_at, missing, moving FROM counted WHERE missing >= 3
        ON CONFLICT DO NOTHING
      )
      INSERT INTO upload_hour (truck_id, hour, organisation_id, received, positions, levels, seals, safety, resent, late, missing, first_at, last_at)
      SELECT truck_id, hour, (array_agg(organisation_id ORDER BY at DESC))[1], count(*),
        count(*) FILTER (WHERE (flags & 1) <> 0), count(*) FILTER (WHERE levels > 0), count(*) FILTER (WHERE seals > 0),
        count(*) FILTER (WHERE safety > 0), count(*) FILTER (WHERE (flags & 8) <> 0),
        count(*) FILTER (WHERE received_at - at > interval '10 minutes'), sum(missing), min(at), max(at)
      FROM counted GROUP BY truck_id, hour`.execute(transaction)
  })
}
