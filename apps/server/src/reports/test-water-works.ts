import type { TestApi } from '../platform/http/test-api.ts'
import { PLATES } from './test-facts.ts'

/** Minutes before now, and what stands in the tank. */
const SWITCHINGS = [
  { minutes: 300, probeType: 1, action: 'opened', volumeL: 2_000 },
  { minutes: 295, probeType: 1, action: 'closed', volumeL: 8_000 },
  { minutes: 290, probeType: 2, action: 'opened', volumeL: 8_000 },
  { minutes: 250, probeType: 2, action: 'closed', volumeL: 3_000 },
] as const

/** Makes the trucks of the seeded facts water trucks that each filled once and sprayed once. */
export async function seedWaterWorks({ database: { pool }, now, truckId }: TestApi): Promise<void> {
  for (const plate of PLATES) {
    await pool.query(`UPDATE truck SET model = 'sprinkler' WHERE id = $1`, [truckId(plate)])
    for (const { minutes, probeType, action, volumeL } of SWITCHINGS) {
      const said = {
        compartment: 1,
        probeType,
        line: 0,
        action,
        open: action === 'opened',
        wet: false,
        processState: 0,
        levelMm: 900,
        volumeL,
      }
      await pool.query(
        `INSERT INTO record (truck_id, organisation_id, kind, started_at, object, name, ended_at, lat, lng, properties)
         SELECT id, organisation_id, 'seal-change', $2, 100 + $3::int, 'seal-changed', $2, 31.3, 120.6, $4 FROM truck WHERE id = $1`,
        [
          truckId(plate),
          new Date(now.getTime() - minutes * 60_000),
          probeType,
          JSON.stringify({ ...said, sealCount: 3, loaded: false, resent: false }),
        ],
      )
    }
  }
}
