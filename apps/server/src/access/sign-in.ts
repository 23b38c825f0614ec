import type { LoginAnswer } from '@tanker/contract/session'
import type { Db } from '@tanker/database/connection'
import { errors } from '../http/errors.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { passwordFits } from './passwords.ts'
import { endPending, openPendingSignIn, takeAttempt, userOfPending } from './pending-sign-in.ts'
import { hasSecondFactor, spendCode } from './second-factor.ts'
import type { Seal } from './secret-seal.ts'
import type { Sessions, SessionSecrets, SignedInUser } from './sessions.ts'
import { signInErrors } from './sign-in-errors.ts'

type SignInParts = { readonly db: Db; readonly sessions: Sessions; readonly throttle: LoginThrottle; readonly now: () => Date }

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
  const { db, throttle, now } = parts
  const account = request.userName.toLowerCase()
  const found = await db
    .selectFrom('app_user')
    .innerJoin('role', 'role.id', 'app_user.role_id')
    .innerJoin('company', 'company.id', 'app_user.company_id')
    .where((where) => where.eb(where.fn('lower', ['user_name']), '=', account))
    // Whoever is disabled is as unknown as a name that nobody has.
    .where('app_user.enabled', '=', true)
    .where('role.enabled', '=', true)
    .where('company.enabled', '=', true)
    .select(['app_user.id', 'app_user.password_hash'])
    .executeTakeFirst()

  const known = found !== undefined && (await signedInFrom(db, found.id, request.ip, now()))
  const waitS = throttle.attempt(account, request.ip, known)
  if (waitS > 0) throw errors.tooManyLogins(waitS)
  if (!(await passwordFits(found?.password_hash ?? null, request.password)) || !found) throw errors.wrongPassword()

  // The attempt stays counted until the code is right too: a stolen password must not reset the counters.
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
  const { db, throttle, now } = parts
  const user = await userOfPending(db, token, now())
  if (!user) throw signInErrors.pendingOver()
  const account = user.userName.toLowerCase()
  const waitS = throttle.attempt(account, ip, await signedInFrom(db, user.id, ip, now()))
  if (waitS > 0) throw errors.tooManyLogins(waitS)
  const pending = await takeAttempt(db, token, now())
  if (!pending) throw signInErrors.pendingOver()
  let by: 'app' | 'recovery'
  try {
    by = await spendCode(db, seal, user.id, code, now())
  } catch (error) {
    if (!pending.isLast) throw error
    await endPending(db, pending)
    throw signInErrors.pendingOver()
  }
  if (!(await endPending(db, pending))) throw signInErrors.pendingOver()
  const signedIn = await begin(parts, user.id, { ip, claimedIp: pending.claimedIp, claimedArea: pending.claimedArea })
  // Both steps were right: the password's and the code's.
  throttle.succeed(account, ip)
  throttle.succeed(account, ip)
  return { ...signedIn, by }
}

async function begin({ db, sessions, now }: SignInParts, userId: number, from: From): Promise<SignedIn> {
  const secrets = await sessions.begin(userId, from)
  const user = await sessions.find(secrets.secret, secrets.headerId)
  // Disabled in this moment: the session never lives.
  if (user === null) throw errors.wrongPassword()
  const last = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['last_login_at', 'last_login_ip', 'last_login_area'])
    .executeTakeFirstOrThrow()
  await db
    .updateTable('app_user')
    .set({ last_login_at: now(), last_login_ip: from.ip, last_login_area: from.claimedArea })
    .where('id', '=', userId)
    .execute()
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
