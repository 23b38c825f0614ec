import type { SessionEnd, SessionEndedBy } from '@tanker/contract/session'
import type { Db } from '@tanker/database/connection'
import { hashOf } from './secret-hash.ts'

/** Idle time after which a session ends. */
export const idleMs = 12 * 3_600_000

/** Ends the sessions of a user, except one; the browsers that held them are shown the reason. */
export async function endSessionsOf(
  db: Db,
  userId: number,
  { at, because, exceptHash }: { readonly at: Date; readonly because: SessionEndedBy; readonly exceptHash?: Buffer },
): Promise<void> {
  let ended = db
    .updateTable('session')
    .set({ ended_at: at, end_reason: because })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (exceptHash !== undefined) ended = ended.where('secret_hash', '!=', exceptHash)
  await ended.execute()
}

/** Why these secrets open nothing any more. Only the browser that held the session learns it: the header id alone is a secret too. */
export async function whySessionEnded(db: Db, now: Date, secret: string | null, headerId: string): Promise<SessionEnd> {
  const session = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .innerJoin('role', 'role.id', 'app_user.role_id')
    .innerJoin('organisation', 'organisation.id', 'app_user.organisation_id')
    .where('session.header_id_hash', '=', hashOf(headerId))
    .select(['secret_hash', 'ended_at', 'end_reason', 'expires_at', 'seen_at'])
    .select((of) =>
      of.and([of('app_user.enabled', '=', true), of('role.enabled', '=', true), of('organisation.enabled', '=', true)]).as('enabled'),
    )
    .executeTakeFirst()
  if (!session) return 'unknown'
  if (session.ended_at !== null) return (session.end_reason as SessionEndedBy | null) ?? 'unknown'
  if (!session.enabled) return 'disabled'
  if (session.expires_at <= now) return 'expired'
  if (session.seen_at.getTime() <= now.getTime() - idleMs) return 'idle'
  return secret === null || session.secret_hash.equals(hashOf(secret)) ? 'unknown' : 'other-sign-in'
}
