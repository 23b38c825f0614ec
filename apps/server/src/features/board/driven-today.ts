import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import type { TruckNow } from '../../fleet/fleet-now.ts'

type Driver = Pick<TruckNow, 'truckId' | 'live'>

type Driven = { readonly truck_id: number; readonly km: number; readonly last_km: number | null }

/** Kilometres since midnight, and the odometer at the end of the newest piece of driving. */
const readDriven = (db: ScopedDb, trucks: readonly Driver[], midnight: Date, now: Date): Promise<Driven[]> =>
  db
    .from('driven_piece')
    .where(sql<boolean>`driven_piece.truck_id = ANY (${trucks.map(({ truckId }) => truckId)}::int[])`)
    .where('driven_piece.started_at', '>=', midnight)
    .where('driven_piece.started_at', '<=', now)
    .groupBy('driven_piece.truck_id')
    .select([
      'driven_piece.truck_id',
      sql<number>`(sum(driven_piece.distance_m) / 1000)::float8`.as('km'),
      sql<number | null>`(array_agg(driven_piece.to_km ORDER BY driven_piece.started_at DESC))[1]`.as('last_km'),
    ])
    .execute()

/** Kilometres since midnight; of a truck that drives now also what its odometer says of the piece that is not written yet. */
function kilometresOf({ live }: Driver, { km, last_km }: Driven): number {
  const unwritten = live?.moving === true && live.mileageKm !== null && last_km !== null ? live.mileageKm - last_km : 0
  // An odometer that runs backwards was set.
  return km + Math.max(0, unwritten)
}

/** How far each truck drove since midnight, kilometres; trucks that did not drive are not there. */
export async function readDrivenToday(db: ScopedDb, trucks: readonly Driver[], midnight: Date, now: Date): Promise<Map<number, number>> {
  const driven = new Map((await readDriven(db, trucks, midnight, now)).map((row) => [row.truck_id, row]))
  return new Map(
    trucks.flatMap((truck) => {
      const its = driven.get(truck.truckId)
      return its ? [[truck.truckId, kilometresOf(truck, its)] as const] : []
    }),
  )
}
