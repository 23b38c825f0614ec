import type pg from 'pg'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { LiveRowBytes, unpackLiveRow } from '@tanker/database/live-row'
import { createTruckParts, readTruckParts } from '@tanker/detection/truck-parts'
import type { AlarmRow, Rebuilt } from './rebuild-period.ts'
import { encodeStoredState } from './stored-state.ts'
import { ALARM_ROWS, RECORD_ROWS, storeFacts } from './store-facts.ts'

type Locked = { readonly organisation_id: number; readonly live: Buffer | null; readonly rebuild_wanted_at: Date | null }

/**
 * Replaces the facts of a period by those of a rebuild, fenced by the epoch. Records that are no longer found are
 * deleted. Alarms never are, or a sender could retract a truck's alarms. They are marked superseded.
 * The live row follows the new state, also if the truck is not connected.
 * @returns false if another session or gateway has the truck by now; nothing was written
 */
export async function storeRebuilt(pool: pg.Pool, truckId: number, epoch: bigint, rebuilt: Rebuilt): Promise<boolean> {
  const client = await pool.connect()
  const from = new Date(rebuilt.from)
  const records = JSON.stringify(rebuilt.records)
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<Locked>(
      'SELECT organisation_id, live, rebuild_wanted_at FROM truck_state WHERE truck_id = $1 AND epoch = $2 FOR NO KEY UPDATE',
      [truckId, epoch.toString()],
    )
    const [truck] = rows
    if (!truck) {
      await client.query('ROLLBACK')
      return false
    }
    const organisationId = truck.organisation_id
    const alarms = await keptOnScreens(client, truckId, from, rebuilt.alarms)
    await client.query('DELETE FROM checkpoint WHERE truck_id = $1 AND at > $2', [truckId, from])
    await client.query(
      'INSERT INTO checkpoint (truck_id, at, state) SELECT $1, * FROM unnest($2::timestamptz[], $3::bytea[]) ON CONFLICT (truck_id, at) DO UPDATE SET state = excluded.state',
      [truckId, rebuilt.checkpoints.map((c) => new Date(c.at)), rebuilt.checkpoints.map((c) => Buffer.from(c.state))],
    )
    await client.query(DELETE_RECORDS, [truckId, from, records])
    await client.query(SUPERSEDE_ALARMS, [truckId, from, JSON.stringify(alarms)])
    if (truck.rebuild_wanted_at !== null) await client.query(RAISE_JUDGED, [truckId, truck.rebuild_wanted_at])
    await storeFacts(client, truckId, organisationId, { records: rebuilt.records, alarms })
    await client.query(
      `UPDATE truck_state SET state = $2, last_at = coalesce($3, last_at), live = coalesce($4, live), rebuild_from = NULL, rebuild_wanted_at = NULL
       WHERE truck_id = $1`,
      [
        truckId,
        encodeStoredState(rebuilt.state, rebuilt.newest?.at ?? 0, rebuilt.newestDigests.at(-1) ?? 0n),
        rebuilt.newest ? new Date(rebuilt.newest.at) : null,
        liveAfter(rebuilt, truck.live),
      ],
    )
    await client.query('COMMIT')
    return true
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** The live row with the detector's new state; gauges and supply stay. Null if there is nothing to show. */
function liveAfter({ newest, state }: Rebuilt, live: Buffer | null): Buffer | null {
  if (newest === null || live === null) return null
  const parts = createTruckParts()
  readTruckParts(state, parts)
  const row = LiveRowBytes.of(unpackLiveRow(live))
  row.seal(newest.at, parts)
  return row.bytes
}

/** Late data often move the start of an alarm on screens: the new alarm replaces the old one there. */
async function keptOnScreens(client: pg.ClientBase, truckId: number, from: Date, alarms: readonly AlarmRow[]): Promise<AlarmRow[]> {
  const { rows } = await client.query<{ type: number; object: number; started_at: Date; ended_at: Date | null }>(
    `SELECT type, object, started_at, ended_at FROM alarm
     WHERE truck_id = $1 AND started_at > $2 AND live AND superseded_at IS NULL AND handled_at IS NULL`,
    [truckId, from],
  )
  const keyOf = (type: number, object: number, startedAt: number): string => `${type} ${object} ${startedAt}`
  const found = new Set(alarms.map(({ type, object, started_at }) => keyOf(type, object, Date.parse(started_at))))
  const lost = rows.filter(({ type, object, started_at }) => !found.has(keyOf(type, object, started_at.getTime())))
  return alarms.map((alarm) => {
    const [start, end] = [Date.parse(alarm.started_at), alarm.ended_at === null ? Number.POSITIVE_INFINITY : Date.parse(alarm.ended_at)]
    const isInPlaceOf = (one: (typeof rows)[number]): boolean =>
      one.type === alarm.type &&
      one.object === alarm.object &&
      start <= (one.ended_at?.getTime() ?? Number.POSITIVE_INFINITY) &&
      one.started_at.getTime() <= end
    return !alarm.live && lost.some(isInPlaceOf) ? { ...alarm, live: true } : alarm
  })
}

/** Alarms raised while late data waited were shown silently: confirmed ones are raised again. */
const RAISE_JUDGED = `
  INSERT INTO outbox (organisation_id, truck_id, alarm_id, what)
  SELECT organisation_id, truck_id, id, 'raised' FROM alarm
  WHERE truck_id = $1 AND live AND superseded_at IS NULL AND handled_at IS NULL AND inserted_at >= $2`
/** Records that began in the period and are not found again. */
const DELETE_RECORDS = `
  DELETE FROM record r WHERE r.truck_id = $1 AND r.started_at > $2 AND NOT EXISTS (
    SELECT 1 FROM ${RECORD_ROWS} WHERE (f.kind, f.started_at, f.object) = (r.kind, r.started_at, r.object))`
/** Alarms that began in the period and are not found again; open web consoles remove them. */
const SUPERSEDE_ALARMS = `
  WITH found AS (SELECT type, started_at, object FROM ${ALARM_ROWS}),
  lost AS (
    UPDATE alarm a SET superseded_at = now()
    WHERE a.truck_id = $1 AND a.started_at > $2 AND a.superseded_at IS NULL AND a.type <> ${ALARM.terminalIdentity}
      AND NOT EXISTS (SELECT 1 FROM found f WHERE (f.type, f.started_at, f.object) = (a.type, a.started_at, a.object))
    RETURNING a.id, a.organisation_id
  )
  INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT organisation_id, $1, id, 'superseded' FROM lost`
