import { z } from 'zod'
import { trendEvent } from './level-trend.ts'
import type { ScreenPath } from './screens.ts'

/** The screens with the fleet on a map. A user who has one of them may ask for the fleet, its positions as they come, and trails. */
export const BOARD_SCREENS = [
  'monitor/cargo_transport',
  'monitor/safe_target',
  'monitor/device_target',
  'monitor/track_map',
  'monitor/sprinkler_monitoring',
] as const satisfies readonly [ScreenPath, ...ScreenPath[]]
export type BoardScreen = (typeof BOARD_SCREENS)[number]

/** How long the trail of a truck on the map is. */
export const TRAIL_HOURS = 2
/** Readings further apart than this leave a gap in the trail: where the truck was between them is not known. */
export const TRAIL_GAP_MS = 300_000

/** GET /trucks/:truckId/trail: where the truck was in the last two hours, thinned; arrays of one length, oldest first. */
export const truckTrail = z.object({
  /** Milliseconds UTC. */
  at: z.array(z.number()),
  lat: z.array(z.number()),
  lng: z.array(z.number()),
  speedKmh: z.array(z.number()),
  /** Indexes of the points before which no position came for longer than `TRAIL_GAP_MS`. */
  gaps: z.array(z.number().int()),
  /** Cover openings and operations with a place, oldest first. */
  marks: z.array(trendEvent.extend({ lat: z.number(), lng: z.number() })),
})
export type TruckTrail = z.infer<typeof truckTrail>

/** Why the arrival at the next station is not estimated. `inside`: the truck is there; `at-station`: at the one before. */
export const NO_ESTIMATE = ['inside', 'at-station', 'silent', 'standing', 'too-short', 'too-slow', 'not-nearer', 'no-place'] as const
export type NoEstimate = (typeof NO_ESTIMATE)[number]

/** GET /trucks/:truckId/trip: the trip that the truck is on. */
export const truckTrip = z.object({
  /** Since when alarms and openings belong to the present trip, or to the time after the last one; null without any trip lately. */
  since: z.string().nullable(),
  /** Null while the truck is on no trip. */
  trip: z
    .object({
      /** When it left the depot. */
      startedAt: z.string(),
      depotName: z.string(),
      slipNos: z.array(z.string()),
      /** What it left with, by product; null litres where a compartment has no gauge. */
      load: z.array(z.object({ oilCode: z.number().int(), oilName: z.string(), volumeL: z.number().nullable() })),
      /** Stations reached, in order, then those of the slips that are still ahead. */
      stations: z.array(
        z.object({
          name: z.string(),
          arrivedAt: z.string().nullable(),
          leftAt: z.string().nullable(),
          /** In a straight line from the truck, metres; null once it has arrived, or where a place is not known. */
          distanceM: z.number().nullable(),
        }),
      ),
      /** For the first station ahead: its straight line over the mean speed of the last half hour, stops included. */
      estimate: z.object({ arrivalAt: z.string(), meanKmh: z.number() }).nullable(),
      /** Null where there is an estimate, or no station ahead is known. */
      noEstimate: z.enum(NO_ESTIMATE).nullable(),
    })
    .nullable(),
})
export type TruckTrip = z.infer<typeof truckTrip>

/** GET /trucks/:truckId/driven: how far the truck drove since midnight, kilometres. */
export const drivenToday = z.object({ km: z.number() })

/** GET /board/drivers: the drivers of the user's organisations, to be found by name. */
export const boardDrivers = z.array(
  z.object({
    id: z.number().int(),
    name: z.string(),
    /** The truck of which this is the driver; null: none. */
    truckId: z.number().int().nullable(),
  }),
)
