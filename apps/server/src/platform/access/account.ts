import { type Expression, sql, type SqlBool } from 'kysely'
import type { Db } from '@tanker/database/connection'
import type { Scope } from '@tanker/database/scope'
import { DEMO_ROLE, type Grants } from './grants.ts'

/** A user with what its role and its organisation allow, as currently stored. */
export type Account = {
  readonly id: number
  readonly userName: string
  readonly realName: string
  readonly organisation: { readonly id: number; readonly code: string; readonly name: string }
  readonly roleName: string
  readonly superMan: boolean
  readonly customer: boolean
  readonly sign: boolean
  readonly demo: boolean
  readonly grants: Grants
  readonly scope: Scope
}

/** Users who may sign in, with what `accountOf` needs of them. */
export const enabledAccounts = (db: Db, where: Expression<SqlBool>) =>
  db
    .selectFrom('app_user')
    .innerJoin('role', 'role.id', 'app_user.role_id')
    .innerJoin('organisation', 'organisation.id', 'app_user.organisation_id')
    .where(where)
    .where('app_user.enabled', '=', true)
    .where('role.enabled', '=', true)
    .where('organisation.enabled', '=', true)
    .select([
      'app_user.id',
      'app_user.user_name',
      'app_user.real_name',
      'organisation.id as organisation_id',
      'organisation.code as organisation_code',
      'organisation.name as organisation_name',
      'role.name as role_name',
      'role.super_man',
      'role.customer',
      'role.sign',
      sql<string[]>`ARRAY(SELECT permission FROM role_grant WHERE role_id = role.id)`.as('permissions'),
    ])

type AccountRow = Awaited<ReturnType<ReturnType<typeof enabledAccounts>['execute']>>[number]

export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  userName: row.user_name,
  realName: row.real_name,
  organisation: { id: row.organisation_id, code: row.organisation_code, name: row.organisation_name },
  roleName: row.role_name,
  superMan: row.super_man,
  customer: row.customer,
  sign: row.sign,
  demo: row.role_name === DEMO_ROLE,
  grants: { superMan: row.super_man, permissions: new Set(row.permissions) },
  scope: { userId: row.id, organisationId: row.organisation_id, customer: row.customer },
})

/** The account of a user without a session, for work done in its name; null when it may not sign in. */
export async function readAccount(db: Db, userId: number): Promise<Account | null> {
  const row = await enabledAccounts(db, sql<boolean>`app_user.id = ${userId}`).executeTakeFirst()
  return row ? accountOf(row) : null
}
