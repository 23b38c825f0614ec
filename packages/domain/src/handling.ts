import type { Text } from './text.ts'

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
export type HandleResult = keyof typeof HANDLE_RESULTS

/** Spec 4.5. */
export const EXCEPTION_TYPES = {
  human: { zh: '人为原因', en: 'Human cause' },
  fence: { zh: '围栏设置异常', en: 'Fence setting abnormal' },
  positioning: { zh: 'GPS定位异常', en: 'GPS positioning abnormal' },
  equipment: { zh: '设备故障', en: 'Equipment failure' },
} as const satisfies Readonly<Record<string, Text>>
export type ExceptionType = keyof typeof EXCEPTION_TYPES

/** Spec 4.5, of an abnormal unsealing. */
export const CONFIRM_STATES = {
  confirmed: { zh: '已确认', en: 'Confirmed' },
  unconfirmed: { zh: '未确认', en: 'Unconfirmed' },
  'non-abnormal': { zh: '非异常', en: 'Non-abnormal' },
} as const satisfies Readonly<Record<string, Text>>
export type ConfirmState = keyof typeof CONFIRM_STATES

/** Spec 4.5; independent of handling. */
export const END_STATES = {
  ended: { zh: '已结束', en: 'Ended' },
  'not-ended': { zh: '未结束', en: 'Not ended' },
} as const satisfies Readonly<Record<string, Text>>
export type EndState = keyof typeof END_STATES

/** Spec 4.5, of the liquid sensors. */
export const WETNESS = {
  dry: { zh: '干', en: 'Dry' },
  wet: { zh: '湿', en: 'Wet' },
  'long-dry': { zh: '长干', en: 'Long dry' },
  'long-wet': { zh: '长湿', en: 'Long wet' },
  'conversion-abnormal': { zh: '转换异常', en: 'Conversion abnormal' },
} as const satisfies Readonly<Record<string, Text>>
export type Wetness = keyof typeof WETNESS

/** Spec 4.5: offline durations are shown in three groups. */
export const OFFLINE_GROUPS = {
  'to-24h': { zh: '24小时以内', en: 'Up to 24 h' },
  '24-to-48h': { zh: '24至48小时', en: '24 to 48 h' },
  'over-48h': { zh: '48小时以上', en: 'Above 48 h' },
} as const satisfies Readonly<Record<string, Text>>
export type OfflineGroup = keyof typeof OFFLINE_GROUPS

const hourMs = 3_600_000

export function offlineGroup(durationMs: number): OfflineGroup {
  if (durationMs <= 24 * hourMs) return 'to-24h'
  return durationMs <= 48 * hourMs ? '24-to-48h' : 'over-48h'
}
