import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of robots. */
export const robotErrors = {
  noAddress: () =>
    new Refusal('robot-without-address', RESULT.conflict, {
      zh: '该机器人还没有地址，请先设置地址。',
      en: 'This robot has no address yet. Please set its address first.',
    }),
  justSent: () =>
    new Refusal('robot-just-sent', RESULT.conflict, {
      zh: '刚刚向该机器人发送过消息，请几秒后再试。',
      en: 'A message was just sent to this robot. Please try again in a few seconds.',
    }),
  otherKey: () =>
    new Refusal('robot-other-key', RESULT.conflict, {
      zh: '地址无法解密，请重新设置地址。',
      en: 'The address cannot be decrypted. Please set it again.',
    }),
} as const
