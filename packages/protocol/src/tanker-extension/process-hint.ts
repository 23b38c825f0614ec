import { ByteReader } from '../byte-reader.ts'
import type { ByteWriter } from '../byte-writer.ts'
import { encodeGbkWithin } from '../gbk-text.ts'
import { extensionVersion, type TankerReadings } from './tanker-readings.ts'

export const processHintExtra = 0xf9

const MAX_TEXT_BYTES = 100

export function readProcessHint(bytes: Uint8Array, start: number, end: number, into: TankerReadings): boolean {
  if (bytes[start] !== extensionVersion) return false
  const reader = new ByteReader(bytes, start + 1, end)
  const state = reader.u8()
  const slipNo = reader.text(reader.u8())
  const orderNo = reader.text(reader.u8())
  if (reader.short || reader.remaining > 0) return false
  into.process = { state, slipNo, orderNo }
  return true
}

export function writeProcessHint(readings: TankerReadings, writer: ByteWriter): void {
  if (readings.process === undefined) return
  const slipNo = encodeGbkWithin(readings.process.slipNo, MAX_TEXT_BYTES)
  const orderNo = encodeGbkWithin(readings.process.orderNo, MAX_TEXT_BYTES)
  writer.u8(processHintExtra)
  writer.u8(4 + slipNo.length + orderNo.length)
  writer.u8(extensionVersion)
  writer.u8(readings.process.state)
  writer.u8(slipNo.length)
  writer.view(slipNo)
  writer.u8(orderNo.length)
  writer.view(orderNo)
}
