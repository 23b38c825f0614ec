import type { TruckTrack } from '@tanker/contract/track'
import type { ScopedDb } from '@tanker/database/scope'
import { parkingFact } from '@tanker/domain/facts/driving-facts'
import { stored } from '@tanker/domain/facts/stored-properties'

/** Stops of one track: one every 15 minutes over three days. */
const MAX_STOPS = 300

/** The stops that lie in the period or reach into it, oldest first. */
export async function readTrackStops(
  db: ScopedDb,
  { truckId, from, to }: { readonly truckId: number; readonly from: Date; readonly to: Date },
  /** Outside the fences the place nearby has the name. */
  nameNearby: (lat: number | null, lng: number | null) => string,
): Promise<Pick<TruckTrack, 'stops' | 'moreStops'>> {
  const rows = await db
    .from('record')
    .where('record.truck_id', '=', truckId)
    .where('record.kind', '=', parkingFact.kind)
    .where('record.started_at', '<=', to)
    .where((where) => where.or([where('record.ended_at', 'is', null), where('record.ended_at', '>=', from)]))
    .select(['record.started_at', 'record.ended_at', 'record.lat', 'record.lng', 'record.fence_name', 'record.properties'])
    .orderBy('record.started_at')
    .limit(MAX_STOPS + 1)
    .execute()
  return {
    stops: rows.slice(0, MAX_STOPS).map((row) => {
      const parking = stored(row.properties, parkingFact)
      return {
        startedAt: row.started_at.toISOString(),
        endedAt: row.ended_at?.toISOString() ?? null,
        lat: row.lat,
        lng: row.lng,
        place: row.fence_name ?? nameNearby(row.lat, row.lng),
        accOn: parking.flag('accOn') ?? false,
        loaded: parking.flag('loaded') ?? false,
      }
    }),
    moreStops: rows.length > MAX_STOPS,
  }
}
