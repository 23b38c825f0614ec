import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from '@tanker/database/connection'
import type { Database } from '@tanker/database/tables'
import type { FirmwareDevice } from '@tanker/domain/firmware'

/** How an order ended that did not end well; null while it runs and when it did. */
export type OrderResult = Exclude<Database['device_command']['result'], null>

/** An order that is not over, as the gateway that has its truck works on it. */
export type OpenOrder = {
  readonly id: number
  readonly truckId: number
  readonly kind: Database['device_command']['kind']
  /** 1–10; 0 where the order is for the whole truck. */
  readonly compartment: number
  /** What is upgraded; null where nothing is. */
  readonly device: FirmwareDevice | null
  /** Of the firmware, and what it is for; '' where nothing is upgraded. */
  readonly newVersion: string
  readonly maker: string
  readonly hardware: string
  readonly state: 'waiting' | 'sending' | 'synchronizing'
  readonly tries: number
  readonly maxTries: number
  readonly crc32: number
  readonly content: Buffer
}

/** An order as it is taken, before its bytes are read. */
export type TakenOrder = Omit<OpenOrder, 'content'> & {
  readonly fileId: number
  /** Of the bytes that were ordered. */
  readonly sha256: Buffer
}

/** What an order is about follows it in the statement that changes it: the tank table, or what the truck's device runs. */
const FOLLOWS = `
  upgraded AS (INSERT INTO device_version (truck_id, device, version, reported_at)
    SELECT truck_id, device, new_version, finished_at FROM changed WHERE kind = 'upgrade' AND state = 'done'
    ON CONFLICT (truck_id, device) DO UPDATE SET version = excluded.version, reported_at = excluded.reported_at),
  followed AS (UPDATE tank_table t SET
    send_state = CASE
      WHEN o.state = 'done' THEN 'synced'
      WHEN o.state IN ('sending', 'synchronizing') THEN o.state
      WHEN o.state = 'waiting' THEN 'sending'
      WHEN o.state = 'stopped' THEN CASE WHEN t.synced_at IS NULL THEN 'not-sent' ELSE 'synced' END
      WHEN o.result = 'table' THEN 'table-failed'
      WHEN o.result = 'pipe' THEN 'pipe-failed'
      ELSE 'sync-failed' END,
    synced_at = CASE WHEN o.state = 'done' THEN o.finished_at ELSE t.synced_at END
    FROM changed o WHERE t.id = o.tank_table_id)`

/** The oldest open order of each truck of which one is open, without what is sent. */
export async function trucksWithOrders(pool: pg.Pool): Promise<{ readonly truckId: number; readonly orderId: number }[]> {
  const { rows } = await pool.query<{ truckId: number; orderId: number }>({
    name: 'open-orders',
    text: `SELECT DISTINCT ON (truck_id) truck_id AS "truckId", id AS "orderId" FROM device_command WHERE finished_at IS NULL
      ORDER BY truck_id, state = 'waiting', id`,
  })
  return rows
}

/** One attempt as it is written before the first byte goes. */
export type Attempt = {
  readonly orderId: number
  readonly truckId: number
  readonly epoch: bigint
  readonly gateway: string
  readonly at: Date
}

/**
 * Takes an order over for a session, before anything is sent; null when the truck is another session's by now or the order is
 * over. The first attempt counts here; one that an interruption cut off goes on as what it was.
 */
export async function takeOrder(pool: pg.Pool, { orderId, truckId, epoch, gateway, at }: Attempt): Promise<TakenOrder | null> {
  const { rows } = await pool.query<TakenOrder>({
    name: 'take-order',
    text: `WITH changed AS (
        UPDATE device_command o SET state = CASE o.state WHEN 'waiting' THEN 'sending' ELSE o.state END,
          tries = o.tries + CASE o.state WHEN 'waiting' THEN 1 ELSE 0 END,
          started_at = coalesce(o.started_at, $5), epoch = $3, gateway = $4
        FROM truck_state s
        WHERE o.id = $1 AND o.truck_id = $2 AND o.finished_at IS NULL AND s.truck_id = o.truck_id AND s.epoch = $3
        RETURNING o.*), ${FOLLOWS}
      SELECT o.id, o.truck_id AS "truckId", o.kind, coalesce(o.compartment, 0) AS compartment, o.state, o.tries, o.max_tries AS "maxTries",
        o.crc32::float8 AS crc32, o.file_id AS "fileId", o.sha256, o.device, coalesce(o.new_version, '') AS "newVersion",
        coalesce(f.maker, '') AS maker, coalesce(f.hardware, '') AS hardware
      FROM changed o LEFT JOIN firmware_file f ON f.id = o.firmware_id`,
    values: [orderId, truckId, String(epoch), gateway, at],
  })
  return rows[0] ?? null
}

/** What changes in an order while it runs; every such change is refused once another session has the order, or it is over. */
export type OrderStep =
  | { readonly kind: 'progress'; readonly ackedBytes: number }
  | { readonly kind: 'synchronizing'; readonly ackedBytes: number }
  | { readonly kind: 'again' }
  | { readonly kind: 'done'; readonly ackedBytes: number; readonly at: Date }
  | { readonly kind: 'failed'; readonly result: OrderResult; readonly at: Date }

/** False: the order is no longer this session's, and nothing was changed. */
export async function stepOrder(pool: pg.Pool, orderId: number, epoch: bigint, step: OrderStep): Promise<boolean> {
  const [set, ...values] = changeOf(step)
  const { rowCount } = await pool.query(
    `WITH changed AS (UPDATE device_command SET ${set} WHERE id = $1 AND epoch = $2 AND finished_at IS NULL RETURNING *), ${FOLLOWS}
     SELECT FROM changed`,
    [orderId, String(epoch), ...values],
  )
  return rowCount === 1
}

function changeOf(step: OrderStep): readonly [string, ...unknown[]] {
  switch (step.kind) {
    case 'progress':
      return ['acked_bytes = $3', step.ackedBytes]
    case 'synchronizing':
      return [`state = 'synchronizing', acked_bytes = $3`, step.ackedBytes]
    case 'again':
      return [`state = 'sending', tries = tries + 1`]
    case 'done':
      return [`state = 'done', acked_bytes = $3, crc_match = true, finished_at = $4`, step.ackedBytes, step.at]
    case 'failed':
      return [
        `state = 'failed', result = $3, crc_match = CASE $3 WHEN 'checksum' THEN false WHEN 'table' THEN true WHEN 'pipe' THEN true END, finished_at = $4`,
        step.result,
        step.at,
      ]
  }
}

/** Stops an open order; false when it is over. Call it with rows that the caller has found in the user's scope. */
export async function stopOrder(db: Db, orderId: number, at: Date): Promise<boolean> {
  const text = `WITH changed AS (UPDATE device_command SET state = 'stopped', finished_at = $2 WHERE id = $1 AND finished_at IS NULL RETURNING *),
    ${FOLLOWS} SELECT id FROM changed`
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [orderId, at]))
  return rows.length === 1
}
