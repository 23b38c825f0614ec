import type { Text } from '../texts/text.ts'

/** Whom a dispatcher rings about an alarm. The database knows these words too. */
export const CALLED = {
  driver: { zh: '驾驶员', en: 'Driver' },
  escort: { zh: '押运员', en: 'Escort' },
  fleet: { zh: '车队负责人', en: 'Fleet manager' },
  site: { zh: '油库或加油站', en: 'Depot or station' },
  rescue: { zh: '公安、消防或急救', en: 'Police, fire or ambulance' },
  other: { zh: '其他', en: 'Other' },
} as const satisfies Readonly<Record<string, Text>>
export type Called = keyof typeof CALLED

export const CALL_OUTCOMES = {
  reached: { zh: '已接通', en: 'Reached' },
  'no-answer': { zh: '无人接听', en: 'No answer' },
  busy: { zh: '占线', en: 'Busy' },
  off: { zh: '关机或无信号', en: 'Switched off or no signal' },
} as const satisfies Readonly<Record<string, Text>>
export type CallOutcome = keyof typeof CALL_OUTCOMES
