import type { HandoverSignature } from '@tanker/contract/handovers'
import type { ScopedDb } from '@tanker/database/scope'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'

/** `changed`: another user signed or disputed it since this user loaded it. */
export type Signing = 'kept' | 'not-found' | 'changed'

/** Saves the signature or the dispute of a load. Of two concurrent users one succeeds. A signed handover cannot be changed. */
export async function signAs(db: ScopedDb, { id, seen, state, signer, remark }: HandoverSignature, changer: Changer): Promise<Signing> {
  const [truckId, tripMs, leg] = id.split('-').map(Number) as [number, number, number]
  const startedAt = new Date(tripMs)
  const known = await db
    .from('handover')
    .where('handover.truck_id', '=', truckId)
    .where('handover.trip_started_at', '=', startedAt)
    .where('handover.leg', '=', leg)
    .select(['handover.status', 'handover.organisation_id'])
    .executeTakeFirst()
  if (!known) return 'not-found'
  return db.unscoped.transaction().execute(async (transaction): Promise<Signing> => {
    const { numUpdatedRows } = await transaction
      .updateTable('handover')
      .set({ status: state, signer, remark, signed_at: changer.at, signed_by: db.scope.userId })
      .where('truck_id', '=', truckId)
      .where('trip_started_at', '=', startedAt)
      .where('leg', '=', leg)
      .where('status', '=', seen)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return 'changed'
    await recordChanges(transaction, changer, [
      {
        entity: 'handover',
        // A handover has no id of its own: it is identified by truck, trip and leg.
        rowId: truckId,
        organisationId: known.organisation_id,
        action: state === 'disputed' ? 'dispute' : 'sign',
        old: { status: seen },
        new: { tripStartedAt: startedAt.toISOString(), leg, status: state, signer, remark },
      },
    ])
    return 'kept'
  })
}
