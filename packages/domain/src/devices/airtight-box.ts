import type { AirtightPhase } from '../reading.ts'
import type { Text } from '../texts/text.ts'

/** What a test box does. */
export const AIRTIGHT_PHASE_TEXTS = {
  idle: { zh: '空闲', en: 'Idle' },
  pressurising: { zh: '加压', en: 'Pressurising' },
  holding: { zh: '保压', en: 'Holding' },
  finished: { zh: '检测完成', en: 'Finished' },
  'broken-off': { zh: '检测中止', en: 'Broken off' },
} as const satisfies Readonly<Record<AirtightPhase, Text>>

/** Its valves; the place in the list is the bit of a reading. */
export const AIRTIGHT_VALVES = {
  supply: { zh: '充气阀', en: 'Supply' },
  relief: { zh: '泄压阀', en: 'Relief' },
  vapour: { zh: '油气管阀', en: 'Vapour line' },
} as const satisfies Readonly<Record<string, Text>>
