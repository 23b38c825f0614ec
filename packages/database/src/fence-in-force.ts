import { type RawBuilder, sql } from 'kysely'

/** SQL on table `fence`: it counts. Approved, enabled, and so is its place; what waits for approval does not count yet. */
export const FENCE_IN_FORCE = `(fence.status = 'approved' AND fence.enabled
  AND NOT EXISTS (SELECT FROM place off WHERE off.id = fence.place_id AND NOT off.enabled))`

export const fenceInForce: RawBuilder<boolean> = sql.raw(FENCE_IN_FORCE)
