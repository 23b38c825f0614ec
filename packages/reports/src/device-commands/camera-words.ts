/** What camera setup shows: words of channels, cameras and photos, and where they stand in SQL. */
import { CAMERA_CHANNELS } from '@tanker/domain/trucks/truck-choices'
import { CAMERA_SETTINGS } from '@tanker/parameters/camera-settings'
import { CAMERA_CHANNEL_COUNT, PHOTO_OCCASIONS } from '@tanker/parameters/device-files/system-fields'
import { type RawBuilder, sql } from 'kysely'
import { numberInFile, textInFile } from './file-values-in-sql.ts'

const NONE = { zh: '无', en: 'None' } as const

const channelNumbers = Array.from({ length: CAMERA_CHANNEL_COUNT }, (_, i) => i + 1)
/** `3`, and `none` where it is known that there is none. */
export const CHANNELS = { ...Object.fromEntries(channelNumbers.map((n) => [n, { zh: String(n), en: String(n) }])), none: NONE }
/** `3-manhole`. */
export const CAMERAS = Object.fromEntries(
  channelNumbers.flatMap((n) =>
    Object.entries(CAMERA_CHANNELS).map(([name, { zh, en }]) => [`${n}-${name}`, { zh: `${n} ${zh}`, en: `${n} ${en}` }] as const),
  ),
)
/** `3-1`: channel 3 when a manhole opens. */
export const PHOTOS = {
  ...Object.fromEntries(
    channelNumbers.flatMap((n) =>
      PHOTO_OCCASIONS.map(({ value, text: { zh, en } }) => [`${n}-${value}`, { zh: `${n} ${zh}`, en: `${n} ${en}` }] as const),
    ),
  ),
  none: NONE,
}

/** The fields of syscfg.txt that camera setup shows. */
export const CAMERA_FIELDS = CAMERA_SETTINGS.flatMap(({ fields }) => fields)
const fieldOf = (key: string) => CAMERA_FIELDS.find((field) => field.key === key)!
/** As the query joins them. */
const TEXTS = sql.ref('settings.texts')
/** SQL: a number of the file; null where it is not known. */
export const number = (key: string) => numberInFile(TEXTS, fieldOf(key))
/** SQL: a text of the file; null where it is not known. */
export const textOf = (key: string) => textInFile(TEXTS, fieldOf(key))

/** SQL: the channels of a mask; null where it is not known. */
export const channelsIn = (key: string): RawBuilder<string | null> => {
  const mask = number(key)
  return sql`CASE WHEN ${mask} = 0 THEN 'none' ELSE (SELECT string_agg((bit + 1)::text, ',' ORDER BY bit)
    FROM generate_series(0, ${sql.lit(CAMERA_CHANNEL_COUNT - 1)}) AS bit WHERE (${mask} >> bit) & 1 = 1) END`
}

/** SQL: when each channel takes photos by itself. */
export const photos = (): RawBuilder<string | null> => {
  const masks = channelNumbers.map((n) => number(`camMask${n}`))
  const listed = sql.join(masks.map((mask, i) => sql`(${sql.lit(i + 1)}, ${mask})`))
  return sql`(SELECT CASE WHEN bool_or(c.mask <> 0) THEN (SELECT string_agg(d.channel || '-' || bit, ',' ORDER BY d.channel, bit)
      FROM (VALUES ${listed}) AS d (channel, mask), generate_series(0, ${sql.lit(PHOTO_OCCASIONS.length - 1)}) AS bit WHERE (d.mask >> bit) & 1 = 1)
    WHEN count(c.mask) > 0 THEN 'none' END FROM (VALUES ${listed}) AS c (channel, mask))`
}

/** SQL: where its cameras look, by their channels in base data. */
export const cameras = sql<string | null>`(SELECT string_agg(c.channel || '-' || c.name, ',' ORDER BY c.channel)
  FROM unnest(truck.camera_channels) WITH ORDINALITY AS c (name, channel) WHERE c.name = ANY (${Object.keys(CAMERA_CHANNELS)}::text[]))`
