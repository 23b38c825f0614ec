import type { TruckContext } from '@tanker/domain/trucks/truck-context'

const near = 0x7f_ff_ff_ff

/**
 * Byte encoding of a truck's state: variable-length integers, so that zero takes one byte.
 * Times are differences to a base, in seconds where they are whole; litres, millimetres and degrees are hundredths.
 */
export class StateWriter {
  readonly #bytes = new Uint8Array(65_536)
  #at = 0
  #base = 0

  start(): void {
    this.#at = 0
    this.#base = 0
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#at)
  }

  /** A whole number from 0 to 2^53. */
  uint(value: number): void {
    let rest = value
    while (rest > near) {
      this.#bytes[this.#at++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#small(rest | 0)
  }

  #small(value: number): void {
    const bytes = this.#bytes
    let at = this.#at
    let rest = value
    while (rest > 127) {
      bytes[at++] = (rest & 127) | 128
      rest >>>= 7
    }
    bytes[at++] = rest
    this.#at = at
  }

  int(value: number): void {
    if (value > -near / 2 && value < near / 2) {
      const small = value | 0
      this.#small((small << 1) ^ (small >> 31))
    } else this.uint(value >= 0 ? value * 2 : -value * 2 - 1)
  }

  hundredths(value: number): void {
    this.int(Math.round(value * 100))
  }

  tenths(value: number): void {
    this.int(Math.round(value * 10))
  }

  degrees(value: number): void {
    this.int(Math.round(value * 1e6))
  }

  /** A 32-bit mask. */
  mask(value: number): void {
    this.uint(value >>> 0)
  }

  /** Eight bits. */
  bits(value: number): void {
    this.#bytes[this.#at++] = value
  }

  /** The time that all others are differences to, ms since 1970; five bytes if it is a whole second, as those of terminals are. */
  base(value: number): void {
    this.#base = value
    this.span(value)
  }

  /** Ms since 1970, or 0 for never. */
  time(value: number): void {
    if (value === 0) {
      this.#bytes[this.#at++] = 0
      return
    }
    const ago = this.#base - value
    // Within three weeks the arithmetic stays in small integers, which is many times as fast.
    if (ago > -near && ago < near) {
      const small = ago | 0
      const seconds = (small / 1000) | 0
      if (seconds * 1000 === small) this.#small((((seconds << 1) ^ (seconds >> 31)) << 1) + 1)
      else this.uint((small >= 0 ? small * 2 : -small * 2 - 1) * 2 + 2)
      return
    }
    const whole = ago % 1000 === 0
    const amount = whole ? ago / 1000 : ago
    this.uint((amount >= 0 ? amount * 2 : -amount * 2 - 1) * 2 + (whole ? 1 : 2))
  }

  /** A length in ms. */
  span(value: number): void {
    const whole = value % 1000 === 0
    this.uint(whole ? (value / 1000) * 2 : value * 2 + 1)
  }
}

export class StateReader {
  /** Where names and fences of places are found. */
  readonly context: TruckContext
  /** Where the truck is: its fences are found near it. */
  readonly here: { readonly lat: number; readonly lng: number }
  readonly #bytes: Uint8Array
  #at: number
  #base = 0

  /** @param from index of the first byte that is read */
  constructor(bytes: Uint8Array, context: TruckContext, here: { readonly lat: number; readonly lng: number }, from = 0) {
    this.#bytes = bytes
    this.#at = from
    this.context = context
    this.here = here
  }

  /** Whether all bytes were read. */
  get ended(): boolean {
    return this.#at === this.#bytes.length
  }

  uint(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('truck state ends early')
      value += (byte & 127) * scale
      if (byte < 128) return value
      scale *= 128
    }
  }

  int(): number {
    const value = this.uint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  hundredths(): number {
    return this.int() / 100
  }

  tenths(): number {
    return this.int() / 10
  }

  degrees(): number {
    return this.int() / 1e6
  }

  mask(): number {
    return this.uint() | 0
  }

  bits(): number {
    return this.#bytes[this.#at++] ?? 0
  }

  base(): number {
    this.#base = this.span()
    return this.#base
  }

  /** How many follow. */
  count(most: number): number {
    const count = this.uint()
    if (count > most) throw new RangeError('truck state has a list that is too long')
    return count
  }

  time(): number {
    const value = this.uint()
    if (value === 0) return 0
    const whole = value % 2 === 1
    const signless = whole ? (value - 1) / 2 : (value - 2) / 2
    const amount = signless % 2 === 0 ? signless / 2 : -(signless + 1) / 2
    return this.#base - (whole ? amount * 1000 : amount)
  }

  span(): number {
    const value = this.uint()
    return value % 2 === 0 ? (value / 2) * 1000 : (value - 1) / 2
  }
}
