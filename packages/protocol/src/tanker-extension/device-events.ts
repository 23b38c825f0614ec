import { DEVICE_EVENTS } from '@tanker/domain/reading'
import { ByteReader } from '../byte-reader.ts'
import type { ByteWriter } from '../byte-writer.ts'
import { encodeGbkWithin } from '../gbk-text.ts'
import { extensionVersion, type TankerReadings } from './tanker-readings.ts'

export const deviceEventsExtra = 0xf5

const MAX_TEXT_BYTES = 247 // 255 less version, count, kind, subject and length

/**
 * Events of a kind that this version does not know are left out. False when the value is not of
 * this version or its length not that of its events: it is then kept raw.
 */
export function readDeviceEvents(bytes: Uint8Array, start: number, end: number, into: TankerReadings): boolean {
  if (bytes[start] !== extensionVersion) return false
  const reader = new ByteReader(bytes, start + 1, end)
  const events: TankerReadings['events'] = []
  for (let left = reader.u8(); left > 0 && !reader.short; left--) {
    const event = DEVICE_EVENTS[reader.u8()]
    const subject = reader.u32()
    const text = reader.text(reader.u8())
    if (event !== undefined) events.push({ event, subject, text })
  }
  if (reader.short || reader.remaining > 0) return false
  into.events.push(...events)
  return true
}

/** One item to each event: they come seldom. */
export function writeDeviceEvents(readings: TankerReadings, writer: ByteWriter): void {
  for (const event of readings.events) {
    const text = encodeGbkWithin(event.text, MAX_TEXT_BYTES)
    writer.u8(deviceEventsExtra)
    writer.u8(8 + text.length)
    writer.u8(extensionVersion)
    writer.u8(1)
    writer.u8(DEVICE_EVENTS.indexOf(event.event))
    writer.u32(event.subject)
    writer.u8(text.length)
    writer.view(text)
  }
}
