import { type MediaPacket, mediaParts, mediaTypes } from './media-packet.ts'

/** What the packets of one camera amount to. */
export type CameraItem =
  | {
      readonly is: 'picture' | 'sound'
      readonly payloadType: number
      /** Milliseconds by the terminal. */
      readonly at: number
      /** Its own bytes, no view. */
      readonly data: Uint8Array
    }
  /** Something of the pictures is missing: those up to the next key frame cannot be shown. */
  | { readonly is: 'gap' }

/** One picture: a key frame of full HD has some hundred kilobytes. */
const MAX_FRAME_BYTES = 1_000_000

/** Puts the packets of one channel together to frames. Sound and pictures of one connection may be counted together or each by itself. */
export class MediaFrames {
  #last: number | null = null
  #lastPicture: number | null = null
  #parts: Uint8Array[] = []
  #bytes = 0

  /** What is complete with this packet. */
  push(packet: MediaPacket): readonly CameraItem[] {
    if (packet.type === mediaTypes.transparent) return this.#counted(packet, [])
    if (packet.type === mediaTypes.sound) {
      const { payloadType, at, data } = packet
      return this.#counted(packet, [{ is: 'sound', payloadType, at, data: data.slice() }])
    }
    const isNext = this.#lastPicture === null || follows(packet, this.#lastPicture) || follows(packet, this.#last)
    this.#lastPicture = packet.sequence
    const items: CameraItem[] = []
    if (!isNext) this.#lose(items)
    this.#take(packet, items)
    return this.#counted(packet, items)
  }

  #counted({ sequence }: MediaPacket, items: CameraItem[]): CameraItem[] {
    this.#last = sequence
    return items
  }

  #take(packet: MediaPacket, items: CameraItem[]): void {
    const isBeginning = packet.part === mediaParts.whole || packet.part === mediaParts.first
    const isEnd = packet.part === mediaParts.whole || packet.part === mediaParts.last
    // A frame that begins before the last one ended, or goes on without a beginning.
    if (isBeginning ? this.#parts.length > 0 : this.#parts.length === 0) this.#lose(items)
    if (!isBeginning && this.#parts.length === 0) return
    if (this.#bytes + packet.data.length > MAX_FRAME_BYTES) return this.#lose(items)
    this.#parts.push(packet.data.slice())
    this.#bytes += packet.data.length
    if (!isEnd) return
    items.push({ is: 'picture', payloadType: packet.payloadType, at: packet.at, data: joined(this.#parts, this.#bytes) })
    this.#forget()
  }

  #lose(items: CameraItem[]): void {
    this.#forget()
    if (items.at(-1)?.is !== 'gap') items.push({ is: 'gap' })
  }

  #forget(): void {
    this.#parts = []
    this.#bytes = 0
  }
}

const follows = ({ sequence }: MediaPacket, last: number | null): boolean => last !== null && sequence === ((last + 1) & 0xffff)

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
