import type { Frame } from '@tanker/protocol/frame'
import type { SessionConnection } from './session-connection.ts'

/** Frames of one truck that wait behind its rebuild or a long message; at this many its socket is paused until they are processed. */
const MAX_HELD = 500

/**
 * Keeps the order of one truck's frames while the truck is busy: new frames wait here and are processed in
 * the order they came. The socket is paused at a bound, so what waits never grows by more than one read beyond it.
 */
export class HeldFrames {
  #frames: Frame[] = []
  #holds = 0
  #goesOn = false
  #take: ((frame: Frame) => void) | null = null

  readonly #connection: SessionConnection

  constructor(connection: SessionConnection) {
    this.#connection = connection
  }

  /** Whether a frame that comes now must wait. */
  get mustWait(): boolean {
    return this.#holds > 0 || this.#frames.length > 0
  }

  /** Number of running holds. */
  get holds(): number {
    return this.#holds
  }

  /** Queues a copy of the frame, whose bytes belong to the read buffer. `take` gets it in its turn, without checking `mustWait`. */
  add(frame: Frame, take: (frame: Frame) => void): void {
    this.#take = take
    this.#frames.push({ ...frame, body: frame.body.slice() })
    if (this.#frames.length >= MAX_HELD) this.#connection.pause(this)
  }

  /** Starts work that later frames must wait for. Each `hold` needs a `release`. */
  hold(): void {
    this.#holds += 1
  }

  /** Ends work. After the last one the waiting frames are processed, until one of them holds again. */
  release(): void {
    this.#holds -= 1
    if (this.#goesOn) return
    this.#goesOn = true
    while (this.#holds === 0) {
      const frame = this.#frames.shift()
      if (frame === undefined) break
      this.#take?.(frame)
    }
    this.#goesOn = false
    if (this.#frames.length === 0) this.#connection.resume(this)
  }

  /** The session has ended: nothing that waits is acknowledged, so the terminal sends it again. */
  drop(): void {
    this.#frames = []
    this.#connection.resume(this)
  }
}
