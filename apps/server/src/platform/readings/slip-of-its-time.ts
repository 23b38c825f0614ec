import type { PlannedSlip } from '@tanker/domain/loss/slip-loads'
import type { TruckState } from '@tanker/detection/truck-engine'
import type { DeliverySlip, TruckContext } from '@tanker/domain/trucks/truck-context'

/** Time before and after the planned departure in which a slip can match a loading. */
const SLIP_BEFORE_MS = 12 * 3_600_000
export const SLIP_AFTER_MS = 24 * 3_600_000

/**
 * The context that was true at the time of a reading. Live, a truck's context holds the slip that is driven now or next;
 * a rebuild of past days must not use it. While a trip runs its slip stays; before one the nearest planned slip counts
 * that no trip has used.
 */
export function contextsOfTheirTime(context: TruckContext, slips: readonly PlannedSlip[]): (state: TruckState, at: number) => TruckContext {
  const used = new Set<DeliverySlip>()
  const { slip: _now, ...without } = context
  let current: PlannedSlip | null = null
  let known: TruckContext = without
  let onTrip = false
  return (state, at) => {
    const runs = state.trip !== null
    if (onTrip && !runs && current) used.add(current.slip)
    const mayChange = !runs || (!onTrip && current === null)
    onTrip = runs
    if (!mayChange) return known
    const nearest = nearestOf(slips, used, at)
    if (nearest !== current) {
      current = nearest
      known = nearest ? { ...without, slip: nearest.slip } : without
    }
    return known
  }
}

function nearestOf(slips: readonly PlannedSlip[], used: ReadonlySet<DeliverySlip>, at: number): PlannedSlip | null {
  let nearest: PlannedSlip | null = null
  for (const one of slips) {
    if (one.plannedAt - at > SLIP_BEFORE_MS) break
    if (at - one.plannedAt > SLIP_AFTER_MS || used.has(one.slip)) continue
    if (nearest === null || Math.abs(one.plannedAt - at) < Math.abs(nearest.plannedAt - at)) nearest = one
  }
  return nearest
}
