import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of the quick-access menu. */
export const quickVisitErrors = {
  thereAlready: () =>
    new Refusal('in-quick-access-already', RESULT.badRequest, {
      zh: '该菜单已存在于快捷访问中。',
      en: 'This screen already exists in quick access.',
    }),
  viewThereAlready: () =>
    new Refusal('view-in-quick-access-already', RESULT.badRequest, {
      zh: '该视图已存在于快捷访问中。',
      en: 'This view already exists in quick access.',
    }),
  noSuchView: () =>
    new Refusal('quick-access-view-not-found', RESULT.badRequest, {
      zh: '该视图已被删除或不再共享给您，不能添加。',
      en: 'This view was deleted or is no longer shared with you, so it cannot be added.',
    }),
  notThere: () =>
    new Refusal('not-in-quick-access', RESULT.badRequest, {
      zh: '该菜单已不在快捷访问中，请刷新。',
      en: 'This screen is no longer in quick access. Please refresh.',
    }),
} as const
