import { role } from '@tanker/contract/base-data/role'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { listFilters, statusOf } from '../base-data/entity-list.ts'
import { listReport } from '../base-data/list-report.ts'
import { among } from '../conditions.ts'
import { type ValuesOf } from '../define-report.ts'
import { containsText, isOfOrganisation, textContains, wholeNumber, yesNo, shortNameOf } from '../kinds.ts'

const filters = { ...listFilters(), search: textContains({ zh: '角色名称', en: 'Role name' }) }

const users = sql<number>`(SELECT count(*)::int FROM app_user WHERE app_user.role_id = role.id)`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('role')
    .innerJoin('organisation', 'organisation.id', 'role.organisation_id')
    .where(isOfOrganisation(asked.scope, 'role'))
    .where(containsText(sql<string>`role.name || ' ' || role.remark`, asked.search ?? ''))
    .where(among(statusOf('role'), asked.status))
    .select([
      sql<string>`role.id::text`.as('id'),
      'role.name',
      shortNameOf('organisation').as('organisation'),
      'role.remark',
      'role.super_man as superMan',
      'role.customer',
      'role.sign',
      users.as('users'),
      statusOf('role').as('status'),
    ])

export default listReport(role, {
  title: { zh: '角色管理', en: 'Roles' },
  filters,
  rows,
  columns: {
    name: 'name',
    organisation: 'organisationId',
    users: wholeNumber({ zh: '用户数', en: 'Users' }),
    status: 'status',
    remark: 'remark',
    superMan: yesNo(role.fields.superMan.label),
    customer: yesNo(role.fields.customer.label),
    sign: yesNo({ zh: '显示组织列', en: 'Organisation column' }),
  },
  sorted: ['name'],
  sort: { by: 'name', order: 'asc' },
})
