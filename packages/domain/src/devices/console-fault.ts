import type { Text } from '../texts/text.ts'

/** Faults that a terminal reports of itself, by their bit in the alarm bits of JT/T 808. */
export const CONSOLE_FAULTS = {
  'satellite-module': { bit: 4, text: { zh: '卫星定位模块故障', en: 'GPS module' } },
  'antenna-open': { bit: 5, text: { zh: '定位天线未接或被剪断', en: 'GPS antenna open' } },
  'antenna-short': { bit: 6, text: { zh: '定位天线短路', en: 'GPS antenna short-circuited' } },
  display: { bit: 9, text: { zh: '显示屏故障', en: 'Display' } },
  speech: { bit: 10, text: { zh: '语音模块故障', en: 'Speech module' } },
  camera: { bit: 11, text: { zh: '摄像头故障', en: 'Camera' } },
  'card-reader': { bit: 12, text: { zh: '读卡器故障', en: 'Card reader' } },
} as const satisfies Readonly<Record<string, { readonly bit: number; readonly text: Text }>>

export type ConsoleFault = keyof typeof CONSOLE_FAULTS

/** Their names, in a fixed order: the index is part of what is stored. */
export const CONSOLE_FAULT_NAMES = Object.keys(CONSOLE_FAULTS) as ConsoleFault[]

export const CONSOLE_FAULT_TEXTS = Object.fromEntries(CONSOLE_FAULT_NAMES.map((name) => [name, CONSOLE_FAULTS[name].text])) as Readonly<
  Record<ConsoleFault, Text>
>
