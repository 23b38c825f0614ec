import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { STAFF_ONLY_TYPES } from '../../alarms/alarm-settings.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'

const DAY_MS = 86_400_000

/**
 * Makes a failed mail or robot message due again, at the address that its receiver has now. Tests are not sent again, nor is what was not
 * sent because its alarm was superseded or handled. Of two concurrent calls one wins.
 */
export async function resendNotice(
  db: ScopedDb,
  id: string,
  changer: Changer,
): Promise<'due' | 'not-found' | 'not-failed' | 'no-receiver'> {
  const { at } = changer
  const notice = await db
    .from('notice')
    .where('notice.id', '=', id)
    .where(sql<boolean>`NOT (${db.scope.customer} AND coalesce(notice.alarm_type, 0) = ANY (${[...STAFF_ONLY_TYPES]}::int[]))`)
    .select([
      'notice.id',
      'notice.organisation_id',
      'notice.reason',
      'notice.channel',
      'notice.user_id',
      'notice.robot_id',
      'notice.address',
    ])
    .executeTakeFirst()
  if (!notice) return 'not-found'
  return db.unscoped.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ address: string }>`
      SELECT u.email AS address FROM app_user u WHERE u.id = ${notice.user_id} AND ${notice.channel} = 'mail' AND u.enabled AND u.email <> ''
      UNION ALL SELECT r.address_hint FROM alarm_robot r
        WHERE r.id = ${notice.robot_id} AND ${notice.channel} <> 'mail' AND r.enabled AND r.address IS NOT NULL`.execute(transaction)
    const [receiver] = rows
    if (receiver === undefined) return 'no-receiver'
    const { numUpdatedRows } = await transaction
      .updateTable('notice')
      .set({ state: 'waiting', reason: '', tries: 0, next_at: at, expires_at: new Date(at.getTime() + DAY_MS), address: receiver.address })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .where('occasion', '<>', 'test')
      .where('reason', 'not in', ['superseded', 'handled'])
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return 'not-failed'
    await recordChanges(transaction, changer, [
      {
        entity: 'notice',
        rowId: Number(notice.id),
        organisationId: notice.organisation_id,
        action: 'resend',
        old: { state: 'failed', reason: notice.reason, address: notice.address },
        new: { state: 'waiting', address: receiver.address },
      },
    ])
    return 'due'
  })
}
