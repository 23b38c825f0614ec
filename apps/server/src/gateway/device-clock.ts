import type { Reading } from '@tanker/domain/reading'

/** A terminal may send again what was not acknowledged: so many frames that came in order are known. */
const MAX_KNOWN_FRAMES = 32
/** A clock that was set back by less is not distinguished from a slow network. */
const leastBackMs = 30_000
/** Two frames of one clock come this much sooner or later than it says. */
const jitterMs = 5_000
/** Frames that were sent as they were measured come one after another; stored ones come at once. */
const leastBetweenMs = 1_000

/**
 * Recognises a terminal's clock that was set back: frames one by one, each older than the truck's newest, that come as far apart as they
 * say. Stored frames come faster than that, and repeated ones are known. From the second one on they count by the clock as it was before,
 * or litres would seem to come back in the middle of a flow. The server cannot know it of the first one, which counts as late.
 */
export class DeviceClock {
  /** How far the clock is behind; 0 while it is right. */
  #behindMs = 0
  #lastLate: Reading | null = null
  readonly #known = new BigUint64Array(MAX_KNOWN_FRAMES)
  #next = 0

  /** The reading with the time at which it counts; `newestAt` is that of the truck. */
  correct(reading: Reading, newestAt: number): Reading {
    const corrected = reading.resent || reading.clockError ? reading : this.#judge(reading, newestAt)
    if (corrected.at >= newestAt) this.#remember(reading.digest)
    return corrected
  }

  #judge(reading: Reading, newestAt: number): Reading {
    const behindMs = reading.receivedAt - reading.at
    if (this.#behindMs !== 0) {
      if (Math.abs(behindMs - this.#behindMs) <= jitterMs) return this.#setRight(reading)
      this.#behindMs = 0
    }
    const before = this.#lastLate
    const isLate = reading.at < newestAt && behindMs >= leastBackMs && !this.#known.includes(BigInt.asUintN(64, reading.digest))
    this.#lastLate = isLate ? reading : null
    if (!isLate || before === null || before.digest === reading.digest) return reading
    const isPaced = reading.receivedAt - before.receivedAt >= leastBetweenMs && reading.at > before.at
    if (!isPaced || Math.abs(behindMs - (before.receivedAt - before.at)) > jitterMs) return reading
    this.#behindMs = behindMs
    this.#lastLate = null
    return this.#setRight(reading)
  }

  #setRight(reading: Reading): Reading {
    return { ...reading, at: reading.at + this.#behindMs, clockError: true }
  }

  #remember(digest: bigint): void {
    this.#known[this.#next] = BigInt.asUintN(64, digest)
    this.#next = (this.#next + 1) % MAX_KNOWN_FRAMES
  }
}
