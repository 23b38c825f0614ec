import type { ScopedDb } from '@tanker/database/scope'
import { videoErrors } from './video-errors.ts'

/** A truck of the caller's with its cameras; refuses others, and a channel that the truck does not have. */
export async function truckOfVideo(db: ScopedDb, truckId: number, channel = 0) {
  const truck = await db
    .from('truck')
    .where('truck.id', '=', truckId)
    .where('truck.enabled', '=', true)
    .select([
      'truck.id',
      'truck.plate',
      'truck.organisation_id',
      'truck.terminal_phone',
      'truck.zone_offset_minutes',
      'truck.channel_count',
      'truck.camera_channels',
    ])
    .executeTakeFirst()
  if (truck === undefined) throw videoErrors.noSuchTruck()
  if (channel > truck.channel_count) throw videoErrors.noSuchChannel(channel, truck.channel_count)
  return truck
}
