import { type ScopedDb, scoped } from '@tanker/database/scope'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { isCommonPassword } from './common-passwords.ts'
import { currentActor, lockRights } from './actor.ts'
import { storedPassword } from './passwords.ts'
import { endPendingOf } from '../../platform/access/pending-sign-in.ts'
import { endSessionsOf } from '../../platform/access/session-end.ts'
import { guardUser } from './user-table.ts'
import { passwordErrors } from './password-errors.ts'

/** Refuses a common password, with the message at field `pwd`. */
export function refuseCommonPassword(userName: string, pwd: string): void {
  if (isCommonPassword(userName, pwd)) throw errors.fieldsRefused({ pwd: passwordErrors.common().text })
}

/** Sets the password of another user, who must change it at the next sign-in, and ends all its sessions. */
export async function resetUserPassword(
  mine: ScopedDb,
  changer: Changer,
  { id, pwd }: { readonly id: number; readonly pwd: string },
): Promise<void> {
  await mine.unscoped.transaction().execute(async (db) => {
    await lockRights(db)
    const own = scoped(db, mine.scope)
    const user = await own
      .from('app_user')
      .where('app_user.id', '=', withinInt(id))
      .select(['app_user.id', 'app_user.user_name', 'app_user.organisation_id'])
      .executeTakeFirst()
    if (!user) throw errors.rowNotFound()
    if (user.id === changer.id) throw passwordErrors.own()
    await guardUser(own, await currentActor(db, changer.id), user.id)
    refuseCommonPassword(user.user_name, pwd)
    const password_hash = await storedPassword(pwd)
    await db.updateTable('app_user').set({ password_hash, must_change_password: true }).where('id', '=', user.id).execute()
    await endSessionsOf(db, user.id, { at: changer.at, because: 'password-reset' })
    await endPendingOf(db, user.id)
    await recordChanges(db, changer, [
      { entity: 'user', rowId: user.id, organisationId: user.organisation_id, action: 'change', old: {}, new: { password: 'replaced' } },
    ])
  })
}
