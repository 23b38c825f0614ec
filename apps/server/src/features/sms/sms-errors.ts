import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of text messages. */
export const smsErrors = {
  notFailed: () =>
    new Refusal('message-not-failed', RESULT.conflict, {
      zh: '只有发送失败的短信可以重发，请刷新列表。',
      en: 'Only a message that failed can be sent again. Please refresh the list.',
    }),
} as const
