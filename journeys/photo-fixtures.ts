import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { drawTankView, type TankView } from '@tanker/fleet/camera/tank-view'
import type { RunningProduct } from './running-product.ts'

type Photo = Pick<TankView, 'camera' | 'isOpen' | 'speedKmh'> & { readonly trigger: string; readonly minutesAgo: number }

const PHOTOS: readonly Photo[] = [
  { camera: 'manhole', isOpen: true, speedKmh: 0, trigger: 'door-opened', minutesAgo: 64 },
  { camera: 'api', isOpen: false, speedKmh: 0, trigger: 'order', minutesAgo: 150 },
  { camera: 'manhole', isOpen: false, speedKmh: 0, trigger: 'order', minutesAgo: 151 },
  { camera: 'cab', isOpen: false, speedKmh: 42, trigger: 'timer', minutesAgo: 190 },
]
const CHANNELS = { cab: 1, subsea: 2, api: 3, manhole: 4 } as const
const minuteMs = 60_000

/** Photos of a truck, with their files in the data folder. */
export async function storePhotoFixtures(
  { database: { pool } }: RunningProduct,
  truckId: number,
  dataFolder: string,
  now: string,
): Promise<void> {
  const { rows } = await pool.query<{ plate: string }>('SELECT plate FROM truck WHERE id = $1', [truckId])
  for (const [index, { trigger, minutesAgo, ...seen }] of PHOTOS.entries()) {
    const at = new Date(Date.parse(now) - minutesAgo * minuteMs)
    // As the terminal writes it, by Beijing time.
    const time = new Date(at.getTime() + 480 * minuteMs).toISOString().replaceAll(/\D/g, '').slice(2, 14)
    const content = drawTankView({ ...seen, plate: rows[0]?.plate ?? '', time })
    const path = `${at.toISOString().slice(0, 10)}/photo-${index}.jpg`
    const file = join(dataFolder, 'evidence', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    await pool.query(
      `INSERT INTO photo (truck_id, organisation_id, media_id, channel, camera, trigger, taken_at, lat, lng, speed_kmh, kind, bytes, sha256, path, received_at)
       SELECT id, organisation_id, $2, $3, $4, $5, $6, 31.412, 120.612, $7, 'jpg', $8, $9, $10, $6::timestamptz + interval '4 seconds' FROM truck WHERE id = $1`,
      [
        truckId,
        index,
        CHANNELS[seen.camera],
        seen.camera,
        trigger,
        at,
        seen.speedKmh,
        content.length,
        createHash('sha256').update(content).digest(),
        path,
      ],
    )
  }
}
