import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { POSITION_FLAG } from '@tanker/database/packed-readings'
import type { FenceShape } from '@tanker/domain/fences/fence'
import { boundsOf } from '@tanker/domain/fences/geo'
import { type Fix, MAX_GAP_MS, MOST_KMH } from '@tanker/domain/fences/passes'
import { sql } from 'kysely'
import { STORED_WITHIN_MS } from './index-tracks.ts'

const hourMs = 3_600_000
/** Truck-hours in whose times positions are read at once. */
const MAX_TRUCK_HOURS = 20_000
/** The same, of all these times together: a million positions ten seconds apart, far fewer where trucks stand. */
const MAX_SECONDS = 10_000_000

export type Asked = {
  readonly shape: FenceShape
  readonly cells: readonly number[]
  readonly from: Date
  readonly to: Date
  /** Null: all that the user sees. */
  readonly truckIds: readonly number[] | null
}

/** A time in which the way of a truck may touch the area, ms UTC, ends included. */
export type Searched = { readonly truckId: number; from: number; to: number }

const isAsked = ({ truckIds }: Asked, column: string) =>
  truckIds === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ANY (${truckIds}::int[])`

/**
 * The times by the cells of the hours from `start` up to `until`, and from when on they are complete: later than `start` where there are too many.
 * A time may begin before `start`, with the position from which a way comes into the hour.
 */
export async function indexedTimes(
  db: ScopedDb,
  asked: Asked,
  start: number,
  until: number,
): Promise<{ times: Searched[]; completeFrom: number }> {
  const rows = await db
    .from('track_cell')
    .where(sql<boolean>`track_cell.cell = ANY (${asked.cells}::int[])`)
    .where('track_cell.hour', '>', new Date(start - hourMs))
    .where('track_cell.hour', '<', new Date(until))
    .where(isAsked(asked, 'track_cell.truck_id'))
    .groupBy(['track_cell.truck_id', 'track_cell.hour'])
    .orderBy('track_cell.hour', 'desc')
    .limit(MAX_TRUCK_HOURS + 1)
    .select(['track_cell.truck_id', 'track_cell.hour'])
    .select([sql<number>`min(track_cell.first_s)`.as('first_s'), sql<number>`max(track_cell.last_s)`.as('last_s')])
    .execute()
  let seconds = 0
  const beyond = rows.find(({ first_s, last_s }, index) => index === MAX_TRUCK_HOURS || (seconds += last_s - first_s) > MAX_SECONDS)?.hour
  const whole = beyond ? rows.filter(({ hour }) => hour > beyond) : rows
  // One hour alone may have too much; it is read as far as the bound of rows reaches.
  const held = whole.length > 0 ? whole : rows.filter(({ hour }) => hour.getTime() === beyond?.getTime()).slice(0, MAX_TRUCK_HOURS)
  return {
    times: held.map(({ truck_id, hour, first_s, last_s }) => ({
      truckId: truck_id,
      from: hour.getTime() + first_s * 1000,
      to: hour.getTime() + last_s * 1000,
    })),
    completeFrom: beyond ? beyond.getTime() + (held === whole ? hourMs : 0) : start,
  }
}

/** As far as a truck drives between two positions. */
const REACH_M = (MOST_KMH / 3.6) * (MAX_GAP_MS / 1000)

/** Times of the positions that have no cells yet, of trucks that were near the area. */
export async function freshTimes(db: ScopedDb, asked: Asked, indexedAt: Date): Promise<Searched[]> {
  const { south, north, west, east } = boundsOf({ shape: asked.shape }, REACH_M)
  const e6 = (degrees: number) => Math.round(degrees * 1e6)
  const rows = await db
    .from('position')
    .where('position.received_at', '>', new Date(indexedAt.getTime() - STORED_WITHIN_MS))
    .where('position.at', '>=', asked.from)
    .where('position.at', '<=', asked.to)
    .where('position.lat', '>=', e6(south))
    .where('position.lat', '<=', e6(north))
    .where('position.lng', '>=', e6(west))
    .where('position.lng', '<=', e6(east))
    .where(isAsked(asked, 'position.truck_id'))
    .where(sql<boolean>`position.flags & ${sql.lit(POSITION_FLAG.located)} <> 0`)
    .groupBy(['position.truck_id', sql`date_trunc('hour', position.at, 'UTC')`])
    .orderBy(sql`max(position.at)`, 'desc')
    .limit(MAX_TRUCK_HOURS)
    .select(['position.truck_id', sql<Date>`min(position.at)`.as('first'), sql<Date>`max(position.at)`.as('last')])
    .execute()
  return rows.map(({ truck_id, first, last }) => ({
    truckId: truck_id,
    from: first.getTime() - MAX_GAP_MS,
    to: last.getTime() + MAX_GAP_MS,
  }))
}

/** Times of one truck that touch are one, and none reaches out of the period. By truck and in order. */
export function merged(times: readonly Searched[], from: number, to: number): Searched[] {
  const all: Searched[] = []
  for (const time of times.toSorted((a, b) => a.truckId - b.truckId || a.from - b.from)) {
    const last = all.at(-1)
    const cut = { truckId: time.truckId, from: Math.max(from, time.from), to: Math.min(to, time.to) }
    if (cut.from > cut.to) continue
    if (last?.truckId === time.truckId && cut.from <= last.to) last.to = Math.max(last.to, cut.to)
    else all.push(cut)
  }
  return all
}

export type Fixes = { readonly truckId: number; readonly organisationId: number; readonly fixes: readonly Fix[] }

/** Time 8, latitude 4, longitude 4, speed 2, flags 2, organisation 4. */
const FIX_BYTES = 24

/** The positions in the times of some trucks, as one value of bytes for each time; see decision 53. */
export async function readFixes(db: ScopedDb, times: readonly Searched[]): Promise<Fixes[]> {
  const fixed = POSITION_FLAG.located | POSITION_FLAG.clockError
  const { rows } = await sql<{ truck_id: number; bytes: Buffer }>`
    SELECT w.truck_id, p.bytes
    FROM unnest(${times.map(({ truckId }) => truckId)}::int[], ${times.map(({ from }) => new Date(from))}::timestamptz[],
      ${times.map(({ to }) => new Date(to))}::timestamptz[]) WITH ORDINALITY AS w (truck_id, from_at, to_at, n)
    CROSS JOIN LATERAL (
      SELECT string_agg(float8send(date_part('epoch', at) * 1000) || int4send(lat) || int4send(lng) || int2send(speed) || int2send(flags)
        || int4send(organisation_id), ''::bytea ORDER BY at) AS bytes
      FROM position
      WHERE truck_id = w.truck_id AND at >= w.from_at AND at <= w.to_at AND flags & ${sql.lit(fixed)} = ${sql.lit(POSITION_FLAG.located)}
        AND at >= ${new Date(Math.min(...times.map(({ from }) => from)))} AND at <= ${new Date(Math.max(...times.map(({ to }) => to)))}
        AND organisation_id = ANY (${organisationIds(db.scope)})
    ) AS p
    WHERE p.bytes IS NOT NULL ORDER BY w.n`.execute(db.read)
  return rows.map(({ truck_id, bytes }) => ({
    truckId: truck_id,
    organisationId: bytes.readInt32BE(bytes.length - 4),
    fixes: Array.from({ length: bytes.length / FIX_BYTES }, (_, index) => {
      const start = index * FIX_BYTES
      return {
        at: Math.round(bytes.readDoubleBE(start)),
        lat: bytes.readInt32BE(start + 8) / 1e6,
        lng: bytes.readInt32BE(start + 12) / 1e6,
        speedKmh: bytes.readInt16BE(start + 16) / 10,
        accOn: (bytes.readInt16BE(start + 18) & POSITION_FLAG.accOn) !== 0,
      }
    }),
  }))
}
