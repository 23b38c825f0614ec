import { z } from 'zod'
import { rowId } from './input-bounds.ts'

/** GET /trucks/level-curve: what the gauges of one truck said around an event, at most six hours. */
export const levelCurveAsked = z.object({
  truckId: rowId,
  from: z.iso.datetime(),
  to: z.iso.datetime(),
})

export const MAX_LEVEL_CURVE_HOURS = 6

/** Arrays of equal length for each compartment: milliseconds UTC, mm and litres; null where the gauge was out of order. */
export const levelCurve = z.array(
  z.object({
    compartment: z.number().int(),
    at: z.array(z.number()),
    levelMm: z.array(z.number().nullable()),
    volumeL: z.array(z.number().nullable()),
  }),
)
export type LevelCurve = z.infer<typeof levelCurve>
