import type { TruckDelta } from '@tanker/contract/feed'
import type { Db } from '@tanker/database/connection'
import type { TankInventory } from '@tanker/domain/products/product'
import type { TruckStatus } from '@tanker/domain/trucks/truck-status'
import { sql } from 'kysely'
import type { LiveUpdate } from '../platform/bus/live-payload.ts'
import {
  countFleet,
  type FleetCounts,
  inventoryOf,
  readAllTrucksNow,
  readOpenAlarms,
  sourcesOf,
  type StatusSources,
  statusOf,
  type TruckNow,
  volumeAboard,
} from '../fleet/fleet-now.ts'

type LiveTruck = {
  readonly organisationId: number
  readonly plate: string
  readonly tanks: readonly TankInventory[]
  sources: StatusSources
  status: TruckStatus
  processState: number
  lat: number | null
  lng: number | null
  speedKmh: number
  headingDeg: number
  gpsTimeMs: number | null
  volumeL: number
  /** The last published update, as JSON of the contract's tuple. */
  published: string
  publishedAt: number
}

/** The trucks that changed, as JSON of the contract's tuples by organisation. */
type FleetChanges = {
  readonly revision: number
  readonly deltas: ReadonlyMap<number, readonly string[]>
  /** Organisations with added, removed or renamed trucks. */
  readonly moved: ReadonlySet<number>
}

/** A new subscriber gets the changes of this period again: its snapshot may have been read just before. */
const repeatedMs = 15_000
const allStatusesEveryMs = 5_000

/**
 * The whole fleet of the installation in memory, for all clients of this process: read from the database, updated
 * by the bus. The bus may lose messages, so the fleet is read again from time to time and differences are published.
 */
type LiveFleet = {
  /** Reads everything again. */
  refresh(): Promise<void>
  /** Reads the open alarms of these trucks again: their status may change. */
  refreshAlarms(truckIds: readonly number[]): Promise<void>
  apply(updates: readonly LiveUpdate[]): void
  /** What changed since the last call. Revisions grow; they are milliseconds of the server's clock, as those of GET /trucks/live. */
  takeChanges(): FleetChanges
  /** Recent changes again, for new subscribers. */
  recent(): FleetChanges
  counts(isVisible: (organisationId: number) => boolean): FleetCounts
  /** The organisation of a truck; null for one that is not known (yet). */
  organisationOf(truckId: number): number | null
}

