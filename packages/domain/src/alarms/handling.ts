import type { Text } from '../texts/text.ts'

/** Spec 4.5: an alarm is unhandled or handled. The index is the code. */
export const HANDLE_STATES = [
  { zh: '未处理', en: 'Unhandled' },
  { zh: '已处理', en: 'Handled' },
] as const satisfies readonly Text[]

/** Spec 4.5: handling asks for a result; the words are ours. */
export const HANDLE_RESULTS = {
  'real-handled': { zh: '属实，已处理', en: 'Real, dealt with' },
  'real-penalised': { zh: '属实，已处罚', en: 'Real, driver penalised' },
  'false-alarm': { zh: '误报', en: 'False alarm' },
  'repair-ordered': { zh: '已派维修', en: 'Repair ordered' },
  watched: { zh: '持续关注', en: 'Kept under watch' },
} as const satisfies Readonly<Record<string, Text>>

/** A stored result in both languages: a choice of the form by its words in either, else what was written by hand. */
export const handleResultText = (stored: string): Text =>
  Object.values(HANDLE_RESULTS).find(({ zh, en }) => zh === stored || en === stored) ?? { zh: stored, en: stored }

/** Spec 4.5. */
export const EXCEPTION_TYPES = {
  human: { zh: '人为原因', en: 'Human cause' },
  fence: { zh: '围栏设置异常', en: 'Fence setting at fault' },
  positioning: { zh: 'GPS定位异常', en: 'GPS fault' },
  equipment: { zh: '设备故障', en: 'Equipment failure' },
} as const satisfies Readonly<Record<string, Text>>

/** Spec 4.5, of an abnormal unsealing. */
export const CONFIRM_STATES = {
  confirmed: { zh: '已确认', en: 'Confirmed' },
  unconfirmed: { zh: '未确认', en: 'Unconfirmed' },
  'non-abnormal': { zh: '非异常', en: 'Not an exception' },
} as const satisfies Readonly<Record<string, Text>>

/** Spec 4.5; independent of handling. */
export const END_STATES = {
  ended: { zh: '已结束', en: 'Ended' },
  'not-ended': { zh: '未结束', en: 'Not ended' },
} as const satisfies Readonly<Record<string, Text>>
