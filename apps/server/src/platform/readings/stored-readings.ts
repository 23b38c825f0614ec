import { type PositionRow, unpackReading } from '@tanker/database/packed-readings'
import type { Reading } from '@tanker/domain/reading'
import type pg from 'pg'

/** How far back stored readings are fetched to refill windows and debounces that a stored state leaves out, ms. */
export const REFILL_MS = 15 * 60_000
/** Readings per query. */
export const READINGS_AT_ONCE = 2_000

const COLUMNS = 'at, kind, digest, received_at, lat, lng, speed, heading, flags, packed'

/** The readings of a truck after one time up to another, ms since 1970 UTC, in the order of detection. */
export async function readingsBetween(pool: pg.Pool, truckId: number, after: number, until: number): Promise<Reading[]> {
  const { rows } = await pool.query<PositionRow>(
    `SELECT ${COLUMNS} FROM position WHERE truck_id = $1 AND at > $2 AND at <= $3 ORDER BY at, received_at, kind, digest`,
    [truckId, new Date(after), new Date(until)],
  )
  return rows.map(unpackReading)
}

/** The next `READINGS_AT_ONCE` readings of a truck behind a reading, or behind a time (ms since 1970 UTC) for the first of them. */
export async function nextReadings(pool: pg.Pool, truckId: number, start: number, after: Reading | null): Promise<Reading[]> {
  const { rows } = await pool.query<PositionRow>(
    `SELECT ${COLUMNS} FROM position WHERE truck_id = $1 AND (at, received_at, kind, digest) > ($2, $3, $4, $5) AND at >= $2 ORDER BY at, received_at, kind, digest LIMIT ${READINGS_AT_ONCE}`,
    after
      ? [truckId, new Date(after.at), new Date(after.receivedAt), after.kind, after.digest.toString()]
      : [truckId, new Date(start), 'infinity', 0, '0'],
  )
  return rows.map(unpackReading)
}
