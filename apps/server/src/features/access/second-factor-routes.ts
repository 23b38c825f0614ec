import { secondFactorCalls } from '@tanker/contract/endpoints/second-factor'
import type { Db } from '@tanker/database/connection'
import { accessUserOf, recordAccess } from '../../platform/access/record-access.ts'
import { recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { setSessionCookie } from '../../platform/http/gate.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { loginAnswerOf } from './login-answer.ts'
import { isOwnPassword } from './own-password.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { renewedAnswer } from './renewed-answer.ts'
import { beginEnrolment, confirmEnrolment, hasSecondFactor, readSecondFactor, removeSecondFactor, spendCode } from './second-factor.ts'
import { secretSeal } from '../../platform/access/secret-seal.ts'
import { plainAddress } from '../../platform/access/seen-address.ts'
import type { SessionSecrets, SignedInUser } from '../../platform/access/sessions.ts'
import { signInWithCode } from './sign-in.ts'
import { signInErrors } from '../../platform/access/sign-in-errors.ts'

/** The second factor: code at sign-in, setup, new recovery codes, turning it off. */
export const secondFactorRoutes = (parts: HttpParts): Route[] => {
  const { db, sessions, settings, now } = parts
  const seal = secretSeal(settings.secondFactorKey)

  const checkPassword = async (user: SignedInUser, pwd: string): Promise<void> => {
    if (!(await isOwnPassword(parts, user, pwd))) throw signInErrors.wrongPassword()
  }
  /** Changes the user's second factor, records it in the history and renews the secrets of the session. */
  const change = <T>(user: SignedInUser, words: { old: string; new: string }, work: (changes: Db) => Promise<T>) =>
    db.transaction().execute(async (changes): Promise<readonly [SessionSecrets, T]> => {
      const done = await work(changes)
      const secrets = await sessions.renew(changes, user, 'second-factor-changed')
      if (secrets === null) throw errors.sessionExpired()
      await recordChanges(changes, { id: user.id, userName: user.userName, at: now() }, [
        {
          entity: 'user',
          rowId: user.id,
          organisationId: user.organisation.id,
          action: 'change',
          old: { twoStep: words.old },
          new: { twoStep: words.new },
        },
      ])
      return [secrets, done]
    })

  return [
    handle(secondFactorCalls.signIn, async ({ input, request, reply, language }) => {
      const ip = plainAddress(request.ip)
      const { secrets, user, last } = await signInWithCode(parts, seal, { ...input, ip })
      setSessionCookie(request, reply, secrets.secret)
      return loginAnswerOf(user, secrets.headerId, last, language)
    }),
    handle(secondFactorCalls.read, ({ user }) => readSecondFactor(db, user.id)),
    handle(secondFactorCalls.begin, async ({ input, user }) => {
      await checkPassword(user, input.pwd)
      if (await hasSecondFactor(db, user.id)) await spendCode(db, seal, user.id, input.code ?? '', now())
      return beginEnrolment(db, seal, user, now())
    }),
    handle(secondFactorCalls.confirm, async ({ input, user, request, reply }) => {
      const had = await hasSecondFactor(db, user.id)
      const [secrets, { recoveryCodes }] = await change(user, { old: had ? 'on' : 'off', new: had ? 'replaced' : 'on' }, (changes) =>
        confirmEnrolment(changes, seal, user.id, input.code, now()),
      )
      return { ...(await renewedAnswer(parts, request, reply, secrets)), recoveryCodes }
    }),
    handle(secondFactorCalls.makeCodes, async ({ input, user }) => {
      if (!(await hasSecondFactor(db, user.id))) throw signInErrors.secondFactorOff()
      await checkPassword(user, input.pwd)
      await spendCode(db, seal, user.id, input.code, now())
      return db.transaction().execute(async (changes) => {
        const recoveryCodes = await replaceRecoveryCodes(changes, user.id)
        await recordAccess(changes, now(), [{ what: 'recovery-codes-made', user: accessUserOf(user) }])
        return { recoveryCodes }
      })
    }),
    handle(secondFactorCalls.end, async ({ input, user, request, reply }) => {
      const { on, required } = await readSecondFactor(db, user.id)
      if (!on) throw signInErrors.secondFactorOff()
      if (required) throw signInErrors.secondFactorRequired()
      await checkPassword(user, input.pwd)
      await spendCode(db, seal, user.id, input.code, now())
      const [secrets] = await change(user, { old: 'on', new: 'off' }, (changes) => removeSecondFactor(changes, user.id))
      return renewedAnswer(parts, request, reply, secrets)
    }),
  ]
}
