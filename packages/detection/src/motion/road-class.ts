import type { ROAD_KINDS, ROAD_SOURCES } from '@tanker/domain/facts/driving-facts'
import type { Moment } from '../moment.ts'
import { rare, time } from '../state/state-fields.ts'

export type RoadKind = (typeof ROAD_KINDS)[number]
export type RoadSource = (typeof ROAD_SOURCES)[number]

/** What kind of road the truck is on, and what says so. */
export type Road = { readonly kind: RoadKind; readonly source: RoadSource }

export const cruiseFields = rare({
  /** Since when the truck has been as fast as on an expressway only; 0 while it is not. */
  cruiseSinceAt: time(),
  cruiseAt: time(),
})
type Cruise = { cruiseSinceAt: number; cruiseAt: number }

/** A gap longer than this between two fixes says nothing of the speed in it. */
const longestGapMs = 120_000

/** How long the truck has kept the speed of an expressway; for every known speed. */
export function stepCruise({ at, state, thresholds }: Moment, cruise: Cruise): void {
  const fast = state.motion.speedKmh >= thresholds.expresswayFromKmh
  if (!fast) cruise.cruiseSinceAt = 0
  else if (cruise.cruiseSinceAt === 0 || at - cruise.cruiseAt > longestGapMs) cruise.cruiseSinceAt = at
  cruise.cruiseAt = fast ? at : 0
}

/**
 * A map of roads where there is one; otherwise the fence the truck is in, and last its own speed. Speed alone shows an expressway
 * and nothing else: who drives slowly may be on any road, and null is the answer.
 */
export function roadNow(moment: Moment, { cruiseSinceAt }: Cruise): Road | null {
  const { context, state, thresholds, at } = moment
  if (context.roadClass !== undefined) return { kind: context.roadClass(state.fix.lat, state.fix.lng), source: 'map' }
  const { fence } = state.membership
  if (fence !== null && fence.kind !== 'custom') return { kind: 'yard', source: 'fence' }
  if (fence !== null && fence.speedLimitKmh !== null) {
    const isSlow = fence.speedLimitKmh <= thresholds.otherRoadKmh
    // A corridor follows one road. An area may have roads of both kinds, unless no expressway has its limit.
    if (fence.shape.shape === 'corridor') return { kind: isSlow ? 'other' : 'expressway', source: 'corridor' }
    if (isSlow) return { kind: 'other', source: 'fence' }
  }
  const cruises = cruiseSinceAt !== 0 && at - cruiseSinceAt >= thresholds.expresswayAfterMin * 60_000
  return cruises ? { kind: 'expressway', source: 'speed' } : null
}

/** The lowest of what counts here: the truck's own limit, that of the road for its load, and that of the fence, km/h. */
export function limitOn({ state, thresholds }: Moment, road: Road | null): number {
  const limits = [thresholds.overspeedKmh]
  if (road?.kind === 'expressway') limits.push(thresholds.expresswayKmh, ...(state.loaded ? [thresholds.expresswayLoadedKmh] : []))
  if (road?.kind === 'other') limits.push(thresholds.otherRoadKmh, ...(state.loaded ? [thresholds.otherRoadLoadedKmh] : []))
  const fenceLimit = state.membership.fence?.speedLimitKmh ?? null
  if (fenceLimit !== null) limits.push(fenceLimit)
  return Math.min(...limits)
}
