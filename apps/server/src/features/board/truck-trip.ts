import type { TruckTrip } from '@tanker/contract/board'
import { fenceInForce } from '@tanker/database/fence-in-force'
import { type Scope, type ScopedDb, sharedWith } from '@tanker/database/scope'
import { tripFact, tripLegFact } from '@tanker/domain/facts/cargo-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import { fenceGrid } from '@tanker/domain/fences/fence-grid'
import { distanceM } from '@tanker/domain/fences/geo'
import { readNewestTrip } from '../../fleet/newest-trip.ts'
import { estimateArrival, MEASURED_MS } from './estimate-arrival.ts'
import { type Fix, readFixes } from './read-fixes.ts'

/** A load has ten compartments at most, each for one station. */
const MAX_STATIONS = 20
const MAX_SLIP_LINES = 200
const MAX_FENCES_OF_PLACE = 20

type Trip = NonNullable<TruckTrip['trip']>
type Station = Trip['stations'][number]
type Reached = { readonly placeId: number | null; readonly name: string; readonly arrivedAt: Date; readonly leftAt: Date | null }
type Place = { readonly id: number; readonly name: string; readonly lat: number; readonly lng: number }

/** The stations that the trip has reached, in order. */
async function readReached(db: ScopedDb, truckId: number, startedAt: Date): Promise<Reached[]> {
  const rows = await db
    .from('record')
    .leftJoin('fence', 'fence.id', 'record.fence_id')
    .leftJoin('place', 'place.id', 'fence.place_id')
    .where('record.truck_id', '=', truckId)
    .where('record.kind', '=', tripLegFact.kind)
    .where('record.started_at', '>=', startedAt)
    .select(['record.started_at', 'record.ended_at', 'record.fence_name', 'record.properties', 'place.id as place_id', 'place.name'])
    .orderBy('record.started_at')
    .limit(MAX_STATIONS)
    .execute()
  return rows
    .filter(({ properties }) => stored(properties, tripLegFact).number('tripStartedAt') === startedAt.getTime())
    .map((row) => ({
      placeId: row.place_id,
      name: row.name ?? row.fence_name ?? stored(row.properties, tripLegFact).text('stationName') ?? '',
      arrivedAt: row.started_at,
      leftAt: row.ended_at,
    }))
}

/** The slips of a trip, and the stations that they name, in the order of their stops. */
async function readSlips(db: ScopedDb, truckId: number, startedAt: Date): Promise<{ slipNos: string[]; stationIds: number[] }> {
  const lines = await db
    .from('slip')
    .leftJoin('slip_line', 'slip_line.slip_id', 'slip.id')
    .where('slip.truck_id', '=', truckId)
    .where('slip.trip_started_at', '=', startedAt)
    .select(['slip.slip_no', 'slip_line.station_id'])
    .orderBy('slip.planned_at')
    .orderBy('slip.id')
    .orderBy('slip_line.stop')
    .limit(MAX_SLIP_LINES)
    .execute()
  return {
    slipNos: [...new Set(lines.map(({ slip_no }) => slip_no))],
    stationIds: [...new Set(lines.flatMap(({ station_id }) => station_id ?? []))],
  }
}

const readPlaces = async (db: ScopedDb, scope: Scope, ids: readonly number[]): Promise<Map<number, Place>> => {
  if (ids.length === 0) return new Map()
  const rows = await sharedWith(db.read, scope, 'place')
    .where('id', 'in', [...ids])
    .select(['id', 'name', 'lat', 'lng'])
    .execute()
  return new Map(rows.map((place) => [place.id, place]))
}

/** Whether a truck stands inside the fence of a place, though its arrival has not been concluded yet. */
async function isInside(db: ScopedDb, scope: Scope, placeId: number, here: Fix | undefined): Promise<boolean> {
  if (!here) return false
  const fences = await sharedWith(db.read, scope, 'fence')
    .where(fenceInForce)
    .where('place_id', '=', placeId)
    .select(['id', 'kind', 'name', 'place_id', 'shape', 'speed_limit_kmh'])
    .limit(MAX_FENCES_OF_PLACE)
    .execute()
  const grid = fenceGrid(
    fences.map(({ place_id, speed_limit_kmh, ...fence }) => ({ ...fence, placeId: place_id, speedLimitKmh: speed_limit_kmh })),
  )
  return grid.near(here.lat, here.lng, 0).length > 0
}

