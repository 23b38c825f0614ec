import { type LiveRow, LiveRowBytes } from '@tanker/database/live-row'
import type { TruckState } from '@tanker/detection/truck-engine'
import { countedFor } from '@tanker/detection/gauges/volume-basis'
import { createTruckParts, readTruckParts } from '@tanker/detection/truck-parts'
import type { CompartmentReading, Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import type { DeviceModel } from '@tanker/protocol/device-model'
import type { Version } from '@tanker/protocol/frame'
import { DeviceClock } from './device-clock.ts'
import { FrameBudget } from './frame-budget.ts'
import { HeldFrames } from './held-frames.ts'
import type { SessionConnection } from './session-connection.ts'
import { encodeStoredState } from './stored-state.ts'

/** The state is stored again after this much device time. */
const STATE_AGE_MS = 120_000
/** The best that a modem reports (CSQ). */
const MAX_SIGNAL = 31

/** The stored data found by a claim. */
export type Claimed = {
  readonly epoch: bigint
  readonly state: TruckState
  readonly newestAt: number
  readonly newestDigests: readonly bigint[]
  /** Digests of recent readings whose device clock was wrong: their time of receipt does not identify a repeat. */
  readonly clockErrorDigests: Set<bigint>
  readonly live: LiveRow | null
  readonly rebuildFrom: number | null
  readonly context: TruckContext
}

/**
 * One truck's authenticated presence on this gateway, from its claim until another session claims the truck.
 * It owns the truck's detector state for that time.
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
  /** Late readings from here on wait for a rebuild; null when none do. */
  rebuildFrom: number | null
  /** A checkpoint is due at `newestAt`, to be taken when a later second begins: a checkpoint holds all of its second. */
  checkpointDue = false
  /** Frames received during a rebuild or a long message, in order. */
  readonly held: HeldFrames
  readonly budget = new FrameBudget()
  readonly clock = new DeviceClock()
  /** Frames and readings taken in since others last had their turn. */
  steps = 0
  /** Answers about commands being stored. */
  unstoredAnswers = 0
  /** Device time of the reading after which close tracking was asked for last. */
  trackedAt = 0
  /** Groups, filling or in flight, with data of this session. */
  pendingGroups = 0
  /** The group being built that already counts in `pendingGroups`. */
  lastGroup: object | null = null
  /** Its slot in the group it was last added to, to avoid a lookup. */
  readonly slot: { group: object | null; number: number } = { group: null, number: 0 }
  closed = false
  /** Of the mobile network, 0–31: the newest and the weakest that positions of this session said; null when none did. */
  signal: { readonly newest: number; readonly weakest: number } | null = null
  /** The phone as encoded in headers of this session's edition: BCD, 6 or 10 bytes. */
  readonly phoneBytes: Uint8Array
  /** What web consoles show of the truck. Sealed with each group; gauges, mileage, supply and tilt go on with the readings. */
  readonly live: LiveRowBytes

  readonly truckId: number
  readonly phone: string
  readonly version: Version
  readonly model: DeviceModel
  readonly connection: SessionConnection

  constructor(truckId: number, phone: string, version: Version, model: DeviceModel, connection: SessionConnection, claimed: Claimed) {
    this.truckId = truckId
    this.phone = phone
    this.version = version
    this.model = model
    this.connection = connection
    this.held = new HeldFrames(connection)
    this.phoneBytes = Buffer.from(phone.padStart(version === 2019 ? 20 : 12, '0'), 'hex')
    this.epoch = claimed.epoch
    this.state = claimed.state
    this.context = claimed.context
    this.newestAt = claimed.newestAt
    this.#newestDigests = [...claimed.newestDigests]
    this.#clockErrorDigests = claimed.clockErrorDigests
    this.rebuildFrom = claimed.rebuildFrom
    this.live = claimed.live ? LiveRowBytes.of(claimed.live) : new LiveRowBytes()
  }

  /** Order of a reading among those stepped so far: by device time, within a second by arrival. */
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
    this.#heardWith(reading)
    const { live } = this
    for (const compartment of this.counted(reading, false)) live.keep(compartment)
    if (reading.position.mileageKm !== undefined) live.mileage(reading.position.mileageKm)
    if (reading.power) live.power(reading.power)
    if (reading.tilt) live.tilt(reading.tilt)
  }

  /** A position from memory was measured before this connection; 99 means unknown. */
  #heardWith({ resent, position: { signalStrength } }: Reading): void {
    if (signalStrength === undefined || resent || signalStrength > MAX_SIGNAL) return
    const { signal } = this
    if (signal?.newest === signalStrength) return
    this.signal = { newest: signalStrength, weakest: Math.min(signalStrength, signal?.weakest ?? MAX_SIGNAL) }
  }

  /**
   * The gauges of a reading as they count for the truck at its time; the reading's own list where its terminal's litres do.
   * @param late the reading is older than the newest stepped: later probe states do not apply to it
   */
  counted(reading: Reading, late: boolean): readonly CompartmentReading[] {
    return countedFor(this.context, reading, late ? reading.probes : this.state.probes)
  }

  /** After a rebuild the newest stored readings, all of one second, are the newest stepped. */
  resumeAt(at: number, digests: readonly bigint[]): void {
    this.newestAt = at
    this.#newestDigests = [...digests]
    this.#mustStoreState = true
  }

  /** The state for the group being sealed; null while the stored one is recent and complete. */
  stateToStore(): Buffer | null {
    if (!this.#mustStoreState && this.newestAt - this.#storedAt < STATE_AGE_MS) return null
    this.#mustStoreState = false
    this.#storedAt = this.newestAt
    return encodeStoredState(this.state, this.newestAt, this.#newestDigests.at(-1) ?? 0n)
  }

  /** Facts were found: the state must be stored with them. */
  storeStateNext(): void {
    this.#mustStoreState = true
  }

  /** The live row as it is now; its bytes go on with the next reading. */
  encodeLive(): Buffer {
    readTruckParts(this.state, parts)
    this.live.seal(this.newestAt, parts)
    return this.live.bytes
  }
}

/** Written and read within one call. */
const parts = createTruckParts()
