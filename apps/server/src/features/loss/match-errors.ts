import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of papers that a user assigns to trips. */
export const matchErrors = {
  rowOrTripNotFound: () =>
    new Refusal('row-or-trip-not-found', RESULT.badRequest, {
      zh: '没有找到该数据或配送，请刷新列表。',
      en: 'The row or delivery was not found. Please refresh the list.',
    }),
} as const
