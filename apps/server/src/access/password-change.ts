import type { z } from 'zod'
import type { passwordChange } from '@tanker/contract/session'
import { errors } from '../http/errors.ts'
import type { HttpParts } from '../http/parts.ts'
import { isCommonPassword } from './common-passwords.ts'
import { passwordFits, storedPassword } from './passwords.ts'
import type { SignedInUser } from './sessions.ts'

/** Changes one's own password when the old one is right, and ends every other session of the user with it (spec 5.1). */
export async function changePassword(
  { db, bus, throttle, now, log }: HttpParts,
  user: SignedInUser,
  { oldPwd, pwd }: z.output<typeof passwordChange>,
): Promise<void> {
  const account = user.userName.toLowerCase()
  // Somebody at an unlocked console must not be able to guess the old one quickly.
  const waitS = throttle.attempt(account, `change:${user.id}`, true)
  if (waitS > 0) throw errors.tooManyLogins(waitS)
  const found = await db.selectFrom('app_user').where('id', '=', user.id).select('password_hash').executeTakeFirst()
  if (!(await passwordFits(found?.password_hash ?? null, oldPwd))) throw errors.wrongOldPassword()
  throttle.succeed(account, `change:${user.id}`)
  if (isCommonPassword(user.userName, pwd)) throw errors.commonPassword()
  const password_hash = await storedPassword(pwd)
  await db.transaction().execute(async (changes) => {
    await changes.updateTable('app_user').set({ password_hash }).where('id', '=', user.id).execute()
    await changes
      .updateTable('session')
      .set({ ended_at: now() })
      .where('user_id', '=', user.id)
      .where('secret_hash', '!=', user.sessionHash)
      .where('ended_at', 'is', null)
      .execute()
  })
  bus.publish('session', '')
  log.info({ userId: user.id }, 'password changed')
}
