import { EVERYTHING, type RolePermissions } from '@tanker/contract/rights'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import type { Language, Text } from '@tanker/domain/texts/text'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { permissionTree, screensOf } from '../../platform/access/permission-tree.ts'
import { ALL_PERMISSIONS, mayUse } from '../../platform/access/grants.ts'
import { holdsEverything, canGrant } from '../../platform/access/role-rights.ts'
import { currentActor, lockRights, rightsOf, whyNotChange } from './actor.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import { rightsErrors } from './rights-errors.ts'

const ONLY_LOOKING: Text = { zh: '您只能查看，不能分配功能。', en: 'You can view permissions but not grant them.' }

const roleRow = (db: ScopedDb, roleId: number) =>
  db
    .from('role')
    .innerJoin('organisation', 'organisation.id', 'role.organisation_id')
    .where('role.id', '=', withinInt(roleId))
    .select(['role.id', 'role.name', 'role.version', 'role.organisation_id', 'organisation.name as organisation'])

/** The permissions of a role and the tree of all permissions, marked with what the user may change. */
export async function readRolePermissions(db: ScopedDb, user: SignedInUser, roleId: number, language: Language): Promise<RolePermissions> {
  const role = await roleRow(db, roleId).executeTakeFirst()
  const rights = role && (await rightsOf(db.unscoped, role.id))
  if (!role || !rights) throw errors.rowNotFound()
  const actor = await currentActor(db.unscoped, user.id)
  const { users } = await db.unscoped
    .selectFrom('app_user')
    .where('role_id', '=', role.id)
    .select((select) => select.fn.countAll<string>().as('users'))
    .executeTakeFirstOrThrow()
  const locked = user.demo || !mayUse(user.grants, 'roles:grant') ? ONLY_LOOKING : whyNotChange(actor, role.id, rights)
  return {
    roleId: role.id,
    roleName: role.name,
    companyName: role.organisation,
    version: role.version,
    users: Number(users),
    permissions: rights.permissions.has(EVERYTHING) ? [EVERYTHING] : ALL_PERMISSIONS.filter((one) => rights.permissions.has(one)),
    locked: locked && locked[language],
    mayGrantEverything: holdsEverything(actor),
    tree: permissionTree(actor, language),
  }
}

/** Replaces the permissions of a role; refused if the user adds a permission it does not have, or the role changed since. */
export async function saveRolePermissions(
  mine: ScopedDb,
  changer: Changer,
  asked: { readonly roleId: number; readonly version: number; readonly permissions: readonly string[] },
): Promise<void> {
  await mine.unscoped.transaction().execute(async (db) => {
    await lockRights(db)
    const own = scoped(db, mine.scope)
    const role = await roleRow(own, asked.roleId).executeTakeFirst()
    const before = role && (await rightsOf(db, role.id))
    if (!role || !before) throw errors.rowNotFound()
    const actor = await currentActor(db, changer.id)
    const why = whyNotChange(actor, role.id, before)
    if (why) throw rightsErrors.refused(why)
    if (role.version !== asked.version) throw rightsErrors.roleChanged()
    const wanted = wantedPermissions(asked.permissions)
    const added = [...wanted].filter((one) => !before.permissions.has(one))
    const removed = [...before.permissions].filter((one) => !wanted.has(one))
    const missing = added.filter((one) => !canGrant(actor, one))
    if (missing.length > 0) throw rightsErrors.permissionsNotHeld(missing.length)
    if (added.length === 0 && removed.length === 0) return
    if (removed.length > 0) await db.deleteFrom('role_grant').where('role_id', '=', role.id).where('permission', 'in', removed).execute()
    if (added.length > 0)
      await db
        .insertInto('role_grant')
        .values(added.map((one) => ({ role_id: role.id, permission: one })))
        .execute()
    await db
      .updateTable('role')
      .set({ version: role.version + 1 })
      .where('id', '=', role.id)
      .execute()
    const change = { entity: 'role', rowId: role.id, organisationId: role.organisation_id, action: 'change' } as const
    await recordChanges(db, changer, [{ ...change, old: { permissions: removed.toSorted() }, new: { permissions: added.toSorted() } }])
  })
}

/** EVERYTHING alone, or the requested permissions with the screens of their buttons; unknown ones are refused. */
function wantedPermissions(asked: readonly string[]): ReadonlySet<string> {
  if (asked.includes(EVERYTHING)) return new Set([EVERYTHING])
  const known: ReadonlySet<string> = new Set(ALL_PERMISSIONS)
  if (!asked.every((one) => known.has(one))) throw rightsErrors.unknownPermission()
  return new Set([...asked, ...screensOf(asked)])
}
