import type { HeartbeatTimeout } from '@tanker/contract/trucks'
import type { ScopedDb } from '@tanker/database/scope'

/** Three heartbeats of a minute each are missed by any short tunnel: never sooner than this (domain rule catalogue D.7). */
const SILENT_MS = 15 * 60_000

/** Trucks that reported before but not for a quarter of an hour, longest silent first (spec 3.3). */
export async function heartbeatTimeoutsOf(db: ScopedDb, now: Date): Promise<HeartbeatTimeout[]> {
  const rows = await db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .where('truck.enabled', '=', true)
    .where('truck_state.contact_at', '<', new Date(now.getTime() - SILENT_MS))
    .orderBy('truck_state.contact_at')
    .select(['truck.id', 'truck.plate', 'organisation.name', 'truck_state.contact_at', 'truck_state.last_at'])
    .execute()
  return rows.flatMap(({ id, plate, name, contact_at, last_at }) =>
    contact_at === null
      ? []
      : [
          {
            truckId: id,
            companyName: name,
            signCode: plate,
            heartTime: contact_at.toISOString(),
            gpsTime: last_at?.toISOString() ?? null,
          },
        ],
  )
}
