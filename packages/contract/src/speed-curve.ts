import { z } from 'zod'
import { rowId } from './input-bounds.ts'

/** GET /trucks/speed-curve: how fast and where one truck drove around an event, at most six hours. */
export const speedCurveAsked = z.object({
  truckId: rowId,
  from: z.iso.datetime(),
  to: z.iso.datetime(),
})

export const MAX_SPEED_CURVE_HOURS = 6

/** Arrays of one length, oldest first: milliseconds UTC, km/h by satellite and by the truck's own sensor, degrees; null where it is not known. */
export const speedCurve = z.object({
  at: z.array(z.number()),
  speedKmh: z.array(z.number()),
  recorderKmh: z.array(z.number().nullable()),
  lat: z.array(z.number().nullable()),
  lng: z.array(z.number().nullable()),
})
export type SpeedCurve = z.infer<typeof speedCurve>
