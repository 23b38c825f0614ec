import { rightsCalls } from '@tanker/contract/endpoints/rights'
import type { Saver } from '../../base-data/apply-changes.ts'
import { createRow } from '../../base-data/save-row.ts'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { type AskedByUser, handle, type Route } from '../../platform/http/routes.ts'
import { copyRole, readRoleChoices } from './copy-role.ts'
import { storedPassword } from './passwords.ts'
import { refuseCommonPassword, resetUserPassword } from './reset-password.ts'
import { readRolePermissions, saveRolePermissions } from './role-permissions.ts'
import { readSecondFactorOf, resetSecondFactor } from './reset-second-factor.ts'
import { endUserSession, readUserSessions } from './user-sessions.ts'
import { userTable } from './user-table.ts'

/** Calls on roles, users and permissions, besides those of all base data. */
export const rightsRoutes = ({ bus, now }: HttpParts): Route[] => {
  const saver = ({ db, user }: Pick<AskedByUser<unknown>, 'db' | 'user'>): Saver => ({
    db,
    writer: changerOf(user, now()),
  })
  /** Notifies open web consoles that permissions changed or sessions ended. */
  const notified = <T>(answer: T): T => {
    bus.publish('session', '')
    return answer
  }
  return [
    handle(rightsCalls.createUser, async (asked) => {
      const { pwd, ...values } = asked.input as { pwd: string } & Record<string, string>
      refuseCommonPassword(values['userName'] ?? '', pwd)
      const password_hash = await storedPassword(pwd)
      return createRow(userTable, values, saver(asked), async (db, id) => {
        await db.updateTable('app_user').set({ password_hash, must_change_password: true }).where('id', '=', id).execute()
      })
    }),
    ...[rightsCalls.userRoles, rightsCalls.rolePermissionRoles].map((choices) => handle(choices, ({ db }) => readRoleChoices(db))),
    handle(rightsCalls.rolePermissions, ({ input, db, user, language }) => readRolePermissions(db, user, input.id, language)),
    handle(rightsCalls.saveRolePermissions, async (asked) => {
      const { id: roleId, version, permissions } = asked.input
      const wanted = permissions.split(',').filter((one) => one !== '')
      await saveRolePermissions(asked.db, changerOf(asked.user, now()), { roleId, version, permissions: wanted })
      return notified(await readRolePermissions(asked.db, asked.user, roleId, asked.language))
    }),
    handle(rightsCalls.copyRole, (asked) => copyRole(saver(asked), asked.input)),
    handle(rightsCalls.resetPassword, async (asked) => {
      await resetUserPassword(asked.db, changerOf(asked.user, now()), asked.input)
      return notified(null)
    }),
    handle(rightsCalls.secondFactor, ({ input, db }) => readSecondFactorOf(db, input.id)),
    handle(rightsCalls.resetSecondFactor, async (asked) => {
      await resetSecondFactor(asked.db, changerOf(asked.user, now()), asked.input.id)
      return notified(null)
    }),
    handle(rightsCalls.sessions, ({ input, db, user, language }) => readUserSessions(db, user, input.id, now(), language)),
    handle(rightsCalls.endSession, async ({ input, db, user }) => {
      await endUserSession(db, user, input.sessionId, now())
      return notified(null)
    }),
  ]
}
