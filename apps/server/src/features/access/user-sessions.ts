import type { UserSessions } from '@tanker/contract/rights'
import type { SessionEndedBy } from '@tanker/contract/session'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import { withinInt } from '../../base-data/entity-rows.ts'
import { recordAccess } from '../../platform/access/record-access.ts'
import { errors } from '../../platform/http/errors.ts'
import { currentActor, lockRights } from './actor.ts'
import { areaFor } from '../../platform/access/seen-address.ts'
import { idleMs } from '../../platform/access/session-end.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import { guardUser } from './user-table.ts'
import { signInErrors } from '../../platform/access/sign-in-errors.ts'

/** Ended sessions shown, newest first. */
const MAX_PAST_SESSIONS = 50

/** Current and past sessions of a user. */
export async function readUserSessions(
  db: ScopedDb,
  requester: SignedInUser,
  userId: number,
  now: Date,
  language: Language,
): Promise<UserSessions> {
  const user = await db.from('app_user').where('app_user.id', '=', withinInt(userId)).select('app_user.id').executeTakeFirst()
  if (!user) throw errors.rowNotFound()
  const rows = await db.unscoped
    .selectFrom('session')
    .where('user_id', '=', user.id)
    .select(['id', 'secret_hash', 'created_at', 'seen_at', 'expires_at', 'ended_at', 'ip', 'claimed_area'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_PAST_SESSIONS * 2)
    .execute()
  const sessions = rows.map((row) => {
    const idleAt = new Date(row.seen_at.getTime() + idleMs)
    const overAt = idleAt < row.expires_at ? idleAt : row.expires_at
    return {
      sessionId: row.id,
      begunAt: row.created_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      endedAt: (row.ended_at ?? (overAt <= now ? overAt : null))?.toISOString() ?? null,
      ip: row.ip,
      area: areaFor(row.claimed_area ?? '', language),
      own: row.secret_hash.equals(requester.sessionHash),
    }
  })
  return {
    living: sessions.filter((one) => one.endedAt === null),
    past: sessions.filter((one) => one.endedAt !== null).slice(0, MAX_PAST_SESSIONS),
  }
}

/** Ends a session of a user who has no more permissions than the requester. */
export async function endUserSession(mine: ScopedDb, requester: SignedInUser, sessionId: number, now: Date): Promise<void> {
  await mine.unscoped.transaction().execute(async (db) => {
    await lockRights(db)
    const own = scoped(db, mine.scope)
    const found = await own
      .from('app_user')
      .innerJoin('session', 'session.user_id', 'app_user.id')
      .where('session.id', '=', withinInt(sessionId))
      .where('session.ended_at', 'is', null)
      .select(['session.id', 'session.user_id', 'session.secret_hash', 'app_user.user_name', 'app_user.organisation_id'])
      .executeTakeFirst()
    if (!found) throw signInErrors.sessionNotFound()
    if (found.secret_hash.equals(requester.sessionHash)) throw signInErrors.ownSession()
    await guardUser(own, await currentActor(db, requester.id), found.user_id)
    await db
      .updateTable('session')
      .set({ ended_at: now, end_reason: 'administrator' satisfies SessionEndedBy })
      .where('id', '=', found.id)
      .where('ended_at', 'is', null)
      .execute()
    const user = { id: found.user_id, userName: found.user_name, organisationId: found.organisation_id }
    await recordAccess(db, now, [{ what: 'session-ended', user, by: requester, sessionId: found.id }])
  })
}
