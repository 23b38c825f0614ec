import type { AirtightTest } from '../reading.ts'
import type { Text } from '../texts/text.ts'

/** What is tested. */
export const AIRTIGHT_TEST_TEXTS = {
  positive: { zh: '正压', en: 'Positive pressure' },
  negative: { zh: '负压', en: 'Negative pressure' },
  recovery: { zh: '油气回收系统', en: 'Vapour recovery line' },
} as const satisfies Readonly<Record<Exclude<AirtightTest, 'none'>, Text>>
export type TestedPressure = keyof typeof AIRTIGHT_TEST_TEXTS

/** How a test ended. Stored by its key. */
export const AIRTIGHT_RESULTS = {
  passed: { zh: '合格', en: 'Passed' },
  failed: { zh: '不合格', en: 'Failed' },
  'broken-off': { zh: '中止', en: 'Broken off' },
  'not-judged': { zh: '未判定', en: 'Not judged' },
} as const satisfies Readonly<Record<string, Text>>
export type AirtightResult = keyof typeof AIRTIGHT_RESULTS

/** How long the pressure is watched, seconds. */
export const HOLD_S = 300
/** What the tanks are brought to before, Pa against the air around them. */
const TEST_PRESSURE_PA: Readonly<Record<TestedPressure, number | null>> = { positive: 4_500, negative: -1_500, recovery: null }
/** Accuracy of a gauge: a start that misses the test pressure by less has reached it. */
const REACHED_WITHIN_PA = 50
/** Between readings no further apart than this the pressure is taken to change evenly. */
const EVEN_S = 60

/** Least volume, and what a tank of this size may lose in the time: GB 20951 (decision 57). */
const ALLOWED: readonly (readonly [fromL: number, lossPa: number])[] = [
  [9_500, 250],
  [5_500, 380],
  [3_800, 500],
  [0, 650],
]

/** What a tank may lose in five minutes, Pa. Compartments that are tested together are one volume. */
export const allowedLossPa = (volumeL: number): number => ALLOWED.find(([fromL]) => volumeL >= fromL)?.[1] ?? 0

/** How far the pressure has come back to that of the air around the tank, Pa; below 0 it went away from it. */
export const pressureLossPa = (test: TestedPressure, startPa: number, nowPa: number): number =>
  test === 'positive' ? startPa - nowPa : nowPa - startPa

/** A pressure so many seconds after the begin. */
type Held = { readonly heldS: number; readonly pressurePa: number }

export type AirtightHold = {
  readonly test: TestedPressure
  readonly startPa: number
  /** Null where no limit is known. */
  readonly limitPa: number | null
  /** The newest reading before `next`. */
  readonly last: Held
  /** The first reading of the hold that is not before the end of its time; null: the box ended it earlier. */
  readonly next: Held | null
}

export type AirtightVerdict = { readonly result: AirtightResult; readonly heldS: number; readonly endPa: number }

/**
 * What a test has shown. A loss above the limit is a failure whenever it is seen. One within it counts only for the whole time, from
 * the whole pressure. Where readings before and after the end of the time are far apart, the later one counts if it is within the
 * limit: a leak only grows.
 */
export function judgeAirtight({ test, startPa, limitPa, last, next }: AirtightHold): AirtightVerdict {
  const isOver = ({ pressurePa }: Held): boolean => limitPa !== null && pressureLossPa(test, startPa, pressurePa) > limitPa
  const verdict = (result: AirtightResult, { heldS, pressurePa }: Held): AirtightVerdict => ({ result, heldS, endPa: pressurePa })
  if (next === null) return verdict(isOver(last) ? 'failed' : 'broken-off', last)
  const isEven = next.heldS - last.heldS <= EVEN_S
  const end = isEven ? between(last, next) : next
  if (limitPa === null) return verdict('not-judged', end)
  if (isOver(end)) return isEven || isOver(last) ? verdict('failed', isEven ? end : last) : verdict('not-judged', end)
  const wantedPa = TEST_PRESSURE_PA[test]
  const isReached = wantedPa !== null && Math.abs(startPa) >= Math.abs(wantedPa) - REACHED_WITHIN_PA
  return verdict(isReached ? 'passed' : 'not-judged', end)
}

/** At the end of the time, Pa to the nearest whole one. */
function between(last: Held, next: Held): Held {
  const share = next.heldS === last.heldS ? 1 : (HOLD_S - last.heldS) / (next.heldS - last.heldS)
  return { heldS: HOLD_S, pressurePa: Math.round(last.pressurePa + share * (next.pressurePa - last.pressurePa)) }
}
