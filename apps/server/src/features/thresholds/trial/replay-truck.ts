import { plannedSlips } from '@tanker/database/truck-contexts'
import type { AlarmFact, Fact } from '@tanker/detection/fact'
import { createTruckState, restoreTruckState, step, type TruckState } from '@tanker/detection/truck-engine'
import type { Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import type pg from 'pg'
import { contextsOfTheirTime, SLIP_AFTER_MS } from '../../../platform/readings/slip-of-its-time.ts'
import { nextReadings, READINGS_AT_ONCE, readingsBetween, REFILL_MS } from '../../../platform/readings/stored-readings.ts'

/** What one way of judging found, from the same readings. */
type Judged = { state: TruckState; readonly contextAt: ReturnType<typeof contextsOfTheirTime>; readonly alarms: Map<string, AlarmFact> }

/**
 * Judges the stored readings of a truck from a time on (ms since 1970 UTC) in several ways at once, one context each, from the checkpoint
 * before it. Writes nothing. The alarms of each way are those that begin in the period, in their last version.
 */
export async function replayTruck(
  pool: pg.Pool,
  truckId: number,
  from: number,
  contexts: readonly TruckContext[],
): Promise<{ readonly readings: number; readonly alarms: readonly (readonly AlarmFact[])[] }> {
  const { rows } = await pool.query<{ at: Date; state: Buffer }>(
    'SELECT at, state FROM checkpoint WHERE truck_id = $1 AND at <= $2 ORDER BY at DESC LIMIT 1',
    [truckId, new Date(from)],
  )
  const checkpoint = rows[0]
  const start = checkpoint?.at.getTime() ?? from
  const [recent, slips] = await Promise.all([
    checkpoint ? readingsBetween(pool, truckId, start - REFILL_MS, start) : [],
    plannedSlips(pool, truckId, start - SLIP_AFTER_MS),
  ])
  const ways = contexts.map((context): Judged => ({
    state: checkpoint ? restoreTruckState(checkpoint.state, recent, context) : createTruckState(),
    contextAt: contextsOfTheirTime(context, slips),
    alarms: new Map(),
  }))
  let readings = 0
  for (let after: Reading | null = null; ;) {
    const chunk = await nextReadings(pool, truckId, start, after)
    for (const reading of chunk)
      for (const way of ways) {
        const stepped = step(way.state, reading, way.contextAt(way.state, reading.at))
        way.state = stepped.state
        for (const fact of stepped.facts) keep(way.alarms, fact, from)
      }
    readings += chunk.length
    if (chunk.length < READINGS_AT_ONCE) break
    after = chunk.at(-1) ?? null
  }
  return { readings, alarms: ways.map(({ alarms }) => [...alarms.values()].toSorted((a, b) => a.startedAt - b.startedAt)) }
}

function keep(alarms: Judged['alarms'], fact: Fact, from: number): void {
  if (fact.is === 'alarm' && fact.startedAt >= from) alarms.set(`${fact.type}/${fact.object}/${fact.startedAt}`, fact)
}
