import type { ScopedDb } from '@tanker/database/scope'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import type { Refusal } from '../../platform/http/refusal.ts'
import { alarmDeskErrors } from './alarm-desk-errors.ts'
import { keepAssignee, sees } from './assign-alarms.ts'
import { personOf } from './desk-people.ts'
import { lockedShift, openAlarmsOf, SHIFT_ENTITY } from './shift-handovers.ts'

/**
 * Withdraws a shift that was not accepted: null when done. The open alarms that went to the named successor with it come back to who
 * handed over; those that were assigned to the successor before or since stay there.
 */
export async function withdrawHandover(db: ScopedDb, id: number, changer: Changer): Promise<Refusal | null> {
  const giver = await personOf(db, db.scope.userId)
  return db.unscoped.transaction().execute(async (transaction): Promise<Refusal | null> => {
    const shift = await lockedShift(transaction, db, id)
    if (!shift || giver === undefined) return alarmDeskErrors.noSuchShift()
    if (shift.handed_by !== giver.id) return alarmDeskErrors.notOwnShift()
    if (shift.accepted_at !== null) return alarmDeskErrors.shiftAccepted()
    if (shift.handed_to !== null) {
      const moved = await openAlarmsOf(transaction, shift.handed_to, shift.handed_at)
      await keepAssignee(
        transaction,
        moved.filter((alarm) => sees(giver, alarm)),
        giver,
        changer,
      )
    }
    await transaction.deleteFrom('shift_handover').where('id', '=', id).execute()
    await recordChanges(transaction, changer, [
      { entity: SHIFT_ENTITY, rowId: id, organisationId: shift.organisation_id, action: 'delete', old: { note: shift.note }, new: null },
    ])
    return null
  })
}
