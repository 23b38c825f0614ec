import type { z } from 'zod'
import type { passwordChange } from '@tanker/contract/session'
import { accessUserOf, recordAccess } from '../../platform/access/record-access.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isOwnPassword } from './own-password.ts'
import { storedPassword } from './passwords.ts'
import type { SessionSecrets, SignedInUser } from '../../platform/access/sessions.ts'
import { signInErrors } from '../../platform/access/sign-in-errors.ts'
import { passwordErrors } from './password-errors.ts'

/**
 * Changes one's own password when the old one is right (spec 5.1). The session continues with new secrets; all other sessions
 * of the user end.
 */
export async function changePassword(
  parts: HttpParts,
  user: SignedInUser,
  { oldPwd, pwd }: z.output<typeof passwordChange>,
): Promise<SessionSecrets> {
  const { db, sessions, now } = parts
  if (!(await isOwnPassword(parts, user, oldPwd))) throw passwordErrors.wrongOld()
  if (isCommonPassword(user.userName, pwd)) throw passwordErrors.common()
  if (pwd === oldPwd) throw signInErrors.samePassword()
  const password_hash = await storedPassword(pwd)
  const secrets = await db.transaction().execute(async (changes) => {
    await changes.updateTable('app_user').set({ password_hash, must_change_password: false }).where('id', '=', user.id).execute()
    const renewed = await sessions.renew(changes, user, 'password-changed')
    if (renewed === null) throw errors.sessionExpired()
    await recordAccess(changes, now(), [{ what: 'password-changed', user: accessUserOf(user) }])
    return renewed
  })
  return secrets
}
