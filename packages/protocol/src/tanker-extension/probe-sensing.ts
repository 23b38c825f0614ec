import { type ProbeSensing, SENSING_ERRORS } from '@tanker/domain/reading'
import { wordAt } from '../byte-reader.ts'
import type { ByteWriter } from '../byte-writer.ts'
import { extensionVersion, type TankerReadings } from './tanker-readings.ts'

export const probeSensingExtra = 0xfd

const headLength = 3
const itemLength = 21
const itemsPerExtra = 12 // 3 + 12 × 21 = 255
const serialBytes = 5
const notKnown = 0xffff

/** False when the value is not of this version or its length not that of its items: it is then kept raw. */
export function readProbeSensing(bytes: Uint8Array, start: number, end: number, into: TankerReadings): boolean {
  if (end - start < headLength || bytes[start] !== extensionVersion) return false
  const step = bytes[start + 1] ?? 0
  const count = bytes[start + 2] ?? 0
  if (step < itemLength || start + headLength + count * step !== end) return false
  let at = start + headLength
  const list = (into.sensing ??= [])
  for (let i = 0; i < count; i++, at += step) list.push(readItem(bytes, at))
  return true
}

const millivoltsAt = (bytes: Uint8Array, at: number): number | null => {
  const value = wordAt(bytes, at)
  return value === notKnown ? null : value
}

function readItem(bytes: Uint8Array, at: number): ProbeSensing {
  let serial = ''
  for (let i = 0; i < serialBytes; i++) {
    const pair = bytes[at + 4 + i] ?? 0
    // A half-byte above 9 is no digit.
    serial += `${Math.min(9, pair >> 4)}${Math.min(9, pair & 15)}`
  }
  return {
    compartment: bytes[at] ?? 0,
    type: bytes[at + 1] ?? 0,
    line: (bytes[at + 2] ?? 0) & 1,
    error: SENSING_ERRORS[bytes[at + 3] ?? 0] ?? 'none',
    serial,
    sensorMv: millivoltsAt(bytes, at + 9),
    closeMv: millivoltsAt(bytes, at + 11),
    gateMv: millivoltsAt(bytes, at + 13),
    zeroMv: millivoltsAt(bytes, at + 15),
    midMv: millivoltsAt(bytes, at + 17),
    maxMv: millivoltsAt(bytes, at + 19),
  }
}

export function writeProbeSensing({ sensing }: TankerReadings, writer: ByteWriter): void {
  if (sensing === undefined) return
  for (let first = 0; first < sensing.length; first += itemsPerExtra) {
    const part = sensing.slice(first, first + itemsPerExtra)
    writer.u8(probeSensingExtra)
    writer.u8(headLength + part.length * itemLength)
    writer.u8(extensionVersion)
    writer.u8(itemLength)
    writer.u8(part.length)
    for (const probe of part) writeItem(probe, writer)
  }
}

function writeItem(probe: ProbeSensing, writer: ByteWriter): void {
  writer.u8(probe.compartment)
  writer.u8(probe.type)
  writer.u8(probe.line)
  writer.u8(SENSING_ERRORS.indexOf(probe.error))
  const digits = probe.serial.padStart(serialBytes * 2, '0')
  for (let i = 0; i < serialBytes; i++) writer.u8((Number(digits[i * 2]) << 4) | Number(digits[i * 2 + 1]))
  const { sensorMv, closeMv, gateMv, zeroMv, midMv, maxMv } = probe
  for (const value of [sensorMv, closeMv, gateMv, zeroMv, midMv, maxMv]) writer.u16(value ?? notKnown)
}
