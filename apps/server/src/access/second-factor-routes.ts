import {
  codeGiven,
  enrolled,
  enrolment,
  enrolmentBegun,
  enrolmentConfirmed,
  freshCodes,
  secondFactorProven,
  secondFactorState,
} from '@tanker/contract/second-factor'
import { loginAnswer, renewedSession } from '@tanker/contract/session'
import type { Db } from '@tanker/database/connection'
import { accessUserOf, recordAccess } from '../access-log/record-access.ts'
import { recordChanges } from '../changes/record-change.ts'
import { errors } from '../http/errors.ts'
import { setSessionCookie } from '../http/gate.ts'
import type { HttpParts } from '../http/parts.ts'
import { publicRoute, type Route, userRoute } from '../http/routes.ts'
import { loginAnswerOf } from './login-answer.ts'
import { isOwnPassword } from './own-password.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { renewedAnswer } from './renewed-answer.ts'
import { beginEnrolment, confirmEnrolment, hasSecondFactor, readSecondFactor, removeSecondFactor, spendCode } from './second-factor.ts'
import { secretSeal } from './secret-seal.ts'
import { plainAddress } from './seen-address.ts'
import type { SessionSecrets, SignedInUser } from './sessions.ts'
import { signInWithCode } from './sign-in.ts'
import { signInErrors } from './sign-in-errors.ts'

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
      const secrets = await sessions.renew(changes, user)
      if (secrets === null) throw errors.sessionExpired()
      await recordChanges(changes, { id: user.id, userName: user.userName, at: now() }, [
        {
          entity: 'user',
          rowId: user.id,
          companyId: user.company.id,
          action: 'change',
          old: { twoStep: words.old },
          new: { twoStep: words.new },
        },
      ])
      return [secrets, done]
    })

  return [
    publicRoute({
      method: 'POST',
      path: '/login/code',
      audit: 'access',
      summary: 'The second step of signing in: a code of the authenticator app, or a recovery code',
      input: codeGiven,
      answer: loginAnswer,
      handle: async ({ input, request, reply }) => {
        const ip = plainAddress(request.ip)
        const { secrets, user, last } = await signInWithCode(parts, seal, { ...input, ip })
        setSessionCookie(request, reply, secrets.secret)
        return loginAnswerOf(user, secrets.headerId, last)
      },
    }),
    userRoute({
      method: 'GET',
      path: '/secondFactor',
      policy: 'session',
      summary: 'Whether the user has a second factor',
      input: null,
      answer: secondFactorState,
      handle: ({ user }) => readSecondFactor(db, user.id),
    }),
    userRoute({
      method: 'POST',
      path: '/secondFactor/begin',
      audit: { exempt: 'the key counts only once it is confirmed' },
      policy: 'session',
      whileOwing: ['second-factor'],
      summary: 'Creates a key for an authenticator app; takes effect once confirmed with a code',
      input: enrolmentBegun,
      answer: enrolment,
      handle: async ({ input, user }) => {
        await checkPassword(user, input.pwd)
        if (await hasSecondFactor(db, user.id)) await spendCode(db, seal, user.id, input.code ?? '', now())
        return beginEnrolment(db, seal, user, now())
      },
    }),
    userRoute({
      method: 'POST',
      path: '/secondFactor/confirm',
      audit: 'history',
      policy: 'session',
      whileOwing: ['second-factor'],
      summary: 'Turns the second factor on with a first code; every other session of the user ends',
      input: enrolmentConfirmed,
      answer: enrolled,
      handle: async ({ input, user, request, reply }) => {
        const had = await hasSecondFactor(db, user.id)
        const [secrets, { recoveryCodes }] = await change(user, { old: had ? 'on' : 'off', new: had ? 'replaced' : 'on' }, (changes) =>
          confirmEnrolment(changes, seal, user.id, input.code, now()),
        )
        return { ...(await renewedAnswer(parts, request, reply, secrets)), recoveryCodes }
      },
    }),
    userRoute({
      method: 'POST',
      path: '/secondFactor/codes',
      audit: 'access',
      policy: 'session',
      summary: 'Creates new recovery codes; the old ones become invalid',
      input: secondFactorProven,
      answer: freshCodes,
      handle: async ({ input, user }) => {
        if (!(await hasSecondFactor(db, user.id))) throw signInErrors.secondFactorOff()
        await checkPassword(user, input.pwd)
        await spendCode(db, seal, user.id, input.code, now())
        return db.transaction().execute(async (changes) => {
          const recoveryCodes = await replaceRecoveryCodes(changes, user.id)
          await recordAccess(changes, now(), [{ what: 'recovery-codes-made', user: accessUserOf(user) }])
          return { recoveryCodes }
        })
      },
    }),
    userRoute({
      method: 'POST',
      path: '/secondFactor/end',
      audit: 'history',
      policy: 'session',
      summary: 'Turns the second factor off; every other session of the user ends',
      input: secondFactorProven,
      answer: renewedSession,
      handle: async ({ input, user, request, reply }) => {
        const { on, required } = await readSecondFactor(db, user.id)
        if (!on) throw signInErrors.secondFactorOff()
        if (required) throw signInErrors.secondFactorRequired()
        await checkPassword(user, input.pwd)
        await spendCode(db, seal, user.id, input.code, now())
        const [secrets] = await change(user, { old: 'on', new: 'off' }, (changes) => removeSecondFactor(changes, user.id))
        return renewedAnswer(parts, request, reply, secrets)
      },
    }),
  ]
}
