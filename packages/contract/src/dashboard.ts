import { z } from 'zod'

/** GET /dashboard: the personal center (spec 2.2). Days are those of the user's time zone; the window is 30 days (spec 9). */
export const dashboard = z.object({
  /** The window, both ends included. */
  window: z.object({ from: z.string(), to: z.string(), today: z.string() }),
  today: z.object({
    tripsBegun: z.number().int(),
    unloadings: z.number().int(),
    unsealings: z.number().int(),
    highLosses: z.number().int(),
  }),
  fleet: z.object({ trucks: z.number().int(), offlineOverADay: z.number().int(), heartbeatTimeouts: z.number().int() }),
  /** Unhandled alarms of the window, by type, the most frequent first. */
  unhandled: z.array(z.object({ type: z.number().int(), count: z.number().int() })),
  fencesAwaitingApproval: z.number().int(),
  /** One entry a day, oldest first, days without any included. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      /** Alarms by family of the alarm type. */
      alarms: z.record(z.string(), z.number().int()),
      /** Loss of the trips that ended on this day, litres at 20 °C, and what they had loaded. */
      lossL: z.number(),
      loadedL: z.number(),
    }),
  ),
  trucksByAlarms: z.array(z.object({ truckId: z.number().int(), signCode: z.string(), count: z.number().int() })),
  trucksByLoss: z.array(z.object({ truckId: z.number().int(), signCode: z.string(), lossL: z.number(), loadedL: z.number() })),
})
export type Dashboard = z.infer<typeof dashboard>
