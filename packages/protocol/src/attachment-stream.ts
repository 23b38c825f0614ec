// T/JSATL 12-2017 chapter 5: the connection of pictures and clips mixes JT/T 808 packets with pieces of files.

import { ByteReader } from './byte-reader.ts'
import type { Frame } from './frame.ts'
import { createFrameStream } from './frame-stream.ts'

/** What came, in order. `bytes` and the body of a frame are views on what was pushed. */
export type AttachmentItem =
  | { readonly is: 'frame'; readonly frame: Frame }
  /** A part of a piece of a file: pieces are handed on as they come, not collected. */
  | { readonly is: 'data'; readonly name: string; readonly offset: number; readonly bytes: Uint8Array }
  /** Neither of both, or a packet with errors: what follows cannot be read any more. */
  | { readonly is: 'bad' }

const DELIMITER = 0x7e
const DATA_BEGINS = [0x30, 0x31, 0x63, 0x64]
const NAME_BYTES = 50
const HEAD_BYTES = 4 + NAME_BYTES + 4 + 4
/** Escaped bytes of a packet between its delimiters; twice the longest one. */
const MAX_FRAME_BYTES = 4_096

const NOTHING = new Uint8Array(0)

/** Cuts the stream of one connection. A piece of a file is cut by its length: its bytes may be any. */
export class AttachmentStream {
  #carried: Uint8Array = NOTHING
  #name = ''
  #offset = 0
  /** Bytes of the piece that are still to come. */
  #left = 0
  #isBad = false

  /** Takes the next bytes, cut anywhere. After a bad item nothing more is read. */
  push(chunk: Uint8Array): AttachmentItem[] {
    const items: AttachmentItem[] = []
    const bytes = this.#carried.length === 0 ? chunk : joined(this.#carried, chunk)
    let at = 0
    while (!this.#isBad && at < bytes.length) {
      const end = this.#left > 0 ? this.#takeData(bytes, at, items) : this.#takeHead(bytes, at, items)
      if (end === at) break
      at = end
    }
    this.#carried = this.#isBad || at === bytes.length ? NOTHING : bytes.slice(at)
    return items
  }

  #takeData(bytes: Uint8Array, at: number, items: AttachmentItem[]): number {
    const end = Math.min(bytes.length, at + this.#left)
    items.push({ is: 'data', name: this.#name, offset: this.#offset, bytes: bytes.subarray(at, end) })
    this.#offset += end - at
    this.#left -= end - at
    return end
  }

  /** A packet, or the head of a piece; answers `at` while it is not complete. */
  #takeHead(bytes: Uint8Array, at: number, items: AttachmentItem[]): number {
    if (bytes[at] === DELIMITER) return this.#takeFrame(bytes, at, items)
    const known = Math.min(DATA_BEGINS.length, bytes.length - at)
    for (let i = 0; i < known; i += 1) if (bytes[at + i] !== DATA_BEGINS[i]) return this.#bad(at, items)
    if (bytes.length - at < HEAD_BYTES) return at
    const reader = new ByteReader(bytes, at + DATA_BEGINS.length, at + HEAD_BYTES)
    this.#name = reader.paddedText(NAME_BYTES)
    this.#offset = reader.u32()
    this.#left = reader.u32()
    return at + HEAD_BYTES
  }

  #takeFrame(bytes: Uint8Array, at: number, items: AttachmentItem[]): number {
    const end = bytes.indexOf(DELIMITER, at + 1)
    if (end < 0) return bytes.length - at > MAX_FRAME_BYTES ? this.#bad(at, items) : at
    // An end and a beginning next to each other, where something between them was lost.
    if (end === at + 1) return end
    let frame: Frame | null = null
    createFrameStream({ onFrame: (one) => (frame = one), onBad: () => undefined }).push(bytes.subarray(at, end + 1))
    if (frame === null) return this.#bad(at, items)
    items.push({ is: 'frame', frame })
    return end + 1
  }

  #bad(at: number, items: AttachmentItem[]): number {
    this.#isBad = true
    items.push({ is: 'bad' })
    return at
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
