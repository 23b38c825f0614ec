import { encodeGbk, encodeGbkWithin } from './gbk-text.ts'

/** Writes big-endian integers and text one after another into a buffer that grows. */
export class ByteWriter {
  private bytes: Uint8Array
  length = 0

  constructor(capacity = 64) {
    this.bytes = new Uint8Array(capacity)
  }

  u8(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  u16(value: number): void {
    this.reserve(2)
    this.bytes[this.length++] = value >> 8
    this.bytes[this.length++] = value
  }

  u32(value: number): void {
    this.reserve(4)
    this.bytes[this.length++] = value >>> 24
    this.bytes[this.length++] = value >>> 16
    this.bytes[this.length++] = value >>> 8
    this.bytes[this.length++] = value
  }

  /** Digits two to a byte (BCD); shorter ones are padded with zeros on the left. */
  digits(digits: string, length: number): void {
    const padded = digits.padStart(length * 2, '0').slice(-length * 2)
    for (let i = 0; i < padded.length; i += 2) this.u8(Number.parseInt(padded.slice(i, i + 2), 16) || 0)
  }

  view(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  text(text: string): void {
    this.view(encodeGbk(text))
  }

  /** Exactly `length` bytes: cut, or padded with NULs on the right. */
  paddedText(text: string, length: number): void {
    const bytes = encodeGbkWithin(text, length)
    this.view(bytes)
    this.zeros(length - bytes.length)
  }

  zeros(count: number): void {
    this.reserve(count)
    this.bytes.fill(0, this.length, this.length + count)
    this.length += count
  }

  /** Puts a byte where an earlier one was left open, e.g. a length known only afterwards. */
  patchU8(at: number, value: number): void {
    this.bytes[at] = value
  }

  patchU16(at: number, value: number): void {
    this.bytes[at] = value >> 8
    this.bytes[at + 1] = value
  }

  /** What was written; the writer must not be used afterwards. */
  finish(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  private reserve(count: number): void {
    const needed = this.length + count
    if (needed <= this.bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2))
    grown.set(this.bytes.subarray(0, this.length))
    this.bytes = grown
  }
}
