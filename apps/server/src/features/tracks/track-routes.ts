import { trackCalls } from '@tanker/contract/endpoints/tracks'
import { MAX_TRACK_DAYS, type trackAsked, type TruckTrack } from '@tanker/contract/track'
import type { ScopedDb } from '@tanker/database/scope'
import type { z } from 'zod'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { type AskedByUser, handle, type Route } from '../../platform/http/routes.ts'
import { askedPeriod, readLevelTrend } from '../cargo/feature.ts'
import { readTrackPoints } from './track-points.ts'
import { readTrackStops } from './track-stops.ts'

/** Parts of the time into which the curves of the tanks are cut. */
const STRETCHES = 600

/** The truck of an address, also one that is no longer in service: its past stays. */
async function truckIn(db: ScopedDb, given: string): Promise<{ id: number; plate: string }> {
  const truck = /^\d{1,9}$/.test(given)
    ? await db.from('truck').where('truck.id', '=', Number(given)).select(['truck.id', 'truck.plate']).executeTakeFirst()
    : undefined
  if (!truck) throw errors.truckNotFound()
  return truck
}

type TrackAsked = Pick<AskedByUser<z.output<typeof trackAsked>>, 'db' | 'user' | 'input' | 'language'>

export const trackRoutes = ({ areas }: HttpParts): Route[] => {
  const readTrack = async ({ db, user, input, language }: TrackAsked, truckId: string): Promise<TruckTrack> => {
    const { from, to } = askedPeriod(input, MAX_TRACK_DAYS)
    const truck = await truckIn(db, truckId)
    const nameArea = await areas.for(user.scope)
    const [points, stops] = await Promise.all([
      readTrackPoints(db, truck.id, from, to),
      readTrackStops(db, { truckId: truck.id, from, to }, (lat, lng) => nameArea(lat, lng, language)),
    ])
    return { truckId: truck.id, signCode: truck.plate, ...points, ...stops }
  }
  return [
    handle(trackCalls.read, (asked) => readTrack(asked, asked.params.truckId)),
    handle(trackCalls.compared, (asked) => readTrack(asked, asked.params.truckId)),

    handle(trackCalls.tanks, async ({ db, params, input }) => {
      const { from, to } = askedPeriod(input, MAX_TRACK_DAYS)
      const { id: truckId } = await truckIn(db, params.truckId)
      return readLevelTrend(db, { truckId, from, to, compartments: new Set(), stretches: STRETCHES })
    }),
  ]
}
