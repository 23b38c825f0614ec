import type { Text } from '../texts/text.ts'

/** Where the roll-out of an upgrade file is. */
export const ROLL_OUT_STATES = {
  first: { zh: '首批下发中', en: 'First trucks are sent to' },
  watching: { zh: '观察首批', en: 'First trucks are watched' },
  waves: { zh: '分批下发中', en: 'Others are sent to' },
  paused: { zh: '已暂停', en: 'Paused' },
  returning: { zh: '退回中', en: 'Being rolled back' },
  done: { zh: '已完成', en: 'Done' },
  stopped: { zh: '已停止', en: 'Stopped' },
  returned: { zh: '已退回', en: 'Rolled back' },
} as const satisfies Readonly<Record<string, Text>>
export type RollOutState = keyof typeof ROLL_OUT_STATES

/** How far it is with one truck. */
export const ROLL_OUT_TRUCK_STATES = {
  waiting: { zh: '等待', en: 'Waiting' },
  ordered: { zh: '下发中', en: 'Being sent' },
  done: { zh: '已完成', en: 'Done' },
  unchanged: { zh: '已相同', en: 'Had it already' },
  failed: { zh: '失败', en: 'Failed' },
  skipped: { zh: '未下发', en: 'Not sent' },
  returning: { zh: '退回中', en: 'Being rolled back' },
  returned: { zh: '已退回', en: 'Rolled back' },
  'not-returned': { zh: '未能退回', en: 'Not rolled back' },
} as const satisfies Readonly<Record<string, Text>>
export type RollOutTruckState = keyof typeof ROLL_OUT_TRUCK_STATES

/** Why a roll-out paused by itself. */
export const ROLL_OUT_PROBLEMS = {
  failed: { zh: '下发失败', en: 'Sending failed' },
  late: { zh: '首批未按时完成', en: 'A first truck did not end in time' },
  offline: { zh: '首批车辆离线', en: 'A first truck is offline' },
  fault: { zh: '出现设备故障', en: 'A device fault appeared' },
  drift: { zh: '参数与期望不一致', en: 'Parameters are not as wanted' },
  user: { zh: '下发人已停用或无权限', en: 'Its user is disabled or no longer may' },
  removed: { zh: '升级文件已删除或停用', en: 'The upgrade file was removed or disabled' },
} as const satisfies Readonly<Record<string, Text>>
export type RollOutProblem = keyof typeof ROLL_OUT_PROBLEMS
