import { copyRole, rolePermissions } from '../actions/rights.ts'
import { defineEntity } from './define-entity.ts'
import { organisationField, statusField, textField, yesNoField } from './fields.ts'
import { nameExists } from './place-fields.ts'

/** What its users may see and do; the permissions are given on a screen of their own (spec 3.6, 5.2, 6). */
export const role = defineEntity({
  path: 'setting/privilege_account/role',
  name: { zh: '角色', en: 'Role' },
  fields: {
    name: textField({ label: { zh: '角色名称', en: 'Role name' }, required: true, max: 80, example: '夜班调度' }),
    organisationId: organisationField(),
    remark: textField({ label: { zh: '备注', en: 'Remark' }, max: 150, long: true }),
    superMan: yesNoField({
      label: { zh: '超级管理员', en: 'Super administrator' },
      hint: { zh: '拥有全部功能，并接收心跳超时提醒', en: 'Has all permissions and is notified of heartbeat timeouts' },
      unlessGiven: 'no',
    }),
    customer: yesNoField({
      label: { zh: '客户角色', en: 'Customer' },
      hint: { zh: '不显示仅供内部人员查看的报警与字段', en: 'Alarms and fields for internal staff are hidden' },
      unlessGiven: 'no',
    }),
    sign: yesNoField({
      label: { zh: '显示所属组织列', en: 'Sees the organisation column' },
      unlessGiven: 'yes',
    }),
    secondFactor: yesNoField({
      label: { zh: '要求两步验证', en: 'Requires two-step verification' },
      hint: {
        zh: '保存后立即生效，未设置的用户需重新登录并完成设置',
        en: 'Effective immediately: users without it must sign in again and set it up',
      },
      unlessGiven: 'no',
    }),
    status: statusField(),
  },
  unique: [{ field: 'name', text: nameExists }],
  takesSheets: false,
  actions: [rolePermissions, copyRole],
})
