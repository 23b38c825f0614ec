import { photoCalls } from '@tanker/contract/endpoints/photos'
import type { PhotoKind } from '@tanker/domain/devices/photo'
import { PartlyReadFile } from '../../platform/http/partly-read-file.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { openEvidenceStore, refuseUnreadable } from '../evidence/feature.ts'
import { photoErrors } from './photo-errors.ts'

const MEDIA_TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const satisfies Readonly<Record<PhotoKind, string>>

/** The files of photos, for who may see their truck. */
export function photoRoutes({ settings, now }: HttpParts): Route[] {
  const store = openEvidenceStore(settings, () => now().getTime())
  return [
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
