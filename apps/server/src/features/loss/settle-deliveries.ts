import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type pg from 'pg'
import { settleStation } from './settle-station.ts'
import { settleTrip } from './settle-trip.ts'
import { settleTruck } from './settle-truck.ts'

/** Changes per transaction, to keep it short. */
const BATCH = 200

/** Result of a run: number of changes, trucks with a changed open slip, and errors. */
export type Settled = { readonly taken: number; readonly slipsChanged: readonly number[]; readonly failed: readonly unknown[] }

type Due = { id: string; truck_id: number | null; station_id: number | null; from_at: Date; to_at: Date }
type Span = { from: Date; to: Date }

/**
 * Processes the marked changes: matches slips and tickets to trips and station gauges to unloadings, writes delivery lines
 * and sums. The order in which trip and slip arrive makes no difference. One process at a time. A change that cannot be
 * settled goes behind all others, so that one truck's error does not block others.
 */
export async function settleDeliveries(pool: pg.Pool): Promise<Settled> {
  try {
    return await settleThese(pool, `ORDER BY id LIMIT ${BATCH}`)
  } catch {
    return settleOneByOne(pool)
  }
}

async function settleOneByOne(pool: pg.Pool): Promise<Settled> {
  const { rows } = await pool.query<Due>(`SELECT id FROM delivery_due ORDER BY id LIMIT ${BATCH}`)
  let taken = 0
  const slipsChanged: number[] = []
  const failed: unknown[] = []
  for (const { id } of rows) {
    try {
      const settled = await settleThese(pool, `WHERE id = ${id}`)
      taken += settled.taken
      slipsChanged.push(...settled.slipsChanged)
    } catch (error) {
      failed.push(error)
      await pool.query(
        `WITH again AS (DELETE FROM delivery_due WHERE id = $1 RETURNING truck_id, station_id, from_at, to_at)
         INSERT INTO delivery_due (truck_id, station_id, from_at, to_at) SELECT * FROM again`,
        [id],
      )
    }
  }
  return { taken, slipsChanged, failed }
}

/** Settles the changes selected by `which`, in one transaction. */
async function settleThese(pool: pg.Pool, which: string): Promise<Settled> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows: locks } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS ok', [ADVISORY_LOCKS.deliveries])
    if (!locks[0]?.ok) {
      await client.query('ROLLBACK')
      return { taken: 0, slipsChanged: [], failed: [] }
    }
    const { rows: dues } = await client.query<Due>(
      `DELETE FROM delivery_due WHERE id IN (SELECT id FROM delivery_due ${which}) RETURNING id, truck_id, station_id, from_at, to_at`,
    )
    const slipsChanged = await settle(client, dues)
    await client.query('COMMIT')
    return { taken: dues.length, slipsChanged, failed: [] }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function settle(client: pg.ClientBase, dues: readonly Due[]): Promise<number[]> {
  const slipsChanged: number[] = []
  const stations = spansBy(dues, (due) => due.station_id)
  for (const [truckId, span] of spansBy(dues, (due) => due.truck_id)) {
    const { trips, slipChanged } = await settleTruck(client, truckId, span.from, span.to)
    if (slipChanged) slipsChanged.push(truckId)
    for (const startedAt of trips)
      for (const unloading of await settleTrip(client, truckId, startedAt))
        widen(stations, unloading.stationId, unloading.from, unloading.to)
  }
  for (const [stationId, span] of stations)
    for (const { truckId, tripStartedAt } of await settleStation(client, stationId, span.from, span.to))
      await settleTrip(client, truckId, tripStartedAt)
  return slipsChanged
}

function spansBy(dues: readonly Due[], keyOf: (due: Due) => number | null): Map<number, Span> {
  const spans = new Map<number, Span>()
  for (const due of dues) {
    const key = keyOf(due)
    if (key !== null) widen(spans, key, due.from_at, due.to_at)
  }
  return spans
}

function widen(spans: Map<number, Span>, key: number, from: Date, to: Date): void {
  const known = spans.get(key)
  spans.set(key, known ? { from: from < known.from ? from : known.from, to: to > known.to ? to : known.to } : { from, to })
}
