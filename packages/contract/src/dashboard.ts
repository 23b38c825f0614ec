import { ALARM_GRADES } from '@tanker/domain/alarms/alarm-grade'
import { z } from 'zod'
import { guide } from './guide.ts'

/**
 * A number with the list that it counts: `count` is the number of rows that the report at `path` (of its tab `tab`) has with these
 * filters, in the form of `FILTER_VALUES`.
 */
const figure = z.object({
  path: z.string(),
  tab: z.string().nullable(),
  filters: z.record(z.string(), z.unknown()),
  count: z.number().int(),
})
export type Figure = z.infer<typeof figure>

/** Null: the user may not open the list. */
const shownFigure = figure.nullable()

/** GET /dashboard: the personal center (spec 2.2). Days are those of the user's time zone; the window is 30 days (spec 9). */
export const dashboard = z.object({
  /** The window, both ends included. */
  window: z.object({ from: z.string(), to: z.string(), today: z.string() }),
  today: z.object({
    tripsBegun: shownFigure,
    unloadings: shownFigure,
    unsealings: shownFigure,
    highLosses: shownFigure,
  }),
  /** Trucks that are silent for 15 minutes, and for a day. */
  offline: z.object({ now: shownFigure, overADay: shownFigure }),
  guide,
  /** What happened since the user was last there; null at the first sign-in. */
  since: z
    .object({
      /** The last activity of the session before this one, at most 30 days ago. */
      at: z.string(),
      alarms: z.array(z.object({ grade: z.enum(ALARM_GRADES), figure: shownFigure })),
      handledByOthers: shownFigure,
      overQuota: shownFigure,
      goneOffline: shownFigure,
      shifts: shownFigure,
      /** The newest note of a shift that was handed over in that time. */
      note: z.object({ at: z.string(), by: z.string(), text: z.string() }).nullable(),
    })
    .nullable(),
  /** Unhandled alarms of the window, by type, the most frequent first. */
  unhandled: z.array(z.object({ type: z.number().int(), figure })),
  fencesAwaitingApproval: shownFigure,
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
  trucksByAlarms: z.array(z.object({ truckId: z.number().int(), signCode: z.string(), figure })),
  /** As the report of losses by truck has them: the litres that its row shows, and the rate per mille. */
  trucksByLoss: z.array(z.object({ truckId: z.number().int(), signCode: z.string(), lossL: z.number(), ratePermille: z.number(), figure })),
})
export type Dashboard = z.infer<typeof dashboard>
