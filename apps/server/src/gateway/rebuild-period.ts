import type pg from 'pg'
import { plannedSlips } from '@tanker/database/truck-contexts'
import type { Fact } from '@tanker/detection/fact'
import { checkpointDue, rebuildStart } from '@tanker/detection/rebuild'
import { createTruckState, encodeTruckState, restoreTruckState, step, stepClock, type TruckState } from '@tanker/detection/truck-engine'
import type { Reading } from '@tanker/domain/reading'
import { thresholdsAt } from '@tanker/domain/thresholds/periods'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { SLIP_AFTER_MS, contextsOfTheirTime } from '../platform/readings/slip-of-its-time.ts'
import { nextReadings, READINGS_AT_ONCE, readingsBetween, REFILL_MS } from '../platform/readings/stored-readings.ts'
import { factRow } from './group.ts'

/** The used fields of an alarm from `factRow`. */
export type AlarmRow = Readonly<Record<string, unknown>> & {
  readonly type: number
  readonly object: number
  readonly started_at: string
  readonly ended_at: string | null
  readonly live: boolean
}

export type Rebuilt = {
  readonly state: TruckState
  readonly from: number
  readonly newest: Reading | null
  /** Of all readings in the newest one's second. */
  readonly newestDigests: readonly bigint[]
  readonly records: readonly object[]
  readonly alarms: readonly AlarmRow[]
  readonly checkpoints: readonly { readonly at: number; readonly state: Uint8Array }[]
}

/** Readings that are detected again before others get their turn. */
const MAX_STEPS_PER_TURN = 250

export type RebuildOptions = {
  /** ms since 1970 UTC: facts that began before and are found only now are history and do not pop up. */
  readonly now: number
  /** ms since 1970 UTC: facts from before stay as they are, because their readings may be deleted. */
  readonly oldest: number
  /** More late readings are coming: facts found only now do not pop up. */
  readonly early: boolean
  /** Checked repeatedly; if false the rebuild ends without a result. */
  readonly isWanted: () => boolean
}

/**
 * Runs detection again on a truck's stored readings, from a checkpoint before everything that late readings since `from` can
 * affect. Yields to the event loop between pieces. Writes nothing.
 * @returns null if it is no longer wanted
 */
export async function rebuildPeriod(
  pool: pg.Pool,
  truckId: number,
  from: number,
  context: TruckContext,
  { now, oldest, early, isWanted }: RebuildOptions,
): Promise<Rebuilt | null> {
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
  const historyBefore = early ? Number.POSITIVE_INFINITY : now - thresholdsAt(context, now).historyAfterMin * 60_000
  const facts = new FoundFacts(historyBefore, thresholdsAt(context, now).lateAfterS * 1_000)
  const checkpoints: { at: number; state: Uint8Array }[] = []
  let newest: Reading | null = null
  let due: number | null = null
  let digests: Reading[] = []
  for (let after: Reading | null = null; ;) {
    const chunk = await nextReadings(pool, truckId, start, after)
    for (const [index, reading] of chunk.entries()) {
      if (index % MAX_STEPS_PER_TURN === 0) {
        await new Promise((done) => setImmediate(done))
        if (!isWanted()) return null
      }
      // A checkpoint includes all readings of its second, so it is taken when a later second begins.
      if (due !== null && reading.at > due) {
        checkpoints.push({ at: due, state: encodeTruckState(state) })
        due = null
      }
      const stepped = step(state, reading, contextAt(state, reading.at))
      state = stepped.state
      facts.compare(reading)
      for (const fact of stepped.facts) facts.add(fact, reading)
      if (checkpointDue(state, reading)) due = reading.at
    }
    newest = chunk.at(-1) ?? newest
    if (newest !== null) {
      const { at } = newest
      digests = [...digests.filter((entry) => entry.at === at), ...chunk.filter((reading) => reading.at === at)]
    }
    if (chunk.length < READINGS_AT_ONCE) break
    after = newest
  }
  // What only time made of its silence is as true as before.
  const offlineAt = await offlineSince(pool, truckId)
  if (offlineAt !== null) {
    const stepped = stepClock(state, offlineAt, contextAt(state, offlineAt))
    state = stepped.state
    for (const fact of stepped.facts) facts.add(fact, null)
  }
  const all = facts.all()
  return {
    state,
    from: start,
    newest,
    newestDigests: digests.map((reading) => reading.digest),
    records: all.filter((fact) => fact.is === 'record').map((fact) => factRow(0, fact)),
    alarms: all.filter((fact) => fact.is === 'alarm').map((fact) => factRow(0, fact) as AlarmRow),
    checkpoints,
  }
}

/** The facts of a rebuild, each in its last version. Whether an alarm pops up depends on when it became known. */
class FoundFacts {
  readonly #facts = new Map<string, Fact>()
  /** Alarms that may pop up, and by which reading each became known. */
  readonly #live = new Map<string, Reading>()

  readonly #historyBefore: number
  readonly #lateAfterMs: number

  /** @param historyBefore ms since 1970 UTC: facts that began before are history */
  constructor(historyBefore: number, lateAfterMs: number) {
    this.#historyBefore = historyBefore
    this.#lateAfterMs = lateAfterMs
  }

  /** @param by the reading that made it known; null if only the passage of time did */
  add(fact: Fact, by: Reading | null): void {
    const key = `${fact.is}/${fact.is === 'alarm' ? fact.type : fact.kind}/${fact.startedAt}/${fact.object}`
    if (!this.#facts.has(key) && fact.is === 'alarm' && fact.live && by !== null && fact.startedAt >= this.#historyBefore)
      this.#live.set(key, by)
    this.#facts.set(key, fact)
  }

  /** A reading received before an older one makes that one late; facts known only from late readings do not pop up. */
  compare(reading: Reading): void {
    for (const [key, by] of this.#live)
      if (reading.receivedAt < by.receivedAt && reading.at > by.at + this.#lateAfterMs) this.#live.delete(key)
  }

  all(): Fact[] {
    return [...this.#facts].map(([key, fact]) => (fact.is === 'alarm' ? { ...fact, live: this.#live.has(key) } : fact))
  }
}

async function offlineSince(pool: pg.Pool, truckId: number): Promise<number | null> {
  const { rows } = await pool.query<{ offline_at: Date | null }>('SELECT offline_at FROM truck_state WHERE truck_id = $1', [truckId])
  return rows[0]?.offline_at?.getTime() ?? null
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
