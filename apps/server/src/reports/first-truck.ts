import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'

/** The truck of which a list of one truck is at first: of those in use the one with the newest reading. Null where there is no truck. */
export async function firstTruck(db: ScopedDb): Promise<number | null> {
  const first = await db
    .from('truck')
    .leftJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .where('truck.enabled', '=', true)
    .select('truck.id')
    .orderBy(sql`truck_state.last_at DESC NULLS LAST, truck.plate COLLATE "C"`)
    .limit(1)
    .execute()
  return first[0]?.id ?? null
}
