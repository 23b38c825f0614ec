import { digitsAt, wordAt } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'

/** The edition of JT/T 808. Bit 14 of a header distinguishes 2019 from the two older ones, but not 2011 from 2013. */
export type Version = 2011 | 2013 | 2019

/** One unescaped, checked JT/T 808 packet (JT/T 808-2019 section 4.4). */
export type Frame = {
  readonly id: number
  /** 2013 whenever bit 14 is clear: 2011 is recognised only by the length of a registration. */
  readonly version: Version
  /** The byte after the properties of a 2019 header; counts from 1. */
  readonly protocolVersion?: number
  /** The truck's identity: digits without leading zeros ('0' when there are none). */
  readonly phone: string
  /** As sent: 12 digits, in 2019 20. */
  readonly phoneDigits: string
  readonly serial: number
  /** Bits 10–12: 0 none, 1 RSA. */
  readonly encrypted: number
  /** Bit 13: this is part `index` (from 1) of `total`. */
  readonly fragment?: { readonly total: number; readonly index: number }
  /** A view on the received chunk where nothing was escaped: copy it before the chunk is reused. */
  readonly body: Uint8Array
  /** The header declared another body length than arrived under a right checksum. */
  readonly lengthMismatch: boolean
}

export type FrameToSend = {
  readonly id: number
  readonly version: Version
  readonly phone: string
  readonly serial: number
  readonly body: Uint8Array
  readonly fragment?: { readonly total: number; readonly index: number }
}

/** Bits 0–9 of the properties (JT/T 808-2019 table 3). */
const MAX_BODY_BYTES = 1_023

const fragmentLength = 1_000 // below the limit, as devices expect whole frames under 1 KB
const delimiter = 0x7e
const escape = 0x7d
const versionBit = 1 << 14
const fragmentBit = 1 << 13

/**
 * Reads header and body of an unescaped packet, `bytes[start..end)` being everything between the
 * delimiters. The checksum is taken as already checked.
 */
export function readFrame(bytes: Uint8Array, start: number, end: number): Frame | 'header' {
  const bodyEnd = end - 1
  if (bodyEnd - start < 12) return 'header'
  const id = wordAt(bytes, start)
  const properties = wordAt(bytes, start + 2)
  const is2019 = (properties & versionBit) !== 0
  const isFragment = (properties & fragmentBit) !== 0
  const headerLength = (is2019 ? 17 : 12) + (isFragment ? 4 : 0)
  if (bodyEnd - start < headerLength) return 'header'
  const phoneAt = start + (is2019 ? 5 : 4)
  const phoneLength = is2019 ? 10 : 6
  const phoneDigits = digitsAt(bytes, phoneAt, phoneLength)
  const serialAt = phoneAt + phoneLength
  const bodyStart = start + headerLength
  const frame: { -readonly [K in keyof Frame]: Frame[K] } = {
    id,
    version: is2019 ? 2019 : 2013,
    phone: withoutLeadingZeros(phoneDigits),
    phoneDigits,
    serial: wordAt(bytes, serialAt),
    encrypted: (properties >> 10) & 7,
    body: bytes.subarray(bodyStart, bodyEnd),
    lengthMismatch: (properties & MAX_BODY_BYTES) !== bodyEnd - bodyStart,
  }
  if (is2019) frame.protocolVersion = bytes[start + 4] ?? 0
  if (isFragment) {
    frame.fragment = { total: wordAt(bytes, serialAt + 2), index: wordAt(bytes, serialAt + 4) }
  }
  return frame
}

/**
 * A packet ready for the socket: delimiters, checksum, then escapes. The body must not exceed
 * 1,023 bytes (`encodeFrames` cuts longer ones).
 */
export function encodeFrame(frame: FrameToSend): Uint8Array {
  if (frame.body.length > MAX_BODY_BYTES) {
    throw new RangeError(`a body of ${frame.body.length} bytes needs encodeFrames`)
  }
  const is2019 = frame.version === 2019
  const inner = new ByteWriter(22 + frame.body.length)
  inner.u16(frame.id)
  inner.u16(frame.body.length | (is2019 ? versionBit : 0) | (frame.fragment ? fragmentBit : 0))
  if (is2019) inner.u8(1)
  inner.digits(frame.phone, is2019 ? 10 : 6)
  inner.u16(frame.serial)
  if (frame.fragment) {
    inner.u16(frame.fragment.total)
    inner.u16(frame.fragment.index)
  }
  inner.view(frame.body)
  inner.u8(checksum(inner.finish()))
  return escaped(inner.finish())
}

/** One packet, or as many parts as the body needs, with consecutive serials from `frame.serial` on. */
export function encodeFrames(frame: Omit<FrameToSend, 'fragment'>): Uint8Array[] {
  if (frame.body.length <= fragmentLength) return [encodeFrame(frame)]
  const total = Math.ceil(frame.body.length / fragmentLength)
  if (total > 0xffff) throw new RangeError(`${total} parts do not fit the header`)
  return Array.from({ length: total }, (_, part) =>
    encodeFrame({
      ...frame,
      serial: (frame.serial + part) & 0xffff,
      body: frame.body.subarray(part * fragmentLength, (part + 1) * fragmentLength),
      fragment: { total, index: part + 1 },
    }),
  )
}

function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < bytes.length; i++) sum ^= bytes[i] ?? 0
  return sum
}

function escaped(inner: Uint8Array): Uint8Array {
  let extra = 0
  for (let i = 0; i < inner.length; i++) {
    const byte = inner[i]
    if (byte === delimiter || byte === escape) extra++
  }
  const wire = new Uint8Array(inner.length + extra + 2)
  wire[0] = delimiter
  let at = 1
  for (let i = 0; i < inner.length; i++) {
    const byte = inner[i] ?? 0
    if (byte === delimiter || byte === escape) {
      wire[at++] = escape
      wire[at++] = byte === delimiter ? 0x02 : 0x01
    } else {
      wire[at++] = byte
    }
  }
  wire[at] = delimiter
  return wire
}

function withoutLeadingZeros(digits: string): string {
  let start = 0
  while (start < digits.length - 1 && digits.charCodeAt(start) === 48) start++
  return start === 0 ? digits : digits.slice(start)
}
