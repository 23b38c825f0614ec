import { defineAction } from './define-action.ts'

/** Asks for the first password as well. */
export const addUser = defineAction({
  name: 'add-user',
  buttons: { list: { zh: '新增', en: 'Add' } },
  permission: { onScreen: 'create' },
  primary: true,
})

export const resetPassword = defineAction({
  name: 'reset-password',
  buttons: { row: { zh: '重置密码', en: 'Password' } },
  permission: 'users:password',
})

export const resetSecondFactor = defineAction({
  name: 'reset-second-factor',
  buttons: { row: { zh: '两步验证', en: 'Two-step' } },
  permission: 'users:second-factor',
})

export const userSessions = defineAction({
  name: 'user-sessions',
  buttons: { row: { zh: '登录会话', en: 'Sessions' } },
  permission: 'users:sessions',
})

export const integrationKeys = defineAction({
  name: 'integration-keys',
  buttons: { list: { zh: '接口密钥', en: 'Integration keys' } },
  permission: 'integration:keys',
})

export const rolePermissions = defineAction({
  name: 'role-permissions',
  buttons: { row: { zh: '功能分配', en: 'Permissions' } },
  permission: 'setting/privilege_account/role_function',
})

export const copyRole = defineAction({
  name: 'copy-role',
  buttons: { row: { zh: '复制', en: 'Copy' } },
  permission: 'setting/privilege_account/role:create',
})
