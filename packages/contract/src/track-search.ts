import { z } from 'zod'
import { ids } from './alarms.ts'

/** Positions of longer ago are asked for month by month. */
export const MAX_SEARCH_DAYS = 31
/** Passes of one answer, the newest. */
export const MAX_PASSES = 500
/** Characters of an area as JSON: 200 points. */
const MAX_AREA_TEXT = 8_000
/** Fences to choose from. */
export const MAX_SEARCH_FENCES = 5_000

/** GET /track-search: an area, a period, and trucks or organisations; without them all that the user sees. */
export const trackSearchAsked = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** A circle, polygon or corridor as JSON, as the field of a fence has it. */
  area: z.string().min(1).max(MAX_AREA_TEXT),
  organisationIds: ids.optional(),
  truckIds: ids.optional(),
})

const place = z.object({ lat: z.number(), lng: z.number() })

/** One stay of one truck in the area. */
export const trackPass = z.object({
  truckId: z.number().int(),
  signCode: z.string(),
  organisationName: z.string(),
  /** Where its way crosses the border; else its first position inside. */
  enteredAt: z.string(),
  /** Where its way crosses the border; else its last position inside. */
  leftAt: z.string(),
  /** False: it was inside at its first position, or after a time without positions. */
  cameIn: z.boolean(),
  /** False: it is inside at the end of the period, or no position followed. */
  wentOut: z.boolean(),
  /** Inside at the end of the period. */
  isInside: z.boolean(),
  enterKmh: z.number(),
  maxKmh: z.number(),
  enteredAtPlace: place,
  leftAtPlace: place,
})
export type TrackPass = z.infer<typeof trackPass>

export const trackPasses = z.object({
  /** Newest entry first. */
  passes: z.array(trackPass),
  /** Passes before this time are not in the answer: later than asked for if there was too much to search. */
  searchedFrom: z.string(),
  /** There were more than `MAX_PASSES`; the oldest are left out. */
  more: z.boolean(),
})
export type TrackPasses = z.infer<typeof trackPasses>

/** GET /track-search/fences: fences in force that the user sees, by name. `area` as JSON. */
export const searchFences = z.array(z.object({ id: z.number().int(), name: z.string(), area: z.string() }))
