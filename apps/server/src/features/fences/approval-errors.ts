import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of the approval of fences. */
export const approvalErrors = {
  notFound: () =>
    new Refusal('approval-not-found', RESULT.badRequest, {
      zh: '没有找到该审批，请刷新列表。',
      en: 'The request for approval was not found. Please refresh the list.',
    }),
  decided: (fences: readonly string[]) =>
    new Refusal('approval-decided', RESULT.conflict, {
      zh: `已被他人审批（${fences.join('、')}），请刷新列表。`,
      en: `Someone else has already decided (${fences.join(', ')}). Please refresh the list.`,
    }),
  changed: (fences: readonly string[]) =>
    new Refusal('approval-changed', RESULT.conflict, {
      zh: `围栏在您查看后又被修改（${fences.join('、')}），请重新查看后再审批。`,
      en: `The fence was changed after you looked at it (${fences.join(', ')}). Please look again before you decide.`,
    }),
  ofOwn: (fences: readonly string[]) =>
    new Refusal('approval-of-own', RESULT.conflict, {
      zh: `不能审批自己提交的修改（${fences.join('、')}），请由他人审批。`,
      en: `You made this change yourself (${fences.join(', ')}); someone else must approve it.`,
    }),
  needsNote: () =>
    new Refusal('refusal-needs-note', RESULT.badRequest, {
      zh: '请填写不通过的原因。',
      en: 'Please say why it is not approved.',
    }),
} as const
