import type { RepairOrder } from '@tanker/contract/repair-orders'
import type { ScopedDb } from '@tanker/database/scope'
import type { DevicePart } from '@tanker/domain/devices/device-part'
import { faultAgainAfter } from '@tanker/reports/devices/repair-of-part'
import { errors } from '../../platform/http/errors.ts'

/** Former orders shown. */
const MAX_FORMER = 10

/** The open order of a part of a truck, and its former ones. */
export async function repairOrdersOf(
  db: ScopedDb,
  truckId: number,
  part: DevicePart,
): Promise<{ open: RepairOrder | null; former: RepairOrder[] }> {
  const truck = await db.from('truck').where('truck.id', '=', truckId).select('truck.id').executeTakeFirst()
  if (!truck) throw errors.truckNotFound()
  const rows = await db
    .from('repair_order')
    .where('repair_order.truck_id', '=', truck.id)
    .where('repair_order.part', '=', part)
    .selectAll('repair_order')
    .select(faultAgainAfter.as('came_back'))
    .orderBy('repair_order.ended_at', (order) => order.desc().nullsFirst())
    .orderBy('repair_order.id', 'desc')
    .limit(MAX_FORMER + 1)
    .execute()
  const orders = rows.map((row) => ({
    ended: row.ended_at !== null,
    order: {
      id: row.id,
      version: row.version,
      state: row.state,
      repairer: row.repairer,
      phone: row.phone,
      note: row.note,
      outcome: row.outcome,
      resultNote: row.result_note,
      createdBy: row.created_by,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
      startedAt: row.started_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      cameBack: row.came_back,
    },
  }))
  return {
    open: orders.find(({ ended }) => !ended)?.order ?? null,
    former: orders.flatMap(({ ended, order }) => (ended ? [order] : [])).slice(0, MAX_FORMER),
  }
}
