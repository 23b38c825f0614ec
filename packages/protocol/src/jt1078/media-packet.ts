// JT/T 1078-2016 table 19: packets of pictures and sound, over TCP one after another and without escapes.

import { digitsAt, wordAt } from '../byte-reader.ts'
import { ByteWriter } from '../byte-writer.ts'

/** High half of byte 15: what the data is. */
export const mediaTypes = { key: 0, predicted: 1, bidirectional: 2, sound: 3, transparent: 4 } as const
/** Low half: which part of a frame it is. */
export const mediaParts = { whole: 0, first: 1, last: 2, middle: 3 } as const
/** Payload types (table 12). */
export const payloadTypes = { g711a: 6, h264: 98, h265: 99 } as const

/** Bytes of the SIM number: 6 as JT/T 1078-2016 has it; terminals of JT/T 808-2019 send 10. */
export type SimBytes = 6 | 10

export type MediaPacket = {
  /** Digits without leading zeros, as a JT/T 808 frame has its phone. */
  readonly phone: string
  readonly channel: number
  readonly payloadType: number
  readonly sequence: number
  /** One of `mediaTypes`. */
  readonly type: number
  /** One of `mediaParts`. */
  readonly part: number
  /** Milliseconds by the terminal; 0 for transparent data, which has none. */
  readonly at: number
  /** A view on the bytes that were read. */
  readonly data: Uint8Array
}

/** Bytes of data in one packet: the standard has 950, some terminals send a little more. */
const MAX_DATA_BYTES = 2_000
const STANDARD_DATA_BYTES = 950
const BEGINS = [0x30, 0x31, 0x63, 0x64]
const VERSION_BYTE = 0x81
const SIM_AT = 8
const TIME_BYTES = 8
const INTERVAL_BYTES = 4
const LENGTH_BYTES = 2

/** What begins at `at`: a packet and where it ends, 'more' while it is not complete, 'bad' when it is none. */
export function readMediaPacket(bytes: Uint8Array, at: number): { readonly packet: MediaPacket; readonly end: number } | 'more' | 'bad' {
  for (let i = 0; i < BEGINS.length && at + i < bytes.length; i += 1) if (bytes[at + i] !== BEGINS[i]) return 'bad'
  if (bytes.length - at < SIM_AT + 2) return 'more'
  // No SIM number of six bytes begins with four zeros; eleven digits in ten bytes do.
  const simBytes: SimBytes = wordAt(bytes, at + SIM_AT) === 0 ? 10 : 6
  const kindAt = at + SIM_AT + simBytes + 1
  if (bytes.length <= kindAt) return 'more'
  const kind = bytes[kindAt] ?? 0
  const [type, part] = [kind >> 4, kind & 0x0f]
  if (type > mediaTypes.transparent || part > mediaParts.middle) return 'bad'
  const timeAt = kindAt + 1
  const hasTime = type !== mediaTypes.transparent
  const lengthAt = timeAt + (hasTime ? TIME_BYTES : 0) + (type <= mediaTypes.bidirectional ? INTERVAL_BYTES : 0)
  if (bytes.length < lengthAt + LENGTH_BYTES) return 'more'
  const length = wordAt(bytes, lengthAt)
  if (length > MAX_DATA_BYTES) return 'bad'
  const end = lengthAt + LENGTH_BYTES + length
  if (bytes.length < end) return 'more'
  const packet: MediaPacket = {
    phone: digitsAt(bytes, at + SIM_AT, simBytes).replace(/^0+(?=.)/, ''),
    channel: bytes[kindAt - 1] ?? 0,
    payloadType: (bytes[at + 5] ?? 0) & 0x7f,
    sequence: wordAt(bytes, at + 6),
    type,
    part,
    at: hasTime ? timeOf(bytes, timeAt) : 0,
    data: bytes.subarray(end - length, end),
  }
  return { packet, end }
}

/** Milliseconds of eight bytes; what is beyond whole numbers counts as 0. */
function timeOf(bytes: Uint8Array, at: number): number {
  const time = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at)
  return time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : 0
}

/** A frame of a camera, before it is cut into packets. */
export type MediaFrameToSend = {
  readonly phone: string
  readonly simBytes: SimBytes
  readonly channel: number
  readonly payloadType: number
  readonly type: number
  /** Of its first packet; the others follow. */
  readonly sequence: number
  /** Whole milliseconds. */
  readonly at: number
  /** Milliseconds since the last key frame and since the last frame; sent with pictures. */
  readonly sinceKeyMs: number
  readonly sinceFrameMs: number
  readonly data: Uint8Array
}

/** The packets of one frame. */
export function mediaPackets(frame: MediaFrameToSend): Uint8Array[] {
  const count = Math.max(1, Math.ceil(frame.data.length / STANDARD_DATA_BYTES))
  return Array.from({ length: count }, (_, i) => {
    const isLast = i === count - 1
    const part = count === 1 ? mediaParts.whole : i === 0 ? mediaParts.first : isLast ? mediaParts.last : mediaParts.middle
    const data = frame.data.subarray(i * STANDARD_DATA_BYTES, (i + 1) * STANDARD_DATA_BYTES)
    return onePacket(frame, (frame.sequence + i) & 0xffff, part, isLast, data)
  })
}

function onePacket(frame: MediaFrameToSend, sequence: number, part: number, isLast: boolean, data: Uint8Array): Uint8Array {
  const writer = new ByteWriter(34 + data.length)
  writer.view(Uint8Array.from(BEGINS))
  writer.u8(VERSION_BYTE)
  writer.u8((isLast ? 0x80 : 0) | frame.payloadType)
  writer.u16(sequence)
  writer.digits(frame.phone, frame.simBytes)
  writer.u8(frame.channel)
  writer.u8((frame.type << 4) | part)
  if (frame.type !== mediaTypes.transparent) {
    writer.u32(Math.floor(frame.at / 0x1_0000_0000))
    writer.u32(frame.at % 0x1_0000_0000)
  }
  if (frame.type <= mediaTypes.bidirectional) {
    writer.u16(Math.min(0xffff, frame.sinceKeyMs))
    writer.u16(Math.min(0xffff, frame.sinceFrameMs))
  }
  writer.u16(data.length)
  writer.view(data)
  return writer.finish()
}
