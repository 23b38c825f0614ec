import type pg from 'pg'

/** A truck that no session has, and the epoch under which it was found free. */
export type Unheld = { readonly truckId: number; readonly epoch: string }

/** A gateway without a heartbeat for this long is gone, and its trucks are free. The heartbeat is every five seconds. */
export const GONE_AFTER_MS = 30_000

/** Heartbeat of this gateway. Removes rows of gateways that are long gone. */
export async function recordHeartbeat(pool: pg.Pool, gateway: string): Promise<void> {
  await pool.query({
    name: 'gateway-alive',
    text: `WITH old AS (DELETE FROM gateway_process WHERE alive_at < now() - interval '1 day' AND name <> $1)
      INSERT INTO gateway_process (name, alive_at) VALUES ($1, now()) ON CONFLICT (name) DO UPDATE SET alive_at = excluded.alive_at`,
    values: [gateway],
  })
}

/** Frees the trucks of this gateway, which stops. */
export async function removeGateway(pool: pg.Pool, gateway: string): Promise<void> {
  await pool.query('DELETE FROM gateway_process WHERE name = $1', [gateway])
}

/**
 * Trucks with waiting late readings that no live gateway has, longest waiting first. Includes trucks under this gateway's own
 * name: the caller knows which of them it has. Without those of `leftAlone`, so that resting trucks do not fill the list.
 */
export async function findUnheld(
  pool: pg.Pool,
  gateway: string,
  leftAlone: readonly number[],
  limit: number,
): Promise<(Unheld & { readonly isOwn: boolean })[]> {
  const { rows } = await pool.query<{ truck_id: number; epoch: string; is_own: boolean }>({
    name: 'unheld',
    text: `
      SELECT s.truck_id, s.epoch, s.gateway = $1 AS is_own FROM truck_state s JOIN truck t ON t.id = s.truck_id AND t.enabled
      WHERE s.rebuild_from IS NOT NULL AND s.truck_id <> ALL ($2::int4[])
        AND (s.gateway IN ('', $1) OR NOT EXISTS (
          SELECT FROM gateway_process g WHERE g.name = s.gateway AND g.alive_at > now() - $3 * interval '1 millisecond'))
      ORDER BY s.rebuild_wanted_at, s.truck_id LIMIT $4`,
    values: [gateway, leftAlone, GONE_AFTER_MS, limit],
  })
  return rows.map((row) => ({ truckId: row.truck_id, epoch: row.epoch, isOwn: row.is_own }))
}

/** Takes over a truck that no gateway has; null if another session or gateway was faster, or if nothing waits any more. */
export async function claimUnheld(
  pool: pg.Pool,
  gateway: string,
  truckId: number,
  epoch: string,
): Promise<{ readonly epoch: bigint; readonly from: number } | null> {
  const { rows } = await pool.query<{ epoch: string; rebuild_from: Date }>({
    name: 'claim-unheld',
    text: `UPDATE truck_state SET epoch = epoch + 1, gateway = $3 WHERE truck_id = $1 AND epoch = $2 AND rebuild_from IS NOT NULL
      RETURNING epoch, rebuild_from`,
    values: [truckId, epoch, gateway],
  })
  const [row] = rows
  return row ? { epoch: BigInt(row.epoch), from: row.rebuild_from.getTime() } : null
}
