import type { ScopedDb } from '@tanker/database/scope'
import type { Changer } from '../../platform/changes/record-change.ts'
import { readRoleChoices } from '../access/feature.ts'
import { namedViewErrors } from './named-view-errors.ts'
import { lockedOwnView, recordView } from './save-views.ts'

/** Roles that one view is shared with. */
const MAX_ROLES = 50

/** The roles with which the user may share: those that it may assign to users. */
export const rolesToShareWith = async (db: ScopedDb) => (await readRoleChoices(db)).filter(({ canGrant }) => canGrant)

/** Shares a view of the user's own with these roles and no others. Roles that stay are not checked again. */
export async function shareView(
  db: ScopedDb,
  changer: Changer,
  { id, roleIds }: { readonly id: number; readonly roleIds: readonly number[] },
): Promise<void> {
  if (roleIds.length > MAX_ROLES) throw namedViewErrors.tooManyRoles(MAX_ROLES)
  const managed = await rolesToShareWith(db)
  await db.unscoped.transaction().execute(async (transaction) => {
    const view = await lockedOwnView(transaction, db.scope.userId, id)
    const held = await transaction
      .selectFrom('named_view_role')
      .innerJoin('role', 'role.id', 'named_view_role.role_id')
      .where('view_id', '=', id)
      .select(['role.id', 'role.name'])
      .orderBy('role.name')
      .execute()
    const added = roleIds.filter((role) => held.every((one) => one.id !== role))
    const removed = held.filter((one) => !roleIds.includes(one.id))
    if (!added.every((role) => managed.some((one) => one.id === role))) throw namedViewErrors.roleNotManaged()
    if (added.length === 0 && removed.length === 0) return
    if (removed.length > 0)
      await transaction
        .deleteFrom('named_view_role')
        .where('view_id', '=', id)
        .where(
          'role_id',
          'in',
          removed.map((one) => one.id),
        )
        .execute()
    if (added.length > 0)
      await transaction
        .insertInto('named_view_role')
        .values(added.map((role) => ({ view_id: id, role_id: role })))
        .execute()
    const names = managed.filter((one) => added.includes(one.id)).map(({ name }) => name)
    await recordView(transaction, changer, db.scope.organisationId, {
      id,
      action: roleIds.length === 0 ? 'unshare' : 'share',
      old: { name: view.name, roles: held.map(({ name }) => name) },
      new: { name: view.name, roles: [...held.filter((one) => !removed.includes(one)).map(({ name }) => name), ...names] },
    })
  })
}
