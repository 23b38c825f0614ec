import { packLiveRow } from '@tanker/database/live-row'
import type { LiveRow } from '@tanker/database/live-row'
import type { TruckState } from '@tanker/detection/truck-engine'
import { createTruckParts, readTruckParts } from '@tanker/detection/truck-parts'
import type { CompartmentReading, Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/truck-context'
import type { DeviceModel } from '@tanker/protocol/device-model'
import type { Version } from '@tanker/protocol/frame'
import type { DeviceConnection } from './device-connection.ts'
import { encodeStoredState } from './stored-state.ts'

/** The stored state is written again when the truck's clock has gone on by this much. */
const STATE_AGE_MS = 120_000

/** What a claim found in the database. */
export type Claimed = {
  readonly epoch: bigint
  readonly state: TruckState
  readonly newestAt: number
  readonly newestDigests: readonly bigint[]
  /** Digests of recent readings whose device clock was wrong: their time of receipt cannot tell a repeat. */
  readonly clockErrorDigests: Set<bigint>
  readonly live: LiveRow | null
  readonly rebuildFrom: number | null
  readonly context: TruckContext
}

/**
 * One truck's authenticated presence on this gateway, from its claim until another session claims the truck.
 * It owns the truck's detector state meanwhile.
 */
export class Session {
  readonly epoch: bigint
  state: TruckState
  context: TruckContext
  newestAt: number
  /** Device time of the state in the database. */
  #storedAt = Number.NEGATIVE_INFINITY
  #mustStoreState = true
  /** Of the readings in the second of `newestAt`. */
  #newestDigests: bigint[]
  readonly #clockErrorDigests: Set<bigint>
  readonly #compartments: Mutable<CompartmentReading>[] = []
  readonly #parts = createTruckParts()
  #mileageKm: number | null = null
  #externalV: number | null = null
  #backupV: number | null = null
  #axialDeg: number | null = null
  #lateralDeg: number | null = null
  /** Late readings from here on wait for a rebuild; null when none do. */
  rebuildFrom: number | null
  rebuilding = false
  /** A checkpoint is due at `newestAt`, to be taken when a later second begins: a checkpoint holds all of its second. */
  checkpointDue = false
  /** Messages that came while a rebuild ran, in order. */
  readonly held: (() => void)[] = []
  /** Groups, building or in flight, that hold something of this session. */
  pendingGroups = 0
  /** The group being built that already counts in `pendingGroups`. */
  lastGroup: object | null = null
  /** Its number in the group it was added to last, so that adding need not look it up. */
  readonly slot: { group: object | null; number: number } = { group: null, number: 0 }
  closed = false
  /** The phone as it stands in a header of this session's edition: BCD, 6 bytes or 10. */
  readonly phoneBytes: Uint8Array
  /** What consoles show of the truck, as it was last stored; its lists go on with the readings, so the volume aboard is kept beside it. */
  readonly live: LiveRow = {
    at: 0,
    lat: null,
    lng: null,
    speedKmh: 0,
    headingDeg: 0,
    mileageKm: null,
    located: false,
    accOn: false,
    loaded: false,
    moving: false,
    stoppedSince: null,
    processState: 0,
    processSince: null,
    externalV: null,
    backupV: null,
    axialDeg: null,
    lateralDeg: null,
    compartments: this.#compartments,
    probes: this.#parts.probes,
  }
  liveVolumeL = 0

  readonly truckId: number
  readonly phone: string
  readonly version: Version
  readonly model: DeviceModel
  readonly connection: DeviceConnection

  constructor(truckId: number, phone: string, version: Version, model: DeviceModel, connection: DeviceConnection, claimed: Claimed) {
    this.truckId = truckId
    this.phone = phone
    this.version = version
    this.model = model
    this.connection = connection
    this.phoneBytes = Buffer.from(phone.padStart(version === 2019 ? 20 : 12, '0'), 'hex')
    this.epoch = claimed.epoch
    this.state = claimed.state
    this.context = claimed.context
    this.newestAt = claimed.newestAt
    this.#newestDigests = [...claimed.newestDigests]
    this.#clockErrorDigests = claimed.clockErrorDigests
    this.rebuildFrom = claimed.rebuildFrom
    for (const compartment of claimed.live?.compartments ?? []) this.#keep(compartment)
    if (claimed.live) {
      this.#mileageKm = claimed.live.mileageKm
      this.#externalV = claimed.live.externalV
      this.#backupV = claimed.live.backupV
      this.#axialDeg = claimed.live.axialDeg
      this.#lateralDeg = claimed.live.lateralDeg
    }
  }

  /** Where a reading stands among those stepped so far: in device time, and within one second as they came. */
  placeOf(reading: Reading): 'next' | 'late' | 'repeated' {
    if (reading.clockError && this.#clockErrorDigests.has(reading.digest)) return 'repeated'
    if (reading.at !== this.newestAt) return reading.at > this.newestAt ? 'next' : 'late'
    return this.#newestDigests.includes(reading.digest) ? 'repeated' : 'next'
  }

  /** Remembers a reading as the newest stepped. */
  advanceTo(reading: Reading): void {
    if (reading.at === this.newestAt) this.#newestDigests.push(reading.digest)
    else this.#newestDigests = [reading.digest]
    this.newestAt = reading.at
    if (reading.clockError) this.#clockErrorDigests.add(reading.digest)
    for (const compartment of reading.compartments) this.#keep(compartment)
    if (reading.position.mileageKm !== undefined) this.#mileageKm = reading.position.mileageKm
    if (reading.power) {
      this.#externalV = reading.power.externalV
      this.#backupV = reading.power.backupV
    }
    if (reading.tilt) {
      this.#axialDeg = reading.tilt.axialDeg
      this.#lateralDeg = reading.tilt.lateralDeg
    }
  }

  /** After a rebuild the newest stored readings, all of one second, are the newest stepped. */
  resumeAt(at: number, digests: readonly bigint[]): void {
    this.newestAt = at
    this.#newestDigests = [...digests]
    this.#mustStoreState = true
  }

  /** The state for the group being sealed; null while the stored one is young and nothing happened that it lacks. */
  stateToStore(): Buffer | null {
    if (!this.#mustStoreState && this.newestAt - this.#storedAt < STATE_AGE_MS) return null
    this.#mustStoreState = false
    this.#storedAt = this.newestAt
    return encodeStoredState(this.state, this.newestAt, this.#newestDigests.at(-1) ?? 0n)
  }

  /** Facts were found: the state that knows of them is stored with them. */
  storeStateNext(): void {
    this.#mustStoreState = true
  }

  /** Takes the live row as it is now; the bytes are overwritten by the next truck's. */
  encodeLive(): Buffer {
    const parts = this.#parts
    readTruckParts(this.state, parts)
    const { live } = this
    const isPlaced = parts.fixAt !== 0
    live.at = this.newestAt
    live.lat = isPlaced ? parts.lat : null
    live.lng = isPlaced ? parts.lng : null
    live.speedKmh = isPlaced ? parts.speedKmh : 0
    live.headingDeg = isPlaced ? parts.headingDeg : 0
    live.mileageKm = this.#mileageKm
    live.located = isPlaced && parts.fixAt === this.newestAt
    live.accOn = parts.accOn
    live.loaded = parts.loaded
    live.moving = parts.moving
    live.stoppedSince = parts.stoppedSinceAt === 0 ? null : parts.stoppedSinceAt
    live.processState = parts.processState
    live.processSince = parts.processSinceAt === 0 ? null : parts.processSinceAt
    live.externalV = this.#externalV
    live.backupV = this.#backupV
    live.axialDeg = this.#axialDeg
    live.lateralDeg = this.#lateralDeg
    let volumeL = 0
    for (const compartment of this.#compartments) volumeL += compartment.volumeL
    this.liveVolumeL = volumeL
    return packLiveRow(live)
  }

  /**
   * The newest reading of each compartment, by number. Copied: thousands of readings kept alive would be moved about
   * by every young collection.
   */
  #keep(reading: CompartmentReading): void {
    const list = this.#compartments
    let i = 0
    while (i < list.length && (list[i] as CompartmentReading).compartment < reading.compartment) i += 1
    const kept = list[i]
    if (kept?.compartment !== reading.compartment) {
      list.splice(i, 0, { ...reading })
      return
    }
    kept.dataType = reading.dataType
    kept.oilCode = reading.oilCode
    kept.rawLevelMm = reading.rawLevelMm
    kept.levelMm = reading.levelMm
    kept.waterMm = reading.waterMm
    kept.volumeL = reading.volumeL
    kept.v20L = reading.v20L
    kept.temperatureC = reading.temperatureC
    kept.densityKgM3 = reading.densityKgM3
    kept.fault = reading.fault
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
