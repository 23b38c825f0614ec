import { z } from 'zod'
import { oneLine, rowId } from './input-bounds.ts'
import { MAX_SEND_REASON } from './parameter-files.ts'

/** POST /parameterChanges/restore and /thresholdChanges/restore. */
export const parameterRestored = z.object({
  changeId: rowId,
  /** Of the parameter in the change: `overspeedKmh`, `41`, `probes.2.sn`. */
  name: z.string().regex(/^[A-Za-z0-9_.]{1,120}$/),
  reason: oneLine.trim().min(1).max(MAX_SEND_REASON),
})
