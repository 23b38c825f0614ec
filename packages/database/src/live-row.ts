import { PROBE_CONDITIONS, type ProbeCondition } from '@tanker/domain/probe-type'
import type { CompartmentReading } from '@tanker/domain/reading'
import { COMPARTMENT_BYTES, packCompartment, unpackCompartments } from './packed-readings.ts'

/**
 * What the consoles show of a truck now: column `live` of `truck_state`, written by the gateway with every group,
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

const HEAD = 64
const PROBE_BYTES = 6
const NONE_16 = 0xffff
const NONE_32 = 0xffffffff
const NO_PLACE = 0x7fffffff
const NO_TILT = -32768
let scratch = Buffer.alloc(4096)

/**
 * Layout: fixed head of 64 bytes, compartments as in packed-readings.ts, then six bytes a probe.
 * The bytes are overwritten by the next call: copy what must last.
 */
export function packLiveRow(live: LiveRow): Buffer {
  const size = HEAD + live.compartments.length * COMPARTMENT_BYTES + live.probes.length * PROBE_BYTES
  if (size > scratch.length) scratch = Buffer.alloc(size * 2)
  const out = scratch
  out[0] = 2
  out[1] = (live.located ? 1 : 0) | (live.accOn ? 2 : 0) | (live.loaded ? 4 : 0) | (live.moving ? 8 : 0)
  out.writeDoubleBE(live.at, 2)
  out.writeInt32BE(live.lat === null ? NO_PLACE : Math.round(live.lat * 1e6), 10)
  out.writeInt32BE(live.lng === null ? NO_PLACE : Math.round(live.lng * 1e6), 14)
  out.writeUInt16BE(Math.max(0, Math.min(NONE_16, Math.round(live.speedKmh * 10))), 18)
  out.writeUInt16BE(Math.round(live.headingDeg) % 360, 20)
  out.writeUInt32BE(live.mileageKm === null ? NONE_32 : Math.round(live.mileageKm * 10), 22)
  out.writeDoubleBE(live.stoppedSince ?? 0, 26)
  out[34] = live.processState
  out.writeDoubleBE(live.processSince ?? 0, 35)
  out.writeUInt16BE(live.externalV === null ? NONE_16 : Math.round(live.externalV * 100), 43)
  out.writeUInt16BE(live.backupV === null ? NONE_16 : Math.round(live.backupV * 100), 45)
  out.writeInt16BE(live.axialDeg === null ? NO_TILT : Math.round(live.axialDeg * 100), 47)
  out.writeInt16BE(live.lateralDeg === null ? NO_TILT : Math.round(live.lateralDeg * 100), 49)
  out[51] = live.compartments.length
  out[52] = live.probes.length
  out.fill(0, 53, HEAD)
  let at = HEAD
  for (const compartment of live.compartments) at = packCompartment(out, at, compartment)
  for (const probe of live.probes) {
    out[at] = probe.compartment
    out[at + 1] = probe.type
    out[at + 2] = (probe.answering ? 1 : 0) | (probe.open ? 2 : 0) | (probe.wet ? 4 : 0)
    out[at + 3] = PROBE_CONDITIONS.indexOf(probe.condition)
    out[at + 4] = (probe.sealCount >> 8) & 0xff
    out[at + 5] = probe.sealCount & 0xff
    at += PROBE_BYTES
  }
  return out.subarray(0, at)
}

/** Reads what `packLiveRow` wrote. */
export function unpackLiveRow(bytes: Buffer): LiveRow {
  const bits = bytes[1] as number
  const lat = bytes.readInt32BE(10)
  const mileage = bytes.readUInt32BE(22)
  const stoppedSince = bytes.readDoubleBE(26)
  const processSince = bytes.readDoubleBE(35)
  const external = bytes.readUInt16BE(43)
  const backup = bytes.readUInt16BE(45)
  const axial = bytes.readInt16BE(47)
  const lateral = bytes.readInt16BE(49)
  const compartmentCount = bytes[51] as number
  const probeCount = bytes[52] as number
  const probesAt = HEAD + compartmentCount * COMPARTMENT_BYTES
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
    compartments: unpackCompartments(bytes, HEAD, compartmentCount),
    probes: bytes[0] === 2 ? unpackProbes(bytes, probesAt, probeCount) : [], // until the truck speaks again,
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
