import type { Db } from '@tanker/database/connection'
import { POSITION_FLAG } from '@tanker/database/packed-readings'
import { CELL_E6, CELLS_A_ROW } from '@tanker/domain/fences/cells'
import { MAX_GAP_MS } from '@tanker/domain/fences/passes'
import { sql } from 'kysely'

type TruckHour = { readonly truck_id: number; readonly hour: Date }

const hourMs = 3_600_000
/** Longest time between receiving and storing a reading. */
export const STORED_WITHIN_MS = 600_000
/** Truck-hours whose cells one statement finds. */
const MAX_HOURS_AT_ONCE = 300
/** Hours of the past that one run goes back: the next run goes on. */
const MAX_HOURS_BACK = 1_000
/** Cells of the box around one way. A way of ten minutes at 180 km/h has fewer up to 82° of latitude; what is larger is a jump that no truck drives. */
const MAX_CELLS_A_WAY = 1_000

/**
 * Finds the cells of the positions received since the last run; late positions count in their own hour. Then goes back through the hours
 * before the first run, newest first. Cells are only added: a late position may leave some that the truck did not touch, which costs a search
 * a look and nothing else. Restartable at any point. One process at a time may call it.
 * @returns number of truck-hours looked at
 */
export async function indexTracks(db: Db, now: Date, isClosing: () => boolean = () => false): Promise<number> {
  const cursor = await db.selectFrom('track_cell_cursor').select(['received_at', 'back_to']).executeTakeFirst()
  const thisHour = Math.floor(now.getTime() / hourMs) * hourMs
  const since = new Date((cursor?.received_at ?? now).getTime() - STORED_WITHIN_MS)
  const touched = await touchedHours(db, since)
  await addCells(db, touched)
  const backTo = cursor ? cursor.back_to : new Date(thisHour + 2 * hourMs)
  const values = { received_at: now, back_to: backTo }
  await db
    .insertInto('track_cell_cursor')
    .values(values)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(values))
    .execute()
  return touched.length + (await goBack(db, backTo, isClosing))
}

async function goBack(db: Db, start: Date | null, isClosing: () => boolean): Promise<number> {
  let backTo = start
  let count = 0
  for (let step = 0; step < MAX_HOURS_BACK && backTo !== null && !isClosing(); step += 1) {
    const { rows } = await sql<{ hour: Date | null }>`
      SELECT date_trunc('hour', max(at), 'UTC') AS hour FROM position WHERE at < ${backTo}`.execute(db)
    const hour: Date | null = rows[0]?.hour ?? null
    if (hour !== null) {
      const trucks = await sql<TruckHour>`
        SELECT DISTINCT truck_id, ${hour}::timestamptz AS hour FROM position WHERE at >= ${hour} AND at < ${new Date(hour.getTime() + hourMs)}`.execute(
        db,
      )
      await addCells(db, trucks.rows)
      count += trucks.rows.length
    }
    backTo = hour
    await db.updateTable('track_cell_cursor').set({ back_to: backTo }).execute()
  }
  return count
}

/** Hours with new positions. The way to the first position of the next hour begins at the last of these. */
async function touchedHours(db: Db, since: Date): Promise<readonly TruckHour[]> {
  // The BRIN index on the time of receipt covers only summarised pages; others would be read in full.
  await sql`SELECT brin_summarize_new_values(indexrelid) FROM pg_index JOIN pg_inherits ON inhrelid = indexrelid
    WHERE inhparent = 'position_received'::regclass`.execute(db)
  const { rows } = await sql<TruckHour>`
    WITH came AS (SELECT truck_id, at FROM position WHERE received_at > ${since})
    SELECT truck_id, date_trunc('hour', at, 'UTC') AS hour FROM came
    UNION SELECT truck_id, date_trunc('hour', at + ${MAX_GAP_MS} * interval '1 ms', 'UTC') FROM came
    ORDER BY 2, 1`.execute(db)
  return rows
}

async function addCells(db: Db, hours: readonly TruckHour[]): Promise<void> {
  for (let from = 0; from < hours.length; from += MAX_HOURS_AT_ONCE) await addCellsOf(db, hours.slice(from, from + MAX_HOURS_AT_ONCE))
}

/**
 * Of each way to a position of the hour the cells of the box around it, and the time from its first to its last position; without a way the
 * cell of the position. So a cell's time holds every position from or to which a way touches the cell.
 */
async function addCellsOf(db: Db, hours: readonly TruckHour[]): Promise<void> {
  const fixed = POSITION_FLAG.located | POSITION_FLAG.clockError
  const row = (lat: string) => sql`((${sql.ref(lat)} + 90000000) / ${sql.lit(CELL_E6)})`
  const column = (lng: string) => sql`((${sql.ref(lng)} + 180000000) / ${sql.lit(CELL_E6)})`
  await sql`
    WITH fix AS (
      SELECT w.truck_id, w.hour, p.*, lag(p.at) OVER line AS from_at, lag(p.lat) OVER line AS from_lat, lag(p.lng) OVER line AS from_lng
      FROM unnest(${hours.map(({ truck_id }) => truck_id)}::int[], ${hours.map(({ hour }) => hour)}::timestamptz[]) AS w (truck_id, hour)
      CROSS JOIN LATERAL (
        SELECT at, lat, lng, organisation_id FROM position
        WHERE truck_id = w.truck_id AND at >= w.hour - ${MAX_GAP_MS} * interval '1 ms' AND at < w.hour + interval '1 hour'
          AND flags & ${sql.lit(fixed)} = ${sql.lit(POSITION_FLAG.located)}
      ) AS p
      WINDOW line AS (PARTITION BY w.truck_id, w.hour ORDER BY p.at)
    ), way AS (
      SELECT fix.*, ${row('lat')} AS row, ${column('lng')} AS col, ${row('from_lat')} AS from_row, ${column('from_lng')} AS from_col
      FROM fix WHERE at >= hour
    ), box AS (
      SELECT truck_id, hour, organisation_id, at,
        CASE WHEN driven THEN from_at ELSE at END AS from_at,
        CASE WHEN driven THEN least(row, from_row) ELSE row END AS south, CASE WHEN driven THEN greatest(row, from_row) ELSE row END AS north,
        CASE WHEN driven THEN least(col, from_col) ELSE col END AS west, CASE WHEN driven THEN greatest(col, from_col) ELSE col END AS east
      FROM way CROSS JOIN LATERAL (
        SELECT coalesce(at - from_at <= ${MAX_GAP_MS} * interval '1 ms'
          AND (abs(row - from_row) + 1) * (abs(col - from_col) + 1)::bigint <= ${sql.lit(MAX_CELLS_A_WAY)}, false) AS driven) AS known
    )
    INSERT INTO track_cell (cell, hour, truck_id, organisation_id, first_s, last_s)
    SELECT r * ${sql.lit(CELLS_A_ROW)} + c, hour, truck_id, organisation_id,
      floor(extract(epoch FROM min(from_at) - hour))::smallint, ceil(extract(epoch FROM max(at) - hour))::smallint
    FROM box, generate_series(south, north) AS r, generate_series(west, east) AS c
    GROUP BY r, c, hour, truck_id, organisation_id
    ON CONFLICT (cell, hour, truck_id, organisation_id) DO UPDATE
      SET first_s = least(track_cell.first_s, excluded.first_s), last_s = greatest(track_cell.last_s, excluded.last_s)
      WHERE track_cell.first_s > excluded.first_s OR track_cell.last_s < excluded.last_s`.execute(db)
}
