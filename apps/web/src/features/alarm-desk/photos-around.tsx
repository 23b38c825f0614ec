import type { DeskAlarm } from '@tanker/contract/alarm-desk'
import { photoCalls } from '@tanker/contract/endpoints/photos'
import { PHOTO_TRIGGER_WORDS } from '@tanker/domain/devices/photo'
import { CAMERA_CHANNELS } from '@tanker/domain/trucks/truck-choices'
import { shownFrom } from '../../platform/calls/download.ts'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { PhotoStrip } from '../../report/photo-gallery.tsx'
import { Part } from './alarm-evidence.tsx'

const TITLE = { zh: '前后照片', en: 'Photos around it' } as const

/** While photos of the alarm may still come. */
const FRESH_MS = 20 * 60_000
const LOOK_EVERY_MS = 15_000

/** What cameras of the truck photographed around the alarm, by order or by themselves; nothing where there is none. */
export const PhotosAround = ({ alarm: { id: alarmId, plate, startedAt } }: { alarm: Pick<DeskAlarm, 'id' | 'plate' | 'startedAt'> }) => {
  const isFresh = Date.now() - Date.parse(startedAt) < FRESH_MS
  const { data } = useEndpoint(photoCalls.ofAlarm, { alarmId }, { purpose: 'silent', refetchInterval: isFresh ? LOOK_EVERY_MS : false })
  if (!data || data.length === 0) return null
  const photos = data.map(({ id, takenAt, camera, channel, trigger }) => ({
    id,
    url: shownFrom(photoCalls.file, { photoId: id }),
    plate,
    takenAt: shownTime(takenAt),
    about: `${camera === null ? channel : text(CAMERA_CHANNELS[camera])} · ${text(PHOTO_TRIGGER_WORDS[trigger])}`,
    where: '',
  }))
  return (
    <Part title={text(TITLE)}>
      <PhotoStrip photos={photos} label={text(TITLE)} />
    </Part>
  )
}
