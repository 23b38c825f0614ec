import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../http/refusal.ts'

/** Refusals of integration keys. */
export const keyErrors = {
  unknownKey: () =>
    new Refusal(
      'unknown-key',
      RESULT.noPermission,
      {
        zh: '接口密钥无效或已停用，请在请求头 Authorization: Bearer 中填写有效密钥。',
        en: 'The key is unknown or revoked. Send a valid one in the header Authorization: Bearer.',
      },
      { isLogged: true },
    ),
  tooManyUnknownKeys: (seconds: number) =>
    new Refusal(
      'too-many-unknown-keys',
      RESULT.tooMany,
      {
        zh: `您的地址多次使用无效密钥，请检查密钥，并在 ${seconds} 秒后重试。`,
        en: `Too many requests with invalid keys came from your address. Please check the key and try again in ${seconds} s.`,
      },
      { retryAfterS: seconds },
    ),
  tooManyCalls: (aMinute: number, seconds: number) =>
    new Refusal(
      'too-many-calls',
      RESULT.tooMany,
      {
        zh: `该密钥每分钟最多可请求 ${aMinute} 次，请在 ${seconds} 秒后重试，或在一次请求中发送多行数据。`,
        en: `This key may make ${aMinute} requests a minute. Please try again in ${seconds} s, or send more rows in one request.`,
      },
      { retryAfterS: seconds },
    ),
} as const
