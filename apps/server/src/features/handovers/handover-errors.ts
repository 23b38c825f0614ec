import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of handovers. */
export const handoverErrors = {
  notFound: () =>
    new Refusal('handover-not-found', RESULT.badRequest, {
      zh: '没有这次交接，或您无权查看。',
      en: 'The handover was not found, or you do not have access to it.',
    }),
  changed: () =>
    new Refusal('handover-changed', RESULT.conflict, {
      zh: '该交接已被他人签收或提出异议，请刷新列表。',
      en: 'Someone else has signed or disputed this handover. Please refresh the list.',
    }),
  disputeNeedsNote: () =>
    new Refusal('dispute-needs-note', RESULT.badRequest, {
      zh: '请在 remark 中说明异议的内容。',
      en: 'Please say in remark what is disputed.',
    }),
} as const
