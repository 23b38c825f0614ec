import type { Text } from '@tanker/domain/texts/text'
import { ALARM_TYPES, INFORMATION_TYPES } from '@tanker/domain/alarms/alarm-type'

/** Alarms of active safety by their devices (domain E.1); what is in none of them is of driver assistance. */
const DRIVER = [12, 13, 14, 17, 18, 21, 25, 29, 30, 31, 35, 36, 114, 115, 116]
const BLIND_SPOT = [113]
const HARSH = [24, 26, 27, 28, 109, 110, 111, 112]
const DEVICE = [16, 22, 37]

/** All types of active safety. */
export const SAFETY_TYPES = ALARM_TYPES.filter(({ code, family }) => family === 'safety' && !INFORMATION_TYPES.includes(code)).map(
  ({ code }) => code,
)

export const SAFETY_FAMILIES = {
  adas: { zh: '驾驶辅助（ADAS）', en: 'Driver assistance (ADAS)' },
  dsm: { zh: '驾驶员监测（DSM）', en: 'Driver monitoring (DSM)' },
  bsd: { zh: '盲区监测（BSD）', en: 'Blind spot (BSD)' },
  harsh: { zh: '激烈驾驶', en: 'Harsh driving' },
  device: { zh: '设备', en: 'Device' },
} as const satisfies Readonly<Record<string, Text>>

const LISTED = { dsm: DRIVER, bsd: BLIND_SPOT, harsh: HARSH, device: DEVICE } as const

/** The types of each family. */
export const TYPES_OF_FAMILY: Readonly<Record<keyof typeof SAFETY_FAMILIES, readonly number[]>> = {
  adas: SAFETY_TYPES.filter((code) => !Object.values(LISTED).some((codes) => codes.includes(code))),
  ...LISTED,
}

export const SAFETY_LEVELS = { 1: { zh: '一级', en: 'Level 1' }, 2: { zh: '二级', en: 'Level 2' } } as const satisfies Readonly<
  Record<string, Text>
>

/** How far the pictures of an alarm are, all its events together. */
export const EVIDENCE_WORDS = {
  none: { zh: '无', en: 'None' },
  waiting: { zh: '等待调取', en: 'Waiting' },
  asked: { zh: '已请求', en: 'Asked' },
  receiving: { zh: '上传中', en: 'Arriving' },
  complete: { zh: '已收齐', en: 'Complete' },
  partly: { zh: '部分收到', en: 'In part' },
  refused: { zh: '终端拒绝', en: 'Refused' },
  expired: { zh: '未收到', en: 'Not received' },
} as const satisfies Readonly<Record<string, Text>>

/** What a user judged after looking at it. */
export const SAFETY_VERDICTS = {
  unconfirmed: { zh: '待审', en: 'Under review' },
  confirmed: { zh: '真实', en: 'Real' },
  'non-abnormal': { zh: '误报', en: 'False alarm' },
} as const satisfies Readonly<Record<string, Text>>
