import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from '@tanker/database/connection'
import type { Database } from '@tanker/database/tables'
import type { FirmwareDevice } from '@tanker/domain/firmware'

/** Reason of failure; null while running and on success. */
export type OrderResult = Exclude<Database['device_command']['result'], null>

/** An open command as its gateway works on it. */
export type OpenOrder = {
  readonly id: number
  readonly truckId: number
  readonly kind: Database['device_command']['kind']
  /** 1–10; 0 for the whole truck. */
  readonly compartment: number
  /** The device to upgrade; null for other commands. */
  readonly device: FirmwareDevice | null
  /** Of the firmware: version, and the maker and hardware it is for; '' for other commands. */
  readonly newVersion: string
  readonly maker: string
  readonly hardware: string
  readonly state: 'waiting' | 'sending' | 'synchronizing'
  readonly tries: number
  readonly maxTries: number
  readonly crc32: number
  readonly content: Buffer
}

/** A claimed command, before its bytes are read. */
export type TakenOrder = Omit<OpenOrder, 'content'> & {
  readonly fileId: number
  /** Of the bytes that were ordered. */
  readonly sha256: Buffer
}

/** SQL that updates the subject of a command together with it: the tank table, or the version of the truck's device. */
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

/** The oldest open command of each truck, without its bytes. */
export async function trucksWithOrders(pool: pg.Pool): Promise<{ readonly truckId: number; readonly orderId: number }[]> {
  const { rows } = await pool.query<{ truckId: number; orderId: number }>({
    name: 'open-orders',
    text: `SELECT DISTINCT ON (truck_id) truck_id AS "truckId", id AS "orderId" FROM device_command WHERE finished_at IS NULL
      ORDER BY truck_id, state = 'waiting', id`,
  })
  return rows
}

/** An attempt, written before its first byte is sent. */
export type Attempt = {
  readonly orderId: number
  readonly truckId: number
  readonly epoch: bigint
  readonly gateway: string
  readonly at: Date
}

/**
 * Claims a command for a session, before anything is sent; null if another session has the truck by now or the command is
 * over. The first attempt is counted here; an interrupted attempt continues without a new count.
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

/** Changes of a running command; refused if another session has the command, or it is over. */
export type OrderStep =
  | { readonly kind: 'progress'; readonly ackedBytes: number }
  | { readonly kind: 'synchronizing'; readonly ackedBytes: number }
  | { readonly kind: 'again' }
  | { readonly kind: 'done'; readonly ackedBytes: number; readonly at: Date }
  | { readonly kind: 'failed'; readonly result: OrderResult; readonly at: Date }

/** False: the command no longer belongs to this session; nothing was changed. */
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

/** Stops an open command; false if it is over. The caller must have found the row in the user's scope. */
export async function stopOrder(db: Db, orderId: number, at: Date): Promise<boolean> {
  const text = `WITH changed AS (UPDATE device_command SET state = 'stopped', finished_at = $2 WHERE id = $1 AND finished_at IS NULL RETURNING *),
    ${FOLLOWS} SELECT id FROM changed`
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [orderId, at]))
  return rows.length === 1
}
