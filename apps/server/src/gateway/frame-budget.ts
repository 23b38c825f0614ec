/** Frames a second that a truck may send for long; terminals send one in ten seconds, and some tens when they catch up. */
export const MAX_FRAMES_PER_SECOND = 50
/** Frames that a truck may send at once after a pause: as many as the longest message in parts has. */
export const MAX_FRAMES_AT_ONCE = 1_000

export type FrameLimits = {
  /** Frames a second that a truck may send for long. */
  readonly framesPerSecond: number
  /** Frames that a truck may send at once after a pause. */
  readonly framesAtOnce: number
}

/**
 * How many frames one truck may send: so many at once, and so many in each second after that. Frames stand for bytes
 * and readings too, because one frame holds 1,023 bytes at most, which is 34 positions.
 */
export class FrameBudget {
  #spent = 0
  #second = 0

  /** Counts a frame in a second of the gateway, numbered from 0; false when the truck has used up what it may send in it. */
  spend(second: number, { framesPerSecond, framesAtOnce }: FrameLimits): boolean {
    if (second !== this.#second) {
      // What came in one read after the budget was used up is not held against the truck for longer than a second.
      this.#spent = Math.max(0, Math.min(this.#spent, framesAtOnce) - (second - this.#second) * framesPerSecond)
      this.#second = second
    }
    this.#spent += 1
    return this.#spent < framesAtOnce
  }
}
