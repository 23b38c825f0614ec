import { setImmediate as nextTurn } from 'node:timers/promises'
import { truckCalls } from '@tanker/contract/endpoints/trucks'
import { type FleetSnapshot, type TruckStatusRow } from '@tanker/contract/trucks'
import { ALARM, OFFLINE, alarmState } from '@tanker/domain/trucks/truck-status'
import { mayUse } from '../../platform/access/grants.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { countFleet, inventoryOf, readTrucksNow, sourcesOf, statusOf, statusSince, volumeAboard } from '../../fleet/fleet-now.ts'
import { heartbeatTimeoutsOf } from '../../fleet/heartbeat-timeouts.ts'
import { readTruckCard } from './truck-card.ts'

/** Trucks added to the answer per turn of the event loop. */
const TRUCKS_A_TURN = 500

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Trucks as they stand now (spec 3.2, 7.2) and the card of one. */
export const truckRoutes = ({ now, areas }: HttpParts): Route[] => [
  handle(truckCalls.status, async ({ db, user, language }) => {
    const at = now()
    const [trucks, nameArea] = await Promise.all([readTrucksNow(db, at), areas.for(user.scope)])
    const counted: { status: ReturnType<typeof statusOf>; tanks: ReturnType<typeof inventoryOf> }[] = []
    const rows: TruckStatusRow[] = []
    for (const truck of trucks) {
      // Ten thousand trucks at once would delay devices and other calls.
      if (rows.length % TRUCKS_A_TURN === TRUCKS_A_TURN - 1) await nextTurn()
      const { live } = truck
      const status = statusOf(sourcesOf(truck), at.getTime())
      const tanks = inventoryOf(truck)
      counted.push({ status, tanks })
      const since = iso(statusSince(truck, status, at.getTime()))
      rows.push({
        truckId: truck.truckId,
        signCode: truck.plate,
        companyName: truck.companyName,
        status,
        alarm: alarmState(status, live?.loaded ?? false),
        gpsTime: iso(live?.at ?? null),
        alarmStartTime: status === ALARM ? since : null,
        statusStartTime: since,
        speed: live?.speedKmh ?? null,
        area: nameArea(live?.lat ?? null, live?.lng ?? null, language),
        lastInventoryMap: JSON.stringify(tanks),
      })
    }
    return { ...countFleet(counted), trucks: rows }
  }),

  handle(truckCalls.online, async ({ db }) => {
    const at = now()
    return (await readTrucksNow(db, at))
      .filter((truck) => statusOf(sourcesOf(truck), at.getTime()) !== OFFLINE)
      .map(({ truckId, plate, companyName, live }) => ({
        truckId,
        signCode: plate,
        companyName,
        gpsTime: iso(live?.at ?? null),
        speed: live?.speedKmh ?? null,
      }))
  }),

  handle(truckCalls.heartbeatTimeouts, async ({ db, user }) => {
    if (!user.superMan) throw errors.noPermission()
    return heartbeatTimeoutsOf(db, now())
  }),

  handle(truckCalls.devices, async ({ db }) => {
    const at = now()
    const [trucks, codes] = await Promise.all([
      readTrucksNow(db, at),
      db.from('truck').select(['truck.id', 'truck.console_code', 'truck.device_model']).execute(),
    ])
    const byTruck = new Map(codes.map((row) => [row.id, row]))
    return trucks.map((truck) => ({
      id: truck.truckId,
      truckId: truck.truckId,
      signCode: truck.plate,
      deviceType: byTruck.get(truck.truckId)?.device_model ?? '',
      code: byTruck.get(truck.truckId)?.console_code ?? '',
      online: statusOf(sourcesOf(truck), at.getTime()) !== OFFLINE,
    }))
  }),

  handle(truckCalls.fleet, async ({ db }) => {
    // Taken before reading: a batch of the feed with a later revision may hold what this reading missed.
    const at = now()
    const snapshot = emptySnapshot(at.getTime())
    for (const truck of await readTrucksNow(db, at)) {
      const { live } = truck
      snapshot.truckId.push(truck.truckId)
      snapshot.signCode.push(truck.plate)
      snapshot.organisationId.push(truck.organisationId)
      snapshot.status.push(statusOf(sourcesOf(truck), at.getTime()))
      snapshot.processState.push(live?.processState ?? 0)
      snapshot.loaded.push(live?.loaded ?? false)
      snapshot.lat.push(live?.lat ?? null)
      snapshot.lng.push(live?.lng ?? null)
      snapshot.speed.push(live?.speedKmh ?? 0)
      snapshot.heading.push(live?.headingDeg ?? 0)
      snapshot.gpsTime.push(live?.at ?? null)
      snapshot.volumeL.push(volumeAboard(live))
    }
    return snapshot
  }),

  handle(truckCalls.card, async ({ db, user, language, request }) => {
    const { truckId } = request.params as { truckId: string }
    const id = /^\d{1,9}$/.test(truckId) ? Number(truckId) : null
    const card = id === null ? null : await readTruckCard(db, id, now(), await areas.for(user.scope), language)
    if (card === null) throw errors.truckNotFound()
    return { ...card, mayText: mayUse(user.grants, 'texts:send') && !user.demo }
  }),
]

const emptySnapshot = (revision: number): FleetSnapshot => ({
  revision,
  truckId: [],
  signCode: [],
  organisationId: [],
  status: [],
  processState: [],
  loaded: [],
  lat: [],
  lng: [],
  speed: [],
  heading: [],
  gpsTime: [],
  volumeL: [],
})