export function liveFleet(db: Db, now: () => Date): LiveFleet {
  let trucks = new Map<number, LiveTruck>()
  const dirty = new Set<number>()
  let moved = new Set<number>()
  let statusesAt = 0
  let revision = 0
  let loaded = false

  const nextRevision = (): number => (revision = Math.max(revision + 1, now().getTime()))

  const collect = (ids: Iterable<number>, at: number, isWanted: (truck: LiveTruck, json: string) => boolean): Map<number, string[]> => {
    const deltas = new Map<number, string[]>()
    for (const truckId of ids) {
      const truck = trucks.get(truckId)
      if (!truck) continue
      truck.status = statusOf(truck.sources, at)
      const json = JSON.stringify(deltaOf(truckId, truck))
      if (!isWanted(truck, json)) continue
      if (json !== truck.published) {
        truck.published = json
        truck.publishedAt = at
      }
      const held = deltas.get(truck.organisationId)
      if (held) held.push(json)
      else deltas.set(truck.organisationId, [json])
    }
    return deltas
  }

  return {
    async refresh() {
      const at = now()
      const read = await readAllTrucksNow(db, at)
      const next = new Map<number, LiveTruck>()
      for (const truck of read) {
        const before = trucks.get(truck.truckId)
        next.set(truck.truckId, mergeTruck(truck, before, at.getTime()))
        dirty.add(truck.truckId)
        if (loaded && (before?.organisationId !== truck.organisationId || before.plate !== truck.plate)) {
          moved.add(truck.organisationId)
          if (before) moved.add(before.organisationId)
        }
      }
      for (const [truckId, { organisationId }] of trucks) if (!next.has(truckId)) moved.add(organisationId)
      trucks = next
      loaded = true
    },

    async refreshAlarms(truckIds) {
      if (truckIds.length === 0) return
      const alarms = await readOpenAlarms(db, now(), sql<boolean>`truck.id = ANY (${truckIds as number[]}::int[])`)
      for (const truckId of truckIds) {
        const truck = trucks.get(truckId)
        if (!truck) continue
        truck.sources = { ...truck.sources, openAlarms: alarms.get(truckId) ?? [] }
        dirty.add(truckId)
      }
    },

    apply(updates) {
      const contactAt = now().getTime()
      for (const [truckId, processState, lat, lng, speedKmh, headingDeg, gpsTimeMs, volumeL, isLoaded, , stoppedSince, accOn] of updates) {
        const truck = trucks.get(truckId)
        if (!truck || (truck.gpsTimeMs !== null && gpsTimeMs < truck.gpsTimeMs)) continue
        Object.assign(truck, { processState, lat, lng, speedKmh, headingDeg, gpsTimeMs, volumeL })
        truck.sources = { ...truck.sources, contactAt, stoppedSince, accOn, loaded: isLoaded }
        dirty.add(truckId)
      }
    },

    takeChanges() {
      const at = now().getTime()
      const all = at - statusesAt >= allStatusesEveryMs
      if (all) statusesAt = at
      const deltas = collect(all ? trucks.keys() : dirty, at, (truck, json) => json !== truck.published)
      dirty.clear()
      const changes = { revision: deltas.size > 0 ? nextRevision() : revision, deltas, moved }
      moved = new Set()
      return changes
    },

    recent() {
      const at = now().getTime()
      const deltas = collect(trucks.keys(), at, (truck, json) => json === truck.published && at - truck.publishedAt <= repeatedMs)
      return { revision: deltas.size > 0 ? nextRevision() : revision, deltas, moved: new Set() }
    },

    organisationOf: (truckId) => trucks.get(truckId)?.organisationId ?? null,

    counts(isVisible) {
      const at = now().getTime()
      const visible = [...trucks.values()].filter((truck) => isVisible(truck.organisationId))
      return countFleet(visible.map((truck) => ({ status: statusOf(truck.sources, at), tanks: truck.tanks })))
    },
  }
}

/** The stored row, unless the bus has already brought a newer position and load. */
function mergeTruck(read: TruckNow, before: LiveTruck | undefined, at: number): LiveTruck {
  const { live } = read
  const sources = sourcesOf(read)
  const isOlder = before !== undefined && (before.gpsTimeMs ?? 0) > (live?.at ?? 0)
  const place = isOlder
    ? before
    : {
        processState: live?.processState ?? 0,
        lat: live?.lat ?? null,
        lng: live?.lng ?? null,
        speedKmh: live?.speedKmh ?? 0,
        headingDeg: live?.headingDeg ?? 0,
        gpsTimeMs: live?.at ?? null,
        volumeL: volumeAboard(live),
      }
  const { processState, lat, lng, speedKmh, headingDeg, gpsTimeMs, volumeL } = place
  const merged: LiveTruck = {
    organisationId: read.organisationId,
    plate: read.plate,
    tanks: inventoryOf(read),
    sources: isOlder ? { ...before.sources, openAlarms: sources.openAlarms, thresholds: sources.thresholds } : sources,
    status: 0,
    processState,
    lat,
    lng,
    speedKmh,
    headingDeg,
    gpsTimeMs,
    volumeL,
    published: before?.published ?? '',
    publishedAt: before?.publishedAt ?? 0,
  }
  if (before) return merged
  // A truck seen for the first time is in every snapshot already.
  merged.status = statusOf(merged.sources, at)
  merged.published = JSON.stringify(deltaOf(read.truckId, merged))
  return merged
}

const deltaOf = (truckId: number, truck: LiveTruck): TruckDelta => [
  truckId,
  truck.status,
  truck.processState,
  truck.lat,
  truck.lng,
  truck.speedKmh,
  truck.headingDeg,
  truck.gpsTimeMs,
  Math.round(truck.volumeL * 10) / 10,
  truck.sources.loaded,
]

/** The message with the trucks of the organisations that a client sees; null when it sees none of them. */
export function trucksMessage({ revision, deltas }: FleetChanges, isVisible: (organisationId: number) => boolean): string | null {
  const parts: string[] = []
  for (const [organisationId, jsons] of deltas) if (isVisible(organisationId)) parts.push(...jsons)
  return parts.length === 0 ? null : `{"type":"trucks","revision":${revision},"trucks":[${parts.join(',')}]}`
}
