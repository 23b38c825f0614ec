import type { AccessUser } from './record-access.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { CodeNeeded } from '@tanker/contract/second-factor'
import type { Db } from '@tanker/database/connection'
import { hashOf } from './secret-hash.ts'

/** Attempts per pending sign-in; then the password must be entered again. */
const MAX_CODES_TRIED = 5
/** Pending sign-ins per user; a new one ends the oldest. */
const MAX_PENDING_OF_USER = 10
const validS = 5 * 60

type Pending = {
  readonly userId: number
  readonly hash: Buffer
  readonly isLast: boolean
  readonly claimedIp: string | null
  readonly claimedArea: string | null
}

/** After a right password: a token that only allows entering a code, for five minutes. */
export async function openPendingSignIn(
  db: Db,
  userId: number,
  claims: { readonly claimedIp: string | null; readonly claimedArea: string | null },
  at: Date,
): Promise<CodeNeeded> {
  const token = randomBytes(32).toString('base64url')
  await db.deleteFrom('pending_sign_in').where('expires_at', '<=', at).execute()
  await db
    .deleteFrom('pending_sign_in')
    .where('secret_hash', 'in', (select) =>
      select
        .selectFrom('pending_sign_in')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .offset(MAX_PENDING_OF_USER - 1)
        .select('secret_hash'),
    )
    .execute()
  await db
    .insertInto('pending_sign_in')
    .values({
      secret_hash: hashOf(token),
      user_id: userId,
      created_at: at,
      expires_at: new Date(at.getTime() + validS * 1000),
      claimed_ip: claims.claimedIp,
      claimed_area: claims.claimedArea,
    })
    .execute()
  return { token, validS }
}

/** The user of a pending sign-in; null when it has ended. */
export async function userOfPending(db: Db, token: string, at: Date): Promise<AccessUser | null> {
  const found = await db
    .selectFrom('pending_sign_in')
    .innerJoin('app_user', 'app_user.id', 'pending_sign_in.user_id')
    .where('secret_hash', '=', hashOf(token))
    .where('expires_at', '>', at)
    .select(['app_user.id', 'app_user.user_name', 'app_user.organisation_id'])
    .executeTakeFirst()
  return found ? { id: found.id, userName: found.user_name, organisationId: found.organisation_id } : null
}

/** Uses up one attempt of a pending sign-in before the code is checked; null when it has ended. */
export async function takeAttempt(db: Db, token: string, at: Date): Promise<Pending | null> {
  const taken = await db
    .updateTable('pending_sign_in')
    .set({ attempts: sql`attempts + 1` })
    .where('secret_hash', '=', hashOf(token))
    .where('expires_at', '>', at)
    .where('attempts', '<', MAX_CODES_TRIED)
    .returning(['user_id', 'secret_hash', 'attempts', 'claimed_ip', 'claimed_area'])
    .executeTakeFirst()
  if (!taken) return null
  return {
    userId: taken.user_id,
    hash: taken.secret_hash,
    isLast: taken.attempts >= MAX_CODES_TRIED,
    claimedIp: taken.claimed_ip,
    claimedArea: taken.claimed_area,
  }
}

/** Ends a pending sign-in; false if it had already ended. */
export const endPending = async (db: Db, { hash }: Pending): Promise<boolean> =>
  (await db.deleteFrom('pending_sign_in').where('secret_hash', '=', hash).executeTakeFirst()).numDeletedRows === 1n

/** Ends all pending sign-ins of a user, because its credentials changed. */
export const endPendingOf = async (db: Db, userId: number): Promise<void> => {
  await db.deleteFrom('pending_sign_in').where('user_id', '=', userId).execute()
}
