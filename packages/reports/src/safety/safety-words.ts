import type { Text } from '@tanker/domain/texts/text'

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
