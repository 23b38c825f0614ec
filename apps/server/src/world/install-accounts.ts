import { role } from '@tanker/contract/base-data/role'
import { user } from '@tanker/contract/base-data/user'
import { hashPassword } from '@tanker/contract/password'
import type { Db } from '@tanker/database/connection'
import type { Text } from '@tanker/domain/texts/text'
import { tableOf } from '../app.ts'
import { applyChanges } from '../base-data/apply-changes.ts'
import { entityStages, type Requested } from '../base-data/entity-stages.ts'
import { operatorOf } from './operator.ts'
import { noSuchOrganisation, readKnown } from './world-lookups.ts'
import { storedPassword } from '../features/access/feature.ts'

type RoleGiven = {
  readonly companyCode: string
  readonly name: string
  readonly superMan?: boolean
  readonly customer?: boolean
  readonly sign?: boolean
  /** Screens and actions; EVERYTHING is all of them. */
  readonly permissions: readonly string[]
}

type UserGiven = {
  readonly companyCode: string
  readonly roleName: string
  readonly userName: string
  /** As a person types it. */
  readonly password: string
  /** The password was chosen by another user, so it must be changed at the first sign-in. */
  readonly mustChangePassword: boolean
}

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

/**
 * Adds roles with their permissions for the operator of the machine.
 * @throws ChangesRefused with what is wrong
 */
export async function installRoles(db: Db, roles: readonly RoleGiven[], at = new Date()): Promise<void> {
  const { organisations } = await readKnown(db)
  const requests = roles.map(({ companyCode, name, superMan = false, customer = false, sign = true }): Requested => {
    const organisation = organisations.get(companyCode)
    if (!organisation) return { unreadable: [noSuchOrganisation(companyCode)] }
    return { add: { name, organisationId: organisation.id, superMan: yesNo(superMan), customer: yesNo(customer), sign: yesNo(sign) } }
  })
  await applyChanges(entityStages(tableOf(role)), operatorOf(db, at), requests, {
    source: 'world',
    async also(transaction, written) {
      const grants = written.flatMap(({ id, index }) =>
        [...new Set(roles[index]?.permissions)].map((one) => ({ role_id: id, permission: one })),
      )
      if (grants.length > 0) await transaction.insertInto('role_grant').values(grants).execute()
    },
  })
}

const noSuchRole = (name: string): Text => ({
  zh: `没有名称为 ${name} 的角色，请先添加。`,
  en: `There is no role called ${name}; add it first.`,
})

/**
 * Adds users with their first passwords for the operator of the machine. A role is found in the user's organisation or in one above it.
 * @throws ChangesRefused with what is wrong
 */
export async function installUsers(db: Db, users: readonly UserGiven[], at = new Date()): Promise<void> {
  const { organisations } = await readKnown(db)
  const roles = await db.selectFrom('role').select(['id', 'organisation_id', 'name']).execute()
  const requests = users.map(({ userName, companyCode, roleName }): Requested => {
    const organisation = organisations.get(companyCode)
    if (!organisation) return { unreadable: [noSuchOrganisation(companyCode)] }
    // The nearest one, if several levels of the tree have the name.
    const found = organisation.ancestors
      .toReversed()
      .map((id) => roles.find((one) => one.organisation_id === id && one.name === roleName))
      .find((one) => one !== undefined)
    return found
      ? { add: { userName, realName: userName, organisationId: organisation.id, roleId: found.id } }
      : { unreadable: [noSuchRole(roleName)] }
  })
  const hashes = await Promise.all(users.map(({ userName, password }) => storedPassword(hashPassword(userName.trim(), password))))
  await applyChanges(entityStages(tableOf(user)), operatorOf(db, at), requests, {
    source: 'world',
    async also(transaction, written) {
      for (const { id, index } of written)
        await transaction
          .updateTable('app_user')
          .set({ password_hash: hashes[index] ?? '', must_change_password: users[index]?.mustChangePassword ?? true })
          .where('id', '=', id)
          .execute()
    },
  })
}
