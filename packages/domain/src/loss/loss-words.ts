import type { Text } from '../texts/text.ts'
import type { LOSS_JUDGEMENTS } from './uncertainty.ts'

/** Words for what the job concludes of deliveries, in lists and on paper. */

/** Which sides were measured: out by the depot's ticket or the truck, in by the truck or the station's gauge. */
export const LOSS_BASES = {
  'truck-truck': { zh: '车—车', en: 'Truck to truck' },
  'ticket-truck': { zh: '付油单—车', en: 'Ticket to truck' },
  'truck-station': { zh: '车—站罐', en: 'Truck to station' },
  'ticket-station': { zh: '付油单—站罐', en: 'Ticket to station' },
} as const satisfies Readonly<Record<string, Text>>

/** Of the truck's own two readings, in view of what they can be wrong. */
export const LOSS_JUDGES = {
  loss: { zh: '损耗', en: 'Loss' },
  gain: { zh: '溢余', en: 'Gain' },
  'cannot-tell': { zh: '误差范围内', en: 'Within error' },
} as const satisfies Readonly<Record<(typeof LOSS_JUDGEMENTS)[number], Text>>
