import { MAX_PRESSURE_MINUTES } from '@tanker/contract/airtight'
import type { ScopedDb } from '@tanker/database/scope'
import { errors } from '../../platform/http/errors.ts'

/** Readings of one curve: half an hour of a box that reports each second, with room for what was sent twice. */
const MAX_PRESSURES = 2_500

type Curve = { readonly at: number[]; readonly pressurePa: number[] }

/** What the box of a truck measured in a period. */
export async function readPressures(db: ScopedDb, truckId: number, from: Date, to: Date): Promise<Curve> {
  const readings = await db
    .from('airtight_reading')
    .where('airtight_reading.truck_id', '=', truckId)
    .where('airtight_reading.at', '>=', from)
    .where('airtight_reading.at', '<=', to)
    .where('airtight_reading.answering', '=', true)
    .select(['airtight_reading.at', 'airtight_reading.pressure_pa'])
    .orderBy('airtight_reading.at')
    .limit(MAX_PRESSURES)
    .execute()
  return { at: readings.map(({ at }) => at.getTime()), pressurePa: readings.map(({ pressure_pa }) => pressure_pa) }
}

/** The last half hour before the newest word of the truck. */
export async function readTruckPressure(db: ScopedDb, truckId: number): Promise<{ readonly plate: string; readonly curve: Curve }> {
  const truck = await db
    .from('truck')
    .leftJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .where('truck.id', '=', truckId)
    .select(['truck.plate', 'truck_state.last_at'])
    .executeTakeFirst()
  if (!truck) throw errors.truckNotFound()
  const { plate, last_at: to } = truck
  if (to === null) return { plate, curve: { at: [], pressurePa: [] } }
  return { plate, curve: await readPressures(db, truckId, new Date(to.getTime() - MAX_PRESSURE_MINUTES * 60_000), to) }
}
