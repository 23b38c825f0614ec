import { wordAt } from '../byte-reader.ts'
import type { ByteWriter } from '../byte-writer.ts'
import { extensionVersion, type TankerReadings } from './tanker-readings.ts'

export const powerExtra = 0xf6

const length = 5

export function readPower(bytes: Uint8Array, start: number, end: number, into: TankerReadings): boolean {
  if (end - start !== length || bytes[start] !== extensionVersion) return false
  into.power = { externalV: wordAt(bytes, start + 1) / 1000, backupV: wordAt(bytes, start + 3) / 1000 }
  return true
}

export function writePower(readings: TankerReadings, writer: ByteWriter): void {
  if (readings.power === undefined) return
  writer.u8(powerExtra)
  writer.u8(length)
  writer.u8(extensionVersion)
  writer.u16(Math.round(readings.power.externalV * 1000))
  writer.u16(Math.round(readings.power.backupV * 1000))
}
