import type { ScopedDb } from '@tanker/database/scope'

const dayMs = 86_400_000

/** Makes a failed message due again. Of two people at once one does it. */
export async function resendMessage(db: ScopedDb, id: string, at: Date): Promise<'due' | 'not-found' | 'not-failed'> {
  const message = await db.from('sms_message').where('sms_message.id', '=', id).select('sms_message.id').executeTakeFirst()
  if (!message) return 'not-found'
  const { numUpdatedRows } = await db.unscoped
    .updateTable('sms_message')
    .set({ state: 'waiting', reason: '', tries: 0, next_at: at, expires_at: new Date(at.getTime() + dayMs) })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return numUpdatedRows === 1n ? 'due' : 'not-failed'
}
