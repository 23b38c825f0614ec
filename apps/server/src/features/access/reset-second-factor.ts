import type { SecondFactorState } from '@tanker/contract/second-factor'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { currentActor, lockRights } from './actor.ts'
import { endPendingOf } from '../../platform/access/pending-sign-in.ts'
import { hasSecondFactor, readSecondFactor, removeSecondFactor } from './second-factor.ts'
import { endSessionsOf } from '../../platform/access/session-end.ts'
import { signInErrors } from '../../platform/access/sign-in-errors.ts'
import { guardUser } from './user-table.ts'

const userIn = (db: ScopedDb, id: number) =>
  db.from('app_user').where('app_user.id', '=', withinInt(id)).select(['app_user.id', 'app_user.organisation_id']).executeTakeFirst()

/** Whether a user of the own organisations has a second factor. */
export async function readSecondFactorOf(db: ScopedDb, id: number): Promise<SecondFactorState> {
  const user = await userIn(db, id)
  if (!user) throw errors.rowNotFound()
  return readSecondFactor(db.unscoped, user.id)
}

/** Removes the second factor of another user, for a lost device, and ends all its sessions. */
export async function resetSecondFactor(mine: ScopedDb, changer: Changer, id: number): Promise<void> {
  await mine.unscoped.transaction().execute(async (db) => {
    await lockRights(db)
    const own = scoped(db, mine.scope)
    const user = await userIn(own, id)
    if (!user) throw errors.rowNotFound()
    if (user.id === changer.id) throw signInErrors.ownSecondFactor()
    await guardUser(own, await currentActor(db, changer.id), user.id)
    if (!(await hasSecondFactor(db, user.id))) throw signInErrors.secondFactorOff()
    await removeSecondFactor(db, user.id)
    await endPendingOf(db, user.id)
    await endSessionsOf(db, user.id, { at: changer.at, because: 'second-factor-reset' })
    await recordChanges(db, changer, [
      { entity: 'user', rowId: user.id, organisationId: user.organisation_id, action: 'change', old: {}, new: { twoStep: 'reset' } },
    ])
  })
}
