import type { Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/truck-context'
import type { Fact } from './fact.ts'
import { step, type Step } from './truck-engine.ts'
import type { TruckState } from './truck-state.ts'

/**
 * Late readings are put in their place by running the period again from a checkpoint. Its facts start after the
 * checkpoint, but what was seen shortly before may only be recognised after it (an operation starts with its first
 * litre, a minute before it is one). So the checkpoint must be older than the earliest late reading by this much,
 * and every fact that starts after the checkpoint and is not derived again is gone.
 */
export const REBUILD_MARGIN_MS = 15 * 60_000

/**
 * Runs readings, ascending in device time, from a checkpoint that is not newer than the first of them.
 * Pure but for the checkpoint, which is consumed like the state of `step`.
 */
export function replay(checkpoint: TruckState, readings: readonly Reading[], context: TruckContext): Step {
  let state = checkpoint
  const facts: Fact[] = []
  for (const reading of readings) {
    const next = step(state, reading, context)
    state = next.state
    for (const fact of next.facts) facts.push(fact)
  }
  return { state, facts }
}

/** Asked after `reading` was stepped: whether the state is worth keeping now (half hours, and quiet moments). */
export const checkpointDue = (state: TruckState, reading: Pick<Reading, 'at'>): boolean =>
  state.checkpointAt === reading.at && state.newestAt === reading.at
