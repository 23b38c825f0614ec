import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of notices. */
export const noticeErrors = {
  notFailed: () =>
    new Refusal('notice-not-failed', RESULT.conflict, {
      zh: '只有发送失败的通知可以重发，请刷新列表。',
      en: 'Only a notice that failed can be sent again. Please refresh the list.',
    }),
  noReceiver: () =>
    new Refusal('notice-without-receiver', RESULT.conflict, {
      zh: '接收人已停用或没有地址，无法重发。请先设置邮箱或机器人地址。',
      en: 'The receiver is disabled or has no address. Set the e-mail address or the address of the robot first.',
    }),
} as const
