import { trackCalls } from '@tanker/contract/endpoints/tracks'
import { MAX_TRACK_DAYS, type trackAsked, type TruckTrack } from '@tanker/contract/track'
import type { ScopedDb } from '@tanker/database/scope'
import { carriesWater } from '@tanker/reports/sprinklers/water-works'
import type { z } from 'zod'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { type AskedByUser, handle, type Route } from '../../platform/http/routes.ts'
import { askedPeriod, readLevelTrend } from '../cargo/feature.ts'
import { readTrackPoints } from './track-points.ts'
import { readTrackStops } from './track-stops.ts'
import { readWaterWorks } from './water-works.ts'

/** Parts of the time into which the curves of the tanks are cut. */
const STRETCHES = 600

/** The truck of an address, also one that is no longer in service: its past stays. */
async function truckIn(db: ScopedDb, given: string): Promise<{ id: number; plate: string; water: boolean }> {
  const truck = /^\d{1,9}$/.test(given)
    ? await db
        .from('truck')
        .where('truck.id', '=', Number(given))
        .select(['truck.id', 'truck.plate', carriesWater.as('water')])
        .executeTakeFirst()
    : undefined
  if (!truck) throw errors.truckNotFound()
  return truck
}

type TrackAsked = Pick<AskedByUser<z.output<typeof trackAsked>>, 'db' | 'user' | 'input' | 'language'>

export const trackRoutes = ({ areas, now }: HttpParts): Route[] => {
  const readTrack = async ({ db, user, input, language }: TrackAsked, truck: { id: number; plate: string }): Promise<TruckTrack> => {
    const { from, to } = askedPeriod(input, MAX_TRACK_DAYS)
    const nameArea = await areas.for(user.scope)
    const [points, stops] = await Promise.all([
      readTrackPoints(db, truck.id, from, to),
      readTrackStops(db, { truckId: truck.id, from, to }, (lat, lng) => nameArea(lat, lng, language)),
    ])
    return { truckId: truck.id, signCode: truck.plate, ...points, ...stops }
  }
  return [
    handle(trackCalls.read, async (asked) => readTrack(asked, await truckIn(asked.db, asked.params.truckId))),
    handle(trackCalls.compared, async (asked) => readTrack(asked, await truckIn(asked.db, asked.params.truckId))),

    handle(trackCalls.tanks, async ({ db, params, input }) => {
      const { from, to } = askedPeriod(input, MAX_TRACK_DAYS)
      const { id: truckId } = await truckIn(db, params.truckId)
      return readLevelTrend(db, { truckId, from, to, compartments: new Set(), stretches: STRETCHES })
    }),

    handle(trackCalls.waterTrucks, ({ db }) =>
      db
        .from('truck')
        .where('truck.enabled', '=', true)
        .where(carriesWater)
        .orderBy('truck.plate')
        .select(['truck.id', 'truck.plate as signCode'])
        .execute(),
    ),

    handle(trackCalls.water, async (asked) => {
      const { db, params, input } = asked
      const { from, to } = askedPeriod(input, MAX_TRACK_DAYS)
      const truck = await truckIn(db, params.truckId)
      if (!truck.water) throw errors.truckNotFound()
      const nameArea = await areas.for(asked.user.scope)
      const [track, tanks, works] = await Promise.all([
        readTrack(asked, truck),
        readLevelTrend(db, { truckId: truck.id, from, to, compartments: new Set(), stretches: STRETCHES }),
        readWaterWorks(db, { truckId: truck.id, from, to, now: now() }, (lat, lng) => nameArea(lat, lng, asked.language)),
      ])
      return { track, tanks, works }
    }),
  ]
}
