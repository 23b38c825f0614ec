import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../platform/http/refusal.ts'

/** Refusals of device commands. */
export const commandErrors = {
  nothingIsSent: () =>
    new Refusal('nothing-is-sent', RESULT.conflict, {
      zh: '没有正在发送的内容，请刷新列表。',
      en: 'Nothing is being sent. Please refresh the list.',
    }),
} as const
