import { TRAIL_GAP_MS } from '@tanker/contract/board'
import { distanceM } from '@tanker/domain/fences/geo'
import type { Fix } from './read-fixes.ts'

/** Points of one trail: a point every 12 s over two hours, more than a map shows apart. */
const MAX_TRAIL_POINTS = 600
/** Nearer points of like speed do not change the line. */
const NEAR_M = 12
const LIKE_KMH = 8

/**
 * The points of a trail that are drawn, at most `MAX_TRAIL_POINTS`, and the indexes of those before which nothing came for longer than
 * `TRAIL_GAP_MS`. The first and last point and both sides of a gap are kept, and of the others those that move the line or change its
 * speed; of too many an even choice. `fixes` oldest first.
 */
export function thinTrail(fixes: readonly Fix[]): { readonly points: readonly Fix[]; readonly gaps: readonly number[] } {
  const isGapBefore = fixes.map((fix, index) => index > 0 && fix.at - (fixes[index - 1] as Fix).at > TRAIL_GAP_MS)
  const isEdge = fixes.map((_, index) => index === 0 || index === fixes.length - 1 || isGapBefore[index] || isGapBefore[index + 1] === true)
  let last: Fix | null = null
  let kept: number[] = []
  for (const [index, fix] of fixes.entries()) {
    const isAlike =
      last !== null && Math.abs(fix.speedKmh - last.speedKmh) < LIKE_KMH && distanceM(fix.lat, fix.lng, last.lat, last.lng) < NEAR_M
    if (isAlike && !isEdge[index]) continue
    kept.push(index)
    last = fix
  }
  if (kept.length > MAX_TRAIL_POINTS) {
    const edges = kept.filter((index) => isEdge[index]).length
    const every = (kept.length - edges) / Math.max(1, MAX_TRAIL_POINTS - edges)
    let seen = 0
    kept = kept.filter((index) => {
      if (isEdge[index]) return true
      seen += 1
      return Math.floor(seen / every) > Math.floor((seen - 1) / every)
    })
  }
  return {
    points: kept.map((index) => fixes[index] as Fix),
    gaps: kept.flatMap((index, position) => (isGapBefore[index] ? [position] : [])),
  }
}
