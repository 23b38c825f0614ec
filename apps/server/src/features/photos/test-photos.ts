import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PHOTO_TRIGGERS } from '@tanker/domain/devices/photo'
import type { TestApi } from '../../platform/http/test-api.ts'
import { evidencePath } from '../evidence/feature.ts'
import { picture } from '../evidence/test-evidence.ts'

/** A photo of each truck and trigger, an hour apart; the files are those of the folder, if there is one. */
export async function seedPhotos({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>, dataFolder?: string): Promise<void> {
  const { rows: trucks } = await pool.query<{ id: number; organisationId: number }>(
    'SELECT id, organisation_id AS "organisationId" FROM truck ORDER BY id',
  )
  for (const { id, organisationId } of trucks)
    for (const [index, trigger] of PHOTO_TRIGGERS.entries()) {
      const content = picture(400 + index, `${id} ${trigger}`)
      const sha256 = createHash('sha256').update(content).digest()
      const at = new Date(now.getTime() - (index + 1) * 3_600_000)
      const path = evidencePath(at, `photo-${id}-${index}`, sha256.toString('hex').slice(0, 12), 'jpg')
      if (dataFolder !== undefined) {
        const file = join(dataFolder, 'evidence', path)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, content)
      }
      await pool.query(
        `INSERT INTO photo (truck_id, organisation_id, media_id, channel, camera, trigger, taken_at, lat, lng, speed_kmh, kind, bytes, sha256, path, received_at)
         VALUES ($1, $2, $3, 3, 'api', $4, $5, 31.3, 120.6, $6, 'jpg', $7, $8, $9, $5)`,
        [id, organisationId, index + 1, trigger, at, index * 10, content.length, sha256, path],
      )
    }
}
