import { CompiledQuery, type Insertable } from 'kysely'
import type pg from 'pg'
import type { Db } from '@tanker/database/connection'
import type { Database } from '@tanker/database/tables'
import type { Changer } from '../platform/changes/record-change.ts'
import type { DeviceCommand } from './define-device-command.ts'
import { followOf, type KnownCommands } from './known-commands.ts'
import type { CommandResult, TakenCommand } from './open-command.ts'

/** The open command of each truck that is next: one that has started, one that goes first, the oldest; none before its time. Without its bytes. */
export async function trucksWithCommands(
  pool: pg.Pool,
  { first }: Pick<KnownCommands, 'first'>,
  now: Date,
): Promise<{ readonly truckId: number; readonly commandId: number }[]> {
  const { rows } = await pool.query<{ truckId: number; commandId: number }>({
    name: 'open-commands',
    text: `SELECT DISTINCT ON (truck_id) truck_id AS "truckId", id AS "commandId" FROM device_command
      WHERE finished_at IS NULL AND (not_before IS NULL OR not_before <= $2)
      ORDER BY truck_id, state = 'waiting', kind <> ALL ($1::text[]), id`,
    values: [first, now],
  })
  return rows
}

/** An attempt, written before its first byte is sent. */
export type Attempt = {
  readonly commandId: number
  readonly truckId: number
  readonly epoch: bigint
  readonly gateway: string
  readonly at: Date
}

/**
 * Claims a command for a session, before anything is sent; null if another session has the truck by now or the command is
 * over. The first attempt is counted here; an interrupted attempt continues without a new count.
 */
export async function takeCommand(
  pool: pg.Pool,
  { follows }: KnownCommands,
  { commandId, truckId, epoch, gateway, at }: Attempt,
): Promise<TakenCommand | null> {
  const { rows } = await pool.query<TakenCommand>({
    name: 'take-command',
    text: `WITH changed AS (
        UPDATE device_command o SET state = CASE o.state WHEN 'waiting' THEN 'sending' ELSE o.state END,
          tries = o.tries + CASE o.state WHEN 'waiting' THEN 1 ELSE 0 END,
          started_at = coalesce(o.started_at, $5), epoch = $3, gateway = $4
        FROM truck_state s, (SELECT state AS was FROM device_command WHERE id = $1 FOR UPDATE) before
        WHERE o.id = $1 AND o.truck_id = $2 AND o.finished_at IS NULL AND s.truck_id = o.truck_id AND s.epoch = $3
        RETURNING o.*, before.was)${follows}
      SELECT o.id, o.truck_id AS "truckId", o.kind, o.was <> 'waiting' AS "wasStarted", coalesce(o.compartment, 0) AS compartment, o.state, o.tries, o.max_tries AS "maxTries",
        coalesce(o.crc32, 0)::float8 AS crc32, o.file_id AS "fileId", o.sha256, o.device, coalesce(o.new_version, '') AS "newVersion",
        coalesce(f.maker, '') AS maker, coalesce(f.hardware, '') AS hardware, o.form_values AS values, o.had IS NOT NULL AS "hasKept"
      FROM changed o LEFT JOIN firmware_file f ON f.id = o.firmware_id`,
    values: [commandId, truckId, String(epoch), gateway, at],
  })
  return rows[0] ?? null
}

/** Changes of a running command; refused if another session has the command, or it is over. */
export type CommandStep =
  | { readonly kind: 'progress'; readonly ackedBytes: number }
  | { readonly kind: 'synchronizing'; readonly ackedBytes: number }
  | { readonly kind: 'again' }
  | { readonly kind: 'kept'; readonly had: Buffer }
  | { readonly kind: 'done'; readonly ackedBytes: number; readonly at: Date; readonly answer?: Buffer | undefined }
  | { readonly kind: 'failed'; readonly result: CommandResult; readonly at: Date; readonly answer?: Buffer | undefined }

/** False: the command no longer belongs to this session; nothing was changed. */
export async function stepCommand(
  pool: pg.Pool,
  { follows }: KnownCommands,
  commandId: number,
  epoch: bigint,
  step: CommandStep,
): Promise<boolean> {
  const [set, ...values] = changeOf(step)
  const { rowCount } = await pool.query(
    `WITH changed AS (UPDATE device_command SET ${set} WHERE id = $1 AND epoch = $2 AND finished_at IS NULL RETURNING *)${follows}
     SELECT FROM changed`,
    [commandId, String(epoch), ...values],
  )
  return rowCount === 1
}

function changeOf(step: CommandStep): readonly [string, ...unknown[]] {
  switch (step.kind) {
    case 'progress':
      return ['acked_bytes = $3', step.ackedBytes]
    case 'synchronizing':
      return [`state = 'synchronizing', acked_bytes = $3`, step.ackedBytes]
    case 'again':
      return [`state = 'sending', tries = tries + 1`]
    case 'kept':
      return ['had = $3', step.had]
    case 'done':
      return [
        `state = 'done', acked_bytes = $3, answer = $5, crc_match = CASE WHEN crc32 IS NOT NULL THEN true END, finished_at = $4`,
        step.ackedBytes,
        step.at,
        step.answer ?? null,
      ]
    case 'failed':
      return [
        `state = 'failed', result = $3, crc_match = CASE $3 WHEN 'checksum' THEN false WHEN 'table' THEN true WHEN 'pipe' THEN true END, finished_at = $4, answer = $5`,
        step.result,
        step.at,
        step.answer ?? null,
      ]
  }
}

/** Ends the open commands whose time is over. */
export async function expireCommands(pool: pg.Pool, { follows }: KnownCommands, now: Date): Promise<void> {
  await pool.query({
    name: 'expire-commands',
    text: `WITH changed AS (UPDATE device_command SET state = 'failed', result = 'expired', finished_at = $1
        WHERE finished_at IS NULL AND expires_at <= $1 RETURNING *)${follows}
      SELECT FROM changed`,
    values: [now],
  })
}

/** Stops an open command; false if it is over. The caller must have found the row in the user's scope. */
export async function stopCommand(db: Db, definition: DeviceCommand, commandId: number, at: Date): Promise<boolean> {
  const text = `WITH changed AS (UPDATE device_command SET state = 'stopped', finished_at = $2 WHERE id = $1 AND finished_at IS NULL RETURNING *)${followOf(definition)} SELECT id FROM changed`
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [commandId, at]))
  return rows.length === 1
}

/** One truck's command, before it is stored. */
export type NewCommand = Pick<Insertable<Database['device_command']>, 'truck_id' | 'organisation_id' | 'max_tries'> &
  Partial<Omit<Insertable<Database['device_command']>, 'kind' | 'ordered_by' | 'ordered_at'>>

/** Stores commands of one kind, which expire as their declaration says, or when each says itself. Gateways see them after a hint, or within five seconds. @throws RangeError for other numbers of tries than declared */
export function insertCommands(
  db: Db,
  { kind, expiryS, tries }: DeviceCommand,
  { userName, at }: Pick<Changer, 'userName' | 'at'>,
  ordered: readonly NewCommand[],
) {
  if (ordered.some(({ max_tries }) => max_tries < tries.min || max_tries > tries.max)) throw new RangeError(`tries of ${kind}`)
  const expires_at = expiryS === null ? null : new Date(at.getTime() + expiryS * 1000)
  return db
    .insertInto('device_command')
    .values(ordered.map((one) => ({ expires_at, ...one, kind, ordered_by: userName, ordered_at: at })))
    .returning(['id', 'organisation_id', 'truck_id', 'old_version', 'downgrade'])
    .execute()
}
