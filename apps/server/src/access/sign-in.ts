import type { LoginAnswer } from '@tanker/contract/session'
import type { Db } from '@tanker/database/connection'
import { errors } from '../http/errors.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { passwordFits } from './passwords.ts'
import type { Sessions, SessionSecrets, SignedInUser } from './sessions.ts'

type SignInRequest = {
  readonly userName: string
  /** As the browser hashed it. */
  readonly password: string
  /** As the server sees it. */
  readonly ip: string
  readonly claimedIp: string | null
  readonly claimedArea: string | null
}

const knownAddressDays = 90

/** Signs in, or refuses with one answer for a wrong name, a wrong password and a disabled user. */
export async function signIn(
  { db, sessions, throttle, now }: { db: Db; sessions: Sessions; throttle: LoginThrottle; now: () => Date },
  request: SignInRequest,
): Promise<{ secrets: SessionSecrets; user: SignedInUser; last: LoginAnswer['lastLoginInfo'] }> {
  const account = request.userName.toLowerCase()
  const found = await db
    .selectFrom('app_user')
    .where((where) => where.eb(where.fn('lower', ['user_name']), '=', account))
    .select(['id', 'password_hash', 'last_login_at', 'last_login_ip', 'last_login_area'])
    .executeTakeFirst()

  const known = found !== undefined && (await signedInFrom(db, found.id, request.ip, now()))
  const waitS = throttle.attempt(account, request.ip, known)
  if (waitS > 0) throw errors.tooManyLogins(waitS)
  if (!(await passwordFits(found?.password_hash ?? null, request.password)) || !found) throw errors.wrongPassword()

  const secrets = await sessions.begin(found.id, request)
  const user = await sessions.find(secrets.secret, secrets.headerId)
  // A disabled user, role or organisation: the session never lives.
  if (user === null) throw errors.wrongPassword()
  throttle.succeed(account, request.ip)
  await db
    .updateTable('app_user')
    .set({ last_login_at: now(), last_login_ip: request.ip, last_login_area: request.claimedArea })
    .where('id', '=', found.id)
    .execute()
  return {
    secrets,
    user,
    last: { time: found.last_login_at?.toISOString() ?? null, ip: found.last_login_ip, area: found.last_login_area },
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
