/** Photos by JT/T 808 itself (0x8801, 0x0801): a terminal keeps each until the platform says that it has it. */
import type { Location } from '@tanker/protocol/location'
import type { Message } from '@tanker/protocol/message'
import type { Received } from './connection.ts'

/** Codes of 0x0801: why a photo was taken. */
export const photoEvents = { order: 0, emergency: 2, doorOpened: 4, other: 8 } as const
const results = { ok: 0, noSuchChannel: 2 } as const

export type PhotoRoll = {
  /** Takes a photo and sends it if the platform is connected. False where the truck has no camera of this channel. */
  take(channel: number, event: number, location: Location): boolean
  /** Answers an order for a photo, and the platform's word that it has one; null: the message is about something else. */
  heard(received: Received, location: Location | null): readonly Message[] | null
  /** Sends all that the platform does not have. */
  sendAll(): void
}

type MediaData = Extract<Message, { kind: 'media-data' }>

/** The memory card: the oldest are overwritten. */
const MAX_PHOTOS = 50

/**
 * @param photograph the picture of a channel at a position; null: no camera
 * @param send does nothing while the platform is not connected
 */
export function createPhotoRoll(
  photograph: (channel: number, location: Location) => Uint8Array | null,
  send: (message: Message) => void,
): PhotoRoll {
  const kept = new Map<number, MediaData>()
  // Numbers of an earlier run are not given again.
  let nextId = Math.floor(Date.now() / 1_000) >>> 0

  function take(channel: number, event: number, location: Location): number | null {
    const data = photograph(channel, location)
    if (data === null) return null
    const mediaId = nextId
    nextId = (nextId + 1) >>> 0
    kept.set(mediaId, { kind: 'media-data', mediaId, type: 0, format: 0, event, channel, location, data })
    const [oldest] = kept.keys()
    if (kept.size > MAX_PHOTOS && oldest !== undefined) kept.delete(oldest)
    return mediaId
  }

  return {
    take(channel, event, location) {
      const mediaId = take(channel, event, location)
      const photo = mediaId === null ? undefined : kept.get(mediaId)
      if (photo) send(photo)
      return photo !== undefined
    },
    heard({ message, serial }, location) {
      if (message.kind === 'media-received') {
        const photo = kept.get(message.mediaId)
        if (!photo) return []
        if ((message.missing ?? []).length > 0) return [photo]
        kept.delete(message.mediaId)
        return []
      }
      if (message.kind !== 'take-picture') return null
      const mediaId = location === null ? null : take(message.channel, photoEvents.order, location)
      const photo = mediaId === null ? undefined : kept.get(mediaId)
      const result = photo ? results.ok : results.noSuchChannel
      const answer: Message = { kind: 'picture-answer', replySerial: serial, result, mediaIds: photo ? [photo.mediaId] : [] }
      return photo ? [answer, photo] : [answer]
    },
    sendAll() {
      for (const photo of kept.values()) send(photo)
    },
  }
}
