import { ALARM_TYPES, INFORMATION_TYPES } from './alarm-type.ts'
import type { Text } from '../texts/text.ts'

/** Alarms of active safety by their devices (domain E.1); what is in none of them is of driver assistance. */
const DRIVER = [12, 13, 14, 17, 18, 21, 25, 29, 30, 31, 35, 36, 114, 115, 116]
const BLIND_SPOT = [113]
const HARSH = [24, 26, 27, 28, 109, 110, 111, 112]
const DEVICE = [16, 22, 37]
const LISTED = { dsm: DRIVER, bsd: BLIND_SPOT, harsh: HARSH, device: DEVICE } as const

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

/** The types of each family. */
export const TYPES_OF_FAMILY: Readonly<Record<keyof typeof SAFETY_FAMILIES, readonly number[]>> = {
  adas: SAFETY_TYPES.filter((code) => !Object.values(LISTED).some((codes) => codes.includes(code))),
  ...LISTED,
}

export const SCORED_FAMILIES = ['adas', 'dsm', 'bsd', 'harsh'] as const
export type ScoredFamily = (typeof SCORED_FAMILIES)[number]

/** Robbery, movement without ignition, idling, a stalled engine, another driver: none of them says how a truck is driven. */
const NOT_DRIVING: readonly number[] = [15, 19, 109, 110, 114]

/** The types that count for the score. */
export const scoredTypes = (family: ScoredFamily): readonly number[] =>
  TYPES_OF_FAMILY[family].filter((code) => !NOT_DRIVING.includes(code))

/** Points of one alarm by its level. */
export const POINTS_OF_LEVEL = { 1: 1, 2: 3 } as const

/** With fewer kilometres one alarm more or less decides: no score. */
export const SCORED_FROM_KM = 100

/** What each point per 100 km leaves of the score: the first takes ten off, ten of them leave a third, and none is ever without effect. */
const KEPT_PER_POINT = 0.9

/** Scores are shown with one decimal. */
const STEPS_PER_POINT = 10

/** What the score is computed with: numbers, or the expressions of a database. */
export type Arithmetic<N> = {
  readonly number: (value: number) => N
  readonly plus: (a: N, b: N) => N
  readonly minus: (a: N, b: N) => N
  readonly times: (a: N, b: N) => N
  /** 0 where the divisor is 0. */
  readonly over: (a: N, b: N) => N
  readonly power: (base: number, exponent: N) => N
  readonly floor: (a: N) => N
}

export type SafetyScore<N> = {
  /** From 0 to 100. */
  readonly score: N
  /** What each family took off 100; the parts add up to all that was taken, also as they are shown. */
  readonly parts: Readonly<Record<ScoredFamily, N>>
}

/** The score of points gathered over some kilometres (decision 37). */
export function safetyScore<N>(
  { number, plus, minus, times, over, power, floor }: Arithmetic<N>,
  points: Readonly<Record<ScoredFamily, N>>,
  km: N,
): SafetyScore<N> {
  const all = SCORED_FAMILIES.map((family) => points[family]).reduce(plus)
  const taken = times(number(100), minus(number(1), power(KEPT_PER_POINT, over(times(all, number(100)), km))))
  const shown = (value: N): N => floor(plus(times(value, number(STEPS_PER_POINT)), number(0.5)))
  // Each part is the difference of two rounded sums: so they add up.
  const upTo = SCORED_FAMILIES.map((_, index) =>
    shown(
      times(
        taken,
        over(
          SCORED_FAMILIES.slice(0, index + 1)
            .map((family) => points[family])
            .reduce(plus),
          all,
        ),
      ),
    ),
  )
  const step = number(STEPS_PER_POINT)
  const parts = SCORED_FAMILIES.map((family, index) => {
    const [before, included] = [upTo[index - 1], upTo[index] as N]
    return [family, over(before === undefined ? included : minus(included, before), step)] as const
  })
  return {
    score: over(minus(number(100 * STEPS_PER_POINT), shown(taken)), step),
    parts: Object.fromEntries(parts) as Record<ScoredFamily, N>,
  }
}
