import type pg from 'pg'
import { TERMINAL_IDENTITY } from '@tanker/domain/alarm-type'
import { type PositionRow, unpackReading } from '@tanker/database/packed-readings'
import { plannedSlips } from '@tanker/database/truck-contexts'
import type { Fact } from '@tanker/detection/fact'
import { checkpointDue, rebuildStart } from '@tanker/detection/rebuild'
import { createTruckState, encodeTruckState, restoreTruckState, step, type TruckState } from '@tanker/detection/truck-engine'
import type { Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/truck-context'
import { REFILL_MS } from './claim.ts'
import { factRow } from './group.ts'
import { SLIP_AFTER_MS, contextsOfTheirTime } from './slip-of-its-time.ts'
import { encodeStoredState } from './stored-state.ts'
import { ALARM_ROWS, RECORD_ROWS, storeFacts } from './store-facts.ts'

export type Rebuilt = {
  readonly state: TruckState
  readonly from: number
  readonly newest: Reading | null
  /** Of all readings in the newest one's second. */
  readonly newestDigests: readonly bigint[]
  readonly records: readonly object[]
  readonly alarms: readonly object[]
  readonly checkpoints: readonly { readonly at: number; readonly state: Uint8Array }[]
}

const CHUNK = 2_000
/** Readings that are detected again before others get their turn. */
const MAX_STEPS_PER_TURN = 250

/**
 * Detects a truck's stored readings again from a checkpoint before everything that late readings since `from` can touch, in pieces, letting the process
 * breathe between them. Writes nothing.
 * @param now ms since 1970 UTC: what is found only now and began long before is history and pops up nowhere
 * @param oldest ms since 1970 UTC: what was derived before stays as it is, because the readings behind it may be gone
 */
export async function rebuildPeriod(
  pool: pg.Pool,
  truckId: number,
  from: number,
  context: TruckContext,
  now: number,
  oldest: number,
): Promise<Rebuilt> {
  const start = Math.max(await startOf(pool, truckId, Math.max(from, oldest)), oldest)
  const { rows } = await pool.query<{ state: Buffer }>('SELECT state FROM checkpoint WHERE truck_id = $1 AND at = $2', [
    truckId,
    new Date(start),
  ])
  const checkpoint = rows[0]
  let state = checkpoint
    ? restoreTruckState(checkpoint.state, await readingsBetween(pool, truckId, start - REFILL_MS, start), context)
    : createTruckState()
  const contextAt = contextsOfTheirTime(context, await plannedSlips(pool, truckId, start - SLIP_AFTER_MS))
  const facts = new Map<string, Fact>()
  const checkpoints: { at: number; state: Uint8Array }[] = []
  let newest: Reading | null = null
  let due: number | null = null
  let digests: Reading[] = []
  for (let after: Reading | null = null; ;) {
    const chunk = await nextReadings(pool, truckId, start, after)
    for (const [index, reading] of chunk.entries()) {
      if (index % MAX_STEPS_PER_TURN === 0) await new Promise((done) => setImmediate(done))
      // A checkpoint holds all readings of its second, so it is taken when a later one begins.
      if (due !== null && reading.at > due) {
        checkpoints.push({ at: due, state: encodeTruckState(state) })
        due = null
      }
      const stepped = step(state, reading, contextAt(state, reading.at))
      state = stepped.state
      for (const fact of stepped.facts) {
        const key = `${fact.is}/${fact.is === 'alarm' ? fact.type : fact.kind}/${fact.startedAt}/${fact.object}`
        const earlier = facts.get(key)
        facts.set(key, fact.is === 'alarm' && earlier?.is === 'alarm' ? { ...fact, live: earlier.live } : fact)
      }
      if (checkpointDue(state, reading)) due = reading.at
    }
    newest = chunk.at(-1) ?? newest
    if (newest !== null) {
      const { at } = newest
      digests = [...digests.filter((entry) => entry.at === at), ...chunk.filter((reading) => reading.at === at)]
    }
    if (chunk.length < CHUNK) break
    after = newest
  }
  const historyBefore = now - context.thresholds.historyAfterMin * 60_000
  const all = [...facts.values()].map((fact) =>
    fact.is === 'alarm' && fact.live && fact.startedAt < historyBefore ? { ...fact, live: false } : fact,
  )
  return {
    state,
    from: start,
    newest,
    newestDigests: digests.map((reading) => reading.digest),
    records: all.filter((fact) => fact.is === 'record').map((fact) => factRow(0, fact)),
    alarms: all.filter((fact) => fact.is === 'alarm').map((fact) => factRow(0, fact)),
    checkpoints,
  }
}

/** The checkpoint to begin at, 0 for the beginning; detection knows how far back a late reading can reach. */
async function startOf(pool: pg.Pool, truckId: number, from: number): Promise<number> {
  const { rows: checkpoints } = await pool.query<{ at: Date }>('SELECT at FROM checkpoint WHERE truck_id = $1 AND at < $2', [
    truckId,
    new Date(from),
  ])
  const { rows: spans } = await pool.query<{ started_at: Date; ended_at: Date | null }>(
    `SELECT started_at, ended_at FROM record WHERE truck_id = $1 AND started_at < $2 AND (ended_at IS NULL OR ended_at > $3)
     UNION ALL
     SELECT started_at, ended_at FROM alarm
     WHERE truck_id = $1 AND started_at < $2 AND (ended_at IS NULL OR ended_at > $3) AND superseded_at IS NULL`,
    [truckId, new Date(from), new Date(from - REFILL_MS * 2)],
  )
  return rebuildStart(
    from,
    checkpoints.map(({ at }) => at.getTime()),
    spans.map(({ started_at, ended_at }) => ({ startedAt: started_at.getTime(), endedAt: ended_at?.getTime() ?? null })),
  )
}

const COLUMNS = 'at, kind, digest, received_at, lat, lng, speed, heading, flags, packed'

async function readingsBetween(pool: pg.Pool, truckId: number, after: number, until: number): Promise<Reading[]> {
  const { rows } = await pool.query<PositionRow>(
    `SELECT ${COLUMNS} FROM position WHERE truck_id = $1 AND at > $2 AND at <= $3 ORDER BY at, received_at, kind, digest`,
    [truckId, new Date(after), new Date(until)],
  )
  return rows.map(unpackReading)
}

async function nextReadings(pool: pg.Pool, truckId: number, start: number, after: Reading | null): Promise<Reading[]> {
  const { rows } = await pool.query<PositionRow>(
    `SELECT ${COLUMNS} FROM position WHERE truck_id = $1 AND (at, received_at, kind, digest) > ($2, $3, $4, $5) AND at >= $2 ORDER BY at, received_at, kind, digest LIMIT ${CHUNK}`,
    after
      ? [truckId, new Date(after.at), new Date(after.receivedAt), after.kind, after.digest.toString()]
      : [truckId, new Date(start), 'infinity', 0, '0'],
  )
  return rows.map(unpackReading)
}

/**
 * Puts a rebuilt period in the place of what was derived before, fenced by the epoch. Records that are no longer found are
 * deleted. Alarms never are: whoever can send as a truck could take its alarms back otherwise. They are marked superseded.
 * @returns false when the truck belongs to somebody else by now, and nothing was written
 */
export async function storeRebuilt(pool: pg.Pool, truckId: number, epoch: bigint, rebuilt: Rebuilt): Promise<boolean> {
  const client = await pool.connect()
  const from = new Date(rebuilt.from)
  const records = JSON.stringify(rebuilt.records)
  const alarms = JSON.stringify(rebuilt.alarms)
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ company_id: number }>(
      'SELECT company_id FROM truck_state WHERE truck_id = $1 AND epoch = $2 FOR NO KEY UPDATE',
      [truckId, epoch.toString()],
    )
    const companyId = rows[0]?.company_id
    if (companyId === undefined) {
      await client.query('ROLLBACK')
      return false
    }
    await client.query('DELETE FROM checkpoint WHERE truck_id = $1 AND at > $2', [truckId, from])
    await client.query(
      'INSERT INTO checkpoint (truck_id, at, state) SELECT $1, * FROM unnest($2::timestamptz[], $3::bytea[]) ON CONFLICT (truck_id, at) DO UPDATE SET state = excluded.state',
      [truckId, rebuilt.checkpoints.map((c) => new Date(c.at)), rebuilt.checkpoints.map((c) => Buffer.from(c.state))],
    )
    await client.query(DELETE_RECORDS, [truckId, from, records])
    await client.query(SUPERSEDE_ALARMS, [truckId, from, alarms])
    await storeFacts(client, truckId, companyId, rebuilt)
    await client.query('UPDATE truck_state SET state = $2, last_at = coalesce($3, last_at), rebuild_from = NULL WHERE truck_id = $1', [
      truckId,
      encodeStoredState(rebuilt.state, rebuilt.newest?.at ?? 0, rebuilt.newestDigests.at(-1) ?? 0n),
      rebuilt.newest ? new Date(rebuilt.newest.at) : null,
    ])
    await client.query('COMMIT')
    return true
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Records that began in the period and are not found again. */
const DELETE_RECORDS = `
  DELETE FROM record r WHERE r.truck_id = $1 AND r.started_at > $2 AND NOT EXISTS (
    SELECT 1 FROM ${RECORD_ROWS} WHERE (f.kind, f.started_at, f.object) = (r.kind, r.started_at, r.object))`
/** Alarms that began in the period and are not found again; open consoles take them off their screens. */
const SUPERSEDE_ALARMS = `
  WITH found AS (SELECT type, started_at, object FROM ${ALARM_ROWS}),
  lost AS (
    UPDATE alarm a SET superseded_at = now()
    WHERE a.truck_id = $1 AND a.started_at > $2 AND a.superseded_at IS NULL AND a.type <> ${TERMINAL_IDENTITY}
      AND NOT EXISTS (SELECT 1 FROM found f WHERE (f.type, f.started_at, f.object) = (a.type, a.started_at, a.object))
    RETURNING a.id, a.company_id
  )
  INSERT INTO outbox (company_id, truck_id, alarm_id, what) SELECT company_id, $1, id, 'superseded' FROM lost`
