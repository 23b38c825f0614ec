import { SAFETY_FAMILIES } from '@tanker/domain/alarms/safety-score'
import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'

/** What the driving-safety monitor counts: the families of active safety, and overspeed. The order is that of `events` in its answer. */
export const SAFETY_KINDS = {
  ...SAFETY_FAMILIES,
  overspeed: { zh: '超速', en: 'Overspeed' },
} as const satisfies Readonly<Record<string, Text>>
export type SafetyKind = keyof typeof SAFETY_KINDS
export const SAFETY_KIND_NAMES = Object.keys(SAFETY_KINDS) as [SafetyKind, ...SafetyKind[]]

/** Yellow alarms are of level 1, red and black ones of level 2. */
export const SAFETY_EVENT_LEVELS = [1, 2] as const
export type SafetyLevel = (typeof SAFETY_EVENT_LEVELS)[number]

const level = z.union([z.literal(1), z.literal(2)])

const safetyEvent = z.object({
  /** Of the alarm, as text: it has more digits than a number holds. */
  alarmId: z.string(),
  type: z.number().int(),
  /** Milliseconds UTC. */
  at: z.number(),
  level,
  /** Of its first picture; null without one, and for users who may not see pictures. */
  pictureId: z.string().nullable(),
})
export type SafetyEvent = z.infer<typeof safetyEvent>

/** GET /board/safety: how the fleet is driven today, in the user's zone. Arrays of equal length, one element a truck. */
export const safetyMonitor = z.object({
  /** When it was read, milliseconds UTC. */
  at: z.number(),
  truckId: z.array(z.number().int()),
  /** The driver who is signed in, else the truck's usual one; null where neither is known. */
  driverName: z.array(z.string().nullable()),
  driverPhone: z.array(z.string().nullable()),
  /** Milliseconds UTC; null while no driver is signed in. */
  signedInAt: z.array(z.number().nullable()),
  /** Driving since the last rest, seconds. */
  continuousS: z.array(z.number()),
  /** Driving since midnight, seconds. */
  drivingS: z.array(z.number()),
  /** Events since midnight: of each kind those of level 1, then those of level 2; empty without any. */
  events: z.array(z.array(z.number().int())),
  /** Events of the last 60 minutes. */
  lastHour: z.array(z.number().int()),
  /** The newest event of the last 24 hours. */
  last: z.array(safetyEvent.nullable()),
})
export type SafetyMonitor = z.infer<typeof safetyMonitor>

/** GET /trucks/:truckId/safety: the events of one truck since midnight, newest first, at most 20. */
export const truckSafety = z.object({
  events: z.array(safetyEvent.extend({ endedAt: z.number().nullable(), speedKmh: z.number().nullable(), kind: z.enum(SAFETY_KIND_NAMES) })),
})
export type TruckSafety = z.infer<typeof truckSafety>

/** Events of a truck since midnight: of one kind or of all, of one level or of both. */
export function countEvents(counts: readonly number[], kind: SafetyKind | null, of: SafetyLevel | null): number {
  const kinds = kind === null ? SAFETY_KIND_NAMES : [kind]
  const levels = of === null ? SAFETY_EVENT_LEVELS : [of]
  let sum = 0
  for (const one of kinds) for (const each of levels) sum += counts[SAFETY_KIND_NAMES.indexOf(one) * 2 + each - 1] ?? 0
  return sum
}
