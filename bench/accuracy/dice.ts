/** Chance by a seed: the same seed gives the same day. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
    this.next()
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** Of mean 0 and standard deviation 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }
}

/** A number between -1 and 1 that belongs to a place of a seed: the same whenever it is asked. */
export function hashOf(seed: number, place: number): number {
  let mixed = Math.imul(seed ^ Math.imul(place, 0x85ebca6b), 0xc2b2ae35) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x27d4eb2f) >>> 0
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 31 - 1
}
