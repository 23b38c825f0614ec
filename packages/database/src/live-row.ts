import { PROBE_CONDITIONS, type ProbeCondition } from '@tanker/domain/devices/probe-type'
import type { CompartmentReading } from '@tanker/domain/reading'
import { COMPARTMENT_BYTES, packCompartment, unpackCompartments } from './packed-readings.ts'

/**
 * What the web consoles show of a truck now: column `live` of `truck_state`, written by the gateway with every group,
 * read by the HTTP side. Times in milliseconds UTC. The truck's status 0–4 is not here: it is derived from these
 * parts, the last contact and the open alarms by `truckStatus` of `@tanker/domain`.
 */
export type LiveRow = {
  at: number
  /** Null until the truck has had a satellite fix. */
  lat: number | null
  lng: number | null
  speedKmh: number
  headingDeg: number
  mileageKm: number | null
  located: boolean
  accOn: boolean
  loaded: boolean
  moving: boolean
  /** Since when it stands; null while it moves. */
  stoppedSince: number | null
  /** 0–11. */
  processState: number
  processSince: number | null
  externalV: number | null
  backupV: number | null
  axialDeg: number | null
  lateralDeg: number | null
  /** The newest reading of each compartment. */
  compartments: readonly CompartmentReading[]
  /** How each probe stands, after debounce. */
  probes: readonly LiveRowProbe[]
}

/** See `ProbeReading`; a probe in any condition but `ok` is not judged by. */
export type LiveRowProbe = {
  readonly compartment: number
  readonly type: number
  readonly answering: boolean
  readonly open: boolean
  readonly wet: boolean
  readonly sealCount: number
  readonly condition: ProbeCondition
}

/** What of the row the detector's state says, as `readTruckParts` of `@tanker/detection` reads it: times in ms, 0 means never. */
export type LiveParts = {
  readonly loaded: boolean
  readonly moving: boolean
  readonly stoppedSinceAt: number
  readonly accOn: boolean
  readonly processState: number
  readonly processSinceAt: number
  /** Of the last fix; without one, place, speed and heading say nothing. */
  readonly fixAt: number
  readonly lat: number
  readonly lng: number
  readonly speedKmh: number
  readonly headingDeg: number
  readonly probes: readonly LiveRowProbe[]
}

const HEAD = 64
const PROBE_BYTES = 6
const NONE_16 = 0xffff
const NONE_32 = 0xffffffff
const NO_PLACE = 0x7fffffff
const NO_TILT = -32768

/**
 * A truck's live row, kept as its bytes and written where something changes: a gateway has thousands, and objects of
 * numbers would lie all over its memory. Layout: fixed head of 64 bytes, compartments as in packed-readings.ts in the
 * order of their numbers, then six bytes a probe.
 */
export class LiveRowBytes {
  #bytes = Buffer.alloc(HEAD)
  #compartments = 0
  #probes = 0

  constructor() {
    this.#bytes[0] = 2
    this.mileage(null)
    this.power(null)
    this.tilt(null)
    this.seal(0, NOTHING_KNOWN)
  }

  static of(live: LiveRow): LiveRowBytes {
    const row = new LiveRowBytes()
    for (const compartment of live.compartments) row.keep(compartment)
    row.mileage(live.mileageKm)
    if (live.externalV !== null && live.backupV !== null) row.power({ externalV: live.externalV, backupV: live.backupV })
    if (live.axialDeg !== null && live.lateralDeg !== null) row.tilt({ axialDeg: live.axialDeg, lateralDeg: live.lateralDeg })
    row.seal(live.at, {
      ...live,
      stoppedSinceAt: live.stoppedSince ?? 0,
      processSinceAt: live.processSince ?? 0,
      fixAt: live.lat === null ? 0 : live.located ? live.at : NEVER_NOW,
      lat: live.lat ?? 0,
      lng: live.lng ?? 0,
    })
    return row
  }

  /** The row as it is; overwritten by what follows. */
  get bytes(): Buffer {
    return this.#bytes
  }

