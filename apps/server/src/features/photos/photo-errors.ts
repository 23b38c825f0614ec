import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

export const photoErrors = {
  noSuchPhoto: () =>
    new Refusal('no-such-photo', RESULT.badRequest, {
      zh: '没有该照片，可能已超过保存期限。',
      en: 'The photo was not found; its retention may have ended.',
    }),
} as const
