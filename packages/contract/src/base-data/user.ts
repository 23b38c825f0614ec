import { addUser, integrationKeys, resetPassword, resetSecondFactor, userSessions } from '../actions/rights.ts'
import { defineEntity } from './define-entity.ts'
import { organisationField, emailField, phoneField, roleField, statusField, textField } from './fields.ts'

/** Who signs in (spec 3.6, 5.2). The password is no field: it is stored as a hash and never shown. */
export const user = defineEntity({
  path: 'setting/privilege_account/user',
  name: { zh: '用户', en: 'User' },
  fields: {
    userName: textField({
      label: { zh: '用户名', en: 'User name' },
      required: true,
      max: 80,
      hint: { zh: '用于登录，保存后不能修改', en: 'For signing in; cannot be changed after saving' },
      example: 'wangli',
    }),
    realName: textField({ label: { zh: '姓名', en: 'Real name' }, required: true, max: 80, example: '王丽' }),
    organisationId: organisationField(),
    roleId: roleField({ label: { zh: '角色', en: 'Role' } }),
    phone: phoneField({ label: { zh: '手机', en: 'Mobile phone' }, example: '19900001001' }),
    email: emailField(),
    status: statusField(),
  },
  unique: [{ field: 'userName', text: { zh: '该用户名已存在，请换一个。', en: 'This user name exists already; choose another.' } }],
  nameField: 'userName',
  settled: ['userName'],
  takesSheets: false,
  adds: addUser,
  actions: [resetPassword, resetSecondFactor, userSessions, integrationKeys],
})
