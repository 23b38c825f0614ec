import type { LoginAnswer } from '@tanker/contract/session'
import type { Db } from '@tanker/database/connection'
import { accessUserOf, recordAccess } from '../../platform/access/record-access.ts'
import type { RefusedSignIn, SignInLog } from '../../platform/access/sign-in-log.ts'
import type { LoginThrottle } from '../../platform/access/login-throttle.ts'
import { passwordFits } from './passwords.ts'
import { endPending, openPendingSignIn, takeAttempt, userOfPending } from '../../platform/access/pending-sign-in.ts'
import { hasSecondFactor, spendCode } from './second-factor.ts'
import type { Seal } from '../../platform/access/secret-seal.ts'
import type { Sessions, SessionSecrets, SignedInUser } from '../../platform/access/sessions.ts'
import { signInErrors } from '../../platform/access/sign-in-errors.ts'

type SignInParts = {
  readonly db: Db
  readonly sessions: Sessions
  readonly throttle: LoginThrottle
  readonly signInLog: SignInLog
  readonly now: () => Date
}

type From = {
  /** As the server sees it. */
  readonly ip: string
  readonly claimedIp: string | null
  readonly claimedArea: string | null
}

type SignInRequest = From & {
  readonly userName: string
  /** As the browser hashed it. */
  readonly password: string
}

type SignedIn = { secrets: SessionSecrets; user: SignedInUser; last: LoginAnswer['lastLoginInfo'] }

const knownAddressDays = 90

/**
 * Signs in, or refuses with one answer for a wrong name, a wrong password and a disabled user.
 * @throws Refusal code-needed, with a token for `signInWithCode`, when the password is right and the user has a second factor
 */
export async function signIn(parts: SignInParts, request: SignInRequest): Promise<SignedIn> {
  const { db, throttle, signInLog, now } = parts
  const account = request.userName.toLowerCase()
  const found = await db
    .selectFrom('app_user')
    .innerJoin('role', 'role.id', 'app_user.role_id')
    .innerJoin('organisation', 'organisation.id', 'app_user.organisation_id')
    .where((where) => where.eb(where.fn('lower', ['user_name']), '=', account))
    .select(['app_user.id', 'app_user.user_name', 'app_user.organisation_id', 'app_user.password_hash'])
    .select((of) =>
      of.and([of('app_user.enabled', '=', true), of('role.enabled', '=', true), of('organisation.enabled', '=', true)]).as('enabled'),
    )
    .executeTakeFirst()

  const who = found ? { id: found.id, userName: found.user_name, organisationId: found.organisation_id } : null
  const refused = (reason: RefusedSignIn['reason']): Promise<void> => signInLog.refused({ user: who, typedName: request.userName, reason })

  const known = found !== undefined && (await signedInFrom(db, found.id, request.ip, now()))
  const waitS = throttle.attempt(account, request.ip, known)
  if (waitS > 0) {
    await refused('throttled')
    throw signInErrors.tooManyAttempts(waitS)
  }
  const fits = await passwordFits(found?.password_hash ?? null, request.password).catch(async (error: unknown) => {
    await refused('busy')
    throw error
  })
  if (!fits || !found) {
    await refused(found ? 'wrong-password' : 'unknown-name')
    throw signInErrors.wrongUserOrPassword()
  }
  // A disabled user, role or organisation is answered like an unknown name.
  if (!found.enabled) {
    await refused('disabled')
    throw signInErrors.wrongUserOrPassword()
  }

  // The attempt counts until the code is right too: a stolen password must not reset the counters.
  if (await hasSecondFactor(db, found.id)) throw signInErrors.codeNeeded(await openPendingSignIn(db, found.id, request, now()))

  const signedIn = await begin(parts, found.id, request)
  throttle.succeed(account, request.ip)
  return signedIn
}

/**
 * The second step: the code of the app or a recovery code, for a password that was right within the last minutes.
 * @throws Refusal pending-sign-in-over after five wrong codes or five minutes, besides those of `spendCode`
 */
export async function signInWithCode(
  parts: SignInParts,
  seal: Seal,
  { token, code, ip }: { readonly token: string; readonly code: string; readonly ip: string },
): Promise<SignedIn & { readonly by: 'app' | 'recovery' }> {
  const { db, throttle, signInLog, now } = parts
  const user = await userOfPending(db, token, now())
  if (!user) throw signInErrors.pendingOver()
  const refused = (reason: RefusedSignIn['reason']): Promise<void> => signInLog.refused({ user, typedName: user.userName, reason })
  const account = user.userName.toLowerCase()
  const waitS = throttle.attempt(account, ip, await signedInFrom(db, user.id, ip, now()))
  if (waitS > 0) {
    await refused('throttled')
    throw signInErrors.tooManyAttempts(waitS)
  }
  const pending = await takeAttempt(db, token, now())
  if (!pending) throw signInErrors.pendingOver()
  let by: 'app' | 'recovery'
  try {
    by = await spendCode(db, seal, user.id, code, now())
  } catch (error) {
    await refused('second-factor')
    if (!pending.isLast) throw error
    await endPending(db, pending)
    throw signInErrors.pendingOver()
  }
  if (!(await endPending(db, pending))) throw signInErrors.pendingOver()
  const signedIn = await begin(parts, user.id, { ip, claimedIp: pending.claimedIp, claimedArea: pending.claimedArea })
  // Password and code were both right.
  throttle.succeed(account, ip)
  throttle.succeed(account, ip)
  return { ...signedIn, by }
}

async function begin({ db, sessions, now }: SignInParts, userId: number, from: From): Promise<SignedIn> {
  const secrets = await sessions.begin(userId, from)
  const user = await sessions.find(secrets.secret, secrets.headerId)
  // Disabled at this moment: no session is created.
  if (user === null) throw signInErrors.wrongUserOrPassword()
  const last = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['last_login_at', 'last_login_ip', 'last_login_area'])
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('app_user')
      .set({ last_login_at: now(), last_login_ip: from.ip, last_login_area: from.claimedArea })
      .where('id', '=', userId)
      .execute()
    await recordAccess(transaction, now(), [{ what: 'signed-in', user: accessUserOf(user) }])
  })
  return {
    secrets,
    user,
    last: { time: last.last_login_at?.toISOString() ?? null, ip: last.last_login_ip, area: last.last_login_area },
  }
}

const signedInFrom = async (db: Db, userId: number, ip: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .where('ip', '=', ip)
    .where('expires_at', '>', new Date(now.getTime() - knownAddressDays * 86_400_000))
    .select('user_id')
    .limit(1)
    .executeTakeFirst()) !== undefined
