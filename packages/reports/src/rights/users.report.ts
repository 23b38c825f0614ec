import { user } from '@tanker/contract/base-data/user'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { listFilters, statusOf } from '../base-data/entity-list.ts'
import { listReport } from '../base-data/list-report.ts'
import { among } from '../conditions.ts'
import { type ValuesOf } from '../define-report.ts'
import { containsText, isOfOrganisation, text, textContains, time, shortNameOf } from '../kinds.ts'

const ROLE = { zh: '角色', en: 'Role' } as const

const filters = {
  ...listFilters(),
  search: textContains({ zh: '用户名 / 姓名', en: 'User or real name' }),
  role: textContains(ROLE),
}

const roleName = sql<string>`user_role_name(app_user.id)`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('app_user')
    .innerJoin('organisation', 'organisation.id', 'app_user.organisation_id')
    .where(isOfOrganisation(asked.scope, 'app_user'))
    .where(containsText(sql<string>`app_user.user_name || ' ' || app_user.real_name`, asked.search ?? ''))
    .where(containsText(roleName, asked.role ?? ''))
    .where(among(statusOf('app_user'), asked.status))
    .select([
      sql<string>`app_user.id::text`.as('id'),
      'app_user.user_name as userName',
      'app_user.real_name as realName',
      roleName.as('role'),
      shortNameOf('organisation').as('organisation'),
      'app_user.phone',
      'app_user.email',
      'app_user.last_login_at as lastLogin',
      'app_user.last_login_ip as lastIp',
      statusOf('app_user').as('status'),
    ])

export default listReport(user, {
  title: { zh: '用户管理', en: 'Users' },
  filters,
  rows,
  columns: {
    userName: 'userName',
    realName: 'realName',
    role: 'roleId',
    organisation: 'organisationId',
    status: 'status',
    lastLogin: time({ zh: '上次登录', en: 'Last sign-in' }),
    lastIp: text({ zh: '登录地址', en: 'From address' }),
    phone: 'phone',
    email: 'email',
  },
  sorted: ['userName', 'realName', 'role'],
  sort: { by: 'userName', order: 'asc' },
})
