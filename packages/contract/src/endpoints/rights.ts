import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { entityFields } from '../base-data/entity-fields.ts'
import { user } from '../base-data/user.ts'
import { entityRow } from '../base-data/calls.ts'
import {
  firstPassword,
  roleChoices,
  passwordReset,
  roleCopy,
  rolePermissions,
  rolePermissionsAsked,
  rolePermissionsSaved,
  sessionEnded,
  sessionsAsked,
  userSessions,
} from '../rights.ts'
import { secondFactorOf, secondFactorState } from '../second-factor.ts'

const ROLE_CHOICES = {
  method: 'GET',
  summary: 'The roles of the user’s organisations, and which of them the user may assign',
  input: null,
  answer: roleChoices,
} as const

export const rightsCalls = {
  rolePermissions: endpoint({
    method: 'GET',
    path: '/rolePermissions',
    policy: { permission: 'setting/privilege_account/role_function' },
    summary: 'The permissions of a role, and all permissions that can be granted',
    input: rolePermissionsAsked,
    answer: rolePermissions,
  }),
  saveRolePermissions: endpoint({
    method: 'PUT',
    path: '/rolePermissions',
    policy: { permission: 'roles:grant' },
    summary: 'Replaces the permissions of a role; a user can only grant permissions it has itself',
    input: rolePermissionsSaved,
    answer: rolePermissions,
    audit: 'history',
  }),
  copyRole: endpoint({
    method: 'POST',
    path: '/roles/copy',
    policy: { permission: 'setting/privilege_account/role:create' },
    summary: 'Creates a role with the flags and permissions of another one',
    input: roleCopy,
    answer: entityRow,
    audit: 'history',
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: '/users/password',
    policy: { permission: 'users:password' },
    summary: 'Sets the password of another user and ends its sessions',
    input: passwordReset,
    answer: z.null(),
    audit: 'history',
  }),
  secondFactor: endpoint({
    method: 'GET',
    path: '/users/secondFactor',
    policy: { permission: 'users:second-factor' },
    summary: 'Whether another user has a second factor',
    input: secondFactorOf,
    answer: secondFactorState,
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/users/secondFactor/reset',
    policy: { permission: 'users:second-factor' },
    summary: 'Removes the second factor of another user and ends its sessions',
    input: secondFactorOf,
    answer: z.null(),
    audit: 'history',
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/users/sessions',
    policy: { permission: 'users:sessions' },
    summary: 'Current and past sessions of a user',
    input: sessionsAsked,
    answer: userSessions,
  }),
  endSession: endpoint({
    method: 'POST',
    path: '/users/sessions/end',
    policy: { permission: 'users:sessions' },
    summary: 'Ends a session at once',
    input: sessionEnded,
    answer: z.null(),
    audit: 'access',
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/baseData/user',
    policy: { permission: 'setting/privilege_account/user:create' },
    summary: 'Adds a user with its first password; a refusal has the errors by field',
    input: entityFields(user).extend(firstPassword.shape),
    answer: entityRow,
    audit: 'history',
  }),
  userRoles: endpoint({ ...ROLE_CHOICES, path: '/baseData/user/roles', policy: { permission: 'setting/privilege_account/user' } }),
  rolePermissionRoles: endpoint({
    ...ROLE_CHOICES,
    path: '/rolePermissions/roles',
    policy: { permission: 'setting/privilege_account/role_function' },
  }),
}
