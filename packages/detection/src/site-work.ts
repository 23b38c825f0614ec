import { HALF_UNLOADED, IDLE, IN_TRANSIT, UNLOADING_PIPE } from '@tanker/domain/transport-process'
import type { Moment } from './moment.ts'
import { anyOpen } from './probes.ts'

export const atSite = (moment: Moment): boolean => {
  const kind = moment.state.membership.fence?.kind
  return kind === 'depot' || kind === 'station'
}

/** Depot or station work is going on: loading or unloading by the process, and more than an open door says so. */
export function worksAtSite(moment: Moment): boolean {
  const { state } = moment
  const process = state.process.state
  if (process === IDLE || process === IN_TRANSIT || process === HALF_UNLOADED || !atSite(moment)) return false
  return process !== UNLOADING_PIPE || anyOpen(state, 'api') || anyOpen(state, 'bottom-valve')
}
