import type { FenceKind } from '@tanker/domain/fence'
import { HALF_UNLOADED, IDLE, IN_TRANSIT, UNLOADING_PIPE } from '@tanker/domain/transport-process'
import type { Moment } from './moment.ts'
import { anyOpen } from './probes.ts'
import { processGroup } from './unsealing-judgement.ts'

/**
 * The truck stands just outside the fence of a depot or station that it works at: one that its slip names, or any while it
 * loads or unloads (domain rule "Fence on the edge").
 */
export function atSiteEdge(moment: Moment, only?: FenceKind): boolean {
  const { context, state, thresholds } = moment
  if (state.membership.fence !== null || state.motion.moving) return false
  const group = processGroup(state.process.state)
  const works = group === 'loading' || group === 'unloading'
  const { slip } = context
  for (const { kind, placeId } of context.fences.near(state.fix.lat, state.fix.lng, thresholds.fenceEdgeM)) {
    if ((kind !== 'depot' && kind !== 'station') || (only !== undefined && kind !== only)) continue
    if (works) return true
    if (slip?.stops.some((stop) => stop.placeId === placeId) || (kind === 'depot' && slip?.depotPlaceId === placeId)) return true
  }
  return false
}

export const atSite = (moment: Moment): boolean => {
  const kind = moment.state.membership.fence?.kind
  return kind === 'depot' || kind === 'station' || atSiteEdge(moment)
}

/** Depot or station work is going on: loading or unloading by the process, and more than an open door says so. */
export function worksAtSite(moment: Moment): boolean {
  const { state } = moment
  const process = state.process.state
  if (process === IDLE || process === IN_TRANSIT || process === HALF_UNLOADED || !atSite(moment)) return false
  return process !== UNLOADING_PIPE || anyOpen(state, 'api') || anyOpen(state, 'bottom-valve')
}
