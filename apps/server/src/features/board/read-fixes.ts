import { POSITION_FLAG } from '@tanker/database/packed-readings'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'

/** Where a truck was at a moment: ms UTC, degrees, km/h. */
export type Fix = { readonly at: number; readonly lat: number; readonly lng: number; readonly speedKmh: number }

/** Two hours of a truck that reports each second, and as many again sent twice. */
const MAX_FIXES = 15_000

/** The satellite fixes of a truck in a period, ends included, oldest first; of more than `MAX_FIXES` the newest. */
export async function readFixes(db: ScopedDb, truckId: number, from: Date, to: Date): Promise<Fix[]> {
  const sound = POSITION_FLAG.located | POSITION_FLAG.clockError
  const rows = await db
    .from('position')
    .where('position.truck_id', '=', truckId)
    .where('position.at', '>=', from)
    .where('position.at', '<=', to)
    .where(sql<boolean>`position.flags & ${sql.lit(sound)} = ${sql.lit(POSITION_FLAG.located)}`)
    .select(['position.at', 'position.lat', 'position.lng', 'position.speed'])
    .orderBy('position.at', 'desc')
    .limit(MAX_FIXES)
    .execute()
  return rows.reverse().map(({ at, lat, lng, speed }) => ({ at: at.getTime(), lat: lat / 1e6, lng: lng / 1e6, speedKmh: speed / 10 }))
}
