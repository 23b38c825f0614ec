import { DATA_TYPES, type CompartmentReading } from '@tanker/domain/reading'
import { doubleWordAt, signedWordAt, wordAt } from '../byte-reader.ts'
import type { ByteWriter } from '../byte-writer.ts'
import { extensionVersion, type TankerReadings } from './tanker-readings.ts'

export const compartmentsExtra = 0xf3

const headLength = 7
const itemLength = 23
const itemsPerExtra = 10 // 7 + 10 × 23 = 237, within the one-byte length
const noTilt = -0x8000

/** False when the value is not of this version or its length not that of its items: it is then kept raw. */
export function readCompartments(bytes: Uint8Array, start: number, end: number, into: TankerReadings): boolean {
  if (end - start < headLength || bytes[start] !== extensionVersion) return false
  const step = bytes[start + 1] ?? 0
  const count = bytes[start + 6] ?? 0
  if (step < itemLength || start + headLength + count * step !== end) return false
  const axial = signedWordAt(bytes, start + 2)
  const lateral = signedWordAt(bytes, start + 4)
  if (axial !== noTilt && lateral !== noTilt) into.tilt = { axialDeg: axial / 100, lateralDeg: lateral / 100 }
  let at = start + headLength
  for (let i = 0; i < count; i++, at += step) {
    into.compartments.push({
      compartment: bytes[at] ?? 0,
      dataType: DATA_TYPES[bytes[at + 1] ?? 0] ?? 'TT',
      oilCode: signedWordAt(bytes, at + 3),
      rawLevelMm: wordAt(bytes, at + 5) / 10,
      levelMm: wordAt(bytes, at + 7) / 10,
      waterMm: wordAt(bytes, at + 9) / 10,
      volumeL: doubleWordAt(bytes, at + 11) / 10,
      v20L: doubleWordAt(bytes, at + 15) / 10,
      temperatureC: signedWordAt(bytes, at + 19) / 10,
      densityKgM3: wordAt(bytes, at + 21) / 10,
      fault: bytes[at + 2] ?? 0,
    })
  }
  return true
}

/** Writes as many items as the compartments need; one without compartments when there is only a tilt. */
export function writeCompartments(readings: TankerReadings, writer: ByteWriter): void {
  const { compartments, tilt } = readings
  if (compartments.length === 0 && tilt === undefined) return
  let first = 0
  do {
    const part = compartments.slice(first, first + itemsPerExtra)
    writer.u8(compartmentsExtra)
    writer.u8(headLength + part.length * itemLength)
    writer.u8(extensionVersion)
    writer.u8(itemLength)
    writer.u16(tilt === undefined ? noTilt : Math.round(tilt.axialDeg * 100))
    writer.u16(tilt === undefined ? noTilt : Math.round(tilt.lateralDeg * 100))
    writer.u8(part.length)
    for (const reading of part) writeCompartment(reading, writer)
    first += itemsPerExtra
  } while (first < compartments.length)
}

function writeCompartment(reading: CompartmentReading, writer: ByteWriter): void {
  writer.u8(reading.compartment)
  writer.u8(DATA_TYPES.indexOf(reading.dataType))
  writer.u8(reading.fault)
  writer.u16(reading.oilCode)
  writer.u16(Math.round(reading.rawLevelMm * 10))
  writer.u16(Math.round(reading.levelMm * 10))
  writer.u16(Math.round(reading.waterMm * 10))
  writer.u32(Math.round(reading.volumeL * 10))
  writer.u32(Math.round(reading.v20L * 10))
  writer.u16(Math.round(reading.temperatureC * 10))
  writer.u16(Math.round(reading.densityKgM3 * 10))
}
