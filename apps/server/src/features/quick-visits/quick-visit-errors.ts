import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of the quick-access menu. */
export const quickVisitErrors = {
  thereAlready: () =>
    new Refusal('in-quick-access-already', RESULT.badRequest, {
      zh: '该菜单已存在于快捷访问中。',
      en: 'This screen already exists in quick access.',
    }),
  notThere: () =>
    new Refusal('not-in-quick-access', RESULT.badRequest, {
      zh: '该菜单已不在快捷访问中，请刷新。',
      en: 'This screen is no longer in quick access. Please refresh.',
    }),
} as const
