import { readFrame, type Frame } from './frame.ts'

/** Bytes between two delimiters that are no packet. */
export type BadFrame = {
  readonly reason: BadFrameReason
  /** As received, still escaped; a too long one is cut at the limit. */
  readonly bytes: Uint8Array
}

/**
 * `garbage`: bytes before the first delimiter; `escape`: 7D not followed by 01 or 02;
 * `checksum`: the XOR does not match; `header`: too short for its header; `too-long`: no closing
 * delimiter within the limit.
 */
export type BadFrameReason = 'garbage' | 'escape' | 'checksum' | 'header' | 'too-long'

export type FrameStreamOptions = {
  /** Called for each packet, in order, from inside `push`. */
  onFrame(frame: Frame): void
  onBad(bad: BadFrame): void
  /** The longest run of escaped bytes between delimiters that is read; default 4,096. */
  readonly maxFrameBytes?: number
}

export type FrameStream = {
  /** Takes the next bytes of the connection, cut anywhere. */
  push(chunk: Uint8Array): void
}

/** Bytes between two delimiters that are looked at: the longest packet with every byte escaped is half of it. */
const MAX_FRAME_BYTES = 4_096

const delimiter = 0x7e
const escape = 0x7d

/**
 * Cuts a byte stream into JT/T 808 packets. Delimiters may be shared by neighbours; after garbage
 * the next delimiter starts afresh. Nothing is kept of an idle connection.
 */
export const createFrameStream = (options: FrameStreamOptions): FrameStream => new Cutter(options)

/** A class, not closures: a gateway has thousands, and each further object on the way of a byte is a wait for memory. */
class Cutter implements FrameStream {
  readonly #options: FrameStreamOptions
  readonly #maxFrameBytes: number
  #carried: Uint8Array | null = null
  #carriedLength = 0
  #begun = false
  #skipping = false

  constructor(options: FrameStreamOptions) {
    this.#options = options
    this.#maxFrameBytes = options.maxFrameBytes ?? MAX_FRAME_BYTES
  }

  push(chunk: Uint8Array): void {
    let start = 0
    let nextEscape = chunk.indexOf(escape)
    for (;;) {
      const end = chunk.indexOf(delimiter, start)
      if (end < 0) break
      if (this.#skipping) {
        this.#skipping = false
      } else if (this.#carriedLength > 0) {
        this.#takePart(chunk, start, end)
        const joined = this.#dropCarried()
        if (joined.length > 0) this.#deliver(joined, 0, joined.length, joined.includes(escape))
        this.#skipping = false
      } else if (end - start > this.#maxFrameBytes) {
        this.#options.onBad({ reason: 'too-long', bytes: chunk.subarray(start, start + this.#maxFrameBytes) })
      } else if (end > start) {
        while (nextEscape >= 0 && nextEscape < start) nextEscape = chunk.indexOf(escape, start)
        this.#deliver(chunk, start, end, nextEscape >= 0 && nextEscape < end)
      }
      this.#begun = true
      start = end + 1
    }
    this.#takePart(chunk, start, chunk.length)
  }

  #deliver(bytes: Uint8Array, start: number, end: number, mayBeEscaped: boolean): void {
    if (!this.#begun) {
      this.#options.onBad({ reason: 'garbage', bytes: bytes.subarray(start, end) })
      return
    }
    const frame = mayBeEscaped ? frameOfEscaped(bytes, start, end) : frameOfPlain(bytes, start, end)
    if (typeof frame === 'string') this.#options.onBad({ reason: frame, bytes: bytes.subarray(start, end) })
    else this.#options.onFrame(frame)
  }

  /** Takes what lies before the next delimiter, or before the end of the chunk. */
  #takePart(chunk: Uint8Array, start: number, end: number): void {
    if (this.#skipping || start === end) return
    const room = this.#maxFrameBytes - this.#carriedLength
    if (end - start <= room) {
      this.#carry(chunk, start, end)
      return
    }
    this.#carry(chunk, start, start + room)
    this.#skipping = true
    this.#options.onBad({ reason: 'too-long', bytes: this.#dropCarried() })
  }

  #carry(chunk: Uint8Array, start: number, end: number): void {
    const needed = this.#carriedLength + end - start
    if (this.#carried === null || this.#carried.length < needed) {
      const grown = new Uint8Array(Math.max(needed, this.#carriedLength * 2, 64))
      if (this.#carried !== null) grown.set(this.#carried.subarray(0, this.#carriedLength))
      this.#carried = grown
    }
    this.#carried.set(chunk.subarray(start, end), this.#carriedLength)
    this.#carriedLength = needed
  }

  #dropCarried(): Uint8Array {
    const bytes = this.#carried === null ? new Uint8Array(0) : this.#carried.subarray(0, this.#carriedLength)
    this.#carried = null
    this.#carriedLength = 0
    return bytes
  }
}

function frameOfPlain(bytes: Uint8Array, start: number, end: number): Frame | BadFrameReason {
  let sum = 0
  for (let i = start; i < end; i++) sum ^= bytes[i] ?? 0
  return sum === 0 ? readFrame(bytes, start, end) : 'checksum'
}

/** Unescapes all between the delimiters in one pass, the checksum byte included. */
function frameOfEscaped(bytes: Uint8Array, start: number, end: number): Frame | BadFrameReason {
  const plain = new Uint8Array(end - start)
  let length = 0
  let sum = 0
  for (let i = start; i < end; i++) {
    let byte = bytes[i] ?? 0
    if (byte === escape) {
      i++
      const mark = i < end ? bytes[i] : undefined
      if (mark === 0x01) byte = 0x7d
      else if (mark === 0x02) byte = 0x7e
      else return 'escape'
    }
    plain[length++] = byte
    sum ^= byte
  }
  return sum === 0 ? readFrame(plain, 0, length) : 'checksum'
}
