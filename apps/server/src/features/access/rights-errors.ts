import { RESULT } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of changes to roles and permissions. */
export const rightsErrors = {
  permissionsNotHeld: (count: number) =>
    new Refusal('permissions-not-held', RESULT.badRequest, {
      zh: `您自己没有其中 ${count} 项功能，不能授予。`,
      en: `You do not have ${count} of these permissions yourself and cannot grant them.`,
    }),
  roleChanged: () =>
    new Refusal('permissions-changed', RESULT.conflict, {
      zh: '他人刚刚修改了该角色，请重新载入后再修改。',
      en: 'Someone else has just changed this role. Please load it again before changing it.',
    }),
  unknownPermission: () =>
    new Refusal('unknown-permission', RESULT.badRequest, {
      zh: '没有这项功能，请刷新页面。',
      en: 'The permission was not found. Please reload the page.',
    }),
  copyNotHeld: () =>
    new Refusal('copy-not-held', RESULT.badRequest, {
      zh: '该角色的权限超出您自己的权限，不能复制。',
      en: 'This role has permissions that you do not have, so you cannot copy it.',
    }),
  /** A user tried to change its own permissions or those above its own; `text` says which. */
  refused: (text: Text) => new Refusal('rights-refused', RESULT.badRequest, text),
} as const
