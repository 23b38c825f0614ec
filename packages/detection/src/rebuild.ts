import type { Reading } from '@tanker/domain/reading'
import type { TruckState } from './truck-state.ts'
import { maxBackdateMs } from './fact.ts'

/** A row open for longer than this is left as it is: no rebuild goes further back for it. */
const longestOpenMs = 48 * 3_600_000

export type Span = { readonly startedAt: number; readonly endedAt: number | null }

/**
 * From which checkpoint a period with late readings is run again; 0 is from the beginning. Its rows are those that
 * start after the checkpoint: they are replaced by what the replay derives. So no row may lie across the checkpoint
 * and still have been changed by readings after `lateAt`; before such a row the next older checkpoint is taken.
 */
export function rebuildStart(lateAt: number, checkpoints: readonly number[], rows: readonly Span[]): number {
  const touchedFrom = lateAt - maxBackdateMs
  const touched = rows.filter(
    ({ startedAt, endedAt }) => (endedAt === null || endedAt >= touchedFrom) && startedAt > lateAt - longestOpenMs,
  )
  let before = touchedFrom
  for (const { startedAt } of touched) before = Math.min(before, startedAt)
  let start = 0
  for (const at of checkpoints) if (at < before && at > start) start = at
  return start
}

/** Whether to store a checkpoint after this `reading` (half hours, and quiet moments). */
export const checkpointDue = (state: TruckState, reading: Pick<Reading, 'at'>): boolean =>
  state.checkpointAt === reading.at && state.newestAt === reading.at
