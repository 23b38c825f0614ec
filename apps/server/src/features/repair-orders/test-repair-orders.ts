import type { DevicePart } from '@tanker/domain/devices/device-part'
import type { TestApi } from '../../platform/http/test-api.ts'

/** An open repair order of one part of every truck. */
export async function seedRepairOrders(
  { database: { pool }, now }: Pick<TestApi, 'database' | 'now'>,
  part: DevicePart = 'camera',
): Promise<void> {
  await pool.query(
    `INSERT INTO repair_order (truck_id, organisation_id, part, repairer, created_by, created_at)
     SELECT t.id, t.organisation_id, $2, '外人维修', '外人派修' || o.code, $1
     FROM truck t JOIN organisation o ON o.id = t.organisation_id`,
    [now, part],
  )
}
