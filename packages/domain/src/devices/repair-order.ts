import type { Text } from '../texts/text.ts'

/** From the order to its end; `done` and `cancelled` are the end. */
export const REPAIR_STATES = {
  new: { zh: '新建', en: 'New' },
  sent: { zh: '已派发', en: 'Sent' },
  'at-work': { zh: '维修中', en: 'At work' },
  done: { zh: '已完成', en: 'Done' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
} as const satisfies Readonly<Record<string, Text>>
export type RepairState = keyof typeof REPAIR_STATES

export const REPAIR_OUTCOMES = {
  repaired: { zh: '已修复', en: 'Repaired' },
  replaced: { zh: '已更换', en: 'Replaced' },
  'nothing-found': { zh: '未发现故障', en: 'Nothing found' },
  'not-repairable': { zh: '无法修复', en: 'Cannot be repaired' },
} as const satisfies Readonly<Record<string, Text>>
export type RepairOutcome = keyof typeof REPAIR_OUTCOMES

/** What can be done with an order: the states in which it can, the state that follows, and the words of its button. */
export const REPAIR_STEPS = {
  send: { from: ['new'], to: 'sent', text: { zh: '派发', en: 'Send' } },
  start: { from: ['new', 'sent'], to: 'at-work', text: { zh: '开始维修', en: 'Start work' } },
  finish: { from: ['new', 'sent', 'at-work'], to: 'done', text: { zh: '完成', en: 'Finish' } },
  cancel: { from: ['new', 'sent', 'at-work'], to: 'cancelled', text: { zh: '取消维修单', en: 'Cancel the order' } },
} as const satisfies Readonly<Record<string, { from: readonly RepairState[]; to: RepairState; text: Text }>>
export type RepairStep = keyof typeof REPAIR_STEPS

/** The steps that an order in this state can take, in their order. */
export const stepsFrom = (state: RepairState): readonly RepairStep[] =>
  (Object.keys(REPAIR_STEPS) as RepairStep[]).filter((step) => (REPAIR_STEPS[step].from as readonly RepairState[]).includes(state))
