import { doubleWordAt, signedWordAt, wordAt } from '../byte-reader.ts'
import type { ByteWriter } from '../byte-writer.ts'
import { extensionVersion, type TankerReadings } from './tanker-readings.ts'

export const flowMetersExtra = 0xf1

const headLength = 3
const itemLength = 29
const itemsPerExtra = 8 // 3 + 8 × 29 = 235
const answering = 1

/** False when the value is not of this version or its length not that of its items: it is then kept raw. */
export function readFlowMeters(bytes: Uint8Array, start: number, end: number, into: TankerReadings): boolean {
  if (end - start < headLength || bytes[start] !== extensionVersion) return false
  const step = bytes[start + 1] ?? 0
  const count = bytes[start + 2] ?? 0
  if (step < itemLength || start + headLength + count * step !== end) return false
  let at = start + headLength
  for (let i = 0; i < count; i++, at += step) {
    into.meters.push({
      meter: bytes[at] ?? 0,
      oilCode: signedWordAt(bytes, at + 1),
      mode: bytes[at + 3] ?? 0,
      answering: ((bytes[at + 4] ?? 0) & answering) !== 0,
      deliveryL: doubleWordAt(bytes, at + 5) / 10,
      deliveryV20L: doubleWordAt(bytes, at + 9) / 10,
      deliveryKg: doubleWordAt(bytes, at + 13) / 10,
      totalL: doubleWordAt(bytes, at + 17) / 10,
      temperatureC: signedWordAt(bytes, at + 21) / 10,
      flowLpm: wordAt(bytes, at + 23) / 10,
      receipt: doubleWordAt(bytes, at + 25),
    })
  }
  return true
}

export function writeFlowMeters(readings: TankerReadings, writer: ByteWriter): void {
  for (let first = 0; first < readings.meters.length; first += itemsPerExtra) {
    const part = readings.meters.slice(first, first + itemsPerExtra)
    writer.u8(flowMetersExtra)
    writer.u8(headLength + part.length * itemLength)
    writer.u8(extensionVersion)
    writer.u8(itemLength)
    writer.u8(part.length)
    for (const meter of part) {
      writer.u8(meter.meter)
      writer.u16(meter.oilCode)
      writer.u8(meter.mode)
      writer.u8(meter.answering ? answering : 0)
      writer.u32(Math.round(meter.deliveryL * 10))
      writer.u32(Math.round(meter.deliveryV20L * 10))
      writer.u32(Math.round(meter.deliveryKg * 10))
      writer.u32(Math.round(meter.totalL * 10))
      writer.u16(Math.round(meter.temperatureC * 10))
      writer.u16(Math.round(meter.flowLpm * 10))
      writer.u32(meter.receipt)
    }
  }
}
