import { AIRTIGHT_PHASES, AIRTIGHT_TESTS } from '@tanker/domain/reading'
import { doubleWordAt, signedWordAt, wordAt } from '../byte-reader.ts'
import type { ByteWriter } from '../byte-writer.ts'
import { extensionVersion, type TankerReadings } from './tanker-readings.ts'

export const airtightBoxExtra = 0xfc

const headLength = 2
const boxLength = 14

/** False when the value is not of this version or its length not the one it says: it is then kept raw. */
export function readAirtightBox(bytes: Uint8Array, start: number, end: number, into: TankerReadings): boolean {
  if (end - start < headLength || bytes[start] !== extensionVersion) return false
  const length = bytes[start + 1] ?? 0
  if (length < boxLength || start + headLength + length !== end) return false
  const at = start + headLength
  const phase = AIRTIGHT_PHASES[bytes[at] ?? 0]
  const test = AIRTIGHT_TESTS[bytes[at + 1] ?? 0]
  if (phase === undefined || test === undefined) return false
  into.airtight = {
    phase,
    test,
    valveBits: bytes[at + 2] ?? 0,
    answering: ((bytes[at + 3] ?? 0) & 1) !== 0,
    testNo: doubleWordAt(bytes, at + 4),
    pressurePa: signedWordAt(bytes, at + 8),
    temperatureC: signedWordAt(bytes, at + 10) / 10,
    compartmentBits: wordAt(bytes, at + 12),
  }
  return true
}

export function writeAirtightBox({ airtight }: TankerReadings, writer: ByteWriter): void {
  if (airtight === undefined) return
  writer.u8(airtightBoxExtra)
  writer.u8(headLength + boxLength)
  writer.u8(extensionVersion)
  writer.u8(boxLength)
  writer.u8(AIRTIGHT_PHASES.indexOf(airtight.phase))
  writer.u8(AIRTIGHT_TESTS.indexOf(airtight.test))
  writer.u8(airtight.valveBits)
  writer.u8(airtight.answering ? 1 : 0)
  writer.u32(airtight.testNo)
  writer.u16(Math.round(airtight.pressurePa))
  writer.u16(Math.round(airtight.temperatureC * 10))
  writer.u16(airtight.compartmentBits)
}
