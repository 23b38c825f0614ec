import { FENCE_KINDS, type Fence } from '@tanker/domain/fence'
import { areaM2, metresOutside } from '@tanker/domain/geo'
import type { Moment } from './moment.ts'
import type { MembershipState } from './truck-state.ts'

/** Which fence the truck is in, debounced at both ends (domain rule D.1.5). */
export function stepMembership(moment: Moment): void {
  if (!moment.goodFix) return
  const { fix, membership } = moment.state
  const { at, thresholds } = moment
  const near = moment.context.fences.near(fix.lat, fix.lng, thresholds.fenceLeaveM)
  const current = membership.fence
  if (near.length === 0 && current === null) {
    forgetCandidate(membership)
    return
  }
  const best = bestHolding(near, fix.lat, fix.lng)
  if (current !== null) {
    // The index may hold a newer shape of the fence than the one entered.
    const held = near.find((fence) => fence.id === current.id)
    const outsideM = held ? metresOutside(held.shape, fix.lat, fix.lng) : Number.POSITIVE_INFINITY
    if (held) membership.fence = held
    if (outsideM <= 0) {
      membership.outFixes = 0
      membership.outSinceAt = 0
      if (best === null || best.id === current.id || !precedes(best, current)) {
        forgetCandidate(membership)
        return
      }
    } else {
      membership.outFixes += 1
      if (membership.outSinceAt === 0) membership.outSinceAt = at
      const far = membership.outFixes >= thresholds.fenceLeaveFixes && outsideM >= thresholds.fenceLeaveM
      if (!far && at - membership.outSinceAt < thresholds.fenceLeaveS * 1000) return
      membership.fence = null
      membership.outFixes = 0
      membership.outSinceAt = 0
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
    moment.entered = true
    forgetCandidate(membership)
  }
}

function forgetCandidate(membership: MembershipState): void {
  membership.candidateId = 0
  membership.candidateFixes = 0
  membership.candidateSinceAt = 0
}

function bestHolding(near: readonly Fence[], lat: number, lng: number): Fence | null {
  let best: Fence | null = null
  for (const fence of near) {
    if (metresOutside(fence.shape, lat, lng) <= 0 && (best === null || precedes(fence, best))) best = fence
  }
  return best
}

/** Station before depot before repair before park before custom; the smaller among equals, then the older. */
function precedes(a: Fence, b: Fence): boolean {
  const byKind = FENCE_KINDS.indexOf(a.kind) - FENCE_KINDS.indexOf(b.kind)
  if (byKind !== 0) return byKind < 0
  const byArea = areaM2(a.shape) - areaM2(b.shape)
  return byArea === 0 ? a.id < b.id : byArea < 0
}
