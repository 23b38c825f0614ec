import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of cargo queries. */
export const cargoErrors = {
  operationNotFound: () =>
    new Refusal('operation-not-found', RESULT.badRequest, {
      zh: '没有找到这次作业，请刷新列表。',
      en: 'The operation was not found. Please refresh the list.',
    }),
  deliveryNotFound: () =>
    new Refusal('delivery-not-found', RESULT.badRequest, {
      zh: '没有找到这次配送，请刷新列表。',
      en: 'The delivery was not found. Please refresh the list.',
    }),
} as const
