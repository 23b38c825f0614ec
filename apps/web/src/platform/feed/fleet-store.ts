import type { TruckDelta } from '@tanker/contract/feed'
import type { FleetSnapshot } from '@tanker/contract/trucks'

type Change = { readonly revision: number; readonly delta: TruckDelta }
type Batch = { readonly revision: number; readonly trucks: readonly TruckDelta[] }

/** Listener of fleet changes: positions of the changed trucks, or null when all changed. */
export type FleetListener = (changed: readonly number[] | null) => void

const NO_LISTENERS: ReadonlySet<() => void> = new Set()

/**
 * The live fleet in arrays, outside React: ten thousand trucks, a thousand changes a second.
 * Rows subscribe by truck, the map to the batches. A truck's place in the arrays is its `position` until the next snapshot.
 */
export class FleetStore {
  fleet: FleetSnapshot | null = null
  /** Changes when trucks come and go or any truck's status changes: lists and counters depend on no more. */
  statusRevision = 0
  /** By position: the latest five-state count is kept per organisation. */
  private positions = new Map<number, number>()
  private versions = new Map<number, number>()
  /** The newest change of each truck since the line was opened: as many as there are trucks. */
  private newest = new Map<number, Change>()
  private counts = new Map<number, number[]>()
  private listeners = new Set<FleetListener>()
  private truckListeners = new Map<number, Set<() => void>>()

  /** A snapshot replaces everything; batches that came while it was under way apply on top of it. */
  load(snapshot: FleetSnapshot): void {
    this.fleet = snapshot
    this.positions = new Map(snapshot.truckId.map((truckId, position) => [truckId, position]))
    this.counts = new Map()
    for (const [position, organisationId] of snapshot.organisationId.entries())
      this.count(organisationId, snapshot.status[position] ?? 0, 1)
    for (const [truckId, { revision }] of this.newest) if (revision <= snapshot.revision) this.newest.delete(truckId)
    for (const { revision, delta } of this.newest.values()) {
      this.put(delta)
      snapshot.revision = Math.max(snapshot.revision, revision)
    }
    for (const truckId of this.truckListeners.keys()) this.touch(truckId)
    this.statusRevision += 1
    for (const listener of this.listeners) listener(null)
  }

  /** The line was down: batches are missing, so the arrays are of no use until the next snapshot. */
  lose(): void {
    this.newest.clear()
  }

  apply(batch: Batch): void {
    const { revision, trucks } = batch
    // A snapshot may be under way, however slowly: it may be older than this batch.
    for (const delta of trucks) {
      const [truckId] = delta
      if ((this.newest.get(truckId)?.revision ?? -1) <= revision) this.newest.set(truckId, { revision, delta })
    }
    const changed = this.take(batch)
    if (changed.length === 0) return
    for (const listener of this.listeners) listener(changed)
  }

  positionOf(truckId: number): number | undefined {
    return this.positions.get(truckId)
  }

  /** Trucks of the organisation itself by status 0–4. */
  countsOf(organisationId: number): readonly number[] {
    return this.counts.get(organisationId) ?? [0, 0, 0, 0, 0]
  }

  /** Changes with every change of the truck: what a row's `useSyncExternalStore` compares. */
  versionOf(truckId: number): number {
    return this.versions.get(truckId) ?? 0
  }

  listen(listener: FleetListener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  listenTo(truckId: number, listener: () => void): () => void {
    const listeners = this.truckListeners.get(truckId) ?? new Set()
    this.truckListeners.set(truckId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.truckListeners.delete(truckId)
    }
  }

  private take({ revision, trucks }: Batch): readonly number[] {
    const fleet = this.fleet
    if (!fleet || revision <= fleet.revision) return []
    fleet.revision = revision
    const changed: number[] = []
    for (const delta of trucks) {
      const position = this.put(delta)
      if (position === undefined) continue
      changed.push(position)
      this.touch(delta[0])
    }
    return changed
  }

  /** Writes the change of a truck into the arrays, and answers its position; undefined for a truck that is not in them. */
  private put([truckId, status, processState, lat, lng, speed, heading, gpsTime, volumeL, loaded]: TruckDelta): number | undefined {
    const { fleet } = this
    const position = this.positions.get(truckId)
    if (!fleet || position === undefined) return undefined
    const before = fleet.status[position] ?? 0
    if (before !== status) {
      const organisationId = fleet.organisationId[position] ?? 0
      this.count(organisationId, before, -1)
      this.count(organisationId, status, 1)
      this.statusRevision += 1
    }
    fleet.status[position] = status
    fleet.processState[position] = processState
    fleet.lat[position] = lat
    fleet.lng[position] = lng
    fleet.speed[position] = speed
    fleet.heading[position] = heading
    fleet.gpsTime[position] = gpsTime
    fleet.volumeL[position] = volumeL
    fleet.loaded[position] = loaded
    return position
  }

  private touch(truckId: number): void {
    this.versions.set(truckId, this.versionOf(truckId) + 1)
    for (const listener of this.truckListeners.get(truckId) ?? NO_LISTENERS) listener()
  }

  private count(organisationId: number, status: number, by: 1 | -1): void {
    const counts = this.counts.get(organisationId) ?? [0, 0, 0, 0, 0]
    counts[status] = (counts[status] ?? 0) + by
    this.counts.set(organisationId, counts)
  }
}

export const fleetStore = new FleetStore()
