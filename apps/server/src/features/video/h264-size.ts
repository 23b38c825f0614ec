import { withoutEmulation } from './nal-units.ts'

/** Pixels; 0 where the stream does not say. */
export type H264Size = { readonly width: number; readonly height: number }

/** Profiles whose sequence parameter sets say more of the colours (ITU-T H.264, 7.3.2.1.1). */
const HIGH_PROFILES = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244])
const MACROBLOCK = 16
/** No camera of a truck is larger. */
const MAX_PIXELS = 8_192
const MAX_REFERENCES = 255

/** Width and height by a sequence parameter set of H.264. */
export function h264Size(sps: Uint8Array): H264Size {
  const bits = new Bits(withoutEmulation(sps), 32)
  const profile = sps[1] ?? 0
  bits.number()
  const chroma = HIGH_PROFILES.has(profile) ? skipColours(bits) : 1
  bits.number()
  const orderType = bits.number()
  if (orderType === 0) bits.number()
  else if (orderType === 1) skipOrder(bits)
  bits.number()
  bits.take(1)
  const columns = bits.number() + 1
  const rows = bits.number() + 1
  const fields = 2 - bits.take(1)
  if (fields === 2) bits.take(1)
  bits.take(1)
  const crop = bits.take(1) === 1 ? [bits.number(), bits.number(), bits.number(), bits.number()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * fields
  const width = columns * MACROBLOCK - (left + right) * unitX
  const height = rows * MACROBLOCK * fields - (top + bottom) * unitY
  const isSize = (pixels: number): boolean => pixels > 0 && pixels <= MAX_PIXELS
  return !bits.isShort && isSize(width) && isSize(height) ? { width, height } : { width: 0, height: 0 }
}

/** Returns the format of the colours. */
function skipColours(bits: Bits): number {
  const chroma = bits.number()
  if (chroma === 3) bits.take(1)
  bits.number()
  bits.number()
  bits.take(1)
  if (bits.take(1) === 0) return chroma
  for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1) if (bits.take(1) === 1) skipScaling(bits, list < 6 ? 16 : 64)
  return chroma
}

function skipScaling(bits: Bits, size: number): void {
  let [last, next] = [8, 8]
  for (let i = 0; i < size && !bits.isShort; i += 1) {
    if (next !== 0) next = (last + bits.signed() + 256) & 0xff
    if (next !== 0) last = next
  }
}

function skipOrder(bits: Bits): void {
  bits.take(1)
  bits.number()
  bits.number()
  const count = Math.min(bits.number(), MAX_REFERENCES)
  for (let i = 0; i < count && !bits.isShort; i += 1) bits.number()
}

/** Reads bits and Exp-Golomb numbers; past the end zeros, and `isShort`. */
class Bits {
  isShort = false
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  take(count: number): number {
    let value = 0
    for (let i = 0; i < count; i += 1) {
      const byte = this.#bytes[this.#at >> 3]
      if (byte === undefined) this.isShort = true
      value = value * 2 + (((byte ?? 0) >> (7 - (this.#at & 7))) & 1)
      this.#at += 1
    }
    return value
  }

  number(): number {
    let zeros = 0
    while (zeros < 32 && !this.isShort && this.take(1) === 0) zeros += 1
    return 2 ** zeros - 1 + this.take(zeros)
  }

  signed(): number {
    const number = this.number()
    return number % 2 === 0 ? -number / 2 : (number + 1) / 2
  }
}
