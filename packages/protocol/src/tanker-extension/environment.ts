import { signedWordAt, wordAt } from '../byte-reader.ts'
import type { ByteWriter } from '../byte-writer.ts'
import { extensionVersion, type TankerReadings } from './tanker-readings.ts'

export const environmentExtra = 0xf2

const length = 8

export function readEnvironment(bytes: Uint8Array, start: number, end: number, into: TankerReadings): boolean {
  if (end - start !== length || bytes[start] !== extensionVersion) return false
  into.environment = {
    temperatureC: signedWordAt(bytes, start + 1) / 10,
    humidityPercent: wordAt(bytes, start + 3) / 10,
    pressureKPa: wordAt(bytes, start + 5) / 100,
    doorBits: bytes[start + 7] ?? 0,
  }
  return true
}

export function writeEnvironment(readings: TankerReadings, writer: ByteWriter): void {
  if (readings.environment === undefined) return
  writer.u8(environmentExtra)
  writer.u8(length)
  writer.u8(extensionVersion)
  writer.u16(Math.round(readings.environment.temperatureC * 10))
  writer.u16(Math.round(readings.environment.humidityPercent * 10))
  writer.u16(Math.round(readings.environment.pressureKPa * 100))
  writer.u8(readings.environment.doorBits)
}
