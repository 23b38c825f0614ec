import { accessCalls } from '@tanker/contract/endpoints/access'
import { accessUserOf, recordAccess } from '../../platform/access/record-access.ts'
import { mailAddressOf, readAlarmSettings } from '../../alarms/alarm-settings.ts'
import { clearSessionCookie, setSessionCookie } from '../../platform/http/gate.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { heldPermissions } from '../../platform/access/grants.ts'
import { accountOf, loginAnswerOf } from './login-answer.ts'
import { menuOf } from './menu.ts'
import { changePassword } from './password-change.ts'
import { renewedAnswer } from './renewed-answer.ts'
import { rightsStamp } from '../../platform/access/rights-stamp.ts'
import { areaOfAddress, plainAddress } from '../../platform/access/seen-address.ts'
import { signIn } from './sign-in.ts'

/** Sign-in, sign-out and the user's own settings, menu and permissions (spec 4.1, 7.2). */
export const accessRoutes = (parts: HttpParts): Route[] => {
  const { settings, sessions, bus } = parts
  return [
    handle(accessCalls.loginSettings, async () => ({ servicePhone: settings.servicePhone })),
    handle(accessCalls.seenAddress, async ({ request, language }) => {
      const ip = plainAddress(request.ip)
      return { ip, area: areaOfAddress(ip, language) }
    }),
    handle(accessCalls.signIn, async ({ input, request, reply, language }) => {
      const ip = plainAddress(request.ip)
      const { secrets, user, last } = await signIn(parts, {
        userName: input.username,
        password: input.password,
        ip,
        claimedIp: input.ip ?? null,
        claimedArea: input.area ?? null,
      })
      setSessionCookie(request, reply, secrets.secret)
      return loginAnswerOf(user, secrets.headerId, last, language)
    }),
    handle(accessCalls.signOut, async ({ user, request, reply }) => {
      await sessions.end(user)
      await recordAccess(parts.db, parts.now(), [{ what: 'signed-out', user: accessUserOf(user) }])
      bus.publish('session', '')
      clearSessionCookie(request, reply)
      return null
    }),
    handle(accessCalls.changePassword, async ({ input, user, request, reply }) =>
      renewedAnswer(parts, request, reply, await changePassword(parts, user, input)),
    ),
    handle(accessCalls.privileges, async ({ user, db }) => ({
      userPri: heldPermissions(user.grants).map((key) => ({ key })),
      companies: (await db.organisations().select(['id', 'parent_id', 'code', 'name']).orderBy('organisation.id').execute()).map(
        (organisation) => ({
          companyCode: organisation.code,
          companyName: organisation.name,
          id: organisation.id,
          parentId: organisation.id === user.scope.organisationId ? null : organisation.parent_id,
        }),
      ),
      stUserAlarm: await readAlarmSettings(parts.db, user),
      mailAddress: settings.mailReady ? await mailAddressOf(parts.db, user) : null,
      account: accountOf(user),
      stamp: rightsStamp(user),
    })),
    handle(accessCalls.menus, async ({ user, language }) => menuOf(user.grants, language)),
  ]
}
