import { digitsAt, doubleWordAt, wordAt } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { statusBits } from './codes.ts'
import type { DeviceModel } from './device-model.ts'
import type { DeviceTime } from './device-time.ts'
import { readStandardExtra, writeStandardExtras, type StandardExtras } from './location-extras.ts'
import { isSafetyItem, readSafetyBlock, trueSafetyLength, writeSafetyBlock, type SafetyBlock } from './safety-block.ts'
import { noTankerReadings, type TankerReadings } from './tanker-extension/tanker-readings.ts'

/** The first 28 bytes of a location report (JT/T 808-2019 table 23). */
export type LocationBase = {
  /** Table 24. */
  alarmBits: number
  /** Table 25, see `statusBits`. Bits 2 and 3 follow the signs of `lat` and `lng` on writing. */
  statusBits: number
  /** Degrees, south negative. */
  lat: number
  /** Degrees, west negative. */
  lng: number
  altitudeM: number
  /** Steps of 0.1. */
  speedKmh: number
  headingDeg: number
  time: DeviceTime
}

/** The body of 0x0200 (JT/T 808-2019 section 8.18) with all its extras. */
export type Location = LocationBase & {
  extras: StandardExtras
  safety: SafetyBlock[]
  tanker: TankerReadings
  /** Unknown extras, or extras of another length than in the standard. */
  raw: RawExtra[]
}

export type RawExtra = { readonly id: number; readonly value: Uint8Array }

export const locationBaseLength = 28

const microdegrees = 1_000_000

/** Undefined when the body is shorter than 28 bytes; anything behind them is kept, somehow. */
export function decodeLocation(body: Uint8Array, model: DeviceModel): Location | undefined {
  if (body.length < locationBaseLength) return undefined
  const base = readBase(body, 0)
  const location: Location = {
    alarmBits: base.alarmBits,
    statusBits: base.statusBits,
    lat: base.lat,
    lng: base.lng,
    altitudeM: base.altitudeM,
    speedKmh: base.speedKmh,
    headingDeg: base.headingDeg,
    time: base.time,
    extras: {},
    safety: [],
    tanker: noTankerReadings(),
    raw: [],
  }
  readExtras(body, location, model)
  return location
}

/** The 28 bytes alone, as 0x0801 and 0x0802 carry them. */
export function decodeLocationBase(bytes: Uint8Array): LocationBase {
  return readBase(bytes, 0)
}

export function writeLocation(location: Location, writer: ByteWriter, model: DeviceModel): void {
  writeLocationBase(location, writer)
  writeStandardExtras(location.extras, writer)
  for (const block of location.safety) {
    const lengthAt = writer.length + 1
    writer.u8(block.item)
    writer.u8(0)
    writeSafetyBlock(block, writer, model.safetyProfile === 'guangdong' ? 40 : 16)
    writer.patchU8(lengthAt, writer.length - lengthAt - 1)
  }
  model.writeExtras(location.tanker, writer)
  for (const extra of location.raw) {
    writer.u8(extra.id)
    writer.u8(extra.value.length)
    writer.view(extra.value)
  }
}

export function writeLocationBase(base: LocationBase, writer: ByteWriter): void {
  writer.u32(base.alarmBits)
  writer.u32(withHemispheres(base))
  writer.u32(Math.round(Math.abs(base.lat) * microdegrees))
  writer.u32(Math.round(Math.abs(base.lng) * microdegrees))
  writer.u16(base.altitudeM)
  writer.u16(Math.round(base.speedKmh * 10))
  writer.u16(base.headingDeg)
  writer.digits(base.time, 6)
}

function readBase(bytes: Uint8Array, at: number): LocationBase {
  const status = doubleWordAt(bytes, at + 4)
  const lat = magnitudeAt(bytes, at + 8) / microdegrees
  const lng = magnitudeAt(bytes, at + 12) / microdegrees
  return {
    alarmBits: doubleWordAt(bytes, at),
    statusBits: status,
    lat: (status & statusBits.south) !== 0 && lat > 0 ? -lat : lat,
    lng: (status & statusBits.west) !== 0 && lng > 0 ? -lng : lng,
    altitudeM: wordAt(bytes, at + 16),
    speedKmh: wordAt(bytes, at + 18) / 10,
    headingDeg: wordAt(bytes, at + 20),
    time: digitsAt(bytes, at + 22, 6),
  }
}

/**
 * The standard sends magnitudes, with the hemisphere in the status bits; some devices send south and
 * west as negative numbers instead, with or without the bit.
 */
function magnitudeAt(bytes: Uint8Array, at: number): number {
  const raw = doubleWordAt(bytes, at)
  const signed = raw | 0
  return signed < 0 && signed >= -180 * microdegrees ? signed : raw
}

function withHemispheres(base: LocationBase): number {
  let status = base.statusBits
  if (base.lat !== 0) status = base.lat < 0 ? status | statusBits.south : status & ~statusBits.south
  if (base.lng !== 0) status = base.lng < 0 ? status | statusBits.west : status & ~statusBits.west
  return status >>> 0
}

/** Walks the list of id, length, value; a last value that the body cuts off is read as far as it goes. */
function readExtras(body: Uint8Array, location: Location, model: DeviceModel): void {
  let at = locationBaseLength
  while (at + 2 <= body.length) {
    const id = body[at] ?? 0
    const start = at + 2
    let length = body[at + 1] ?? 0
    if (isSafetyItem(id)) length = trueSafetyLength(id, body, start, length, body.length)
    const end = Math.min(start + length, body.length)
    at = end
    if (readStandardExtra(id, body, start, end, location.extras)) continue
    if (isSafetyItem(id)) {
      const block = readSafetyBlock(id, body, start, end)
      if (block !== undefined) {
        location.safety.push(block)
        continue
      }
    }
    if (model.readExtra(id, body, start, end, location.tanker)) continue
    location.raw.push({ id, value: body.subarray(start, end) })
  }
}
