import type { EntityRow } from '@tanker/contract/base-data/calls'
import type { ScopedDb } from '@tanker/database/scope'
import { findRow } from '../../base-data/entity-rows.ts'
import type { Saver } from '../../base-data/apply-changes.ts'
import { createRow } from '../../base-data/save-row.ts'
import { errors } from '../../platform/http/errors.ts'
import { type Actor, isSubset } from '../../platform/access/role-rights.ts'
import { currentActor, rightsOf } from './actor.ts'
import { roleTable } from './role-table.ts'
import { rightsErrors } from './rights-errors.ts'

/** Creates a role with the flags and permissions of another one, in the same organisation or another one of the user's. */
export async function copyRole(
  saver: Saver,
  { id: roleId, organisationId, name }: { readonly id: number; readonly organisationId: number; readonly name: string },
): Promise<EntityRow> {
  const { db: mine } = saver
  const model = await findRow(mine, roleTable, roleId)
  if (!model) throw errors.rowNotFound()
  return createRow(roleTable, { ...model.values, name, organisationId, status: 'enabled' }, saver, async (db, id) => {
    const rights = await rightsOf(db, model.id)
    if (!rights || !isSubset(await currentActor(db, mine.scope.userId), rights)) throw rightsErrors.copyNotHeld()
    if (rights.permissions.size > 0)
      await db
        .insertInto('role_grant')
        .values([...rights.permissions].map((one) => ({ role_id: id, permission: one })))
        .execute()
  })
}

/** The roles of the user's organisations, and which of them the user may assign. */
export async function readRoleChoices(db: ScopedDb) {
  const actor: Actor = await currentActor(db.unscoped, db.scope.userId)
  const rows = await db
    .from('role')
    .innerJoin('organisation', 'organisation.id', 'role.organisation_id')
    .select([
      'role.id',
      'role.name',
      'role.organisation_id as organisationId',
      'organisation.name as companyName',
      'role.enabled',
      'role.super_man as superMan',
      'role.customer',
      'role.sign',
    ])
    .orderBy('role.name')
    .orderBy('role.id')
    .execute()
  const grants = await db.unscoped
    .selectFrom('role_grant')
    .where('role_id', 'in', rows.length === 0 ? [0] : rows.map(({ id }) => id))
    .select(['role_id', 'permission'])
    .execute()
  return rows.map(({ superMan, customer, sign, ...role }) => ({
    ...role,
    canGrant: isSubset(actor, {
      superMan,
      customer,
      sign,
      permissions: new Set(grants.filter((one) => one.role_id === role.id).map((one) => one.permission)),
    }),
  }))
}
