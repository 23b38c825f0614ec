import type { LoginAnswer, UserPrivileges } from '@tanker/contract/session'
import type { Language } from '@tanker/domain/texts/text'
import { areaFor } from '../../platform/access/seen-address.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'

/** The signed-in user as the web console shows it. */
export const accountOf = (user: SignedInUser): UserPrivileges['account'] => ({
  role: { roleName: user.roleName, superMan: user.superMan, customer: user.customer, sign: user.sign },
  userInfo: {
    id: user.id,
    userName: user.userName,
    name: user.realName === '' ? user.userName : user.realName,
    avatar: null,
    organisationId: user.organisation.id,
    companyCode: user.organisation.code,
    companyName: user.organisation.name,
  },
  notDemo: !user.demo,
  waterTruckAccount: user.waterTruckAccount,
})

/** The answer of both steps of signing in (spec 7.2). `owes` is there only while the session may do nothing else. */
export const loginAnswerOf = (
  user: SignedInUser,
  headerId: string,
  last: LoginAnswer['lastLoginInfo'],
  language: Language,
): LoginAnswer => ({
  ...accountOf(user),
  'header-id': headerId,
  userIn: user.owes === null,
  lastLoginInfo: { ...last, area: last.area && areaFor(last.area, language) },
  ...(user.owes === null ? {} : { owes: user.owes }),
})
