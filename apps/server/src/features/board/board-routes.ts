import { boardCalls } from '@tanker/contract/endpoints/board'
import type { ScopedDb } from '@tanker/database/scope'
import { evidenceCalls } from '@tanker/contract/endpoints/evidence'
import { permissionsOf } from '@tanker/contract/endpoint'
import { mayUseAny } from '../../platform/access/grants.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import { dayAt, midnightIn } from '../../reports/zoned-month.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { readTrucksNow } from '../../fleet/fleet-now.ts'
import { readDeviceMonitor, readTruckDevices } from './device-monitor.ts'
import { readDrivenToday } from './driven-today.ts'
import { readTruckSafety } from './safety-events.ts'
import { readSafetyMonitor } from './safety-monitor.ts'
import { readTruckTrail } from './truck-trail.ts'
import { readTruckTrip } from './truck-trip.ts'
import { readWaterMonitor } from './water-monitor.ts'

/** The largest fleet has two drivers a truck; more are found in base data. */
const MAX_DRIVERS = 20_000

/** The id of a truck that the user sees. */
async function seenTruck(db: ScopedDb, given: string): Promise<number> {
  const truck = /^\d{1,9}$/.test(given)
    ? await db.from('truck').where('truck.id', '=', Number(given)).where('truck.enabled', '=', true).select('truck.id').executeTakeFirst()
    : undefined
  if (!truck) throw errors.truckNotFound()
  return truck.id
}

/** When the present day began in the user's zone. */
function midnightOf(now: Date, zone: string): Date {
  const { year, month, day } = dayAt(now, zone)
  return midnightIn(zone)(year, month, day)
}

/** Pictures are read by a call of their own. */
const maySeePictures = (user: SignedInUser): boolean => mayUseAny(user.grants, permissionsOf(evidenceCalls.file.policy) ?? [])

export const boardRoutes = ({ now }: HttpParts): Route[] => [
  handle(boardCalls.trail, async ({ db, params }) => readTruckTrail(db, await seenTruck(db, params.truckId), now())),

  handle(boardCalls.trip, async ({ db, user, params }) => readTruckTrip(db, user.scope, await seenTruck(db, params.truckId), now())),

  handle(boardCalls.driven, async ({ db, params, timeZone }) => {
    const at = now()
    const truckId = await seenTruck(db, params.truckId)
    const driven = await readDrivenToday(db, await readTrucksNow(db, at, truckId), midnightOf(at, timeZone), at)
    return { km: Number((driven.get(truckId) ?? 0).toFixed(3)) }
  }),

  handle(boardCalls.drivers, async ({ db }) => {
    const [drivers, trucks] = await Promise.all([
      db
        .from('driver')
        .where('driver.enabled', '=', true)
        .select(['driver.id', 'driver.name'])
        .orderBy('driver.id')
        .limit(MAX_DRIVERS)
        .execute(),
      db
        .from('truck')
        .where('truck.enabled', '=', true)
        .where('truck.driver_id', 'is not', null)
        .select(['truck.id', 'truck.driver_id'])
        .orderBy('truck.id', 'desc')
        .execute(),
    ])
    const truckOf = new Map(trucks.map(({ id, driver_id }) => [driver_id, id]))
    return drivers.map(({ id, name }) => ({ id, name, truckId: truckOf.get(id) ?? null }))
  }),

  handle(boardCalls.safety, async ({ db, user, timeZone }) => {
    const at = now()
    return readSafetyMonitor(db, at, midnightOf(at, timeZone), maySeePictures(user))
  }),

  handle(boardCalls.truckSafety, async ({ db, user, params, timeZone }) => {
    const at = now()
    return readTruckSafety(db, await seenTruck(db, params.truckId), midnightOf(at, timeZone), at, maySeePictures(user))
  }),

  handle(boardCalls.devices, async ({ db }) => readDeviceMonitor(db, now())),

  handle(boardCalls.truckDevices, async ({ db, params }) => readTruckDevices(db, await seenTruck(db, params.truckId), now())),

  handle(boardCalls.water, async ({ db, timeZone }) => {
    const at = now()
    return readWaterMonitor(db, at, midnightOf(at, timeZone))
  }),
]
