import { user } from '@tanker/contract/base-data/user'
import type { EntityValues, FieldProblems } from '@tanker/contract/base-data/define-entity'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { ScopedDb } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { withinInt } from '../../base-data/entity-rows.ts'
import type { Write } from '../../base-data/apply-changes.ts'
import { type ChangedRow, type EntityTable, perRow } from '../../base-data/entity-table.ts'
import { type Actor, isSubset } from '../../platform/access/role-rights.ts'
import { rightsOf, writingActor } from './actor.ts'
import { rightsErrors } from './rights-errors.ts'

const NO_ROLE: Text = { zh: '没有找到所选角色，请重新选择。', en: 'The role was not found. Please choose again.' }
const ROLE_ABOVE_OWN: Text = {
  zh: '该角色的权限超出您自己的权限，不能分配。',
  en: 'This role has permissions that you do not have, so you cannot assign it.',
}
const ROLE_ELSEWHERE: Text = {
  zh: '该角色不属于所选组织或其上级组织，请重新选择。',
  en: 'This role belongs neither to the chosen organisation nor to one above it. Please choose again.',
}
const OWN_ROLE: Text = { zh: '不能修改自己的角色。', en: 'You cannot change your own role.' }
const OWN_ORGANISATION: Text = { zh: '不能修改自己的所属组织。', en: 'You cannot change your own organisation.' }
const OWN_STATUS: Text = { zh: '不能停用或删除自己。', en: 'You cannot disable or delete yourself.' }
const ABOVE_OWN: Text = {
  zh: '该用户的权限超出您自己的权限，不能修改。',
  en: 'This user has permissions that you do not have, so you cannot change it.',
}

/** Whether the actor may change a user: itself, or one whose role has no permission that the actor lacks. */
export async function mayChangeUser(db: ScopedDb, actor: Actor, userId: number): Promise<boolean> {
  const found = await db.from('app_user').where('app_user.id', '=', withinInt(userId)).select('app_user.role_id').executeTakeFirst()
  const rights = found && (await rightsOf(db.unscoped, found.role_id))
  return userId === actor.userId || (rights !== null && rights !== undefined && isSubset(actor, rights))
}

/** Refuses changes of a user who has more permissions than the actor. */
export async function guardUser(db: ScopedDb, actor: Actor, userId: number): Promise<void> {
  if (!(await mayChangeUser(db, actor, userId))) throw rightsErrors.refused(ABOVE_OWN)
}

/** Users of the own organisations; assignable are roles without permissions that the actor lacks. */
export const userTable: EntityTable<typeof user> = {
  entity: user,
  table: 'app_user',
  fixed: {},
  columns: {
    userName: 'user_name',
    realName: 'real_name',
    organisationId: 'organisation_id',
    roleId: 'role_id',
    phone: 'phone',
    email: 'email',
    status: 'enabled',
  },
  uniqueBy: { app_user_name: 'userName' },
  references: [],
  notifies: 'session',
  ownCreate: true,
  lockKey: ADVISORY_LOCKS.permissions,
  async authorize(write, changes) {
    const actor = await writingActor(write)
    for (const { id, after } of changes) {
      if (id === null) continue
      await guardUser(write.mine, actor, id)
      if (id === actor.userId && after?.status !== 'enabled') throw rightsErrors.refused(OWN_STATUS)
    }
  },
  validate: perRow(problemsOf),
}

async function problemsOf(write: Write, { id, before, after }: ChangedRow<EntityValues<typeof user>>): Promise<FieldProblems> {
  const actor = await writingActor(write)
  const db = write.mine
  const roleId = withinInt(after.roleId)
  const organisationId = withinInt(after.organisationId)
  if (id === actor.userId && before) {
    return {
      ...(before.roleId === roleId ? {} : { roleId: OWN_ROLE }),
      ...(before.organisationId === organisationId ? {} : { organisationId: OWN_ORGANISATION }),
    }
  }
  // A role of an organisation above cannot be assigned here, but a user who has it keeps it.
  const keeps = before?.roleId === roleId
  const found = await (keeps ? db.unscoped.selectFrom('role') : db.from('role'))
    .where('role.id', '=', roleId)
    .select(['role.id', 'role.organisation_id'])
    .executeTakeFirst()
  if (!found) return { roleId: NO_ROLE }
  const rights = await rightsOf(db.unscoped, found.id)
  if (!rights || !isSubset(actor, rights)) return { roleId: ROLE_ABOVE_OWN }
  const fits = await db
    .organisations()
    .where('organisation.id', '=', organisationId)
    .where(sql<boolean>`organisation.ancestors @> ARRAY[${found.organisation_id}]::int[]`)
    .select('organisation.id')
    .executeTakeFirst()
  return fits ? {} : { roleId: ROLE_ELSEWHERE }
}
