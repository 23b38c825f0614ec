import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

export const parameterChangeErrors = {
  notFound: () =>
    new Refusal('parameter-change-not-found', RESULT.badRequest, {
      zh: '没有找到这条修改记录，请刷新列表。',
      en: 'This change was not found. Please refresh the list.',
    }),
  noOldValue: () =>
    new Refusal('parameter-change-no-old-value', RESULT.conflict, {
      zh: '原值未知或不可恢复（如密码），请直接修改参数。',
      en: 'The old value is not known, or is one that is not kept, such as a password. Please set the parameter itself.',
    }),
  same: () =>
    new Refusal('parameter-change-same', RESULT.conflict, {
      zh: '当前值与原值相同，无需恢复。',
      en: 'The value now is the old value; there is nothing to restore.',
    }),
} as const
