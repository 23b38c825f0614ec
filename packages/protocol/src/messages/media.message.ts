// Pictures, sound and clips by JT/T 808 itself (JT/T 808-2019 sections 8.53–8.62).

import { byte, doubleWord, list, message, remainingBytes, struct, tail, time, word, type Field } from '../layout.ts'
import type { LocationBase } from '../location.ts'
import { locationBase } from './location-layouts.ts'

const head = {
  mediaId: doubleWord,
  /** 0 picture, 1 sound, 2 video. */
  type: byte,
  /** 0 JPEG, 1 TIF, 2 MP3, 3 WAV, 4 WMV. */
  format: byte,
  /** 0 asked for, 1 timer, 2 robbery, 3 collision, 4 door open, 5 shut, 6 shut and past 20 km/h, 7 distance. */
  event: byte,
  channel: byte,
}

/** 0x0800: the picture itself follows by 0x0801. */
export const mediaEvent = message(0x0800, 'media-event', struct(head), { to: 'commands', acknowledged: true })

type MediaData = {
  mediaId: number
  type: number
  format: number
  event: number
  channel: number
  /** Absent from 2011 terminals. */
  location?: LocationBase
  data: Uint8Array
}

const fields = struct(head)

const mediaDataLayout: Field<MediaData> = {
  read(reader, context) {
    const known = fields.read(reader, context)
    const { bytes, position } = reader
    const startsPicture = bytes[position] === 0xff && bytes[position + 1] === 0xd8
    if (reader.remaining < 28 || startsPicture) return { ...known, data: reader.view(reader.remaining) }
    return { ...known, location: locationBase.read(reader, context), data: reader.view(reader.remaining) }
  },
  write(writer, value, context) {
    fields.write(writer, value, context)
    if (value.location !== undefined) locationBase.write(writer, value.location, context)
    writer.view(value.data)
  },
  shape: { kind: 'named', name: 'mediaData' },
}

/** 0x0801: nearly always in parts; answered by 0x8800 once it is durable. */
export const mediaData = message(0x0801, 'media-data', mediaDataLayout, { to: 'commands', acknowledged: false })

/** 0x8800: answers 0x0801; without `missing` all arrived. */
export const mediaReceived = message(0x8800, 'media-received', struct({ mediaId: doubleWord, missing: tail(list(byte, word)) }))

/** 0x8801 */
export const takePicture = message(
  0x8801,
  'take-picture',
  struct({
    channel: byte,
    /** 0 stop, FFFF record a clip, else the number of pictures. */
    command: word,
    intervalS: word,
    /** 1 keep, 0 send at once. */
    save: byte,
    /** 0 lowest, 1 320×240, 2 640×480, 3 800×600, 4 1024×768, 5 QCIF, 6 CIF, 7 half D1, 8 D1, FF highest. */
    resolution: byte,
    quality: byte,
    brightness: byte,
    contrast: byte,
    saturation: byte,
    chroma: byte,
  }),
)

/** 0x0805 */
export const pictureAnswer = message(
  0x0805,
  'picture-answer',
  struct({
    replySerial: word,
    /** 0 ok, 1 failed, 2 no such channel. */
    result: byte,
    mediaIds: tail(list(word, doubleWord)),
  }),
  { to: 'commands', acknowledged: false },
)

/** 0x8802 */
export const searchMedia = message(0x8802, 'search-media', struct({ type: byte, channel: byte, event: byte, from: time, to: time }))

type MediaFound = {
  replySerial: number
  items: {
    /** Absent from 2011 terminals. */
    mediaId?: number
    type: number
    channel: number
    event: number
    location: LocationBase
  }[]
}

const mediaFoundLayout: Field<MediaFound> = {
  read(reader, context) {
    const replySerial = reader.u16()
    const count = reader.u16()
    const hasIds = count === 0 || reader.remaining >= count * 35
    const items: MediaFound['items'] = []
    while (items.length < count && !reader.short) {
      items.push({
        ...(hasIds ? { mediaId: reader.u32() } : undefined),
        type: reader.u8(),
        channel: reader.u8(),
        event: reader.u8(),
        location: locationBase.read(reader, context),
      })
    }
    return { replySerial, items }
  },
  write(writer, value, context) {
    writer.u16(value.replySerial)
    writer.u16(value.items.length)
    for (const item of value.items) {
      if (item.mediaId !== undefined) writer.u32(item.mediaId)
      writer.u8(item.type)
      writer.u8(item.channel)
      writer.u8(item.event)
      locationBase.write(writer, item.location, context)
    }
  },
  shape: { kind: 'named', name: 'mediaFound' },
}

/** 0x0802 */
export const mediaFound = message(0x0802, 'media-found', mediaFoundLayout)

/** 0x8803 */
export const uploadStoredMedia = message(
  0x8803,
  'upload-stored-media',
  struct({ type: byte, channel: byte, event: byte, from: time, to: time, delete: byte }),
)

/** 0x8804 */
export const recordSound = message(
  0x8804,
  'record-sound',
  struct({
    /** 0 stop, 1 start. */
    command: byte,
    /** 0 until stopped. */
    seconds: word,
    save: byte,
    /** 0 8 kHz, 1 11 kHz, 2 23 kHz, 3 32 kHz. */
    rate: byte,
  }),
)

/** 0x8805 */
export const uploadOneMedia = message(0x8805, 'upload-one-media', struct({ mediaId: doubleWord, delete: byte }))

/** 0x0901: gzip; the packing is left to the caller. */
export const compressed = message(0x0901, 'compressed', struct({ length: doubleWord, data: remainingBytes }))
