import type pg from 'pg'
import { unpackLiveRow } from '@tanker/database/live-row'
import { type PositionRow, unpackReading } from '@tanker/database/packed-readings'
import type { Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import type { TruckContexts } from '@tanker/database/truck-contexts'
import type { Claimed } from './session.ts'
import { REFILL_MS } from '../platform/readings/stored-readings.ts'
import { restoreStoredState, storedStateAt } from './stored-state.ts'

type ClaimRow = {
  truck_id: number
  epoch: string
  state: Buffer | null
  live: Buffer | null
  last_at: Date | null
  rebuild_from: Date | null
}

/**
 * Takes over trucks: raises their epochs, which fences every older session wherever it runs, and reads their state.
 * The statement waits for groups in flight, so what it reads is final. Trucks are locked in the order of their ids.
 * @returns the claims by truck; a truck that does not exist is missing
 */
export async function claimTrucks(
  pool: pg.Pool,
  contexts: TruckContexts,
  gateway: string,
  truckIds: readonly number[],
): Promise<Map<number, Claimed>> {
  const loaded = await contexts.load(truckIds)
  const { rows } = await pool.query<ClaimRow>({
    name: 'claim',
    text: `
      WITH locked AS MATERIALIZED (SELECT truck_id FROM truck_state WHERE truck_id = ANY ($1::int4[]) ORDER BY truck_id FOR NO KEY UPDATE)
      UPDATE truck_state s SET epoch = s.epoch + 1, gateway = $2 FROM locked WHERE s.truck_id = locked.truck_id
      RETURNING s.truck_id, s.epoch, s.state, s.live, s.last_at, s.rebuild_from`,
    values: [truckIds, gateway],
  })
  const recent = await recentReadings(pool, rows)
  const claims = new Map<number, Claimed>()
  for (const row of rows) {
    const context = loaded.get(row.truck_id)
    if (context) claims.set(row.truck_id, claimedFrom(row, recent.get(row.truck_id) ?? [], context))
  }
  return claims
}

function claimedFrom(row: ClaimRow, recent: readonly Reading[], context: TruckContext): Claimed {
  const newest = recent.at(-1)
  return {
    epoch: BigInt(row.epoch),
    state: restoreStoredState(row.state, recent, context),
    newestAt: row.last_at?.getTime() ?? 0,
    newestDigests: recent.filter((reading) => reading.at === newest?.at).map((reading) => reading.digest),
    clockErrorDigests: new Set(recent.filter((reading) => reading.clockError).map((reading) => reading.digest)),
    live: row.live ? unpackLiveRow(row.live) : null,
    rebuildFrom: row.rebuild_from?.getTime() ?? null,
    context,
  }
}

/** Stored readings by truck, from a quarter of an hour before its stored state to its newest. */
export async function recentReadings(
  pool: pg.Pool,
  rows: readonly Pick<ClaimRow, 'truck_id' | 'state' | 'last_at'>[],
): Promise<Map<number, Reading[]>> {
  const known = rows.filter((row) => row.last_at !== null)
  const byTruck = new Map<number, Reading[]>()
  if (known.length === 0) return byTruck
  const { rows: positions } = await pool.query<PositionRow & { truck_id: number }>({
    name: 'recent-readings',
    text: `
      SELECT p.* FROM unnest($1::int4[], $2::timestamptz[], $4::timestamptz[]) AS t (truck_id, last_at, state_at)
      CROSS JOIN LATERAL (
        SELECT truck_id, at, kind, digest, received_at, lat, lng, speed, heading, flags, packed FROM position
        WHERE position.truck_id = t.truck_id AND at > t.state_at - $3 * interval '1 millisecond' AND at <= t.last_at
        ORDER BY at, received_at, kind, digest
      ) p`,
    values: [
      known.map((row) => row.truck_id),
      known.map((row) => row.last_at),
      REFILL_MS,
      known.map((row) => (row.state ? new Date(storedStateAt(row.state)) : row.last_at)),
    ],
  })
  for (const row of positions) {
    const list = byTruck.get(row.truck_id)
    if (list) list.push(unpackReading(row))
    else byTruck.set(row.truck_id, [unpackReading(row)])
  }
  return byTruck
}
