import { WATER_TRUCK_STATES } from '@tanker/domain/trucks/water-truck-state'
import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'

/** What a water truck is doing, in the order of the filters. */
export const WATER_STATES = {
  ...WATER_TRUCK_STATES,
  offline: { zh: '离线', en: 'Offline' },
} as const satisfies Readonly<Record<string, Text>>
export type WaterState = keyof typeof WATER_STATES
export const WATER_STATE_NAMES = Object.keys(WATER_STATES) as [WaterState, ...WaterState[]]

const waterTruck = z.object({
  truckId: z.number().int(),
  state: z.enum(WATER_STATE_NAMES),
  /** Litres in all tanks; null where no gauge has reported. */
  waterL: z.number().nullable(),
  /** Litres of all tanks together. */
  capacityL: z.number(),
  /** Whether a bottom valve stands open; null where no valve reports it. */
  sprays: z.boolean().nullable(),
  /** When that valve opened, milliseconds UTC; null while none is open. */
  spraysSince: z.number().nullable(),
  /** Sprayings since midnight that have ended, seconds. */
  workS: z.number(),
  /** Litres of them. */
  sprayedL: z.number(),
  /** Kilometres driven while spraying. */
  sprayedKm: z.number(),
  fills: z.number().int(),
  filledL: z.number(),
  /** Kilometres since midnight. */
  drivenKm: z.number(),
})
export type WaterTruck = z.infer<typeof waterTruck>

/** GET /board/water: the trucks that carry water, and what they have done today in the user's zone. */
export const waterMonitor = z.object({
  /** When it was read, milliseconds UTC. */
  at: z.number(),
  trucks: z.array(waterTruck),
})
export type WaterMonitor = z.infer<typeof waterMonitor>
