import type { NoEstimate } from '@tanker/contract/board'
import { distanceM } from '@tanker/domain/fences/geo'
import type { Fix } from './read-fixes.ts'

const minuteMs = 60_000
/** The speed of so long is taken for the way that is left. */
export const MEASURED_MS = 30 * minuteMs
/** With less of it, a mean says nothing. */
const leastMeasuredMs = 5 * minuteMs
/** A fix older than this does not say where the truck is. */
const freshMs = 5 * minuteMs
/** So long without moving is more than a red light. */
const standingMs = 3 * minuteMs
const movingFromKmh = 3
/** Slower is searching and waiting; it would put the arrival hours away. */
const leastMeanKmh = 10

export type Estimate = { readonly arrivalAt: number; readonly meanKmh: number } | { readonly not: NoEstimate }

/**
 * When a truck arrives at a place: the straight line from its last fix over its mean speed in these fixes, stops included. The road is
 * longer than the line, so it will hardly be earlier. No estimate where it would be a guess.
 * `fixes` of the last half hour at most, oldest first; `now` ms UTC.
 */
export function estimateArrival(fixes: readonly Fix[], place: { readonly lat: number; readonly lng: number }, now: number): Estimate {
  const [first, last] = [fixes[0], fixes.at(-1)]
  if (!first || !last || now - last.at > freshMs) return { not: 'silent' }
  if (fixes.filter(({ at }) => last.at - at <= standingMs).every(({ speedKmh }) => speedKmh < movingFromKmh)) return { not: 'standing' }
  let measuredMs = 0
  let kmhMs = 0
  for (const [index, fix] of fixes.entries()) {
    const before = fixes[index - 1]
    const lengthMs = before ? fix.at - before.at : 0
    // Where nothing came, no speed is known.
    if (!before || lengthMs > freshMs) continue
    measuredMs += lengthMs
    kmhMs += (lengthMs * (before.speedKmh + fix.speedKmh)) / 2
  }
  if (measuredMs < leastMeasuredMs) return { not: 'too-short' }
  const meanKmh = kmhMs / measuredMs
  if (meanKmh < leastMeanKmh) return { not: 'too-slow' }
  const leftM = distanceM(last.lat, last.lng, place.lat, place.lng)
  if (leftM >= distanceM(first.lat, first.lng, place.lat, place.lng)) return { not: 'not-nearer' }
  return { arrivalAt: last.at + (leftM / (meanKmh / 3.6)) * 1000, meanKmh }
}
