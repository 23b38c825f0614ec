import { entityRow } from '@tanker/contract/base-data/calls'
import {
  firstPassword,
  passwordReset,
  roleChoices,
  roleCopy,
  roleFunctions,
  roleFunctionsAsked,
  roleFunctionsSaved,
  sessionEnded,
  sessionsAsked,
  userSessions,
} from '@tanker/contract/rights'
import { secondFactorOf, secondFactorState } from '@tanker/contract/second-factor'
import { z } from 'zod'
import { formOf } from '../base-data/base-data-routes.ts'
import type { Saver } from '../base-data/apply-changes.ts'
import { createRow } from '../base-data/save-row.ts'
import { changerOf } from '../changes/record-change.ts'
import type { HttpParts } from '../http/parts.ts'
import { type AskedByUser, type Route, userRoute } from '../http/routes.ts'
import { copyRole, readRoleChoices } from './copy-role.ts'
import { storedPassword } from './passwords.ts'
import { refuseCommonPassword, resetUserPassword } from './reset-password.ts'
import { readRoleFunctions, saveRoleFunctions } from './role-functions.ts'
import { readSecondFactorOf, resetSecondFactor } from './reset-second-factor.ts'
import { endUserSession, readUserSessions } from './user-sessions.ts'
import { userTable } from './user-table.ts'

/** Calls on roles, users and permissions, besides those of all base data. */
export const rightsRoutes = ({ bus, now }: HttpParts): Route[] => {
  const saver = ({ db, user }: Pick<AskedByUser<unknown>, 'db' | 'user'>): Saver => ({
    db,
    writer: changerOf(user, now()),
  })
  /** Notifies open consoles that permissions changed or sessions ended. */
  const notified = <T>(answer: T): T => {
    bus.publish('session', '')
    return answer
  }
  return [
    userRoute({
      method: 'POST',
      path: '/baseData/user',
      audit: 'history',
      policy: { function: 'setting/privilege_account/user:create' },
      summary: 'Adds a user with its first password; a refusal has the errors by field',
      input: formOf(userTable).extend(firstPassword.shape),
      answer: entityRow,
      handle: async (asked) => {
        const { pwd, ...values } = asked.input as { pwd: string } & Record<string, string>
        refuseCommonPassword(values['userName'] ?? '', pwd)
        const password_hash = await storedPassword(pwd)
        return createRow(userTable, values, saver(asked), async (db, id) => {
          await db.updateTable('app_user').set({ password_hash, must_change_password: true }).where('id', '=', id).execute()
        })
      },
    }),
    ...(
      [
        ['/baseData/user/roles', 'setting/privilege_account/user'],
        ['/roleFunctions/roles', 'setting/privilege_account/role_function'],
      ] as const
    ).map(([path, screen]) =>
      userRoute({
        method: 'GET',
        path,
        policy: { function: screen },
        summary: 'The roles of the user’s organisations, and which of them the user may assign',
        input: null,
        answer: roleChoices,
        handle: ({ db }) => readRoleChoices(db),
      }),
    ),
    userRoute({
      method: 'GET',
      path: '/roleFunctions',
      policy: { function: 'setting/privilege_account/role_function' },
      summary: 'The functions of a role, and all functions that can be granted',
      input: roleFunctionsAsked,
      answer: roleFunctions,
      handle: ({ input, db, user, language }) => readRoleFunctions(db, user, input.id, language),
    }),
    userRoute({
      method: 'PUT',
      path: '/roleFunctions',
      audit: 'history',
      policy: { function: 'roles:grant' },
      summary: 'Replaces the functions of a role; a user can only grant functions it has itself',
      input: roleFunctionsSaved,
      answer: roleFunctions,
      handle: async (asked) => {
        const { id: roleId, version, functions } = asked.input
        const wanted = functions.split(',').filter((one) => one !== '')
        await saveRoleFunctions(asked.db, changerOf(asked.user, now()), { roleId, version, functions: wanted })
        return notified(await readRoleFunctions(asked.db, asked.user, roleId, asked.language))
      },
    }),
    userRoute({
      method: 'POST',
      path: '/roles/copy',
      audit: 'history',
      policy: { function: 'setting/privilege_account/role:create' },
      summary: 'Creates a role with the flags and functions of another one',
      input: roleCopy,
      answer: entityRow,
      handle: (asked) => copyRole(saver(asked), asked.input),
    }),
    userRoute({
      method: 'PUT',
      path: '/users/password',
      audit: 'history',
      policy: { function: 'users:password' },
      summary: 'Sets the password of another user and ends its sessions',
      input: passwordReset,
      answer: z.null(),
      handle: async (asked) => {
        await resetUserPassword(asked.db, changerOf(asked.user, now()), asked.input)
        return notified(null)
      },
    }),
    userRoute({
      method: 'GET',
      path: '/users/secondFactor',
      policy: { function: 'users:second-factor' },
      summary: 'Whether another user has a second factor',
      input: secondFactorOf,
      answer: secondFactorState,
      handle: ({ input, db }) => readSecondFactorOf(db, input.id),
    }),
    userRoute({
      method: 'POST',
      path: '/users/secondFactor/reset',
      audit: 'history',
      policy: { function: 'users:second-factor' },
      summary: 'Removes the second factor of another user and ends its sessions',
      input: secondFactorOf,
      answer: z.null(),
      handle: async (asked) => {
        await resetSecondFactor(asked.db, changerOf(asked.user, now()), asked.input.id)
        return notified(null)
      },
    }),
    userRoute({
      method: 'GET',
      path: '/users/sessions',
      policy: { function: 'users:sessions' },
      summary: 'Current and past sessions of a user',
      input: sessionsAsked,
      answer: userSessions,
      handle: ({ input, db, user }) => readUserSessions(db, user, input.id, now()),
    }),
    userRoute({
      method: 'POST',
      path: '/users/sessions/end',
      audit: 'access',
      policy: { function: 'users:sessions' },
      summary: 'Ends a session at once',
      input: sessionEnded,
      answer: z.null(),
      handle: async ({ input, db, user }) => {
        await endUserSession(db, user, input.sessionId, now())
        return notified(null)
      },
    }),
  ]
}
