import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of the keys of other systems. */
export const integrationErrors = {
  keyNotFound: () =>
    new Refusal('key-not-found', RESULT.badRequest, {
      zh: '没有找到该密钥，或已停用。',
      en: 'The key does not exist or is already revoked.',
    }),
} as const
