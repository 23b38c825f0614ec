import { RESULT } from '@tanker/contract/envelope'
import { errors } from '../../platform/http/errors.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of views. */
export const namedViewErrors = {
  notFound: () =>
    new Refusal('view-not-found', RESULT.badRequest, {
      zh: '该视图已被删除或不再共享给您，请刷新列表。',
      en: 'This view was deleted or is no longer shared with you. Please refresh the list.',
    }),
  nameTaken: () =>
    errors.fieldsRefused({
      name: {
        zh: '您在该列表中已有同名视图，请换一个名称。',
        en: 'You already have a view of this name in this list. Please choose another name.',
      },
    }),
  tooMany: (most: number) =>
    new Refusal('too-many-views', RESULT.badRequest, {
      zh: `每个用户最多保存 ${most} 个视图，请先删除不用的视图。`,
      en: `A user may save at most ${most} views. Please delete one that is not used first.`,
    }),
  roleNotManaged: () =>
    errors.fieldsRefused({
      roleIds: {
        zh: '只能共享给您可以分配的角色，请重新选择。',
        en: 'You can share only with roles that you may assign to users. Please choose again.',
      },
    }),
  tooManyRoles: (most: number) =>
    errors.fieldsRefused({
      roleIds: { zh: `最多共享给 ${most} 个角色。`, en: `A view is shared with at most ${most} roles.` },
    }),
} as const
