import { encodeFrame } from '@tanker/protocol/frame'
import { encodeMessage } from '@tanker/protocol/message'
import { bcdOf, positionMessage } from './position-message.ts'

/**
 * A truck's 0x0200 (2013) with three compartments, made once and then only patched — place, time, serial, checksum —
 * so that the generator takes little of the CPU that it measures.
 */
export class PositionFrame {
  readonly #inner: Uint8Array
  readonly #view: DataView
  readonly #out: Buffer
  #lat: number

  constructor(phone: string, seed: number) {
    const { id, body } = encodeMessage(positionMessage(seed), 2013)
    const wire = encodeFrame({ id, version: 2013, phone, serial: 0, body })
    this.#inner = unescaped(wire)
    this.#view = new DataView(this.#inner.buffer, this.#inner.byteOffset)
    this.#out = Buffer.allocUnsafe(this.#inner.length * 2 + 2)
    this.#lat = 31_000_000 + (seed % 1_000) * 1_000
  }

  /** The frame for the next step of 10 s of the truck's own clock; the bytes are overwritten by the next call. */
  next(serial: number, atMs: number): Buffer {
    const inner = this.#inner
    this.#lat += 1_250
    this.#view.setUint16(10, serial & 0xffff)
    this.#view.setUint32(12 + 8, this.#lat)
    writeBeijingTime(inner, 12 + 22, atMs)
    let checksum = 0
    const end = inner.length - 1
    for (let i = 0; i < end; i += 1) checksum ^= inner[i] as number
    inner[end] = checksum
    const out = this.#out
    let at = 0
    out[at++] = 0x7e
    for (let i = 0; i <= end; i += 1) {
      const byte = inner[i] as number
      if (byte === 0x7e || byte === 0x7d) {
        out[at++] = 0x7d
        out[at++] = byte === 0x7e ? 2 : 1
      } else out[at++] = byte
    }
    out[at++] = 0x7e
    return out.subarray(0, at)
  }
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
