import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of repair orders. */
export const repairOrderErrors = {
  alreadyOpen: () =>
    new Refusal('repair-already-open', RESULT.conflict, {
      zh: '该车该设备已有未完成的维修单，请先完成或取消它。',
      en: 'This part of the truck already has an open repair order. Please finish or cancel that one first.',
    }),
  notFound: () =>
    new Refusal('repair-not-found', RESULT.conflict, {
      zh: '没有找到该维修单，请刷新列表。',
      en: 'The repair order was not found. Please refresh the list.',
    }),
  changed: () =>
    new Refusal('repair-changed', RESULT.conflict, {
      zh: '该维修单刚刚被他人修改，请查看后再试。',
      en: 'Another user has just changed this repair order. Please look at it again.',
    }),
  needsOutcome: () =>
    new Refusal('repair-needs-outcome', RESULT.conflict, {
      zh: '请选择维修结果。',
      en: 'Please choose the outcome of the repair.',
    }),
} as const
