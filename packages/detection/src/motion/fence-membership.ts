import { EMPTYING, LOADING_STOP, UNLOADING_PIPE } from '@tanker/domain/trucks/transport-process'
import { FENCE_KINDS, type Fence } from '@tanker/domain/fences/fence'
import { areaM2, metresOutside } from '@tanker/domain/fences/geo'
import { edgeFence } from '../cargo/fence-edge.ts'
import type { Moment } from '../moment.ts'
import type { MembershipState } from './motion-state.ts'

/** Which fence the truck is in, debounced at both ends (domain rule D.1.5). */
export function stepMembership(moment: Moment): void {
  if (!moment.goodFix) return
  const { fix, membership, motion } = moment.state
  const { thresholds } = moment
  // A fix before a stop counts as standing: seals open before the half minute is over.
  const standing = !motion.moving || motion.slowSinceAt !== 0
  const reachM = standing ? thresholds.fenceEdgeM + thresholds.fenceWanderM : membership.edgeM
  const near = moment.context.fences.near(fix.lat, fix.lng, Math.max(thresholds.fenceLeaveM + membership.edgeM, reachM))
  if (!standing || moment.droveOff) membership.rooted = false
  followFences(moment, near, standing)
  noteEdge(moment, near, standing)
}

function followFences(moment: Moment, near: readonly Fence[], standing: boolean): void {
  const { fix, membership } = moment.state
  const { at, thresholds } = moment
  const current = membership.fence
  if (near.length === 0 && current === null) {
    forgetCandidate(membership)
    return
  }
  const best = bestHolding(moment, near)
  if (current !== null) {
    // The index may hold a newer shape of the fence than the one entered.
    const held = near.find((fence) => fence.id === current.id)
    const outsideM = held ? metresOutside(held.shape, fix.lat, fix.lng) : Number.POSITIVE_INFINITY
    if (held) membership.fence = held
    if (outsideM <= 0) {
      membership.rooted = standing
      membership.edgeM = 0
    }
    if (outsideM <= 0 || (standing && onlyWanders(moment, outsideM))) {
      membership.outFixes = 0
      membership.outSinceAt = 0
      if (best === null || best.id === current.id || !precedes(moment, best, current)) {
        forgetCandidate(membership)
        return
      }
    } else {
      membership.outFixes += 1
      if (membership.outSinceAt === 0) membership.outSinceAt = at
      const jumped = standing && membership.rooted
      const far = !jumped && membership.outFixes >= thresholds.fenceLeaveFixes && outsideM >= thresholds.fenceLeaveM + membership.edgeM
      const leaveS = jumped ? thresholds.fenceStandLeaveS : thresholds.fenceLeaveS
      if (!far && at - membership.outSinceAt < leaveS * 1000) return
      membership.fence = null
      membership.outFixes = 0
      membership.outSinceAt = 0
      membership.edge = null
      membership.edgeM = 0
      membership.rooted = false
      moment.left = current
    }
  }
  if (best === null) {
    forgetCandidate(membership)
    return
  }
  if (membership.candidateId !== best.id) {
    membership.candidateId = best.id
    membership.candidateFixes = 0
    membership.candidateSinceAt = at
  }
  membership.candidateFixes += 1
  const longEnough = at - membership.candidateSinceAt >= thresholds.fenceEnterS * 1000
  if (membership.candidateFixes >= thresholds.fenceEnterFixes || longEnough) {
    membership.fence = best
    membership.enteredAt = at
    membership.edgeM = 0
    membership.rooted = standing
    moment.entered = true
    forgetCandidate(membership)
  }
}

/**
 * A standing truck whose fixes wander over the border has not left: near the border always, and further out when it was in the
 * fence at this stop already. Who drives out and stops outside is not held.
 */
function onlyWanders(moment: Moment, outsideM: number): boolean {
  const { thresholds } = moment
  const allowedM = moment.state.membership.rooted ? thresholds.fenceEdgeM + thresholds.fenceWanderM : thresholds.fenceWanderM
  return outsideM <= allowedM
}

/** Which site's border the truck stands at from outside; kept through jumps of the fix, until it drives on. */
function noteEdge(moment: Moment, near: readonly Fence[], standing: boolean): void {
  const { membership } = moment.state
  if (membership.edgeM !== 0 || (!standing && membership.edge === null)) return
  const kind = membership.fence?.kind
  if (!standing || kind === 'station' || kind === 'depot' || kind === 'repair') {
    membership.edge = null
    return
  }
  const found = edgeFence(moment, near)
  if (found !== null) {
    membership.edge = found
    membership.edgeSeenAt = moment.at
  } else if (moment.at - membership.edgeSeenAt >= moment.thresholds.fenceStandLeaveS * 1000) membership.edge = null
}

function forgetCandidate(membership: MembershipState): void {
  membership.candidateId = 0
  membership.candidateFixes = 0
  membership.candidateSinceAt = 0
}

function bestHolding(moment: Moment, near: readonly Fence[]): Fence | null {
  const { lat, lng } = moment.state.fix
  let best: Fence | null = null
  for (const fence of near) {
    if (metresOutside(fence.shape, lat, lng) <= 0 && (best === null || precedes(moment, fence, best))) best = fence
  }
  return best
}

/** Station and depot before repair before park before custom; the smaller among equals, then the older. */
function precedes(moment: Moment, a: Fence, b: Fence): boolean {
  const byKind = rankOf(a) - rankOf(b)
  if (byKind !== 0) return byKind < 0
  const smaller = areaM2(a.shape) - areaM2(b.shape) || a.id - b.id
  if (a.kind === b.kind) return smaller < 0
  return smaller < 0 !== outerCounts(moment, smaller < 0 ? a : b, smaller < 0 ? b : a)
}

const rankOf = ({ kind }: Fence): number => (kind === 'station' ? FENCE_KINDS.indexOf('depot') : FENCE_KINDS.indexOf(kind))

/**
 * Of a depot and a station one of which lies in the other, the inner one counts, unless the process says otherwise: a truck that has not left
 * with its load is still in the depot around a station that its slip does not name, and one on its way to a station that is around a depot is
 * there when its slip names it.
 */
function outerCounts({ state, context: { slip } }: Moment, inner: Fence, outer: Fence): boolean {
  const named = ({ placeId }: Fence): boolean => placeId !== null && (slip?.stops.some((stop) => stop.placeId === placeId) ?? false)
  const { state: process, fenceId } = state.process
  // An unloading goes on where it began.
  const unloads = process >= UNLOADING_PIPE && process <= EMPTYING
  if (unloads && (fenceId === inner.id || fenceId === outer.id)) return fenceId === outer.id
  return process <= LOADING_STOP ? outer.kind === 'depot' && !named(inner) : outer.kind === 'station' && named(outer)
}
