import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'

/** Up to and including 1 MiB (readings: photo). */
export const MAX_PHOTO_BYTES = 1_048_576

/** By the first bytes of the file: its name and what a browser says of it prove nothing. */
const SIGNS = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/gif': [0x47, 0x49, 0x46, 0x38],
} as const
export type PhotoType = keyof typeof SIGNS

/** What kind of picture it is; null for anything but jpg, jpeg, gif and png (spec 5.2). */
export const photoType = (content: Uint8Array): PhotoType | null =>
  (Object.keys(SIGNS) as PhotoType[]).find((type) => SIGNS[type].every((byte, index) => content[index] === byte)) ?? null

// spec 8.3
const WRONG_TYPE = {
  zh: '照片格式不支持，请使用 jpg、jpeg、gif 或 png。',
  en: 'This type of photo is not supported; please use jpg, jpeg, gif or png.',
}
const TOO_LARGE = { zh: '照片不能超过 1 MB。', en: 'The photo must not be over 1 MB.' }

/** What is wrong with a photo; null when it can be taken. */
export const photoProblem = (content: Uint8Array): Text | null =>
  photoType(content) === null ? WRONG_TYPE : content.byteLength > MAX_PHOTO_BYTES ? TOO_LARGE : null

/** GET /baseData/driver/photo: the picture as a data address; null without one. */
export const driverPhoto = z.object({ dataUrl: z.string().nullable() })
