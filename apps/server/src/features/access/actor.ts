import { type RawBuilder, sql } from 'kysely'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { Db } from '@tanker/database/connection'
import { OPERATOR_SCOPE } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import type { Write } from '../../base-data/apply-changes.ts'
import { errors } from '../../platform/http/errors.ts'
import { EVERYTHING } from '@tanker/contract/rights'
import { type Actor, isSubset, type RoleRights } from '../../platform/access/role-rights.ts'

/**
 * Serialises changes of permissions until the end of the transaction. Reads after it see the committed changes of earlier
 * holders: of two users who disable each other, the second finds itself disabled.
 */
export const lockRights = async (db: Db): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.permissions}::bigint)`.execute(db)
}

const permissionKeys: RawBuilder<string[]> = sql`ARRAY(SELECT permission FROM role_grant WHERE role_id = role.id)`

/** The user as actor; refused if it was disabled since the request was admitted. Call it after `lockRights`. */
export async function currentActor(db: Db, userId: number): Promise<Actor> {
  const found = await db
    .selectFrom('app_user')
    .innerJoin('role', 'role.id', 'app_user.role_id')
    .innerJoin('organisation', 'organisation.id', 'app_user.organisation_id')
    .where('app_user.id', '=', userId)
    .where('app_user.enabled', '=', true)
    .where('role.enabled', '=', true)
    .where('organisation.enabled', '=', true)
    .select(['app_user.id', 'role.id as role_id', 'super_man', 'customer', 'sign', permissionKeys.as('permissions')])
    .executeTakeFirst()
  if (!found) throw errors.noPermission()
  return {
    userId: found.id,
    roleId: found.role_id,
    superMan: found.super_man,
    customer: found.customer,
    sign: found.sign,
    permissions: new Set(found.permissions),
  }
}

/** The user who writes as actor. The operator of the machine has every permission. */
export const writingActor = ({ db, mine: { scope } }: Pick<Write, 'db' | 'mine'>): Promise<Actor> =>
  scope === OPERATOR_SCOPE
    ? Promise.resolve({ userId: 0, roleId: 0, superMan: true, customer: false, sign: true, permissions: new Set([EVERYTHING]) })
    : currentActor(db, scope.userId)

/** The permissions of a role; null when there is no such role. */
export async function rightsOf(db: Db, roleId: number): Promise<RoleRights | null> {
  const found = await db
    .selectFrom('role')
    .where('role.id', '=', roleId)
    .select(['super_man', 'customer', 'sign', permissionKeys.as('permissions')])
    .executeTakeFirst()
  return found ? { superMan: found.super_man, customer: found.customer, sign: found.sign, permissions: new Set(found.permissions) } : null
}

/** Why the actor may not change the role; null when it may. */
export const whyNotChange = (actor: Actor, roleId: number, role: RoleRights): Text | null =>
  roleId === actor.roleId ? OWN_ROLE : isSubset(actor, role) ? null : ABOVE_OWN

const OWN_ROLE = { zh: '不能修改自己所属的角色。', en: 'You cannot change your own role.' } as const
const ABOVE_OWN = {
  zh: '该角色的权限超出您自己的权限，不能修改。',
  en: 'This role has permissions that you do not have, so you cannot change it.',
} as const
