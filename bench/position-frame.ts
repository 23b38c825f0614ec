import { encodeFrame } from '@tanker/protocol/frame'
import { encodeMessage } from '@tanker/protocol/message'
import { bcdOf, positionMessage } from './position-message.ts'

/**
 * A truck's 0x0200 (2013) with three compartments, made once and then only patched where it lies — place, time, serial,
 * checksum — so that the generator takes little of the CPU that it measures.
 */
export class PositionFrame {
  /** The frame without escapes: delimiter, message, checksum, delimiter. */
  readonly #plain: Buffer
  readonly #view: DataView
  /** Something in it that never changes must be escaped. */
  readonly #alwaysEscaped: boolean
  #lat: number

  constructor(phone: string, seed: number) {
    const { id, body } = encodeMessage(positionMessage(seed), 2013)
    const inner = unescaped(encodeFrame({ id, version: 2013, phone, serial: 0, body }))
    this.#plain = Buffer.concat([DELIMITER, inner, DELIMITER])
    this.#view = new DataView(this.#plain.buffer, this.#plain.byteOffset, this.#plain.length)
    this.#plain.fill(0, SERIAL_AT, SERIAL_AT + 2)
    this.#plain.fill(0, LAT_AT, LAT_AT + 4)
    this.#plain.fill(0, TIME_AT, TIME_AT + 6)
    this.#plain[this.#plain.length - 2] = 0
    this.#alwaysEscaped = wantsEscape(this.#plain, 1, this.#plain.length - 1)
    this.#checksum = this.#plain.subarray(1, -2).reduce((sum, byte) => sum ^ byte, 0)
    this.#lat = 31_000_000 + (seed % 1_000) * 1_000
  }

  /** Of what never changes. */
  readonly #checksum: number

  /** The frame for the next step of 10 s of the truck's own clock; the bytes are overwritten by the next call. */
  next(serial: number, atMs: number): Buffer {
    const plain = this.#plain
    this.#lat += 1_250
    this.#view.setUint16(SERIAL_AT, serial & 0xffff)
    this.#view.setUint32(LAT_AT, this.#lat)
    writeBeijingTime(plain, TIME_AT, atMs)
    const end = plain.length - 1
    plain[end - 1] = this.#checksum ^ xorOf(plain, SERIAL_AT, 2) ^ xorOf(plain, LAT_AT, 4) ^ xorOf(plain, TIME_AT, 6)
    const isPlain =
      !this.#alwaysEscaped &&
      !wantsEscape(plain, SERIAL_AT, SERIAL_AT + 2) &&
      !wantsEscape(plain, LAT_AT, LAT_AT + 4) &&
      !wantsEscape(plain, end - 1, end)
    return isPlain ? plain : escaped(plain)
  }
}

const DELIMITER = Uint8Array.of(0x7e)
const SERIAL_AT = 1 + 10
const LAT_AT = 1 + 12 + 8
const TIME_AT = 1 + 12 + 22

function xorOf(bytes: Uint8Array, at: number, length: number): number {
  let sum = 0
  for (let i = at; i < at + length; i += 1) sum ^= bytes[i] as number
  return sum
}

function wantsEscape(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (bytes[i] === 0x7e || bytes[i] === 0x7d) return true
  return false
}

function escaped(plain: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(plain.length * 2)
  let at = 0
  out[at++] = 0x7e
  for (let i = 1; i < plain.length - 1; i += 1) {
    const byte = plain[i] as number
    if (byte === 0x7e || byte === 0x7d) {
      out[at++] = 0x7d
      out[at++] = byte === 0x7e ? 2 : 1
    } else out[at++] = byte
  }
  out[at++] = 0x7e
  return out.subarray(0, at)
}

let day = -1
/** Year, month, day of `day`, BCD. */
const date = new Uint8Array(3)

/** YYMMDDhhmmss of Beijing time as six BCD bytes, like bcdOf, but with a Date a day alone. */
function writeBeijingTime(into: Uint8Array, at: number, ms: number): void {
  const seconds = Math.floor(ms / 1000) + 8 * 3_600
  const today = Math.floor(seconds / 86_400)
  if (today !== day) {
    date.set(bcdOf(ms).subarray(0, 3))
    day = today
  }
  const second = seconds - today * 86_400
  into[at] = date[0] as number
  into[at + 1] = date[1] as number
  into[at + 2] = date[2] as number
  into[at + 3] = bcdByte(Math.floor(second / 3_600))
  into[at + 4] = bcdByte(Math.floor(second / 60) % 60)
  into[at + 5] = bcdByte(second % 60)
}

const bcdByte = (value: number): number => (Math.floor(value / 10) << 4) | (value % 10)

function unescaped(wire: Uint8Array): Uint8Array {
  const bytes: number[] = []
  for (let i = 1; i < wire.length - 1; i += 1) {
    const byte = wire[i] as number
    if (byte !== 0x7d) bytes.push(byte)
    else bytes.push(wire[++i] === 2 ? 0x7e : 0x7d)
  }
  return Uint8Array.from(bytes)
}