  /** All that is aboard, litres. */
  get volumeL(): number {
    let tenths = 0
    for (let i = 0; i < this.#compartments; i += 1) tenths += this.#bytes.readUInt32BE(HEAD + i * COMPARTMENT_BYTES + 11)
    return tenths / 10
  }

  /** Takes the newest reading of a compartment. */
  keep(reading: CompartmentReading): void {
    let at = HEAD
    for (let i = 0; i < this.#compartments; i += 1, at += COMPARTMENT_BYTES) {
      const number = this.#bytes[at] as number
      if (number === reading.compartment) {
        packCompartment(this.#bytes, at, reading)
        return
      }
      if (number > reading.compartment) break
    }
    const end = this.#bytes.length
    this.#compartments += 1
    this.#fit()
    this.#bytes.copyWithin(at + COMPARTMENT_BYTES, at, end)
    packCompartment(this.#bytes, at, reading)
    this.#bytes[51] = this.#compartments
  }

  mileage(km: number | null): void {
    this.#bytes.writeUInt32BE(km === null ? NONE_32 : Math.round(km * 10), 22)
  }

  power(power: { readonly externalV: number; readonly backupV: number } | null): void {
    this.#bytes.writeUInt16BE(power === null ? NONE_16 : Math.round(power.externalV * 100), 43)
    this.#bytes.writeUInt16BE(power === null ? NONE_16 : Math.round(power.backupV * 100), 45)
  }

  tilt(tilt: { readonly axialDeg: number; readonly lateralDeg: number } | null): void {
    this.#bytes.writeInt16BE(tilt === null ? NO_TILT : Math.round(tilt.axialDeg * 100), 47)
    this.#bytes.writeInt16BE(tilt === null ? NO_TILT : Math.round(tilt.lateralDeg * 100), 49)
  }

  /** Takes what the detector says after its reading of `at`. */
  seal(at: number, parts: LiveParts): void {
    const { probes, fixAt } = parts
    this.#probes = probes.length
    this.#fit()
    const out = this.#bytes
    const isPlaced = fixAt !== 0
    out[1] = (isPlaced && fixAt === at ? 1 : 0) | (parts.accOn ? 2 : 0) | (parts.loaded ? 4 : 0) | (parts.moving ? 8 : 0)
    out.writeDoubleBE(at, 2)
    out.writeInt32BE(isPlaced ? Math.round(parts.lat * 1e6) : NO_PLACE, 10)
    out.writeInt32BE(isPlaced ? Math.round(parts.lng * 1e6) : NO_PLACE, 14)
    out.writeUInt16BE(isPlaced ? Math.max(0, Math.min(NONE_16, Math.round(parts.speedKmh * 10))) : 0, 18)
    out.writeUInt16BE(isPlaced ? Math.round(parts.headingDeg) % 360 : 0, 20)
    out.writeDoubleBE(parts.stoppedSinceAt, 26)
    out[34] = parts.processState
    out.writeDoubleBE(parts.processSinceAt, 35)
    out[52] = probes.length
    let to = HEAD + this.#compartments * COMPARTMENT_BYTES
    for (let i = 0; i < probes.length; i += 1) to = packProbe(out, to, probes[i] as LiveRowProbe)
  }

  #fit(): void {
    const size = HEAD + this.#compartments * COMPARTMENT_BYTES + this.#probes * PROBE_BYTES
    if (size === this.#bytes.length) return
    const fitting = Buffer.alloc(size)
    this.#bytes.copy(fitting)
    this.#bytes = fitting
  }
}

/** A time of a fix that is no reading's. */
const NEVER_NOW = -1
const NOTHING_KNOWN: LiveParts = {
  loaded: false,
  moving: false,
  stoppedSinceAt: 0,
  accOn: false,
  processState: 0,
  processSinceAt: 0,
  fixAt: 0,
  lat: 0,
  lng: 0,
  speedKmh: 0,
  headingDeg: 0,
  probes: [],
}

function packProbe(out: Buffer, at: number, probe: LiveRowProbe): number {
  out[at] = probe.compartment
  out[at + 1] = probe.type
  out[at + 2] = (probe.answering ? 1 : 0) | (probe.open ? 2 : 0) | (probe.wet ? 4 : 0)
  out[at + 3] = PROBE_CONDITIONS.indexOf(probe.condition)
  out[at + 4] = (probe.sealCount >> 8) & 0xff
  out[at + 5] = probe.sealCount & 0xff
  return at + PROBE_BYTES
}

/** Reads what `LiveRowBytes` wrote. */
export function unpackLiveRow(bytes: Buffer): LiveRow {
  const compartmentCount = bytes[51] as number
  const probeCount = bytes[52] as number
  const probesAt = HEAD + compartmentCount * COMPARTMENT_BYTES
  return {
    ...unpackLiveHead(bytes),
    compartments: unpackCompartments(bytes, HEAD, compartmentCount),
    probes: bytes[0] === 2 ? unpackProbes(bytes, probesAt, probeCount) : [], // of version 1, until the truck speaks again
  }
}

/** All but the lists. */
export function unpackLiveHead(bytes: Buffer): Omit<LiveRow, 'compartments' | 'probes'> {
  const bits = bytes[1] as number
  const lat = bytes.readInt32BE(10)
  const mileage = bytes.readUInt32BE(22)
  const stoppedSince = bytes.readDoubleBE(26)
  const processSince = bytes.readDoubleBE(35)
  const external = bytes.readUInt16BE(43)
  const backup = bytes.readUInt16BE(45)
  const axial = bytes.readInt16BE(47)
  const lateral = bytes.readInt16BE(49)
  return {
    at: bytes.readDoubleBE(2),
    lat: lat === NO_PLACE ? null : lat / 1e6,
    lng: lat === NO_PLACE ? null : bytes.readInt32BE(14) / 1e6,
    speedKmh: bytes.readUInt16BE(18) / 10,
    headingDeg: bytes.readUInt16BE(20),
    mileageKm: mileage === NONE_32 ? null : mileage / 10,
    located: (bits & 1) !== 0,
    accOn: (bits & 2) !== 0,
    loaded: (bits & 4) !== 0,
    moving: (bits & 8) !== 0,
    stoppedSince: stoppedSince === 0 ? null : stoppedSince,
    processState: bytes[34] as number,
    processSince: processSince === 0 ? null : processSince,
    externalV: external === NONE_16 ? null : external / 100,
    backupV: backup === NONE_16 ? null : backup / 100,
    axialDeg: axial === NO_TILT ? null : axial / 100,
    lateralDeg: lateral === NO_TILT ? null : lateral / 100,
  }
}

function unpackProbes(bytes: Buffer, from: number, count: number): LiveRowProbe[] {
  return Array.from({ length: count }, (_, i) => {
    const at = from + i * PROBE_BYTES
    const bits = bytes[at + 2] as number
    return {
      compartment: bytes[at] as number,
      type: bytes[at + 1] as number,
      answering: (bits & 1) !== 0,
      open: (bits & 2) !== 0,
      wet: (bits & 4) !== 0,
      sealCount: bytes.readUInt16BE(at + 4),
      condition: PROBE_CONDITIONS[bytes[at + 3] as number] ?? 'ok',
    }
  })
}
