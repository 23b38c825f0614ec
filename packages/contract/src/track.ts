import { z } from 'zod'
import { levelTrend } from './level-trend.ts'

/** Spec 5.4: a track is asked for over at most this many days at a time. */
export const MAX_TRACK_DAYS = 3
/** Three days of a truck that reports each second, and some sent again. */
export const MAX_TRACK_POINTS = 300_000
/** Trucks whose tracks are played together. */
export const MAX_TRACKS = 4
/** Positions further apart than this leave a gap in the track: where the truck was between them is not known. */
export const TRACK_GAP_MS = 300_000

/** Bits of a point: with a satellite fix, ignition on, sent again after a time without network. */
export const TRACK_FLAG = { located: 1, accOn: 2, resent: 8 } as const

/** GET /tracks/:truckId: one truck and a period. */
export const trackAsked = z.object({ from: z.iso.datetime(), to: z.iso.datetime() })

const column = z.array(z.number())

/** A stop of at least a few minutes, as the parking list has it. */
export const trackStop = z.object({
  startedAt: z.string(),
  /** Null while it lasts. */
  endedAt: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** Name of the fence, else of a place nearby; empty far from all of them. */
  place: z.string(),
  accOn: z.boolean(),
  loaded: z.boolean(),
})
export type TrackStop = z.infer<typeof trackStop>

/**
 * The positions of one truck, oldest first, as columns of one length. Every value of `atMs`, `lat`, `lng` and `km10` is the difference to the
 * one before it, so that three days of one-second points are a megabyte on the wire.
 */
export const truckTrack = z.object({
  truckId: z.number().int(),
  signCode: z.string(),
  /** Milliseconds UTC. */
  atMs: column,
  /** Millionths of a degree, WGS-84. */
  lat: column,
  lng: column,
  /** 0.1 km/h. */
  kmh10: column,
  headingDeg: column,
  /** Odometer, 0.1 km; a console without one repeats the last value. */
  km10: column,
  /** See `TRACK_FLAG`. */
  flags: column,
  /** There were more than `MAX_TRACK_POINTS`; the newest are left out. */
  morePoints: z.boolean(),
  /** Oldest first. */
  stops: z.array(trackStop),
  moreStops: z.boolean(),
})
export type TruckTrack = z.infer<typeof truckTrack>

/** Works of a water truck that are shown with its track; a spraying takes minutes. */
export const MAX_TRACK_WORKS = 2_000

/** A filling or a spraying. */
export const waterWork = z.object({
  id: z.string(),
  work: z.enum(['fill', 'spray']),
  startedAt: z.string(),
  /** Null while it goes on; then litres and metres are not known yet. */
  endedAt: z.string().nullable(),
  litres: z.number().nullable(),
  /** Driven during the work; 0 for a filling. */
  meters: z.number().nullable(),
  place: z.string(),
})
export type WaterWork = z.infer<typeof waterWork>

/** GET /tracks/:truckId/water: track, tanks and works of a water truck. Works are whole, also where they began before the time. */
export const waterTrack = z.object({
  track: truckTrack,
  tanks: levelTrend,
  /** Oldest first. */
  works: z.array(waterWork),
})
export type WaterTrack = z.infer<typeof waterTrack>

/** GET /tracks/water-trucks: the trucks that carry water, by plate. */
export const waterTrucks = z.array(z.object({ id: z.number().int(), signCode: z.string() }))

/** GET /tracks/:truckId/tanks: the tanks along the track, and what happened on it. */
export const trackTanks = levelTrend
