import type { Frame } from '@tanker/protocol/frame'
import type { Outlet } from './outlet.ts'

/** Frames of one truck that wait behind its rebuild or a long message; at this many its socket is not read until they have gone on. */
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

  readonly #connection: Outlet

  constructor(connection: Outlet) {
    this.#connection = connection
  }

  /** A frame that comes now must wait. */
  get mustWait(): boolean {
    return this.#holds > 0 || this.#frames.length > 0
  }

  /** How many pieces of work the truck is busy with. */
  get holds(): number {
    return this.#holds
  }

  /** Keeps a copy of the frame, whose bytes are those of the read buffer. `take` gets it when its turn comes, without asking `mustWait`. */
  add(frame: Frame, take: (frame: Frame) => void): void {
    this.#take = take
    this.#frames.push({ ...frame, body: frame.body.slice() })
    if (this.#frames.length >= MAX_HELD) this.#connection.pause(this)
  }

  /** A piece of work begins that later frames must wait for. Each `hold` needs its `release`. */
  hold(): void {
    this.#holds += 1
  }

  /** A piece of work is done. After the last one the frames that waited go on, until one of them is long work again. */
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
