/**
 * One piece of video or sound on a media socket: a header of 16 bytes, big-endian, then the data.
 *
 * | byte | content |
 * |---|---|
 * | 0 | 0 video, 1 sound |
 * | 1 | bit 0: a key frame |
 * | 2 | payload type of JT/T 1078 as the camera sent it: 98 H.264, 99 H.265; 6 G.711A |
 * | 3 | 0 |
 * | 4 | epoch: pieces of an older one are dropped |
 * | 6 | 0 |
 * | 8 | time of the terminal, milliseconds, as a double |
 *
 * Video data is one access unit in Annex B. Sound is PCM of 16 bits, little-endian, one channel, 8 kHz.
 */
export type MediaFrame = {
  readonly kind: 'video' | 'audio'
  readonly isKey: boolean
  readonly payloadType: number
  readonly epoch: number
  /** Milliseconds by the terminal. */
  readonly at: number
  readonly data: Uint8Array
}

const MEDIA_HEADER_BYTES = 16
export const MEDIA_KINDS = ['video', 'audio'] as const
const KEY_BIT = 1

export function writeMediaFrame({ kind, isKey, payloadType, epoch, at, data }: MediaFrame): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(MEDIA_HEADER_BYTES + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, MEDIA_KINDS.indexOf(kind))
  view.setUint8(1, isKey ? KEY_BIT : 0)
  view.setUint8(2, payloadType)
  view.setUint16(4, epoch & 0xffff)
  view.setFloat64(8, at)
  bytes.set(data, MEDIA_HEADER_BYTES)
  return bytes
}

/** Null for bytes that are no media frame. The data is a view on the bytes. */
export function readMediaFrame(bytes: Uint8Array): MediaFrame | null {
  if (bytes.length < MEDIA_HEADER_BYTES) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const kind = MEDIA_KINDS[view.getUint8(0)]
  if (kind === undefined) return null
  return {
    kind,
    isKey: (view.getUint8(1) & KEY_BIT) !== 0,
    payloadType: view.getUint8(2),
    epoch: view.getUint16(4),
    at: view.getFloat64(8),
    data: bytes.subarray(MEDIA_HEADER_BYTES),
  }
}
