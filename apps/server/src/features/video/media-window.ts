import type { SignedInUser } from '../../platform/access/sessions.ts'

/** What is used of a WebSocket (the `ws` of @fastify/websocket). */
export type MediaSocket = {
  readonly bufferedAmount: number
  send(data: string | Uint8Array): void
  close(code?: number, reason?: string): void
  terminate(): void
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown
  on(event: 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** Bytes that wait for a viewer; above it nothing is sent up to a key frame that finds room. */
const MAX_UNSENT_BYTES = 1_048_576
/** A viewer that reads nothing for so long is gone. */
const MAX_STUCK_MS = 30_000

const closeCodes = { ended: 1000, refused: 4003, goingAway: 1001 } as const

/** One window of a browser, to which pictures, sound and texts are sent. */
export class MediaWindow {
  readonly user: SignedInUser
  readonly #socket: MediaSocket
  readonly #uptime: () => number
  #waitsForKey = true
  #isOver = false
  /** Since when more waits for it than may; null: it keeps up. */
  #stuckSince: number | null = null

  constructor(socket: MediaSocket, user: SignedInUser, uptime: () => number) {
    this.#socket = socket
    this.user = user
    this.#uptime = uptime
  }

  write(message: object): void {
    if (!this.#isOver) this.#socket.send(JSON.stringify(message))
  }

  /** What comes next does not go on from what was sent. */
  restart(): void {
    this.#waitsForKey = true
  }

  /** Takes a picture, or drops it where it is of no use. */
  picture(frame: Uint8Array, isKey: boolean): void {
    if (this.#isFull()) this.#waitsForKey = true
    else if (isKey) this.#waitsForKey = false
    if (!this.#waitsForKey && !this.#isOver) this.#socket.send(frame)
  }

  sound(frame: Uint8Array): void {
    if (!this.#isFull() && !this.#isOver) this.#socket.send(frame)
  }

  #isFull(): boolean {
    const isFull = this.#socket.bufferedAmount > MAX_UNSENT_BYTES
    this.#stuckSince = isFull ? (this.#stuckSince ?? this.#uptime()) : null
    return isFull
  }

  /** Called every second. */
  cutIfStuck(): void {
    // Closing would wait behind what is not being read.
    if (this.#isFull() && this.#uptime() - (this.#stuckSince ?? 0) > MAX_STUCK_MS) this.#socket.terminate()
  }

  /** The last message, and the end of the socket. */
  close(last: object, state: 'ended' | 'refused', why: string): void {
    if (this.#isOver) return
    this.write(last)
    this.#isOver = true
    this.#socket.close(why === 'stopping' ? closeCodes.goingAway : closeCodes[state], why)
  }
}
