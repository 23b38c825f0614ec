import type { Text } from '../texts/text.ts'

/** Why a camera took a photo; the place in the list is the code of JT/T 808 (0x0801). */
export const PHOTO_TRIGGERS = [
  'order',
  'timer',
  'robbery',
  'collision',
  'door-opened',
  'door-closed',
  'door-closed-driving',
  'distance',
] as const
export type PhotoTrigger = (typeof PHOTO_TRIGGERS)[number] | 'other'

export const PHOTO_TRIGGER_WORDS: Readonly<Record<PhotoTrigger, Text>> = {
  order: { zh: '手动', en: 'By order' },
  timer: { zh: '定时', en: 'Timed' },
  robbery: { zh: '紧急报警', en: 'Emergency' },
  collision: { zh: '碰撞侧翻', en: 'Collision or rollover' },
  'door-opened': { zh: '开盖开门', en: 'Cover or door opened' },
  'door-closed': { zh: '关盖关门', en: 'Cover or door closed' },
  'door-closed-driving': { zh: '关门后行驶', en: 'Driving after closing' },
  distance: { zh: '定距', en: 'By distance' },
  other: { zh: '其他', en: 'Other' },
}

export const photoTrigger = (code: number): PhotoTrigger => PHOTO_TRIGGERS[code] ?? 'other'

/** Files that browsers show as photos. */
export const PHOTO_KINDS = ['jpg', 'png'] as const
export type PhotoKind = (typeof PHOTO_KINDS)[number]
