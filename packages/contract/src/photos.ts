import { PHOTO_TRIGGER_WORDS, type PhotoTrigger } from '@tanker/domain/devices/photo'
import { z } from 'zod'
import { cameraName } from './remote-control.ts'

export const photoFileQuery = z.object({ photoId: z.string().regex(/^\d{1,18}$/) })

export const alarmPhotosQuery = z.object({ alarmId: z.string().regex(/^\d{1,18}$/) })

/** Photos around an alarm; the cameras of a truck take fewer in that time. */
export const MAX_ALARM_PHOTOS = 12

const TRIGGERS = Object.keys(PHOTO_TRIGGER_WORDS) as [PhotoTrigger, ...PhotoTrigger[]]

/** Photos of a truck from five minutes before an alarm to fifteen after it, in the order of time. */
export const alarmPhotos = z.array(
  z.object({
    id: z.string(),
    takenAt: z.string(),
    /** Null where base data says nothing of the channel. */
    camera: cameraName.nullable(),
    channel: z.number().int(),
    trigger: z.enum(TRIGGERS),
  }),
)
