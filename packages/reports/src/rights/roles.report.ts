import { role } from '@tanker/contract/base-data/role'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { listFilters, sortedText, statusColumn, statusOf } from '../base-data/entity-list.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { company, containsText, isOfCompany, text, textContains, wholeNumber, yesNo } from '../kinds.ts'

const filters = { ...listFilters(), search: textContains({ zh: '角色名称', en: 'Role name' }) }

const users = sql<number>`(SELECT count(*)::int FROM app_user WHERE app_user.role_id = role.id)`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('role')
    .innerJoin('company', 'company.id', 'role.company_id')
    .where(isOfCompany(asked.scope, 'role'))
    .where(containsText(sql<string>`role.name || ' ' || role.remark`, asked.search ?? ''))
    .where(among(statusOf('role'), asked.status))
    .select([
      sql<string>`role.id::text`.as('id'),
      'role.name',
      'company.name as company',
      'role.remark',
      'role.super_man as superMan',
      'role.customer',
      'role.sign',
      users.as('users'),
      statusOf('role').as('status'),
    ])

export default defineReport({
  path: 'setting/privilege_account/role',
  title: { zh: '角色管理', en: 'Roles' },
  filters,
  rows,
  columns: {
    name: sortedText({ zh: '角色名称', en: 'Role name' }),
    company: company(),
    users: wholeNumber({ zh: '用户数', en: 'Users' }),
    status: statusColumn(),
    remark: text({ zh: '备注', en: 'Remark' }),
    superMan: yesNo({ zh: '超级管理员', en: 'Super administrator' }),
    customer: yesNo({ zh: '客户角色', en: 'Customer' }),
    sign: yesNo({ zh: '显示组织列', en: 'Organisation column' }),
  },
  sort: { by: 'name', order: 'asc' },
  rowIs: 'record',
  entity: role,
})
