import type { ScopedDb } from '@tanker/database/scope'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'

const dayMs = 86_400_000

/** Makes a failed message due again. Of two concurrent calls one wins. */
export async function resendMessage(db: ScopedDb, id: string, changer: Changer): Promise<'due' | 'not-found' | 'not-failed'> {
  const { at } = changer
  const message = await db
    .from('sms_message')
    .where('sms_message.id', '=', id)
    .select(['sms_message.id', 'sms_message.organisation_id', 'sms_message.reason'])
    .executeTakeFirst()
  if (!message) return 'not-found'
  return db.unscoped.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('sms_message')
      .set({ state: 'waiting', reason: '', tries: 0, next_at: at, expires_at: new Date(at.getTime() + dayMs) })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return 'not-failed'
    await recordChanges(transaction, changer, [
      {
        entity: 'sms_message',
        rowId: Number(message.id),
        organisationId: message.organisation_id,
        action: 'resend',
        old: { state: 'failed', reason: message.reason },
        new: { state: 'waiting' },
      },
    ])
    return 'due'
  })
}
