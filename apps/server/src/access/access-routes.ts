import { RESULT } from '@tanker/contract/envelope'
import {
  DUTIES,
  loginAnswer,
  loginRequest,
  loginSettings,
  menus,
  passwordChange,
  renewedSession,
  seenAddress,
  userPrivileges,
} from '@tanker/contract/session'
import { z } from 'zod'
import { accessUserOf, recordAccess } from '../access-log/record-access.ts'
import { mailAddressOf, readAlarmSettings } from '../alarms/alarm-settings.ts'
import { clearSessionCookie, setSessionCookie } from '../http/gate.ts'
import type { HttpParts } from '../http/parts.ts'
import { publicRoute, type Route, userRoute } from '../http/routes.ts'
import { heldFunctions } from './grants.ts'
import { accountOf, loginAnswerOf } from './login-answer.ts'
import { menuOf } from './menu.ts'
import { changePassword } from './password-change.ts'
import { renewedAnswer } from './renewed-answer.ts'
import { rightsStamp } from './rights-stamp.ts'
import { areaOfAddress, plainAddress } from './seen-address.ts'
import { signIn } from './sign-in.ts'

/** Sign-in, sign-out and the user's own settings, menu and permissions (spec 4.1, 7.2). */
export const accessRoutes = (parts: HttpParts): Route[] => {
  const { settings, sessions, bus } = parts
  return [
    publicRoute({
      method: 'GET',
      path: '/loginSettings',
      summary: 'Settings of the sign-in page; no session needed',
      input: null,
      answer: loginSettings,
      handle: async () => ({ servicePhone: settings.servicePhone }),
    }),
    publicRoute({
      method: 'GET',
      path: '/getIp',
      summary: 'The client address as the server sees it',
      input: null,
      answer: seenAddress,
      handle: async ({ request, language }) => {
        const ip = plainAddress(request.ip)
        return { ip, area: areaOfAddress(ip, language) }
      },
    }),
    publicRoute({
      method: 'POST',
      path: '/login',
      audit: 'access',
      summary: 'Signs in; the session cookie comes with the answer. Result code 428: a code is needed, see /login/code',
      input: loginRequest,
      answer: loginAnswer,
      refusals: [RESULT.codeNeeded],
      handle: async ({ input, request, reply }) => {
        const ip = plainAddress(request.ip)
        const { secrets, user, last } = await signIn(parts, {
          userName: input.username,
          password: input.password,
          ip,
          claimedIp: input.ip ?? null,
          claimedArea: input.area ?? null,
        })
        setSessionCookie(request, reply, secrets.secret)
        return loginAnswerOf(user, secrets.headerId, last)
      },
    }),
    userRoute({
      method: 'GET',
      path: '/loginOut',
      audit: 'access',
      policy: 'session',
      whileOwing: DUTIES,
      summary: 'Signs out',
      input: null,
      answer: z.null(),
      handle: async ({ user, request, reply }) => {
        await sessions.end(user)
        await recordAccess(parts.db, parts.now(), [{ what: 'signed-out', user: accessUserOf(user) }])
        bus.publish('session', '')
        clearSessionCookie(request, reply)
        return null
      },
    }),
    userRoute({
      method: 'PUT',
      path: '/userInfoPwd',
      audit: 'access',
      policy: 'session',
      whileOwing: ['password'],
      summary: 'Changes the user’s own password; renews the secrets of this session and ends the user’s other sessions',
      input: passwordChange,
      answer: renewedSession,
      handle: async ({ input, user, request, reply }) => renewedAnswer(parts, request, reply, await changePassword(parts, user, input)),
    }),
    userRoute({
      method: 'GET',
      path: '/userPri',
      policy: 'session',
      summary: 'Permissions and organisations of the user, and its alarm settings',
      input: null,
      answer: userPrivileges,
      handle: async ({ user, db }) => ({
        userPri: heldFunctions(user.grants).map((key) => ({ key })),
        companies: (await db.companies().select(['id', 'parent_id', 'code', 'name']).orderBy('company.id').execute()).map((company) => ({
          companyCode: company.code,
          companyName: company.name,
          id: company.id,
          parentId: company.id === user.scope.companyId ? null : company.parent_id,
        })),
        stUserAlarm: await readAlarmSettings(parts.db, user),
        mailAddress: settings.mailReady ? await mailAddressOf(parts.db, user) : null,
        account: accountOf(user),
        stamp: rightsStamp(user),
      }),
    }),
    userRoute({
      method: 'GET',
      path: '/menus',
      policy: 'session',
      summary: 'The menu of the user’s role',
      input: null,
      answer: menus,
      handle: async ({ user, language }) => menuOf(user.grants, language),
    }),
  ]
}