/** What was loaded, by product, with the products' names of the truck. */
async function readLoad(db: ScopedDb, truckId: number, properties: unknown): Promise<Trip['load']> {
  const names = await db.read.selectFrom('compartment').where('truck_id', '=', truckId).select(['oil_code', 'oil_name']).execute()
  const nameOf = new Map(names.map(({ oil_code, oil_name }) => [oil_code, oil_name]))
  const load = new Map<number, number | null>()
  for (const line of stored(properties, tripFact).rows('lines')) {
    const [oilCode, volumeL] = [line.number('oilCode') ?? 0, line.number('loadL')]
    const sum = load.get(oilCode)
    load.set(oilCode, volumeL === null || sum === null ? null : (sum ?? 0) + volumeL)
  }
  return [...load].map(([oilCode, volumeL]) => ({ oilCode, oilName: nameOf.get(oilCode) ?? '', volumeL }))
}

/** When the truck comes to the first station ahead, or why that cannot be said. */
function estimateOf(
  next: Place | undefined,
  isAtStation: boolean,
  isThere: boolean,
  fixes: readonly Fix[],
  now: Date,
): Pick<Trip, 'estimate' | 'noEstimate'> {
  if (isThere) return { estimate: null, noEstimate: 'inside' }
  if (isAtStation) return { estimate: null, noEstimate: 'at-station' }
  if (!next) return { estimate: null, noEstimate: 'no-place' }
  const estimate = estimateArrival(fixes, next, now.getTime())
  if ('not' in estimate) return { estimate: null, noEstimate: estimate.not }
  return {
    estimate: { arrivalAt: new Date(estimate.arrivalAt).toISOString(), meanKmh: Math.round(estimate.meanKmh * 10) / 10 },
    noEstimate: null,
  }
}

/** The trip that a truck is on: where it has been, where its slips send it, and when it will be at the next station. */
export async function readTruckTrip(db: ScopedDb, scope: Scope, truckId: number, now: Date): Promise<TruckTrip> {
  const { running, since } = await readNewestTrip(db, truckId, now)
  if (running === null) return { since: since?.toISOString() ?? null, trip: null }
  const { startedAt, properties } = running
  const measuredFrom = new Date(Math.max(startedAt.getTime(), now.getTime() - MEASURED_MS))
  const [reached, { slipNos, stationIds }, load, fixes] = await Promise.all([
    readReached(db, truckId, startedAt),
    readSlips(db, truckId, startedAt),
    readLoad(db, truckId, properties),
    readFixes(db, truckId, measuredFrom, now),
  ])
  const ahead = stationIds.filter((id) => !reached.some(({ placeId }) => placeId === id)).slice(0, MAX_STATIONS)
  const places = await readPlaces(db, scope, ahead)
  const here = fixes.at(-1)
  const stations: Station[] = [
    ...reached.map(({ name, arrivedAt, leftAt }) => ({
      name,
      arrivedAt: arrivedAt.toISOString(),
      leftAt: leftAt?.toISOString() ?? null,
      distanceM: null,
    })),
    ...ahead.map((id) => {
      const place = places.get(id)
      return {
        name: place?.name ?? '',
        arrivedAt: null,
        leftAt: null,
        distanceM: place && here ? Math.round(distanceM(here.lat, here.lng, place.lat, place.lng)) : null,
      }
    }),
  ]
  const [next] = ahead
  const nothing = { estimate: null, noEstimate: null }
  return {
    since: since?.toISOString() ?? null,
    trip: {
      startedAt: startedAt.toISOString(),
      depotName: running.depotName ?? stored(properties, tripFact).text('depotName') ?? '',
      slipNos,
      load,
      stations,
      ...(next === undefined
        ? nothing
        : estimateOf(
            places.get(next),
            reached.some(({ leftAt }) => leftAt === null),
            await isInside(db, scope, next, here),
            fixes,
            now,
          )),
    },
  }
}
