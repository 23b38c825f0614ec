import { type MediaPacket, readMediaPacket } from './media-packet.ts'

const NOTHING = new Uint8Array(0)

/** Cuts the bytes of one connection into packets of JT/T 1078. A packet is some kilobytes at most, so no more is carried over. */
export class MediaStream {
  #carried: Uint8Array = NOTHING
  #isBad = false

  /**
   * Takes the next bytes, cut anywhere. The packets are views on these bytes, or on a copy of them. 'bad': what follows cannot be
   * read any more.
   */
  push(chunk: Uint8Array): readonly (MediaPacket | 'bad')[] {
    const packets: (MediaPacket | 'bad')[] = []
    const bytes = this.#carried.length === 0 ? chunk : joined(this.#carried, chunk)
    let at = 0
    while (!this.#isBad && at < bytes.length) {
      const read = readMediaPacket(bytes, at)
      if (read === 'more') break
      if (read === 'bad') {
        this.#isBad = true
        packets.push('bad')
      } else {
        packets.push(read.packet)
        at = read.end
      }
    }
    this.#carried = this.#isBad || at === bytes.length ? NOTHING : bytes.slice(at)
    return packets
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
