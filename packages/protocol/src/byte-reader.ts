import { decodeGbk, decodePaddedGbk } from './gbk-text.ts'

const hexPair = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'))

/** `length` bytes as upper-case hexadecimal digits, which for BCD are the decimal digits. */
export function digitsAt(bytes: Uint8Array, start: number, length: number): string {
  let digits = ''
  for (let i = start; i < start + length; i++) digits += hexPair[bytes[i] ?? 0]
  return digits
}

/**
 * Reads big-endian integers and text one after another. It never throws: a read past the end
 * gives zero or an empty value and sets `short`, which the caller looks at once, at the end.
 */
export class ByteReader {
  readonly bytes: Uint8Array
  readonly end: number
  position: number
  short = false

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes
    this.position = start
    this.end = end
  }

  get remaining(): number {
    return this.end - this.position
  }

  u8(): number {
    const at = this.take(1)
    return at < 0 ? 0 : (this.bytes[at] ?? 0)
  }

  u16(): number {
    const at = this.take(2)
    return at < 0 ? 0 : wordAt(this.bytes, at)
  }

  u32(): number {
    const at = this.take(4)
    return at < 0 ? 0 : doubleWordAt(this.bytes, at)
  }

  i8(): number {
    return (this.u8() << 24) >> 24
  }

  i16(): number {
    return (this.u16() << 16) >> 16
  }

  /** BCD[length] as its digits, exactly as sent. */
  digits(length: number): string {
    const at = this.take(length)
    return at < 0 ? '' : digitsAt(this.bytes, at, length)
  }

  /** A view, not a copy. */
  view(length: number): Uint8Array {
    const at = this.take(length)
    return at < 0 ? this.bytes.subarray(0, 0) : this.bytes.subarray(at, at + length)
  }

  text(length: number): string {
    return decodeGbk(this.view(length))
  }

  paddedText(length: number): string {
    return decodePaddedGbk(this.view(length))
  }

  private take(length: number): number {
    const at = this.position
    if (at + length > this.end) {
      this.short = true
      this.position = this.end
      return -1
    }
    this.position = at + length
    return at
  }
}

export function wordAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

export function signedWordAt(bytes: Uint8Array, at: number): number {
  return (wordAt(bytes, at) << 16) >> 16
}

export function doubleWordAt(bytes: Uint8Array, at: number): number {
  return (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0
}
