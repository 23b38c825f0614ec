import type { SignHandover } from '@tanker/contract/handovers'
import type { ScopedDb } from '@tanker/database/scope'

/** `changed`: somebody else signed or disputed it after this user had looked. */
export type Signing = 'kept' | 'not-found' | 'changed'

/** Keeps who signed for a load, or what is disputed. Of two people at once one wins. A signed handover stays as it is. */
export async function signAs(db: ScopedDb, { id, seen, state, signer, remark }: SignHandover, at: Date): Promise<Signing> {
  const [truckId, tripMs, leg] = id.split('-').map(Number) as [number, number, number]
  const startedAt = new Date(tripMs)
  const known = await db
    .from('handover')
    .where('handover.truck_id', '=', truckId)
    .where('handover.trip_started_at', '=', startedAt)
    .where('handover.leg', '=', leg)
    .select('handover.status')
    .executeTakeFirst()
  if (!known) return 'not-found'
  const { numUpdatedRows } = await db.unscoped
    .updateTable('handover')
    .set({ status: state, signer, remark, signed_at: at, signed_by: db.scope.userId })
    .where('truck_id', '=', truckId)
    .where('trip_started_at', '=', startedAt)
    .where('leg', '=', leg)
    .where('status', '=', seen)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? 'kept' : 'changed'
}
