import { photoCalls } from '@tanker/contract/endpoints/photos'
import { MAX_ALARM_PHOTOS } from '@tanker/contract/photos'
import { cameraName } from '@tanker/contract/remote-control'
import type { PhotoKind } from '@tanker/domain/devices/photo'
import { PartlyReadFile } from '../../platform/http/partly-read-file.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { findAlarm } from '../alarm-handling/feature.ts'
import { openEvidenceStore, refuseUnreadable } from '../evidence/feature.ts'
import { photoErrors } from './photo-errors.ts'

const minuteMs = 60_000
const BEFORE_MS = 5 * minuteMs
const AFTER_MS = 15 * minuteMs

const MEDIA_TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const satisfies Readonly<Record<PhotoKind, string>>

/** The files of photos, for who may see their truck. */
export function photoRoutes({ settings, now }: HttpParts): Route[] {
  const store = openEvidenceStore(settings, () => now().getTime())
  return [
    handle(photoCalls.ofAlarm, async ({ input: { alarmId }, db, timeZone }) => {
      const { truckId, startedAt } = await findAlarm(db, alarmId, timeZone)
      const photos = await db
        .from('photo')
        .where('photo.truck_id', '=', truckId)
        .where('photo.taken_at', '>=', new Date(startedAt.getTime() - BEFORE_MS))
        .where('photo.taken_at', '<=', new Date(startedAt.getTime() + AFTER_MS))
        .orderBy('photo.taken_at')
        .orderBy('photo.id')
        .limit(MAX_ALARM_PHOTOS)
        .select(['photo.id', 'photo.taken_at', 'photo.camera', 'photo.channel', 'photo.trigger'])
        .execute()
      return photos.map(({ taken_at, camera, ...photo }) => ({
        ...photo,
        takenAt: taken_at.toISOString(),
        camera: cameraName.safeParse(camera).data ?? null,
      }))
    }),
    handle(photoCalls.file, async ({ input: { photoId }, db }) => {
      const photo = await db.from('photo').where('photo.id', '=', photoId).select(['path', 'sha256', 'kind', 'bytes']).executeTakeFirst()
      if (!photo) throw photoErrors.noSuchPhoto()
      return new PartlyReadFile({
        type: MEDIA_TYPES[photo.kind],
        name: `photo-${photoId}.${photo.kind}`,
        bytes: photo.bytes,
        digest: photo.sha256.toString('hex'),
        read: (from, to) => store.read(photo.path, photo.sha256, from, to).catch(refuseUnreadable),
      })
    }),
  ]
}
