import { accessUserOf, recordAccess } from '../../platform/access/record-access.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { passwordFits } from './passwords.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import { signInErrors } from '../../platform/access/sign-in-errors.ts'

/** Whether this is the user's own password. Throttled, so that it cannot be guessed quickly at an unlocked console. */
export async function isOwnPassword({ db, throttle, now }: HttpParts, user: SignedInUser, received: string): Promise<boolean> {
  const account = user.userName.toLowerCase()
  const waitS = throttle.attempt(account, `change:${user.id}`, true)
  if (waitS > 0) throw signInErrors.tooManyAttempts(waitS)
  const found = await db.selectFrom('app_user').where('id', '=', user.id).select('password_hash').executeTakeFirst()
  if (!(await passwordFits(found?.password_hash ?? null, received))) {
    await recordAccess(db, now(), [{ what: 'password-refused', user: accessUserOf(user), reason: 'wrong-password' }])
    return false
  }
  throttle.succeed(account, `change:${user.id}`)
  return true
}
