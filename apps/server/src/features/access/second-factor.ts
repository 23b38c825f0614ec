import { sql } from 'kysely'
import { CODE_DIGITS, type SecondFactorState } from '@tanker/contract/second-factor'
import type { Db } from '@tanker/database/connection'
import { replaceRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import type { Seal } from '../../platform/access/secret-seal.ts'
import { signInErrors } from '../../platform/access/sign-in-errors.ts'
import { newTotpSecret, stepOfCode, totpForApp } from './totp.ts'

/** Wrong codes in a row, over all sign-ins; then codes are blocked for a while. Requires the password, so strangers cannot lock a user out. */
const MAX_WRONG_CODES = 10
const blockMs = 15 * 60_000
/** How long a shown key can be confirmed. */
const enrolmentMs = 15 * 60_000

/** The second factor of a user. */
export async function readSecondFactor(db: Db, userId: number): Promise<SecondFactorState> {
  const found = await db
    .selectFrom('app_user')
    .innerJoin('role', 'role.id', 'app_user.role_id')
    .leftJoin('second_factor', 'second_factor.user_id', 'app_user.id')
    .where('app_user.id', '=', userId)
    .select(['role.second_factor_required', 'second_factor.confirmed_at'])
    .executeTakeFirstOrThrow()
  const { left } = await db
    .selectFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select((select) => select.fn.countAll<string>().as('left'))
    .executeTakeFirstOrThrow()
  return {
    on: found.confirmed_at !== null,
    since: found.confirmed_at?.toISOString() ?? null,
    codesLeft: Number(left),
    required: found.second_factor_required,
  }
}

export const hasSecondFactor = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('second_factor')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .select('user_id')
    .executeTakeFirst()) !== undefined

/**
 * Uses up a code of the app or a recovery code. Refuses a wrong one; after many in a row refuses all app codes for a while.
 * Counted before it is checked, so that parallel guesses do not slip through.
 * @throws Refusal wrong-code, codes-blocked, second-factor-unreadable
 */
export async function spendCode(db: Db, seal: Seal, userId: number, typed: string, at: Date): Promise<'app' | 'recovery'> {
  const code = typed.replaceAll(/[\s-]/g, '')
  if (!new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code)) {
    if (!(await spendRecoveryCode(db, userId, typed, at))) throw signInErrors.wrongCode()
    return 'recovery'
  }
  const taken = await db
    .updateTable('second_factor')
    .set({
      wrong_codes: sql`wrong_codes + 1`,
      blocked_until: sql`CASE WHEN wrong_codes + 1 >= ${MAX_WRONG_CODES} THEN ${new Date(at.getTime() + blockMs)}::timestamptz END`,
    })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where((where) => where.or([where('blocked_until', 'is', null), where('blocked_until', '<=', at)]))
    .returning(['totp_secret', 'last_step'])
    .executeTakeFirst()
  if (!taken) throw signInErrors.codesBlocked()
  const secret = taken.totp_secret && (await seal.open(taken.totp_secret, userId))
  if (!secret) throw signInErrors.secondFactorUnreadable()
  const step = stepOfCode(secret, code, at, taken.last_step === null ? null : Number(taken.last_step))
  if (step === null) throw signInErrors.wrongCode()
  const used = await db
    .updateTable('second_factor')
    .set({ last_step: step, wrong_codes: 0, blocked_until: null })
    .where('user_id', '=', userId)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', sql<string>`${step}`)]))
    .executeTakeFirst()
  // The same code in two concurrent requests: only the first is accepted.
  if (used.numUpdatedRows !== 1n) throw signInErrors.wrongCode()
  return 'app'
}

/** Creates a secret to be confirmed with a code; until then a current second factor stays in force. */
export async function beginEnrolment(db: Db, seal: Seal, { id, userName }: { id: number; userName: string }, at: Date) {
  const secret = newTotpSecret()
  const waiting = { new_totp_secret: await seal.close(secret, id), new_since: at }
  await db
    .insertInto('second_factor')
    .values({ user_id: id, totp_secret: null, ...waiting })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(waiting))
    .execute()
  return totpForApp(secret, userName)
}

/**
 * Activates the new secret with the first code of the new device. Call it inside a transaction.
 * @returns the new recovery codes, and whether there was a second factor before
 * @throws Refusal wrong-code, no-enrolment, second-factor-unreadable
 */
export async function confirmEnrolment(db: Db, seal: Seal, userId: number, typed: string, at: Date) {
  const waiting = await db
    .selectFrom('second_factor')
    .where('user_id', '=', userId)
    .where('new_since', '>', new Date(at.getTime() - enrolmentMs))
    .select(['new_totp_secret', 'confirmed_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!waiting?.new_totp_secret) throw signInErrors.noEnrolment()
  const secret = await seal.open(waiting.new_totp_secret, userId)
  if (!secret) throw signInErrors.secondFactorUnreadable()
  const step = stepOfCode(secret, typed.replaceAll(/\s/g, ''), at, null)
  if (step === null) throw signInErrors.wrongCode()
  await db
    .updateTable('second_factor')
    .set((set) => ({
      totp_secret: set.ref('new_totp_secret'),
      confirmed_at: at,
      last_step: step,
      wrong_codes: 0,
      blocked_until: null,
      new_totp_secret: null,
      new_since: null,
    }))
    .where('user_id', '=', userId)
    .execute()
  return { recoveryCodes: await replaceRecoveryCodes(db, userId), before: waiting.confirmed_at !== null }
}

/** Removes a user's second factor and recovery codes. */
export async function removeSecondFactor(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('second_factor').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}
