import type { Db } from '@tanker/database/connection'
import { type Thresholds, defaultThresholds } from '@tanker/domain/thresholds'

/** The thresholds of a truck; `ancestors` is its organisation and all above, the top first. */
type ThresholdsOf = (truckId: number, ancestors: readonly number[]) => Thresholds

/** Overrides resolve truck → organisation → parent → global. There are few, so all are read at once. */
export async function readThresholds(db: Db): Promise<ThresholdsOf> {
  const rows = await db.selectFrom('threshold').select(['organisation_id', 'truck_id', 'overrides']).execute()
  if (rows.length === 0) return () => defaultThresholds
  const ofTruck = new Map<number, object>()
  const ofOrganisation = new Map<number, object>()
  let global: object = {}
  for (const { organisation_id, truck_id, overrides } of rows) {
    if (truck_id !== null) ofTruck.set(truck_id, overrides)
    else if (organisation_id !== null) ofOrganisation.set(organisation_id, overrides)
    else global = overrides
  }
  return (truckId, ancestors) => ({
    ...defaultThresholds,
    ...global,
    ...Object.assign({}, ...ancestors.map((id) => ofOrganisation.get(id))),
    ...ofTruck.get(truckId),
  })
}
