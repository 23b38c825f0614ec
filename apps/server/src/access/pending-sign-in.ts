import type { AccessUser } from '../access-log/record-access.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { CodeNeeded } from '@tanker/contract/second-factor'
import type { Db } from '@tanker/database/connection'
import { hashOf } from './secret-hash.ts'

/** Codes that may be tried at one pending sign-in; then the password is asked again. */
const MAX_CODES_TRIED = 5
/** Pending sign-ins of one user; the oldest end when another begins. */
const MAX_PENDING_OF_USER = 10
const validS = 5 * 60

type Pending = {
  readonly userId: number
  readonly hash: Buffer
  readonly isLast: boolean
  readonly claimedIp: string | null
  readonly claimedArea: string | null
}

/** The password was right: a token with which a code may be given within five minutes, and nothing else. */
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

/** The user of a pending sign-in; null when it is over. */
export async function userOfPending(db: Db, token: string, at: Date): Promise<AccessUser | null> {
  const found = await db
    .selectFrom('pending_sign_in')
    .innerJoin('app_user', 'app_user.id', 'pending_sign_in.user_id')
    .where('secret_hash', '=', hashOf(token))
    .where('expires_at', '>', at)
    .select(['app_user.id', 'app_user.user_name', 'app_user.company_id'])
    .executeTakeFirst()
  return found ? { id: found.id, userName: found.user_name, companyId: found.company_id } : null
}

/** Takes one of the few attempts of a pending sign-in, before the code is looked at; null when it is over. */
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

/** Ends a pending sign-in; false when somebody else did so first. */
export const endPending = async (db: Db, { hash }: Pending): Promise<boolean> =>
  (await db.deleteFrom('pending_sign_in').where('secret_hash', '=', hash).executeTakeFirst()).numDeletedRows === 1n

/** Ends all that a user has begun: what was right before may not be so any more. */
export const endPendingOf = async (db: Db, userId: number): Promise<void> => {
  await db.deleteFrom('pending_sign_in').where('user_id', '=', userId).execute()
}
