import { hashPassword } from '@tanker/contract/password'
import { addTestUsers, PASSWORD, settleFirstPassword, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { installRoles } from '../../world/install-accounts.ts'

const RIGHTS = 'setting/privilege_account'

/** The permissions of carrier A's user manager: the permission screens with all their buttons, and two business screens. */
export const MANAGER_HOLDS = [
  ...['role', 'user'].flatMap((key) => [
    `${RIGHTS}/${key}`,
    ...['create', 'change', 'delete'].map((action) => `${RIGHTS}/${key}:${action}`),
  ]),
  `${RIGHTS}/role_function`,
  'roles:grant',
  'users:password',
  'users:second-factor',
  'users:sessions',
  'monitor/cargo_transport',
  'setting/base_data/station',
  'setting/base_data/station:create',
]

/** The small world with those who give rights to others: amy manages the users of carrier A, cora those of its customer. */
export async function startRights(): Promise<
  TestApi & {
    signInAs(userName: string): Promise<SignedIn>
    roleId(name: string): Promise<number>
    userId(name: string): Promise<number>
  }
> {
  const server = await startTestApi({ trustedProxies: ['127.0.0.1'] })
  const { db } = server.database
  await installRoles(db, [
    { companyCode: 'A', name: '用户管理员', permissions: MANAGER_HOLDS },
    { companyCode: 'A', name: '看板员', permissions: ['monitor/cargo_transport'] },
    { companyCode: 'A', name: '全能', permissions: ['*'] },
    { companyCode: 'A1', name: '客户管理员', customer: true, sign: false, permissions: MANAGER_HOLDS },
    { companyCode: 'B', name: '乙看板员', permissions: ['monitor/cargo_transport'] },
  ])
  await addTestUsers(db, [
    { userName: 'amy', companyCode: 'A', roleName: '用户管理员' },
    { userName: 'fred', companyCode: 'A', roleName: '看板员' },
    { userName: 'olga', companyCode: 'A', roleName: '全能' },
    { userName: 'cora', companyCode: 'A1', roleName: '客户管理员' },
    { userName: 'boss', companyCode: 'G', roleName: '管理员' },
  ])
  let signIns = 0
  return Object.assign(server, {
    signInAs: async (userName: string) => {
      signIns += 1
      // Each user from its own address, so that the throttle does not delay them.
      const browser = await server.signIn(userName as 'anna', { 'x-forwarded-for': `10.9.${signIns >> 8}.${signIns & 255}` })
      const { must_change_password: first } = await db
        .selectFrom('app_user')
        .where('id', '=', browser.userId)
        .select('must_change_password')
        .executeTakeFirstOrThrow()
      if (first) await settleFirstPassword(browser, userName)
      return browser
    },
    roleId: async (name: string) =>
      (await db.selectFrom('role').where('name', '=', name).select('id').orderBy('id').executeTakeFirstOrThrow()).id,
    userId: async (name: string) =>
      (await db.selectFrom('app_user').where('user_name', '=', name).select('id').executeTakeFirstOrThrow()).id,
  })
}

export type RightsApi = Awaited<ReturnType<typeof startRights>>

/** A user as its form sends it. */
export const aUser = (userName: string, organisationId: number, roleId: number, more: Record<string, string | number> = {}) => ({
  userName,
  realName: `${userName} 姓名`,
  organisationId,
  roleId,
  pwd: hashPassword(userName, PASSWORD),
  ...more,
})

/** The messages of a refusal by field. */
export const fieldsOf = (answer: { data: unknown }): Record<string, { zh: string; en: string }> =>
  (answer.data as { fields?: Record<string, { zh: string; en: string }> } | null)?.fields ?? {}
