/** Sustained frames per second of a truck; terminals send one per ten seconds, and some tens per second when they catch up. */
export const MAX_FRAMES_PER_SECOND = 50
/** Burst of a truck after a pause: the parts of the longest message. */
export const MAX_FRAMES_AT_ONCE = 1_000

export type FrameLimits = {
  /** Sustained frames per second. */
  readonly framesPerSecond: number
  /** Burst after a pause. */
  readonly framesAtOnce: number
}

/**
 * Rate limit of one truck's frames: a burst, and a sustained rate. It also limits bytes and readings,
 * because a frame has at most 1,023 bytes, which is 34 positions.
 */
export class FrameBudget {
  #spent = 0
  #second = 0

  /** Counts a frame in a second of the gateway, numbered from 0; false if the budget is used up. */
  spend(second: number, { framesPerSecond, framesAtOnce }: FrameLimits): boolean {
    if (second !== this.#second) {
      // Excess frames of one read do not count against the truck for longer than a second.
      this.#spent = Math.max(0, Math.min(this.#spent, framesAtOnce) - (second - this.#second) * framesPerSecond)
      this.#second = second
    }
    this.#spent += 1
    return this.#spent < framesAtOnce
  }
}
