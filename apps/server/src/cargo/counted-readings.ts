import type pg from 'pg'
import type { ScopedDb } from '@tanker/database/scope'
import { TruckContexts } from '@tanker/database/truck-contexts'
import { countedFor } from '@tanker/detection/volume-basis'
import { type GaugeReading, readGauges } from './truck-readings.ts'

/**
 * The readings of a truck as they count for it: what its console sent, or, where the platform computes its volumes, level and
 * litres by the tank table of their time. What stands in the pipe behind an open valve is not in them.
 */
export async function readCountedGauges(db: ScopedDb, pool: pg.Pool, truckId: number, from: Date, to: Date): Promise<GaugeReading[]> {
  const [readings, truck] = await Promise.all([
    readGauges(db, truckId, from, to),
    db.from('truck').where('truck.id', '=', truckId).select(['truck.volume_source', 'truck.volume_source_from']).executeTakeFirst(),
  ])
  if (truck === undefined || (truck.volume_source === 'console' && truck.volume_source_from === null)) return readings
  const context = (await new TruckContexts(pool).load([truckId])).get(truckId)
  return context === undefined ? readings : readings.map((reading) => ({ ...reading, compartments: countedFor(context, reading, []) }))
}
