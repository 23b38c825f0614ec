import type { Text } from '../../texts/text.ts'
import { THRESHOLD_GROUPS, type ThresholdName, type Thresholds } from '../../thresholds.ts'
import type { Threshold } from '../../thresholds/threshold.ts'
import { amount, type Phrase } from './phrases.ts'

/** What was compared: a limit, its value, and what was seen. */
export type Limit = { readonly label: Text; readonly value: Text; readonly seen: Text }

const DECLARED = new Map(THRESHOLD_GROUPS.flatMap(({ thresholds }) => Object.values<Threshold>(thresholds).map((one) => [one.key, one])))

/** For a condition that must hold for a time before there is an alarm. */
export const REACHED: Text = { zh: '已达到', en: 'reached' }

/**
 * A threshold with what was seen, as a list of one; empty where nothing was seen.
 * @param value the limit that the alarm itself names; without it that of the truck's thresholds
 */
export function limit(thresholds: Thresholds, name: ThresholdName, seen: number | Phrase, value: number | null = null): Limit[] {
  const declared = DECLARED.get(name)
  if (seen === null || declared === undefined) return []
  return [
    {
      label: declared.label,
      value: amount(value ?? thresholds[name], declared.unit),
      seen: typeof seen === 'number' ? amount(seen, declared.unit) : seen,
    },
  ]
}
