import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of the entrance to the card site. */
export const cardErrors = {
  noSite: () =>
    new Refusal('no-card-site', RESULT.badRequest, {
      zh: '未配置外部卡务系统。',
      en: 'No external card site is configured.',
    }),
  ticketNotGood: () =>
    new Refusal('ticket-not-good', RESULT.badRequest, {
      zh: '该票据不存在、已使用或已过期。',
      en: 'The ticket was not found, was already used or has expired.',
    }),
} as const
