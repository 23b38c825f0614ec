import type { ScopedDb } from '@tanker/database/scope'
import { tripFact } from '@tanker/domain/facts/cargo-facts'

/** A trip that began longer ago says nothing of today. */
const lookBackDays = 7
/** Loading belongs to the trip that follows; it takes no longer than this. */
const loadingMs = 12 * 3_600_000

export type NewestTrip = {
  /** The trip that the truck is on; null: none. */
  readonly running: {
    readonly startedAt: Date
    /** Of the depot that it left, else of its fence. */
    readonly depotName: string | null
    readonly properties: Readonly<Record<string, unknown>>
  } | null
  /** Since when what happens belongs to the running trip and its loading, or to the time after the last trip; null without a trip. */
  readonly since: Date | null
}

/** The trip that a truck is on, if any, and since when it lasts. */
export async function readNewestTrip(db: ScopedDb, truckId: number, now: Date): Promise<NewestTrip> {
  const [newest, before] = await db
    .from('record')
    .leftJoin('fence', 'fence.id', 'record.fence_id')
    .leftJoin('place', 'place.id', 'fence.place_id')
    .where('record.truck_id', '=', truckId)
    .where('record.kind', '=', tripFact.kind)
    .where('record.started_at', '>', new Date(now.getTime() - lookBackDays * 86_400_000))
    .where('record.started_at', '<=', now)
    .select(['record.started_at', 'record.ended_at', 'record.fence_name', 'record.properties', 'place.name'])
    .orderBy('record.started_at', 'desc')
    .limit(2)
    .execute()
  if (!newest) return { running: null, since: null }
  if (newest.ended_at !== null) return { running: null, since: newest.ended_at }
  const loadingAt = new Date(newest.started_at.getTime() - loadingMs)
  const endBefore = before?.ended_at ?? loadingAt
  return {
    running: { startedAt: newest.started_at, depotName: newest.name ?? newest.fence_name, properties: newest.properties },
    since: endBefore > loadingAt ? endBefore : loadingAt,
  }
}
